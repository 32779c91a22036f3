/** A diff is for people to look at; one that takes longer to compute than this is left out. */
const timeoutMs = 1000;

/** The change of a file as a unified diff with three lines of context, or undefined when it is too much to show. */
export async function unifiedDiff(
  path: string,
  before: string,
  after: string,
): Promise<string | undefined> {
  const { createTwoFilesPatch } = await import("diff");
  return createTwoFilesPatch(path, path, before, after, undefined, undefined, {
    context: 3,
    timeout: timeoutMs,
    maxEditLength: 20_000,
  });
}

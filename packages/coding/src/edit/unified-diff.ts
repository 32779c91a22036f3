/** A diff is for people to look at; one that takes longer to compute than this is left out. */
const timeoutMs = 1000;
const contextLines = 3;

/** One replacement: where it begins in the text before and in the text after, and what stood and stands there. */
export interface Piece {
  readonly start: number;
  readonly newStart: number;
  readonly original: string;
  readonly replacement: string;
}

/** A part of the text before and the part of the text after that has taken its place, both of whole lines. */
interface Region {
  readonly start: number;
  end: number;
  readonly newStart: number;
  newEnd: number;
}

/**
 * The change of a file as a unified diff with three lines of context, or undefined when it is too much to show. Only the
 * surroundings of the pieces (in ascending order) are compared, so the size of the file does not matter.
 */
export async function unifiedDiff(
  path: string,
  before: string,
  after: string,
  pieces: readonly Piece[],
): Promise<string | undefined> {
  const { FILE_HEADERS_ONLY, formatPatch, structuredPatch } = await import("diff");
  const hunks: ReturnType<typeof structuredPatch>["hunks"] = [];
  const lines = new LineCounter(before);
  const newLines = new LineCounter(after);
  for (const region of regions(before, after, pieces)) {
    const patch = structuredPatch(
      path,
      path,
      before.slice(region.start, region.end),
      after.slice(region.newStart, region.newEnd),
      undefined,
      undefined,
      { context: contextLines, timeout: timeoutMs, maxEditLength: 20_000 },
    );
    if (!patch) return undefined;
    const offset = lines.upTo(region.start);
    const newOffset = newLines.upTo(region.newStart);
    for (const hunk of patch.hunks)
      hunks.push({
        ...hunk,
        oldStart: hunk.oldStart + offset,
        newStart: hunk.newStart + newOffset,
      });
  }
  const names = {
    oldFileName: path,
    newFileName: path,
    oldHeader: undefined,
    newHeader: undefined,
  };
  return formatPatch({ ...names, hunks }, FILE_HEADERS_ONLY);
}

/** The pieces with their context, those that touch as one. */
function regions(before: string, after: string, pieces: readonly Piece[]): Region[] {
  const found: Region[] = [];
  for (const { start, newStart, original, replacement } of pieces) {
    const end = start + original.length;
    const newEnd = newStart + replacement.length;
    const from = linesBack(before, start);
    const to = Math.max(linesOn(before, end), end + linesOn(after, newEnd) - newEnd);
    const last = found.at(-1);
    if (last && from <= last.end) {
      last.end = to;
      last.newEnd = newEnd + (to - end);
    } else
      found.push({
        start: from,
        end: to,
        newStart: newStart - (start - from),
        newEnd: newEnd + (to - end),
      });
  }
  return found;
}

/** The start of the line three lines above the one that `index` is on. */
function linesBack(text: string, index: number): number {
  let start = index;
  for (let line = 0; line <= contextLines && start > 0; line++)
    start = text.lastIndexOf("\n", start - (line === 0 ? 1 : 2)) + 1;
  return start;
}

/** The end, line feed included, of the line three lines below the one that `index` is on. */
function linesOn(text: string, index: number): number {
  let end = index;
  for (let line = 0; line <= contextLines && end < text.length; line++)
    end = text.indexOf("\n", end) + 1 || text.length;
  return end;
}

/** Counts line feeds up to places that only go forward. */
class LineCounter {
  readonly #text: string;
  #at = 0;
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  upTo(index: number): number {
    for (;;) {
      const next = this.#text.indexOf("\n", this.#at);
      if (next === -1 || next >= index) return this.#count;
      this.#at = next + 1;
      this.#count++;
    }
  }
}

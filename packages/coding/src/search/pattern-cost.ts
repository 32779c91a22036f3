/** Steps that take a fraction of a second even if all of them are needed, which is rare. */
const fewSteps = 100_000_000;
const fewOptions = 8;

/**
 * Whether testing the lines is sure to end soon, so that no time limit, which costs more than most tests, has to be put
 * around it. Only simple expressions are judged: nothing repeated that has parts, no references. Each of the repetitions
 * in them multiplies the number of steps by the length of the line at most.
 */
export function isCheap(source: string, lines: readonly string[]): boolean {
  const skeleton = source
    .replace(/\\[1-9k]/g, "(x)*")
    .replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, "x");
  if (/\)[*+?{]/.test(skeleton)) return false;
  const bare = skeleton.replace(/\(\?/g, "(").replace(/([*+?}])\?/g, "$1");
  const repetitions = bare.match(/[*+{]/g)?.length ?? 0;
  const options = bare.match(/\?/g)?.length ?? 0;
  if (options > fewOptions) return false;
  const steps = lines.reduce((sum, line) => sum + (line.length + 1) ** (repetitions + 1), 0);
  return steps * 2 ** options <= fewSteps;
}

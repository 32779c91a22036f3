import type { LinePair, PairLines } from "./replacement.ts";

/** Pairs lines by their longest common subsequence, computed by the `diff` package, which is loaded when first needed. */
export async function loadPairLines(): Promise<PairLines> {
  const { diffArrays } = await import("diff");
  return (oldLines, newLines) => {
    const pairs: LinePair[] = [];
    let next = 0;
    /** Removed lines that the additions right after them replace, one for one. */
    let replaceable: number[] = [];
    for (const { added, removed, count } of diffArrays([...oldLines], [...newLines])) {
      if (removed) {
        replaceable = Array.from({ length: count }, (_, index) => next + index);
        next += count;
      } else if (added) {
        for (let index = 0; index < count; index++)
          pairs.push({ oldLine: replaceable[index], isSame: false });
      } else {
        for (let index = 0; index < count; index++) pairs.push({ oldLine: next++, isSame: true });
        replaceable = [];
      }
    }
    return pairs;
  };
}

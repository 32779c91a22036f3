import { expect, it } from "vitest";
import { distinctRows, readCorpus } from "./support/corpus.ts";
import { judge } from "./support/judge.ts";
import { callsStub, mapWide } from "./support/real-bash.ts";

const smuggled = readCorpus("smuggled");
const harmless = readCorpus("harmless");

it("C12.5 none of at least 300 smuggled commands in at least 25 kinds of 8 or more is allowed", () => {
  const distinct = distinctRows(smuggled);
  const kinds = Map.groupBy(distinct, ({ kind }) => kind);
  expect(distinct.length).toBeGreaterThanOrEqual(300);
  expect([...kinds.values()].filter((rows) => rows.length >= 8).length).toBeGreaterThanOrEqual(25);
  expect(smuggled.filter(({ command }) => judge(command).action === "allow")).toEqual([]);
});

it("C12.5 at most 2 % of at least 300 harmless commands are stopped", () => {
  const distinct = distinctRows(harmless);
  const stopped = distinct.filter(({ command }) => judge(command).action !== "allow");
  expect(distinct.length).toBeGreaterThanOrEqual(300);
  expect(stopped.length / distinct.length).toBeLessThanOrEqual(0.02);
});

it(
  "C12.5 bash agrees: a slice of the smuggled rows reaches the command, of the harmless ones none does",
  { timeout: 60_000 },
  async () => {
    const slice = (rows: typeof smuggled): typeof smuggled =>
      rows.filter((_, index) => index % 16 === 3);
    const outcomes = (rows: typeof smuggled): Promise<boolean[]> =>
      mapWide(rows, 2, ({ command }) => callsStub(command));
    const reached = await outcomes(slice(smuggled));
    expect(slice(smuggled).filter((_, index) => !reached[index])).toEqual([]);
    const alarming = await outcomes(slice(harmless));
    expect(slice(harmless).filter((_, index) => alarming[index])).toEqual([]);
  },
);

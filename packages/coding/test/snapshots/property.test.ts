import { expect, it } from "vitest";
import { makeFolder } from "../support/files.ts";
import { randomHistory } from "./support/random-history.ts";

it(
  "U30 random trees and changes: undo to any point gives what was, redo what is",
  { timeout: 30_000 },
  async () => {
    const { undos, changes } = await randomHistory(1003, makeFolder(), 3);
    expect([undos > 0, changes > 0]).toEqual([true, true]);
  },
);

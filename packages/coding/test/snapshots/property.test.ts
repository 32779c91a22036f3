import { expect, it } from "vitest";
import { makeFolder } from "../support/files.ts";
import { randomHistory } from "./random-history.ts";

it(
  "U30 random trees and changes: undo to any point gives what was, redo what is",
  { timeout: 30_000 },
  async () => {
    const { undos } = await randomHistory(1003, makeFolder(), 6);
    expect(undos).toBeGreaterThan(0);
  },
);

import { expect, it } from "vitest";
import { nearest } from "../../src/wording/nearest.ts";

const words = ["mode", "model", "print", "permission-mode", "session", "no-session"];

it.each([
  ["modle", "model"],
  ["mdoe", "mode"],
  ["perm", "permission-mode"],
  ["sesion", "session"],
  ["nosession", "no-session"],
  ["prnt", "print"],
  ["resume", undefined],
  ["x", undefined],
])("C14 %s is taken for %s", (word, expected) => {
  expect(nearest(word, words)).toBe(expected);
});

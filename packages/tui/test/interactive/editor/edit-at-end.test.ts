import { describe, expect, it } from "vitest";
import { characterKey, namedKey } from "../../../src/terminal/input/keys.ts";
import { editAtEnd } from "../../../src/interactive/editor/edit-at-end.ts";

const backspace = namedKey("backspace");

describe("a short text that is edited at its end", () => {
  it("C14 takes characters, and gives them back one by one as a person sees them", () => {
    expect(editAtEnd("a ", characterKey("B"))).toBe("a B");
    expect(editAtEnd("a👨‍👩‍👧‍👦", backspace)).toBe("a");
    expect(editAtEnd("ab", characterKey("h", { ctrl: true }))).toBe("a");
    expect(editAtEnd("", backspace)).toBe("");
  });

  it("C14 gives back a word, or everything", () => {
    for (const key of [
      namedKey("backspace", { ctrl: true }),
      namedKey("backspace", { alt: true }),
      characterKey("w", { ctrl: true }),
    ])
      expect(editAtEnd("one two ", key)).toBe("one ");
    expect(editAtEnd("one two", characterKey("u", { ctrl: true }))).toBe("");
  });

  it("C14 leaves every other key to others", () => {
    for (const key of [namedKey("up"), namedKey("enter"), characterKey("a", { alt: true })])
      expect(editAtEnd("one", key)).toBeUndefined();
  });
});

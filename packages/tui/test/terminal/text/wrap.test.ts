import { describe, expect, it } from "vitest";
import { padText } from "../../../src/terminal/text/fit.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { wrapText } from "../../../src/terminal/text/wrap.ts";

const theme = themeFor({ TERM: "xterm" });

describe("wrapping", () => {
  it("breaks at spaces, drops them there, and keeps an indentation", () => {
    expect(wrapText("hello world again", 11)).toEqual(["hello world", "again"]);
    expect(wrapText("  one two three", 9)).toEqual(["  one two", "three"]);
    expect(wrapText("a    b", 3)).toEqual(["a", "b"]);
    expect(wrapText("one\n\ntwo", 10)).toEqual(["one", "", "two"]);
  });

  it("breaks a word only when it is longer than a line", () => {
    expect(wrapText("ab abcdefgh", 4)).toEqual(["ab", "abcd", "efgh"]);
    expect(wrapText("    abcdefgh", 6)).toEqual(["    ab", "cdefgh"]);
  });

  it("F93 breaks between East Asian characters, but not before a closing mark", () => {
    expect(wrapText("你好世界", 4)).toEqual(["你好", "世界"]);
    expect(wrapText("你好，世界", 5)).toEqual(["你", "好，", "世界"]);
    expect(wrapText("ab「引用」", 6)).toEqual(["ab「引", "用」"]);
  });

  it("closes styles and links at a line's end and opens them again on the next", () => {
    const text = theme.paint("error", `one ${theme.link("https://example.org", "two three")}`);
    expect(wrapText(text, 7)).toEqual([
      "\u001b[31mone \u001b]8;;https://example.org\u001b\\two\u001b]8;;\u001b\\\u001b[0m",
      "\u001b[31m\u001b]8;;https://example.org\u001b\\three\u001b]8;;\u001b\\\u001b[39m",
    ]);
  });

  it("keeps extended colours whole, and forgets what was put off", () => {
    const text = "\u001b[1;38;2;1;2;3;48;5;9mab\u001b[22;39m cd\u001b[49m ef";
    expect(wrapText(text, 2)).toEqual([
      "\u001b[1;38;2;1;2;3;48;5;9mab\u001b[0m",
      "\u001b[48;5;9mcd\u001b[0m",
      "ef",
    ]);
  });

  it("bug 46: a line of a million characters is wrapped by loops, in time", () => {
    const started = performance.now();
    expect(wrapText("x".repeat(1_000_000), 80)).toHaveLength(12_500);
    expect(wrapText("word ".repeat(100_000), 80)).toHaveLength(6250);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it("pads to a width in cells", () => {
    expect(displayWidth(padText(theme.paint("bold", "你好"), 10))).toBe(10);
    expect(padText("too long", 3)).toBe("too long");
  });
});

import { describe, expect, it } from "vitest";
import { themeFor } from "../../../src/terminal/text/theme.ts";

describe("the theme", () => {
  it("F97 a dumb terminal gets no ESC at all", () => {
    const theme = themeFor({ TERM: "dumb", COLORTERM: "truecolor" });
    expect(theme.paint("error", theme.link("https://example.org", "text"))).toBe("text");
  });

  it("F97 NO_COLOR leaves weights and takes colours", () => {
    const theme = themeFor({ TERM: "xterm-256color", NO_COLOR: "1" });
    expect(theme.paint("error", "text")).toBe("text");
    expect(theme.paint("heading", "text")).toBe("\u001b[1mtext\u001b[22m");
    expect(themeFor({ TERM: "xterm", NO_COLOR: "" }).paint("error", "x")).toBe(
      "\u001b[31mx\u001b[39m",
    );
  });

  it("uses as many colours as the terminal has", () => {
    expect(themeFor({ TERM: "xterm" }).paint("error", "x")).toBe("\u001b[31mx\u001b[39m");
    expect(themeFor({ TERM: "tmux-256color" }).paint("error", "x")).toBe(
      "\u001b[38;5;167mx\u001b[39m",
    );
    expect(themeFor({ TERM: "xterm", COLORTERM: "truecolor" }).paint("error", "x")).toBe(
      "\u001b[38;2;215;80;80mx\u001b[39m",
    );
  });

  it("a style goes on where a style within it ends", () => {
    const theme = themeFor({ TERM: "xterm" });
    expect(theme.paint("error", `a${theme.paint("code", "b")}c`)).toBe(
      "\u001b[31ma\u001b[33mb\u001b[39m\u001b[31mc\u001b[39m",
    );
    expect(theme.paint("bold", `a${theme.paint("code", "b")}c`)).toBe(
      "\u001b[1ma\u001b[33mb\u001b[39mc\u001b[22m",
    );
    expect(theme.paint("bold", "a\u001b[0mb")).toBe("\u001b[1ma\u001b[0m\u001b[1mb\u001b[22m");
  });

  it("a link leads only to a plain address of a kind that is opened", () => {
    const theme = themeFor({ TERM: "xterm" });
    expect(theme.link("https://example.org/a", "text")).toBe(
      "\u001b]8;;https://example.org/a\u001b\\text\u001b]8;;\u001b\\",
    );
    for (const url of ["javascript:alert(1)", "https://a\u001b]0;x\u0007", "https://a b", ""])
      expect(theme.link(url, "text")).toBe("text");
  });
});

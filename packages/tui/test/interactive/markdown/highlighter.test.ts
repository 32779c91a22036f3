import { describe, expect, it } from "vitest";
import { Highlighter } from "../../../src/interactive/markdown/highlighter.ts";
import type { CodePiece } from "../../../src/interactive/markdown/piece.ts";
import { stripSequences } from "../../../src/terminal/text/escape.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";

const theme = themeFor({ TERM: "xterm-256color" });

function code(language: string, text: string): CodePiece {
  return { kind: "code", language, lines: text.split("\n"), isClosed: true };
}

async function coloured(piece: CodePiece): Promise<readonly string[] | "plain" | "pending"> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const highlighter = new Highlighter({ theme, onReady: resolve });
  if (highlighter.linesOf(piece) !== "pending") return highlighter.linesOf(piece);
  await promise;
  return highlighter.linesOf(piece);
}

describe("Highlighter", () => {
  it("gives colours later, never within the frame that asks, and each piece once", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let calls = 0;
    const highlighter = new Highlighter({
      theme,
      onReady: () => {
        calls += 1;
        resolve();
      },
    });
    const piece = code("ts", 'const a = "<b>"; // & more\nreturn 1;');
    expect(highlighter.linesOf(piece)).toBe("pending");
    expect(highlighter.linesOf(piece)).toBe("pending");
    expect(highlighter.knownLinesOf(piece)).toBe("plain");
    await promise;
    const lines = highlighter.linesOf(piece);
    expect(Array.isArray(lines) && lines.map(stripSequences)).toEqual(piece.lines);
    expect(lines[0]).toContain(theme.paint("keyword", "const"));
    expect(lines[0]).toContain(theme.paint("string", '"<b>"'));
    expect(lines[0]).toContain(theme.paint("comment", "// & more"));
    expect(highlighter.linesNow(code("typescript", "let b"))[0]).toContain("\u001b[");
    expect(calls).toBe(1);
  });

  it("code of unknown or no language, and very long code, stay as they are", async () => {
    expect(await coloured(code("klingon", "nuqneH"))).toBe("plain");
    expect(await coloured(code("", "text"))).toBe("plain");
    expect(await coloured(code("constructor", "text"))).toBe("plain");
    expect(await coloured(code("js", "x;\n".repeat(30_000)))).toBe("plain");
  });

  it("every language loads, and no text is lost", async () => {
    const { languages } = await import("../../../src/interactive/markdown/languages.ts");
    const text = "a <b> & \"c\" 'd'\n  # e\n/* f\n g */ h: 1";
    for (const language of Object.keys(languages)) {
      const lines = await coloured(code(language, text));
      expect([language, Array.isArray(lines) && lines.map(stripSequences).join("\n")]).toEqual([
        language,
        text,
      ]);
    }
  });
});

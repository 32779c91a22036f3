import { describe, expect, it } from "vitest";
import {
  completionRequest,
  fileWordFor,
  shellWordFor,
} from "../../../src/interactive/completion/completion-request.ts";

/** What is asked for where `|` stands. */
function at(marked: string): readonly unknown[] | undefined {
  const cursor = marked.indexOf("|");
  const request = completionRequest(marked.replace("|", ""), cursor);
  return request && [request.kind, request.from, request.query];
}

describe("what is to be completed", () => {
  it("is a command only at the very start", () => {
    expect(at("/mo|")).toStrictEqual(["command", 0, "mo"]);
    expect(at("/mo|del")).toStrictEqual(["command", 0, "mo"]);
    expect(at("/skill:re|")).toStrictEqual(["command", 0, "skill:re"]);
    expect(at(" /mo|")).toBeUndefined();
    expect(at("a\n/mo|")).toBeUndefined();
    expect(at("/usr/bin|")).toBeUndefined();
  });

  it("is what stands behind a command", () => {
    expect(at("/model so|")).toStrictEqual(["argument", 7, "so"]);
    expect(at("/model |")).toStrictEqual(["argument", 7, ""]);
    expect(at("/review @src|")).toStrictEqual(["file", 8, "src"]);
  });

  it("is a file behind @ at the cursor, in any place where a word begins", () => {
    expect(at("look at @src/e| please")).toStrictEqual(["file", 8, "src/e"]);
    expect(at("a\n(@|")).toStrictEqual(["file", 3, ""]);
    expect(at('see @"two words/a b|')).toStrictEqual(["file", 4, "two words/a b"]);
    expect(at("me@example|")).toBeUndefined();
    expect(at("@done |")).toBeUndefined();
  });

  it("is the word of a command line behind !", () => {
    expect(at("!cat sr|")).toStrictEqual(["path", 5, "sr"]);
    expect(at("!!./sc|")).toStrictEqual(["path", 2, "./sc"]);
    expect(at("!cat two\\ wo|")).toStrictEqual(["path", 5, "two wo"]);
    expect(at('!cat "two wo|')).toStrictEqual(["path", 5, "two wo"]);
    expect(at("!a>o|")).toStrictEqual(["path", 3, "o"]);
    expect(at("cat sr|")).toBeUndefined();
  });

  it("does not hang on a word without end", () => {
    const start = performance.now();
    completionRequest(`!${"a\\ ".repeat(30_000)}`, 90_001);
    completionRequest("@".repeat(100_000), 100_000);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe("what is put in", () => {
  it("is quoted for a prompt where it has to be", () => {
    expect(fileWordFor("src/a.ts", false)).toBe("@src/a.ts");
    expect(fileWordFor("two words/", true)).toBe('@"two words/');
    expect(fileWordFor("two words/a", false)).toBe('@"two words/a"');
  });

  it("is one word for a shell", () => {
    expect(shellWordFor("~/it's $HOME; 你.md")).toBe("~/it\\'s\\ \\$HOME\\;\\ 你.md");
  });
});

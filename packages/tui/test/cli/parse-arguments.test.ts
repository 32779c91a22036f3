import { describe, expect, it } from "vitest";
import { options } from "../../src/cli/options.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";
import type { RunArguments } from "../../src/cli/parse-arguments.ts";

function run(...words: string[]): RunArguments {
  const invocation = parseArguments(words);
  if (invocation.kind !== "run") throw new Error(`it reads as ${invocation.kind}`);
  return invocation.arguments;
}

describe("parseArguments", () => {
  it("C14 nothing at all is a talk with the defaults", () => {
    expect(run()).toEqual({
      prompt: "",
      isPrint: false,
      mode: "text",
      permissionMode: "ask",
      session: { kind: "new" },
    });
  });

  it("C14 every option is read, before, between and after the prompt words", () => {
    const words =
      "fix -p --mode json --provider anthropic -m claude --wire anthropic-messages --base-url http://127.0.0.1:1/v1 --api-key=k the --cwd /tmp --session s.jsonl --max-turns 3 --permission-mode full bug --system-prompt";
    expect(run(...words.split(" "), "Be brief.")).toEqual({
      prompt: "fix the bug",
      isPrint: true,
      mode: "json",
      permissionMode: "full",
      maxTurns: 3,
      cwd: "/tmp",
      systemPrompt: "Be brief.",
      provider: "anthropic",
      model: "claude",
      wire: "anthropic-messages",
      baseUrl: "http://127.0.0.1:1/v1",
      apiKey: "k",
      session: { kind: "file", path: "s.jsonl" },
    });
  });

  it("C14 short options may stand together, and with their value", () => {
    expect(run("-pc", "-mclaude")).toMatchObject({
      isPrint: true,
      model: "claude",
      session: { kind: "continue" },
    });
  });

  it("C14 words after -- are prompt words", () => {
    expect(run("-p", "--", "--help", "me").prompt).toBe("--help me");
  });

  it("C14 the last of two values counts", () => {
    expect(run("-m", "one", "--model", "two").model).toBe("two");
  });

  it("C14.3 JSON lines answer once: --mode json implies --print", () => {
    expect(run("--mode", "json").isPrint).toBe(true);
  });

  it("C14 --help and --version win over a prompt", () => {
    expect(parseArguments(["hello", "-h"]).kind).toBe("help");
    expect(parseArguments(["hello", "-v"]).kind).toBe("version");
  });

  it.each([
    [["--modle", "x"], "unknown option --modle. Did you mean --model? See tau --help."],
    [["--resume"], "unknown option --resume. See tau --help."],
    [["--perm", "full"], "unknown option --perm. Did you mean --permission-mode? See tau --help."],
    [["-x"], "unknown option -x. See tau --help."],
    [["-m"], "-m needs a value: NAME. See tau --help."],
    [["--model="], "--model needs a value: NAME. See tau --help."],
    [
      ["--model", "-p"],
      "--model needs a value: NAME. A value that begins with a dash is written --model=-p. See tau --help.",
    ],
    [["--print=yes"], "--print takes no value. See tau --help."],
    [["--mode", "xml"], '--mode must be text or json, not "xml". See tau --help.'],
    [
      ["--permission-mode", "yes"],
      '--permission-mode must be ask or full, not "yes". See tau --help.',
    ],
    [["--max-turns", "0"], '--max-turns must be a whole number from 1, not "0". See tau --help.'],
    [
      ["--max-turns", "2.5"],
      '--max-turns must be a whole number from 1, not "2.5". See tau --help.',
    ],
    [
      ["--base-url", "localhost:8080"],
      '--base-url must be a URL such as https://api.example.com, not "localhost:8080". See tau --help.',
    ],
    [
      ["-c", "--no-session"],
      "--continue and --no-session contradict each other. Give one of them. See tau --help.",
    ],
  ])("C14 %j is refused by name", (words, text) => {
    expect(() => parseArguments(words)).toThrow(
      expect.objectContaining({ kind: "usage", message: text }),
    );
  });

  it("C14 a value that begins with a dash can be written", () => {
    expect(run("--system-prompt=-brief-").systemPrompt).toBe("-brief-");
  });

  it("C14 no two options share a name or a letter", () => {
    const names = options.flatMap(({ name, short }) =>
      short === undefined ? [name] : [name, short],
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

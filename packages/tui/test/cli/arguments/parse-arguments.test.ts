import { describe, expect, it } from "vitest";
import { options } from "../../../src/cli/arguments/options.ts";
import { parseArguments } from "../../../src/cli/arguments/parse-arguments.ts";
import type { RunArguments } from "../../../src/cli/arguments/run-arguments.ts";

function run(...words: string[]): RunArguments {
  const invocation = parseArguments(words);
  if (invocation.kind !== "run") throw new Error(`it reads as ${invocation.kind}`);
  return invocation.arguments;
}

describe("parseArguments", () => {
  it("C14 nothing at all is a talk with the defaults", () => {
    expect(run()).toMatchObject({
      prompt: "",
      files: [],
      isPrint: false,
      mode: "text",
      session: { kind: "new" },
      hasSkills: true,
      hasContextFiles: true,
    });
    expect(run().permissionMode).toBeUndefined();
    expect(run().trust).toBeUndefined();
  });

  it("C14 every option is read, before, between and after the prompt words", () => {
    const words =
      "fix -p --mode json -m claude --wire anthropic-messages --base-url http://127.0.0.1:1/v1 --api-key=k the --cwd /tmp --session s.jsonl --max-turns 3 --permission-mode full bug --system-prompt";
    expect(run(...words.split(" "), "Be brief.")).toMatchObject({
      prompt: "fix the bug",
      isPrint: true,
      mode: "json",
      permissionMode: "full",
      maxTurns: 3,
      cwd: "/tmp",
      systemPrompt: "Be brief.",
      model: "claude",
      wire: "anthropic-messages",
      baseUrl: "http://127.0.0.1:1/v1",
      apiKey: "k",
      session: { kind: "open", source: "s.jsonl" },
    });
  });

  it("C14 options of tools, permissions, limits and instructions are read", () => {
    const words =
      "-p --tools read,ls --exclude-tools ls --allow edit --allow bash(ls) --deny write --approve --limit-turns 4 --limit-tokens 5 --limit-usd 0.5 --limit-seconds 6 --thinking high --append-system-prompt one --append-system-prompt two --no-context-files --no-skills --skill s --prompt-template t";
    expect(run(...words.split(" "))).toMatchObject({
      tools: ["read", "ls"],
      excludedTools: ["ls"],
      allow: ["edit", "bash(ls)"],
      deny: ["write"],
      trust: true,
      limits: { turns: 4, tokens: 5, usd: 0.5, seconds: 6 },
      thinking: "high",
      appendSystemPrompt: "one\n\ntwo",
      hasContextFiles: false,
      hasSkills: false,
      skills: ["s"],
      promptTemplates: ["t"],
    });
    expect(run("--no-tools").tools).toEqual([]);
  });

  it("C14 a value that may be left out is the next word only when it looks like one", () => {
    expect(run("-r").session).toEqual({ kind: "resume", id: undefined });
    expect(run("-r", "3fa2", "go", "on")).toMatchObject({
      session: { kind: "resume", id: "3fa2" },
      prompt: "go on",
    });
    expect(run("-r", "go on")).toMatchObject({
      session: { kind: "resume", id: undefined },
      prompt: "go on",
    });
    expect(run("--resume=3fa2").session).toEqual({ kind: "resume", id: "3fa2" });
  });

  it("C14 a first word that names a sub-command is one, and words with @ are files", () => {
    expect(parseArguments(["export", "x", "--format", "html"])).toEqual({
      kind: "sub-command",
      name: "export",
      words: ["x", "--format", "html"],
    });
    expect(parseArguments(["--list-models", "sonnet"])).toMatchObject({ words: ["sonnet"] });
    expect(parseArguments(["undo", "--help"]).kind).toBe("help");
    expect(parseArguments(["explain", "-h"]).kind).toBe("help");
    expect(parseArguments(["explain", "du", "-h"])).toMatchObject({ words: ["du", "-h"] });
    expect(run("-p", "undo", "it", "@a.ts", "--", "@b")).toMatchObject({
      prompt: "undo it @b",
      files: ["a.ts"],
    });
  });

  it("C14 words that only begin like a sub-command are a prompt", () => {
    expect(run("model", "the", "data").prompt).toBe("model the data");
    expect(run("Explian", "bash").prompt).toBe("Explian bash");
    expect(run("sesions", "--verbose").prompt).toBe("sesions");
    expect(run("model", "railway").prompt).toBe("model railway");
    expect(run("modules", "unused").prompt).toBe("modules unused");
    expect(run("modles", "of", "trains").prompt).toBe("modles of trains");
    expect(run("exprot", "everything").prompt).toBe("exprot everything");
    expect(run("explian", "this").prompt).toBe("explian this");
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
    [["--resumee"], "unknown option --resumee. Did you mean --resume? See tau --help."],
    [
      ["--limit-usd", "-1"],
      "--limit-usd needs a value: N. A value that begins with a dash is written --limit-usd=-1. See tau --help.",
    ],
    [["--limit-usd", "0"], '--limit-usd must be a number above 0, not "0". See tau --help.'],
    [
      ["--session-id", "../x"],
      '--session-id must be letters, digits, dots and dashes, 128 at most, not "../x". See tau --help.',
    ],
    [
      ["sesions"],
      "unknown sub-command sesions. Did you mean sessions? A prompt that begins so is written: tau -- sesions. See tau --help.",
    ],
    [
      ["completoin", "bash"],
      "unknown sub-command completoin. Did you mean completion? A prompt that begins so is written: tau -- completoin bash. See tau --help.",
    ],
    [
      ["modles", "groq"],
      "unknown sub-command modles. Did you mean models? A prompt that begins so is written: tau -- modles groq. See tau --help.",
    ],
    [
      ["exprot", "0192ab"],
      "unknown sub-command exprot. Did you mean export? A prompt that begins so is written: tau -- exprot 0192ab. See tau --help.",
    ],
    [
      ["sesions", "--json"],
      "unknown sub-command sesions. Did you mean sessions? A prompt that begins so is written: tau -- sesions --json. See tau --help.",
    ],
    [
      ["-p", "--record", "a", "--replay", "b"],
      "--record and --replay contradict each other. Give one of them. See tau --help.",
    ],
    [["--perm", "full"], "unknown option --perm. Did you mean --permission-mode? See tau --help."],
    [["-x"], "unknown option -x. See tau --help."],
    [["-m"], "-m needs a value: NAME[:LEVEL]. See tau --help."],
    [["--model="], "--model needs a value: NAME[:LEVEL]. See tau --help."],
    [
      ["--model", "-p"],
      "--model needs a value: NAME[:LEVEL]. A value that begins with a dash is written --model=-p. See tau --help.",
    ],
    [["--print=yes"], "--print takes no value. See tau --help."],
    [["--mode", "xml"], '--mode must be text, json, transcript or rpc, not "xml". See tau --help.'],
    [
      ["--permission-mode", "yes"],
      '--permission-mode must be read-only, ask, auto-edit or full, not "yes". See tau --help.',
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

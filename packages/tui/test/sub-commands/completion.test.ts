import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import type { IPty } from "@lydell/node-pty";
import { thinkingLevels } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { CommandModels } from "../../src/cli/command-models.ts";
import { parseArguments } from "../../src/cli/arguments/parse-arguments.ts";
import { completedValue, runOptions } from "../../src/sub-commands/completion-facts.ts";
import { completionScript } from "../../src/sub-commands/completion.ts";

/** A shell, how it is started at a terminal without anybody's own settings, and how it is taught a script. */
interface ShellFact {
  readonly name: "bash" | "zsh" | "fish";
  readonly how: string;
  readonly words: readonly string[];
  readonly teach: (path: string) => string;
}

const shells: readonly ShellFact[] = [
  {
    name: "bash",
    how: "evaluated",
    words: ["--norc", "--noprofile", "-i"],
    teach: (path) => `eval "$(cat ${path})"; tau() { printf '<%s>' "$@"; echo; }`,
  },
  {
    name: "zsh",
    how: "on fpath",
    words: ["-f", "-i"],
    teach: (path) =>
      `mkdir ../fpath; cp ${path} ../fpath/_tau; fpath=($PWD/../fpath $fpath); unsetopt auto_remove_slash; autoload -Uz compinit; compinit -u -D; tau() { printf '<%s>' "$@"; echo; }`,
  },
  {
    name: "zsh",
    how: "evaluated",
    words: ["-f", "-i"],
    teach: (path) =>
      `unsetopt auto_remove_slash; autoload -Uz compinit; compinit -u -D; eval "$(cat ${path})"; tau() { printf '<%s>' "$@"; echo; }`,
  },
  {
    name: "fish",
    how: "in its folder",
    words: ["--no-config", "--interactive"],
    teach: (path) =>
      `mkdir ../fish; cp ${path} ../fish/tau.fish; set -p fish_complete_path $PWD/../fish; function tau; printf '<%s>' $argv; echo; end`,
  },
];

/** Bash is everywhere; the others are driven where they are. */
const installed = shells.filter(
  ({ name }) => name === "bash" || spawnSync(name, ["--version"]).error === undefined,
);

/** What is typed before the key Tab, and the words that the command is then started with. */
const completed: readonly (readonly [typed: string, words: readonly string[]])[] = [
  ["tau sess", ["sessions"]],
  ["tau --perm", ["--permission-mode"]],
  ["tau --permission-mode au", ["--permission-mode", "auto-edit"]],
  ["tau --permission-mode=au", ["--permission-mode=auto-edit"]],
  ["tau -p --mode js", ["-p", "--mode", "json"]],
  ["tau --thinking xh", ["--thinking", "xhigh"]],
  ["tau --wire mis", ["--wire", "mistral-chat"]],
  ["tau --output-schema sch", ["--output-schema", "schema.json"]],
  ["tau --cwd f", ["--cwd", "folder/"]],
  ["tau -p fol", ["-p", "folder/"]],
  ["tau export --for", ["export", "--format"]],
  ["tau export --format mark", ["export", "--format", "markdown"]],
  ["tau export -o sch", ["export", "-o", "schema.json"]],
  ["tau undo --ove", ["undo", "--overwrite"]],
  ["tau config uns", ["config", "unset"]],
  ["tau auth rem", ["auth", "remove"]],
  ["tau completion fi", ["completion", "fish"]],
  ["tau explain --permission-mode read", ["explain", "--permission-mode", "read-only"]],
];

/** What nothing is added to: it means something else there. */
const left: readonly (readonly [typed: string, words: readonly string[]])[] = [
  ["tau -p sess", ["-p", "sess"]],
  ["tau sessions --perm", ["sessions", "--perm"]],
  ["tau sessions sch", ["sessions", "sch"]],
  ["tau config set uns", ["config", "set", "uns"]],
  ["tau --provider sch", ["--provider", "sch"]],
];

/** A shell at a terminal of its own. `await using` ends it. */
class Shell implements AsyncDisposable {
  readonly #pty: IPty;
  readonly #folder: string;
  readonly #over: Promise<void>;
  readonly #onNews = new Set<() => void>();
  #screen = "";

  private constructor({ name, words }: ShellFact, folder: string) {
    this.#folder = folder;
    const { PATH = "" } = process.env;
    const env = { PATH, HOME: folder, TERM: "dumb", PS1: "$ ", XDG_CONFIG_HOME: folder };
    const cwd = join(folder, "work");
    this.#pty = spawn(name, [...words], { cols: 200, rows: 50, cwd, env });
    this.#pty.onData((data) => {
      this.#screen += data;
      for (const look of this.#onNews) look();
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#over = promise;
    this.#pty.onExit(() => resolve());
  }

  static async start(fact: ShellFact): Promise<Shell> {
    const folder = await mkdtemp(join(tmpdir(), "tau-shell-"));
    await mkdir(join(folder, "work", "folder"), { recursive: true });
    await writeFile(join(folder, "work", "schema.json"), "{}");
    const script = join(folder, "script");
    await writeFile(script, completionScript([fact.name]));
    const shell = new Shell(fact, folder);
    await shell.#type(`${fact.teach(script)}; tau ready\r`, /<ready>\r\n/);
    return shell;
  }

  /** The words that the command is started with when the keys Tab and Enter follow what is typed. */
  async completed(typed: string): Promise<string> {
    return this.#type(`${typed}\t\r`, /(?:<[^>]*>)+(?=\r\n)/);
  }

  /** Resolves with what is shown afterwards and matches. */
  async #type(keys: string, shown: RegExp): Promise<string> {
    const from = this.#screen.length;
    const { promise, resolve } = Promise.withResolvers<string>();
    const look = (): void => {
      const [found] = shown.exec(this.#screen.slice(from)) ?? [];
      if (found !== undefined) resolve(found);
    };
    this.#onNews.add(look);
    this.#pty.write(keys);
    try {
      return await promise;
    } finally {
      this.#onNews.delete(look);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pty.kill("SIGKILL");
    await this.#over;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

describe.each(installed)("completion in $name, $how", { timeout: 60_000 }, (fact) => {
  it.each([
    ["completes sub-commands, options and values", completed],
    ["adds nothing where there is nothing to add", left],
  ])("C14 %s", async (_what, cases) => {
    await using shell = await Shell.start(fact);
    const found: Record<string, string> = {};
    for (const [typed] of cases) found[typed] = await shell.completed(typed);
    const wanted = cases.map(([typed, words]) => [
      typed,
      words.map((word) => `<${word}>`).join(""),
    ]);
    expect(found).toEqual(Object.fromEntries(wanted));
  });
});

/** What the command does with a value before it begins to work. */
function take(...words: readonly string[]): () => void {
  return () => {
    const endpoint = ["--base-url", "http://127.0.0.1:1", "--model", "m"];
    const invocation = parseArguments([...words, ...endpoint]);
    if (invocation.kind !== "run") throw new Error(`${words.join(" ")} runs nothing`);
    const { arguments: given } = invocation;
    void new CommandModels({ given, variables: {}, tauHome: "", onWarning: () => undefined });
  };
}

describe("what is completed", () => {
  it("C14 every value that is offered is one that the command takes", () => {
    for (const option of runOptions) {
      const value = completedValue(option);
      if (value.kind !== "choice") continue;
      for (const choice of value.choices) expect(take(`--${option.name}`, choice)).not.toThrow();
      expect(take(`--${option.name}`, "nonsense")).toThrow("nonsense");
    }
    const thinking = runOptions.find(({ name }) => name === "thinking");
    expect(thinking?.choices).toEqual(thinkingLevels);
  });
});

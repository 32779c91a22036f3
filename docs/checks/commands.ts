import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Place } from "./place.ts";

/** How long one block of commands may take, in milliseconds: `npm install` is among them. */
const patienceMs = 120_000;

/** What a block of commands printed, and how it ended. */
export interface CommandOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Commands of a reader in one place, those that stay in the background included. `await using` ends these. */
export class Commands implements AsyncDisposable {
  readonly #place: Place;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #background: ChildProcess[] = [];

  constructor(place: Place, environment: Readonly<Record<string, string>>) {
    this.#place = place;
    this.#environment = { ...place.environment, ...environment };
  }

  /** Runs a script to its end. */
  async run(script: string): Promise<CommandOutcome> {
    const child = this.#start(script);
    let [stdout, stderr] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const timer = setTimeout(() => endGroup(child), patienceMs);
    const [exitCode]: [number | null] = await exitOf(child);
    clearTimeout(timer);
    return { exitCode, stdout, stderr };
  }

  /** Starts a script that goes on, and waits for its first line. */
  async start(script: string): Promise<void> {
    const child = this.#start(script);
    this.#background.push(child);
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const first = Promise.withResolvers<"printed">();
    child.stdout?.once("data", () => first.resolve("printed"));
    const timer = setTimeout(() => endGroup(child), patienceMs);
    const happened = await Promise.race([first.promise, exitOf(child)]);
    clearTimeout(timer);
    if (happened !== "printed")
      throw new Error(`${script.trim()} ended without a word, where it should go on. ${stderr}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#background) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const closed = once(child, "close");
      endGroup(child);
      await closed;
    }
  }

  #start(script: string): ChildProcess {
    const { cwd } = this.#place;
    return spawn("bash", ["-e", "-o", "pipefail", "-c", script], {
      cwd,
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
  }
}

async function exitOf(child: ChildProcess): Promise<[number | null]> {
  const [code]: unknown[] = await once(child, "close");
  return [typeof code === "number" ? code : null];
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already, which is what was wanted.
  }
}

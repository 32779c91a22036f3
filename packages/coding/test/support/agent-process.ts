import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import type { JsonObject, JsonValue } from "@tau-ts/ai";
import { isJsonObject } from "@tau-ts/ai";
import type { Home } from "./agent.ts";

/** A process with an agent in it, which does what it is told line by line. */
export interface AgentProcess {
  readonly pid: number | undefined;
  /** Tells it to do something, and does not wait. */
  send(line: JsonObject): void;
  /** The next line it says that has such a field. */
  heard(field: string): Promise<JsonValue | undefined>;
  /** Tells it to do something and resolves with what came of it. */
  ask(line: JsonObject): Promise<JsonValue | undefined>;
  /** Kills it, as a crash would. */
  kill(): Promise<void>;
  /** Resolves with the exit code. */
  end(): Promise<unknown>;
}

/** Starts one; `replies` are what its model says, one a call. */
export function startAgent(
  home: Home,
  session: string,
  replies: readonly JsonValue[],
): AgentProcess {
  const program = join(import.meta.dirname, "agent-program.ts");
  const child = spawn(process.execPath, ["--conditions=tau-ts:source", program], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, TAU_HOME: home.tauHome },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const unread: JsonObject[] = [];
  let wake: () => void = () => undefined;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const said: unknown = JSON.parse(line);
    if (isJsonObject(said)) unread.push(said);
    wake();
  });
  void exited.then(() => wake());
  const heard = async (field: string): Promise<JsonValue | undefined> => {
    for (;;) {
      const index = unread.findIndex((said) => Object.hasOwn(said, field));
      if (index !== -1) return unread.splice(index, 1)[0]?.[field];
      if (child.exitCode !== null) throw new Error(`the process ended without saying ${field}`);
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  // Not an argument: what it says must not be in its command line.
  child.stdin.write(`${JSON.stringify({ cwd: home.cwd, session, replies })}\n`);
  const send = (line: JsonObject): void => void child.stdin.write(`${JSON.stringify(line)}\n`);
  return {
    pid: child.pid,
    send,
    heard,
    ask: async (line) => {
      send(line);
      return heard("done");
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    end: async () => {
      child.stdin.end();
      const [code]: unknown[] = await exited;
      return code;
    },
  };
}

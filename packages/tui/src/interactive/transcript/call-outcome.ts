import { ABORTED } from "@tau-ts/agent";
import type { ToolResult } from "@tau-ts/agent";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { cleanText } from "../../terminal/text/clean.ts";
import type { ShellBlock, ToolBlock } from "./block.ts";

/** How a call came out, as a person would say it. A command that ran and failed has failed. */
export type Outcome =
  | "writing"
  | "waiting"
  | "running"
  | "done"
  | "failed"
  | "refused"
  | "stopped"
  | "not-run"
  | "abandoned";

export interface CallOutcome {
  readonly outcome: Outcome;
  /** What there is to say about it in a few words; empty when the mark says it all. */
  readonly note: string;
}

// How results of calls that a guard or a stop ended begin: see the texts of @tau-ts/agent.
const blocked = "Tool call blocked: ";
const notRun = "Tool call not run: ";
const stopped = /^Tool call (?:stopped|cancelled)\b/;

export function callOutcome({ state, result }: ToolBlock): CallOutcome {
  switch (state) {
    case "writing":
    case "waiting":
    case "running":
      return { outcome: state, note: "" };
    case "not-run":
      return { outcome: "not-run", note: "not run" };
    case "abandoned":
      return { outcome: "abandoned", note: "abandoned: no result, it may have run partly" };
    case "ended":
      return result ? resultOutcome(result) : { outcome: "done", note: "" };
  }
}

/** How a command of the user's came out. */
export function shellOutcome({ message }: ShellBlock): CallOutcome {
  const { cancelled, exitCode } = message;
  if (cancelled) return { outcome: "stopped", note: "stopped" };
  if (exitCode === undefined) return { outcome: "failed", note: "killed by a signal" };
  return exitCode === 0
    ? { outcome: "done", note: "" }
    : { outcome: "failed", note: `exit code ${exitCode}` };
}

function resultOutcome(result: ToolResult & { readonly isError?: boolean }): CallOutcome {
  const { isError = false, details } = result;
  if (isError) return errorOutcome(resultText(result));
  return isJsonObject(details) ? commandOutcome(details) : { outcome: "done", note: "" };
}

function errorOutcome(text: string): CallOutcome {
  if (text.startsWith(blocked))
    return { outcome: "refused", note: `refused: ${firstLine(text.slice(blocked.length))}` };
  if (text.startsWith(notRun))
    return { outcome: "not-run", note: `not run: ${firstLine(text.slice(notRun.length))}` };
  if (text === ABORTED || text === "Tool call cancelled.")
    return { outcome: "stopped", note: "stopped before it ran" };
  if (stopped.test(text)) return { outcome: "stopped", note: "stopped, may have run partly" };
  return { outcome: "failed", note: firstLine(text) };
}

/** Of a command the details say how it ended; of other tools they say nothing of the kind. */
function commandOutcome(details: JsonObject): CallOutcome {
  const { exitCode, signal, timedOut, cancelled, jobId } = details;
  if (cancelled === true) return { outcome: "stopped", note: "stopped, may have run partly" };
  if (timedOut === true) return { outcome: "failed", note: "timed out" };
  if (typeof signal === "string") return { outcome: "failed", note: `killed by ${signal}` };
  if (typeof exitCode === "number" && exitCode !== 0)
    return { outcome: "failed", note: `exit code ${exitCode}` };
  if (typeof jobId === "string")
    return { outcome: "done", note: `${jobId} goes on in the background` };
  return { outcome: "done", note: "" };
}

/** The text of a result. */
export function resultText({ content }: Pick<ToolResult, "content">): string {
  if (content.length === 1 && content[0]?.type === "text") return content[0].text;
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

function firstLine(text: string): string {
  const start = text.trimStart().slice(0, 400);
  return cleanText(start.split("\n", 1)[0] ?? "");
}

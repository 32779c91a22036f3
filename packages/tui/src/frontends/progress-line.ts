import type { ToolResult } from "@tau-ts/agent";
import { oneLine } from "../wording/lines.ts";
import { duration } from "../wording/times.ts";
import type { FrontendEvent } from "./frontend.ts";

/** What goes on beside the answer, as one line each of at most `columns` characters; empty for events that need none. */
export function progressLine(event: FrontendEvent, columns: number): string {
  const text = told(event);
  if (text === undefined) return "";
  const head = /^\s*/.exec(text)?.[0] ?? "";
  const characters = Array.from(head + oneLine(text.slice(0, 4 * columns)));
  const isLong = characters.length >= columns;
  const shown = isLong ? [...characters.slice(0, columns - 2), "…"] : characters;
  return `${shown.join("")}\n`;
}

function told(event: FrontendEvent): string | undefined {
  switch (event.type) {
    case "tool_execution_start":
      return `· ${event.toolName} ${JSON.stringify(event.args)}`;
    case "tool_execution_end":
      return event.isError ? `  ${resultText(event.result)}` : undefined;
    case "model_retry":
      return `  trying again in ${waiting(event.delayMs)}: ${event.error.message}`;
    case "auto_retry_start":
      return `  trying again in ${waiting(event.delayMs)}: ${event.errorMessage}`;
    case "model_fallback":
      return `  asking ${event.to} instead of ${event.from}: ${event.error.message}`;
    case "compaction_start":
      return "· summing up older messages";
    case "compaction_end":
      return event.errorMessage === undefined ? undefined : `  ${event.errorMessage}`;
    default:
      return undefined;
  }
}

function waiting(delayMs: number): string {
  return duration(Math.ceil(delayMs / 1000));
}

function resultText({ content }: ToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
}

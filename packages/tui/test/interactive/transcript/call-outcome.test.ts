import type { ToolResultMessage } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import type { ToolBlock } from "../../../src/interactive/transcript/block.ts";
import { callLines } from "../../../src/interactive/transcript/call-lines.ts";
import { callOutcome, shellOutcome } from "../../../src/interactive/transcript/call-outcome.ts";
import { plainTheme, theme } from "./watched-agent.ts";

const place = { width: 60, theme: plainTheme, nowMs: 0, isThinkingShown: false };
const exited = { exitCode: 0, signal: null, timedOut: false, cancelled: false };

function call(text: string, isError: boolean, details?: ToolResultMessage["details"]): ToolBlock {
  const result: ToolResultMessage = {
    role: "toolResult",
    toolCallId: "c",
    toolName: "bash",
    content: [{ type: "text", text }],
    ...(details === undefined ? {} : { details }),
    isError,
    timestamp: 1,
  };
  return { kind: "tool", id: "c", name: "bash", args: { command: "x" }, state: "ended", result };
}

describe("how a call came out", () => {
  it.each([
    ["done", "", call("ok", false, { ...exited })],
    ["failed", "exit code 2", call("no", false, { ...exited, exitCode: 2 })],
    [
      "failed",
      "killed by SIGTERM",
      call("no", false, { ...exited, exitCode: null, signal: "SIGTERM" }),
    ],
    ["failed", "timed out", call("no", false, { ...exited, exitCode: null, timedOut: true })],
    ["stopped", "stopped, may have run partly", call("no", false, { ...exited, cancelled: true })],
    [
      "done",
      "job1 goes on in the background",
      call("", false, { ...exited, exitCode: null, jobId: "job1" }),
    ],
    ["failed", "Could not", call("Could not\nbecause", true)],
    ["refused", "refused: no", call("Tool call blocked: no", true)],
    ["stopped", "stopped before it ran", call("Operation aborted", true)],
    [
      "stopped",
      "stopped, may have run partly",
      call("Tool call stopped: x. It may have run partly", true),
    ],
    [
      "not-run",
      "not run: the reply was cut off",
      call("Tool call not run: the reply was cut off", true),
    ],
    [
      "abandoned",
      "abandoned: no result, it may have run partly",
      { ...call("", false), state: "abandoned" },
    ],
    ["not-run", "not run", { ...call("", false), state: "not-run" }],
  ] as const)("#3 %s: %s", (outcome, note, block) => {
    expect(callOutcome(block)).toEqual({ outcome, note });
    const [row = ""] = callLines(block, place);
    expect(row.startsWith("✓")).toBe(outcome === "done");
  });

  it("TAU-4.5 a command that failed has no green tick, and its colour says so as well", () => {
    const [row = ""] = callLines(call("no", false, { ...exited, exitCode: 1 }), {
      ...place,
      theme,
    });
    expect(row.startsWith(theme.paint("error", "✗"))).toBe(true);
    expect(row).not.toContain(theme.paint("success", "✓"));
  });

  it("a command of the user's that was stopped, killed or failed says so", () => {
    const message = { role: "bashExecution", command: "x", output: "", truncated: false } as const;
    const of = (ended: { exitCode?: number; cancelled: boolean }): string =>
      shellOutcome({ kind: "shell", message: { ...message, ...ended, timestamp: 1 } }).outcome;
    expect(of({ exitCode: 0, cancelled: false })).toBe("done");
    expect(of({ exitCode: 1, cancelled: false })).toBe("failed");
    expect(of({ cancelled: false })).toBe("failed");
    expect(of({ cancelled: true })).toBe("stopped");
  });

  it("an edit is shown as a coloured diff with line numbers, cut when it is long", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `+new ${index}`).join("\n");
    const diff = `--- a\n+++ a\n@@ -8,3 +8,62 @@\n same\n-old\u001b[2J\ttext\n${lines}\n@@ -90,1 +149,1 @@\n-x\n+y\n`;
    const edited: ToolBlock = {
      ...call("ok", false, { path: "a", diff, firstChangedLine: 9 }),
      name: "edit",
      args: { path: "a", edits: [{}, {}] },
    };
    const shown = callLines(edited, place);
    expect(shown.slice(0, 5)).toEqual([
      "✓ edit a (2 places)",
      "  +61 -2",
      "   8   same",
      "   9 - old text",
      "   9 + new 0",
    ]);
    expect(shown.at(-1)).toBe("  … 25 more lines of the diff");
    const coloured = callLines(edited, { ...place, theme });
    expect(coloured[3]).toContain(theme.paint("removed", "- old text"));
  });

  it("F93 a row is never wider than the terminal, and keeps what it says about the end", () => {
    const block = call("no", false, { ...exited, exitCode: 7 });
    const long = { ...block, args: { command: "你好 ".repeat(100) }, seconds: 5 };
    for (const width of [20, 40, 80]) {
      const [row = ""] = callLines(long, { ...place, width });
      expect(row).toMatch(/…( · exit code 7|.*…) · 5s$/);
    }
  });
});

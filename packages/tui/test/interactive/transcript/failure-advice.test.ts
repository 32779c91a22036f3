import type { AssistantMessage, ProviderErrorKind } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { blockLines } from "../../../src/interactive/transcript/block-lines.ts";
import { endingOf } from "../../../src/interactive/transcript/failure-advice.ts";
import { plainTheme } from "./watched-agent.ts";

function failed(
  kind: ProviderErrorKind,
  facts: Readonly<Record<string, number>> = {},
): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    stopReason: "error",
    errorMessage: "it \u001b[2Jsaid no",
    diagnostics: [{ type: "provider_error", kind, retryable: false, ...facts }],
  };
}

describe("errors say what to do next", () => {
  it.each([
    ["auth", "tau auth set"],
    ["quota", "Top up"],
    ["rate-limit", "Wait a little"],
    ["overloaded", "again"],
    ["context-overflow", "/compact"],
    ["invalid-request", "/model"],
    ["content-filter", "other words"],
    ["network", "Check the network"],
    ["timeout", "again"],
    ["protocol", "again"],
    ["server", "again"],
    ["unknown", "again"],
  ] as const)("#3 %s", (kind, advice) => {
    const ending = endingOf(failed(kind));
    expect(ending?.advice).toContain(advice);
    const lines = blockLines(
      { kind: "ending", message: failed(kind) },
      { width: 70, theme: plainTheme, nowMs: 0, isThinkingShown: false },
    );
    expect(lines[0]).toMatch(/^✗ .*: it said no$/);
    expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain(advice);
  });

  it("how long the provider asks to wait is told", () => {
    expect(endingOf(failed("rate-limit", { retryAfterMs: 12_300 }))?.advice).toContain("wait 13 s");
  });

  it("a stop is no error, whoever asked for it; a limit and a cut reply are warnings", () => {
    const reply = failed("unknown");
    const stopped: AssistantMessage = {
      ...reply,
      stopReason: "aborted",
      errorMessage: "Operation aborted: time is up",
      diagnostics: [{ type: "cancelled", kind: "deadline", reason: "time is up" }],
    };
    expect(endingOf(stopped)).toMatchObject({
      role: "warning",
      title: "Stopped (deadline)",
      text: "time is up",
    });
    const byUser = { ...stopped, errorMessage: "Operation aborted", diagnostics: [] };
    expect(endingOf(byUser)).toMatchObject({ title: "Stopped", text: "" });
    const limit = {
      ...reply,
      diagnostics: [{ type: "limit", limit: "turns", allowed: 1, spent: 1 }],
    };
    expect(endingOf(limit)).toMatchObject({ role: "warning", title: "A limit was reached" });
    expect(endingOf({ ...reply, stopReason: "length" })?.role).toBe("warning");
    expect(endingOf({ ...reply, stopReason: "stop" })).toBeUndefined();
  });
});

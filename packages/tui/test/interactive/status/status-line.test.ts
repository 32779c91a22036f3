import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { emptyFacts, reduceFacts } from "../../../src/interactive/status/status-facts.ts";
import type { StatusFacts } from "../../../src/interactive/status/status-facts.ts";
import { statusLine } from "../../../src/interactive/status/status-line.ts";
import type { CodingAgentEvent } from "@tau-ts/coding";

const theme = themeFor({ TERM: "dumb" });
const facts: StatusFacts = {
  ...emptyFacts("/home/me/project"),
  model: "anthropic/claude-test",
  thinking: "high",
  mode: "ask",
  contextTokens: 24_000,
  contextWindow: 200_000,
  usd: 0.1234,
  branch: "main",
  jobs: 1,
};

function line(width: number, more: Partial<StatusFacts> = {}, queued = 2): string {
  return statusLine({ ...facts, ...more }, { width, theme, home: "/home/me", queued });
}

const event = (fields: object): CodingAgentEvent => ({ sessionId: "s", ...fields }) as never;

describe("the status line", () => {
  it("C14 shows model and thinking, mode, context used, cost, directory and branch, queue and jobs", () => {
    expect(line(200)).toBe(
      "anthropic/claude-test:high · ask · 12% of 200k · $0.123 · ~/project (main) · 2 queued · 1 job",
    );
  });

  it("C14 leaves out what does not apply", () => {
    const bare = { contextTokens: 0, usd: 0, branch: undefined, jobs: 0, thinking: "off" } as const;
    expect(line(200, bare, 0)).toBe("anthropic/claude-test · ask · ~/project");
    expect(line(200, { isCostPartial: true })).toContain("$0.123+");
    expect(line(200, { usd: 0, isCostPartial: true })).toContain("$?");
    expect(line(200, { contextWindow: 0 })).toContain(" 24k tokens ");
  });

  it("F93 fits every width, and what waits and runs is the last to go", () => {
    for (let width = 1; width <= 120; width += 1)
      expect(displayWidth(line(width, { branch: "特性/你好" }))).toBeLessThanOrEqual(width);
    expect(line(20)).toBe("2 queued · 1 job");
  });

  it("C14 hostile names cannot drive the terminal", () => {
    expect(line(200, { model: "m\u001b]0;x\u0007\u001b[2J", branch: "b\n\u001b[31m" })).not.toMatch(
      // oxlint-disable-next-line no-control-regex
      /[\u0000-\u001f]/,
    );
  });
});

describe("what the status line knows", () => {
  it("C14 follows replies, summaries and choices", () => {
    const usage = { input: 90, output: 10, cacheRead: 0, cacheWrite: 0, totalTokens: 100 };
    const reply = { role: "assistant", content: [], stopReason: "stop" };
    const events = [
      event({
        type: "message_end",
        message: { ...reply, usage: { ...usage, cost: { total: 0.5 } } },
      }),
      event({ type: "message_end", message: { ...reply, usage } }),
      event({ type: "model_changed", provider: "p", modelId: "m" }),
      event({ type: "thinking_level_changed", level: "low" }),
      event({ type: "permission_mode_changed", mode: "full" }),
      event({ type: "session_info_changed", name: "a name" }),
      event({ type: "compaction_end", result: { estimatedTokensAfter: 7 } }),
    ];
    const after = events.reduce(reduceFacts, emptyFacts("/"));
    expect(after).toMatchObject({
      usd: 0.5,
      isCostPartial: true,
      contextTokens: 7,
      model: "p/m",
      thinking: "low",
      mode: "full",
      sessionName: "a name",
    });
  });
});

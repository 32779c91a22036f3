import type { Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { estimateTokens, TOKENS_PER_IMAGE } from "../../src/compaction/estimate.ts";
import { renderTranscript } from "../../src/compaction/render-transcript.ts";
import { SUMMARY_PREFIX } from "../../src/session/rows.ts";
import { bare } from "../support/compaction-fixtures.ts";
import { assistant, toolResult, user } from "../support/session-fixtures.ts";

const image = { type: "image" as const, data: "QUJD".repeat(10_000), mimeType: "image/png" };

/** A reply for which a provider counted so many tokens. */
function counted(totalTokens: number, timestamp: number): Message {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens };
  return { ...assistant("counted"), usage, timestamp };
}

describe("a transcript as text", () => {
  it("C10.4 tells who said what, which tools were called with what, and what they answered", () => {
    const messages: Message[] = [
      user("look"),
      {
        ...bare("I will."),
        content: [
          { type: "thinking", thinking: "hm" },
          { type: "text", text: "I will." },
          { type: "toolCall", id: "c1", name: "read", arguments: { path: "src/a.ts" } },
        ],
      },
      { ...toolResult("c1", "export const a = 1;"), isError: false },
      { ...toolResult("c2", "no such file"), isError: true },
      { ...bare(""), content: [], stopReason: "error", errorMessage: "overloaded" },
    ];
    expect(renderTranscript(messages)).toBe(
      [
        "User: look",
        'Assistant (thinking): hm\nAssistant: I will.\nAssistant calls read: {"path":"src/a.ts"}',
        "Result of read: export const a = 1;",
        "Result of read (error): no such file",
        "Assistant (error): overloaded",
      ].join("\n\n"),
    );
  });

  it("C10.5 counts an image and does not show it; shows session-only messages; hides what the user kept back", () => {
    const command = {
      role: "bashExecution" as const,
      command: "ls",
      output: "a.ts",
      cancelled: false,
      truncated: false,
      timestamp: 0,
    };
    const text = renderTranscript([
      { role: "user", content: [{ type: "text", text: "see" }, image], timestamp: 0 },
      command,
      { ...command, command: "cat secret", excludeFromContext: true },
      { role: "custom", customType: "note", content: "n", display: true, timestamp: 0 },
      { role: "branchSummary", summary: "b", fromId: "x", timestamp: 0 },
      { role: "compactionSummary", summary: "c", tokensBefore: 1, timestamp: 0 },
    ]);
    expect(text).toContain("User: see\n[image image/png]");
    expect(text).toContain("ls\na.ts");
    expect(text).not.toContain("secret");
    expect(text).not.toContain("QUJD");
    expect(text).toMatch(/Note \(note\): n[^]*left: b[^]*before: c$/);
  });
});

describe("an estimate", () => {
  it("C10.5 is four characters of the rendered transcript to a token, the same every time", () => {
    const messages = [user("x".repeat(101)), bare("y".repeat(50), "c1"), toolResult("c1")];
    const expected = Math.ceil(renderTranscript(messages).length / 4);
    expect(estimateTokens(messages)).toBe(expected);
    expect(estimateTokens(messages)).toBe(expected);
    expect(estimateTokens(renderTranscript(messages))).toBe(expected);
    expect(estimateTokens([])).toBe(0);
    expect(estimateTokens("")).toBe(0);
  });

  it("C10.5 counts an image with a constant, in messages and in results", () => {
    const plain = [user("see")];
    const withImage: Message[] = [
      { role: "user", content: [{ type: "text", text: "see" }, image], timestamp: 0 },
      { ...toolResult("c1"), content: [image] },
    ];
    const difference = estimateTokens(withImage) - estimateTokens(plain);
    expect(difference).toBeGreaterThanOrEqual(2 * TOKENS_PER_IMAGE);
    expect(difference).toBeLessThan(2 * TOKENS_PER_IMAGE + 50);
  });

  it("C10.5 is anchored by the last usage: only what follows it is estimated", () => {
    const after = [user("z".repeat(400))];
    const messages = [user("x".repeat(9_000)), counted(50, 1), counted(1_234, 2), ...after];
    expect(estimateTokens(messages)).toBe(1_234 + estimateTokens(after));
  });

  it("C10.5 PEER-45 a usage without a total is added up; an empty one, or that of a failed reply, does not count", () => {
    const parts = { input: 10, output: 20, cacheRead: 30, cacheWrite: 40, totalTokens: 0 };
    expect(estimateTokens([{ ...assistant("a"), usage: parts }])).toBe(100);
    const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
    expect(estimateTokens([{ ...assistant("a"), usage: none }])).toBeLessThan(10);
    const failed: Message = { ...assistant("a"), stopReason: "error", errorMessage: "no" };
    expect(estimateTokens([counted(700, 1), failed])).toBeGreaterThan(700);
  });

  it("PEER-45 C10.5 a reply from before a summary that stands before it says nothing about what is left", () => {
    const summary = user(`${SUMMARY_PREFIX}all of it`, 1_000);
    expect(estimateTokens([summary, user("go on"), counted(90_000, 999)])).toBeLessThan(100);
    expect(estimateTokens([summary, counted(500, 1_000)])).toBe(500);
    expect(estimateTokens([summary, counted(90_000, 999), counted(500, 1_001)])).toBe(500);
  });
});

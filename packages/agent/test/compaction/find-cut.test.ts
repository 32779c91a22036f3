import type { Message } from "@tau-ts/ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateText } from "../../src/compaction/estimate.ts";
import { findCut } from "../../src/compaction/find-cut.ts";
import { bare, checkValid, rowsFor, transcript } from "../support/compaction-fixtures.ts";
import { toolResult, user } from "../support/session-fixtures.ts";
import { shape } from "../support/shapes.ts";

const long = "x".repeat(400);

function kept(messages: readonly Message[], budget: number): string {
  return shape(messages.slice(findCut(rowsFor(messages), budget)));
}

describe("where a conversation is cut", () => {
  it("F84 C10.2 U A[c1] R(c1) A[c2] R(c2) U at every budget: opens on a user or on a reply with all its results", () => {
    const messages = [
      user(long),
      bare(long, "c1"),
      toolResult("c1", long),
      bare(long, "c2"),
      toolResult("c2", long),
      user(long),
    ];
    const seen = new Set<string>();
    for (let budget = 1; budget <= estimateText(messages) + 1; budget += 1) {
      const cut = findCut(rowsFor(messages), budget);
      checkValid(messages.slice(cut));
      expect(["user", "assistant"]).toContain(messages[cut]?.role);
      seen.add(shape(messages.slice(cut)));
    }
    expect([...seen]).toEqual(["U", "U A[c1] R(c1) A[c2] R(c2) U"]);
  });

  it("C10.2 without a user message to cut at, the tail opens on a reply and keeps the results of its calls", () => {
    const messages = [
      user(long),
      bare(long, "c1", "c2"),
      toolResult("c1", long),
      toolResult("c2", long),
      bare(long, "c3"),
      toolResult("c3", long),
      bare(long),
    ];
    const total = estimateText(messages);
    expect(kept(messages, total - 1)).toBe("A[c1,c2] R(c1) R(c2) A[c3] R(c3) A");
    expect(kept(messages, estimateText(messages.slice(3)))).toBe("A[c3] R(c3) A");
    expect(kept(messages, estimateText(messages.slice(5)))).toBe("A");
  });

  it("C10.2 0 means that all of it fits, and nothing else does", () => {
    const messages = [user(long), bare(long), user(long)];
    const total = estimateText(messages);
    expect(findCut(rowsFor(messages), total)).toBe(0);
    expect(findCut(rowsFor(messages), total - 1)).toBe(2);
    expect(findCut([], 0)).toBe(0);
  });

  it("C10.2 a last piece that is too large is kept all the same; a conversation of one piece is not cut", () => {
    const huge = "y".repeat(100_000);
    expect(kept([user(long), bare(long), user(huge)], 10)).toBe("U");
    const batch = [user(long), bare(long, "c1"), toolResult("c1", huge)];
    expect(kept(batch, 10)).toBe("A[c1] R(c1)");
    expect(findCut(rowsFor([user(huge)]), 10)).toBe(1);
  });

  it("C10.3 a budget of 0 keeps nothing", () => {
    const messages = [user(long), bare(long), user(long)];
    expect(findCut(rowsFor(messages), 0)).toBe(3);
  });

  it("C10.2 words between a call and its result are no place to cut, nor is a call after its result", () => {
    const between = [
      user(long),
      bare(long, "c1", "c2"),
      toolResult("c1"),
      user("wait"),
      toolResult("c2"),
      bare(long),
    ];
    expect(kept(between, estimateText(between.slice(3)))).toBe("A");
    const swapped = [user(long), toolResult("c1"), bare("x", "c1"), bare(long)];
    expect(kept(swapped, estimateText(swapped.slice(2)))).toBe("A");
  });

  it("C10.2 images have their price", () => {
    const image = { type: "image" as const, data: "QUJD", mimeType: "image/png" };
    const messages: Message[] = [
      user("a"),
      bare("b"),
      { role: "user", content: [image], timestamp: 0 },
      bare("c"),
      user("d"),
    ];
    expect(kept(messages, 1_000)).toBe("U");
    expect(findCut(rowsFor(messages), 2_000)).toBe(0);
  });

  it("F84 C10.2 for random transcripts and every budget the kept tail is valid", () => {
    fc.assert(
      fc.property(transcript, (messages) => {
        const rows = rowsFor(messages);
        const total = estimateText(messages);
        for (let budget = 0; budget <= total; budget += Math.max(1, Math.floor(total / 60))) {
          const cut = findCut(rows, budget);
          checkValid(messages.slice(cut));
          checkValid(messages.slice(0, cut));
          expect(cut === 0).toBe(estimateText(messages) <= budget);
        }
        expect(findCut(rows, total)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/compaction/compact.ts";
import { estimateTokens } from "../../src/compaction/estimate.ts";
import { bare, conversationOf, filledLog, turns } from "../support/compaction-fixtures.ts";
import { playing, says } from "../support/models.ts";
import { toolResult, user } from "../support/session-fixtures.ts";

describe("the conversation that is sent", () => {
  it("C10.4 PEER-45 is bounded: long outputs lose their middle, then messages in the middle go, ends stay", async () => {
    const huge = "h".repeat(50_000);
    const messages = [
      user("the goal"),
      bare("", "c1"),
      toolResult("c1", `start ${huge} end`),
      ...turns(40, 3_000),
      user("the last old words"),
      ...turns(1, 10),
    ];
    const log = await filledLog(messages);
    const model = playing(says("a"));
    const maxInputTokens = 5_000;
    await compact(log, model, { keepRecentTokens: 20, maxInputTokens });
    const text = conversationOf(model.requests[0]);
    expect(estimateTokens(text)).toBeLessThan(maxInputTokens + 100);
    expect(text).toContain("the goal");
    expect(text).toContain("start hhh");
    expect(text).toContain("the last old words");
    expect(text).toMatch(/\[\d+ messages are left out here\]/);
    expect(text).toMatch(/\[\d+ characters are left out here\]/);
  });

  it.each(["", "a"])("C10.4 no character is torn where a text is cut (after %j)", async (start) => {
    const emoji = `${start}${"😀".repeat(5_001)}`;
    const log = await filledLog([user(emoji), user(emoji), user("last")]);
    for (const maxInputTokens of [500, 501, 502, 503]) {
      const asked = playing(says(" "));
      await compact(log, asked, { keepRecentTokens: 3, maxInputTokens });
      const text = conversationOf(asked.requests[0]);
      expect(text).toContain("characters are left out here");
      expect(text.isWellFormed()).toBe(true);
    }
  });

  it("C10.4 for random conversations and limits it is never larger, and no character is torn", () => {
    const emoji = fc.string({ unit: fc.constantFrom("😀", "a", "ü"), maxLength: 3_000 });
    return fc.assert(
      fc.asyncProperty(
        fc.array(emoji, { minLength: 3, maxLength: 12 }),
        fc.integer({ min: 50, max: 3_000 }),
        async (texts, maxInputTokens) => {
          const log = await filledLog([...texts.map((text) => user(text)), user("last")]);
          const model = playing(says("a"));
          await compact(log, model, { keepRecentTokens: 3, maxInputTokens });
          const text = conversationOf(model.requests[0]);
          const tags = "<conversation>\n\n</conversation>\n\nWrite the notes.".length;
          expect(text.length - tags).toBeLessThanOrEqual(maxInputTokens * 4);
          expect(text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

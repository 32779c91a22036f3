import type { Message } from "@tau-ts/ai";
import { textOf } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { maskOldResults } from "../../src/compaction/mask-old-results.ts";
import { Harness } from "../../src/harness/harness.ts";
import { bare, checkValid } from "../support/compaction-fixtures.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { toolResult, user } from "../support/session-fixtures.ts";
import { tool } from "../support/tools.ts";

/** Calls with results of so many characters each. */
function batches(count: number, characters: number): Message[] {
  return Array.from({ length: count }, (_, index) => [
    bare("", `c${index}`),
    toolResult(`c${index}`, "r".repeat(characters)),
  ]).flat();
}

function isMasked(message: Message): boolean {
  return textOf(message).startsWith("[Old output left out to make room");
}

describe("masks on old results", () => {
  it("C7.1 the newest results within the budget stay; old ones say how much is gone; nothing else changes", () => {
    const messages = [user("go"), ...batches(10, 4_000), user("more")];
    const masked = maskOldResults(messages, { keepRecentTokens: 3_000 });
    expect(masked).toHaveLength(messages.length);
    for (const [index, message] of masked.entries())
      if (!isMasked(message)) expect(message).toBe(messages[index]);
    expect(masked.filter(isMasked)).toEqual(
      messages
        .filter((message) => message.role === "toolResult")
        .slice(0, 4)
        .map((message) => ({
          ...message,
          content: [
            {
              type: "text",
              text: "[Old output left out to make room (4000 characters). Run the tool again if you need it.]",
            },
          ],
        })),
    );
    checkValid(masked);
  });

  it("C7.4 is pure: within twice the budget the very same messages come back", () => {
    const messages = [user("go"), ...batches(6, 4_000)];
    const copy = structuredClone(messages);
    expect(maskOldResults(messages, { keepRecentTokens: 3_000 })).toBe(messages);
    maskOldResults(messages, { keepRecentTokens: 100 });
    expect(messages).toEqual(copy);
  });

  it("C7.1 short outputs are not worth a mask; images are, and have their price", () => {
    const image = { type: "image" as const, data: "QUJD", mimeType: "image/png" };
    const messages: Message[] = [
      { ...toolResult("c0"), content: [image] },
      toolResult("c1", "short"),
      ...batches(3, 10_000),
    ];
    const masked = maskOldResults(messages, { keepRecentTokens: 1_000 });
    expect(textOf(masked[0] ?? user(""))).toContain("0 characters, images: 1");
    expect(masked[1]).toBe(messages[1]);
  });

  it("C7.1 from turn to turn a request mostly begins as the one before, so that a prompt cache holds", () => {
    const all = batches(60, 4_000);
    let changes = 0;
    let before: readonly Message[] = [];
    for (let end = 2; end <= all.length; end += 2) {
      const now = maskOldResults(all.slice(0, end), { keepRecentTokens: 10_000 });
      const isSame = before.every(
        (message, index) => isMasked(message) === isMasked(now[index] ?? message),
      );
      if (!isSame) changes += 1;
      // What was masked stays masked.
      for (const [index, message] of before.entries())
        if (isMasked(message)) expect(isMasked(now[index] ?? message)).toBe(true);
      before = now;
    }
    expect(changes).toBeGreaterThan(2);
    expect(changes).toBeLessThan(60 / 8);
  });

  it("C7.1 as a hook it changes the request and leaves the record whole", async () => {
    const model = playing(...["c1", "c2", "c3"].map((id) => asks(call(id, "big"))), says("done"));
    const harness = new Harness({
      model,
      tools: [tool("big", () => "x".repeat(8_000))],
      hooks: { transformContext: (shown) => maskOldResults(shown, { keepRecentTokens: 2_000 }) },
    });
    await harness.prompt("go").result;
    expect(model.requests.at(-1)?.messages.filter(isMasked)).toHaveLength(2);
    expect(harness.messages.filter(isMasked)).toHaveLength(0);
  });
});

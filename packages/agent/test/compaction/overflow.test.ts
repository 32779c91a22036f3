import type { AssistantMessage } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { runAgent } from "../../src/loop/loop.ts";
import { collect } from "../support/collect.ts";
import { compactionEvents, overflowed, own } from "../support/compacting-harness.ts";
import { checkValid, turns } from "../support/compaction-fixtures.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { shape } from "../support/shapes.ts";

describe("a request that was too long", () => {
  it("C10.1 is made again after one compaction, and the answer completes the run", async () => {
    const model = playing(overflowed(), says("answer"));
    const { harness, log, errors } = await own(model, [says("the notes")], turns(3, 200));
    const run = harness.prompt("go");
    const events = await collect(run);
    const result = await run.result;
    expect(result).toMatchObject({ outcome: "completed", text: "answer" });
    expect(shape(result.messages)).toBe("U A(error) A");
    expect(compactionEvents(events)).toEqual([
      "turn_start",
      "ms(U)",
      "ms(A)",
      "turn_end",
      "compaction_start",
      "compaction_end",
      "turn_start",
      "ms(A)",
      "turn_end",
      "agent_end",
    ]);
    expect(events.find((event) => event.type === "compaction_end")).toMatchObject({
      reason: "overflow",
      willRetry: true,
    });
    const second = model.requests[1]?.messages ?? [];
    expect(second.length).toBeLessThan(model.requests[0]?.messages.length ?? 0);
    expect(second[0]).toMatchObject({ content: "Previous conversation summary:\nthe notes" });
    checkValid(second);
    expect(errors).toEqual([]);
    expect(await log.replay()).toEqual(harness.messages);
  });

  it("F86 C10.1 that overflows again is a clear error, after exactly one compaction", async () => {
    const model = playing(overflowed(), overflowed());
    const { harness, summariser } = await own(model, [says("1"), says("2")], turns(3, 200));
    const { outcome, message } = await harness.prompt("go").result;
    expect(outcome).toBe("error");
    expect(message?.errorMessage).toBe("prompt is too long");
    expect(model.requests).toHaveLength(2);
    expect(summariser.requests).toHaveLength(1);
  });

  it("C10.1 is more than it was taken for: half of it goes, however much was to be kept", async () => {
    const options = { window: 1_000_000, keepRecentTokens: 500_000 };
    const model = playing(overflowed(), says("answer"));
    const { harness } = await own(model, [says("the notes")], turns(4, 200), options);
    expect((await harness.prompt("go").result).text).toBe("answer");
    const [first, second] = model.requests.map(({ messages }) => messages.length);
    expect(second).toBeLessThanOrEqual((first ?? 0) / 2 + 1);
  });

  it("C10.1 may overflow once more after replies that went well", async () => {
    const model = playing(
      overflowed(),
      asks(call("c1", "read"), call("c2", "read")),
      overflowed(),
      says("answer"),
    );
    const window = { window: 100_000 };
    const summaries: Parameters<typeof playing> = [says("1"), says("2")];
    const { harness, log, summariser } = await own(model, summaries, turns(3, 200), window);
    expect((await harness.prompt("go").result).text).toBe("answer");
    expect(summariser.requests).toHaveLength(2);
    expect(await log.replay()).toEqual(harness.messages);
  });

  it("C10.1 ends the run when no room can be made, and without a hook", async () => {
    const failing: AssistantMessage = { ...says(""), stopReason: "error", errorMessage: "busy" };
    const { harness } = await own(playing(overflowed()), [failing], turns(3, 200));
    expect((await harness.prompt("go").result).outcome).toBe("error");
    const events = await collect(
      runAgent({ model: playing(overflowed()), messages: [], prompt: "go" }),
    );
    expect(events.at(-1)).toMatchObject({ outcome: "error" });
  });

  it("C3.6 is not made again when the run is out of turns", async () => {
    const model = playing(overflowed(), says("answer"));
    const { harness, summariser } = await own(model, [says("1")], turns(3, 200));
    const { outcome } = await harness.prompt("go", { maxTurns: 1 }).result;
    expect(outcome).toBe("error");
    expect(summariser.requests).toHaveLength(0);
  });

  it("C3.7 other failures are no reason to compact", async () => {
    const failed: AssistantMessage = {
      ...overflowed(),
      diagnostics: [{ type: "provider_error", kind: "auth", retryable: false }],
    };
    const { harness, summariser } = await own(playing(failed), [says("1")], turns(3, 200));
    expect((await harness.prompt("go").result).outcome).toBe("error");
    expect(summariser.requests).toHaveLength(0);
  });
});

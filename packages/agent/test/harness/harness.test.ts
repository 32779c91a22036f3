import { textOf, userMessage } from "@tau-ts/ai";
import type { Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { HarnessError } from "../../src/errors.ts";
import { Harness } from "../../src/harness/harness.ts";
import { collect } from "../support/collect.ts";
import { aborted, asks, call, playing, polite, says } from "../support/models.ts";
import { checkBalance, shape } from "../support/shapes.ts";
import { echo } from "../support/tools.ts";

describe("Harness", () => {
  it("C4.1 messages are a snapshot that outside code cannot change, nor the array it was built from", async () => {
    const built: Message[] = [userMessage("old")];
    const h = new Harness({ model: playing(says("hi")), messages: built });
    built.push(userMessage("sneaked in"));
    const before = h.messages;
    expect(() => (before as Message[]).push(userMessage("x"))).toThrow(TypeError);
    expect(() => Object.assign(before[0] as object, { content: "changed" })).toThrow(TypeError);
    await h.prompt("go").result;
    expect([shape(before), shape(h.messages)]).toEqual(["U", "U U A"]);
  });

  it("C4.2 F27 cancel after prompt and before the first event: no model call, U A(aborted)", async () => {
    const model = playing(says("second"));
    const h = new Harness({ model });
    const run = h.prompt("first");
    expect(h.isRunning).toBe(true);
    h.cancel();
    const events = await collect(run);
    expect([shape(h.messages), model.requests.length]).toEqual(["U A(aborted)", 0]);
    checkBalance(events, h.messages);
    expect((await h.prompt("again").result).text).toBe("second");
  });

  it("C4.3 a second prompt throws on the caller's line", () => {
    const h = new Harness({ model: playing() });
    h.prompt("one");
    expect(() => h.prompt("two")).toThrow("already running; use steer() or followUp()");
    expect(() => h.continue()).toThrow(HarnessError);
  });

  it("C4.4 cancel when idle does nothing and does not affect the next run", async () => {
    const h = new Harness({ model: playing(says("fine")) });
    h.cancel();
    const result = await h.prompt("go").result;
    h.cancel();
    expect([result.outcome, result.text]).toEqual(["completed", "fine"]);
  });

  it("C4.5 a queued message is not history until the loop asks, and queues outlive runs", async () => {
    const h = new Harness({ model: playing(polite("…"), says("two"), says("three")) });
    h.steer("first of all");
    expect(h.messages).toHaveLength(0);
    const run = h.prompt("one");
    for await (const event of run) {
      if (event.type !== "message_update") continue;
      h.followUp("and then");
      h.cancel();
      break;
    }
    expect(shape(h.messages)).toBe("U U A(aborted)");
    await h.prompt("two").result;
    expect(h.messages.filter((message) => message.role === "user").map(textOf)).toEqual([
      "one",
      "first of all",
      "two",
      "and then",
    ]);
    expect(shape(h.messages)).toBe("U U A(aborted) U A U A");
  });

  it("C4.5 one message per ask, unless queueMode is all", async () => {
    const texts = async (queueMode: "one-at-a-time" | "all"): Promise<string> => {
      const h = new Harness({ model: playing(says("1"), says("2"), says("3")), queueMode });
      h.followUp("a");
      h.followUp("b");
      await h.prompt("go").result;
      return shape(h.messages);
    };
    expect(await texts("one-at-a-time")).toBe("U A U A U A");
    expect(await texts("all")).toBe("U A U U A");
  });

  it("C4.5 the caller can list, pop the newest, and clear", () => {
    const h = new Harness({ model: playing() });
    h.steer("a");
    h.steer("b");
    h.followUp("c");
    expect(h.queued.steering.map(textOf)).toEqual(["a", "b"]);
    const popped = h.popQueued("steering");
    expect(popped && textOf(popped)).toBe("b");
    expect(h.clearQueues().followUp.map(textOf)).toEqual(["c"]);
    expect(h.queued).toEqual({ steering: [], followUp: [] });
  });

  it("C4.7 PEER-20 PEER-25 the transcript is not replaced, nor appended to, during a run", async () => {
    const h = new Harness({ model: playing(says("hi")) });
    const run = h.prompt("go");
    expect(() => h.replaceMessages([])).toThrow("cannot replace messages during a run");
    expect(() => h.append(userMessage("x"))).toThrow(HarnessError);
    await run.result;
    h.replaceMessages([userMessage("fresh")]);
    expect(shape(h.messages)).toBe("U");
  });

  it("C4.7 configure acts from the next turn", async () => {
    const other = playing(says("from the other"));
    const first = playing(
      () => (h.configure({ model: other, thinking: "low" }), asks(call("c1", "echo"))),
    );
    const h: Harness = new Harness({ model: first, tools: [echo] });
    const { text } = await h.prompt("go").result;
    expect(text).toBe("from the other");
    expect(other.requests[0]?.thinking).toBe("low");
  });

  it("continue goes on from the record without new words", async () => {
    const h = new Harness({
      model: playing(says("done")),
      messages: [userMessage("go"), asks(call("c1", "echo"))],
    });
    await h.continue().result;
    expect(shape(h.messages)).toBe("U A[c1] A");
  });

  it("C10.1 PEER-22 work of an application's own keeps the harness busy, and stop() ends it", async () => {
    const h = new Harness({ model: playing(says("hi")) });
    const tidy = h.occupy(async ({ signal }) => (await aborted(signal), "tidied up"));
    expect(h.isRunning).toBe(true);
    expect(() => h.prompt("go")).toThrow(HarnessError);
    expect(await h.stop({ graceMs: 60_000 })).toBe("clean");
    expect(await tidy).toBe("tidied up");
    const deaf = h.occupy(() => new Promise<never>(() => undefined));
    const failure = deaf.catch((error: unknown) => error);
    expect(await h.stop({ graceMs: 0, reason: "enough" })).toBe("hard");
    expect(await failure).toMatchObject({ name: "AbortError", message: "enough" });
    expect((await h.prompt("go").result).text).toBe("hi");
  });

  it("waitForIdle resolves when the run is over", async () => {
    const h = new Harness({ model: playing(says("hi")) });
    void h.prompt("go").result;
    await h.waitForIdle();
    expect(h.isRunning).toBe(false);
  });
});

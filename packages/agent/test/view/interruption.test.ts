import { textOf, userMessage } from "@tau-ts/ai";
import type { Message, UserMessage } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../../src/harness/harness.ts";
import { contextForModel } from "../../src/view/view.ts";
import { macrotask } from "../support/collect.ts";
import { asks, call, playing, polite, says } from "../support/models.ts";
import { hanging } from "../support/tools.ts";

const notice = (who: string): string =>
  `Note: the run before this message ${who}. Tools that were running may have run partly; check before repeating them.`;

/** What the user messages of a request say, block by block. */
function words(messages: readonly Message[] | undefined): string[][] {
  const users = (messages ?? []).filter(
    (message): message is UserMessage => message.role === "user",
  );
  return users.map(({ content }) =>
    typeof content === "string"
      ? [content]
      : content.map((block) => (block.type === "text" ? block.text : block.type)),
  );
}

describe("the interruption notice", () => {
  it("C7.5 says before the next words who stopped the last run, and is computed, never stored", async () => {
    const model = playing(polite("…"), says("two"), says("three"));
    const h = new Harness({ model, interruption: true });
    const { result } = h.prompt("one");
    await macrotask();
    h.cancel({ kind: "user", message: "wrong file" });
    await result;
    await h.prompt("two").result;
    await h.prompt("three").result;
    expect(words(model.requests[1]?.messages)).toEqual([
      ["one"],
      [notice("was stopped by the user: wrong file"), "two"],
    ]);
    expect(words(model.requests[2]?.messages)).toEqual([
      ["one"],
      [notice("was stopped by the user: wrong file"), "two"],
      ["three"],
    ]);
    expect(h.messages.some((message) => textOf(message).includes("Note:"))).toBe(false);
    const told = model.requests[1]?.messages[1];
    expect(model.requests[2]?.messages[1]).toBe(told);
    expect([Object.isFrozen(told), h.view[1] === told]).toEqual([true, true]);
  });

  it("C7.5 comes after a hard stop's hole too, and names the jobs that live with the newest words", async () => {
    const stuck = hanging("stuck");
    const model = playing(asks(call("c1", "stuck")), says("two"), says("three"));
    let jobs = ["job 1 (npm start)"];
    const h = new Harness({ model, tools: [stuck.tool], interruption: { jobs: () => jobs } });
    void h.prompt("one").result;
    await stuck.started;
    await h.stop({ graceMs: 0 });
    await h.prompt("two").result;
    jobs = [];
    await h.prompt("three").result;
    expect(words(model.requests[1]?.messages)[1]).toEqual([
      `${notice("was stopped")} Still running in the background: job 1 (npm start).`,
      "two",
    ]);
    expect(words(model.requests[2]?.messages)[1]).toEqual([notice("was stopped"), "two"]);
  });

  it("C7.5 says who it was when it was not the user", () => {
    const stopped: Message = {
      ...says("half"),
      stopReason: "aborted",
      errorMessage: "Operation aborted",
      diagnostics: [{ type: "cancelled", kind: "timeout" }],
    };
    const view = contextForModel([userMessage("one"), stopped, userMessage("two")], {
      interruption: true,
    });
    expect(words(view)[1]).toEqual([notice("was stopped (timeout)"), "two"]);
  });

  it("C7.5 is off by default, and silent when nothing was stopped", () => {
    const stopped: Message = { ...says("half"), stopReason: "aborted" };
    expect(words(contextForModel([userMessage("one"), stopped, userMessage("two")]))).toEqual([
      ["one"],
      ["two"],
    ]);
    const fine = [userMessage("one"), says("ok"), userMessage("two")];
    expect(contextForModel(fine, { interruption: true })).toEqual(fine);
  });

  it("C1.3 an aborted reply tells programs who stopped it", async () => {
    const h = new Harness({ model: playing() });
    const run = h.prompt("go");
    run.cancel({ kind: "shutdown" });
    expect((await run.result).message?.diagnostics).toEqual([
      { type: "cancelled", kind: "shutdown" },
    ]);
  });
});

import type { AssistantMessage, Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { compactDuringRun } from "../../src/compaction/maybe-compact.ts";
import { ResultMasks } from "../../src/compaction/result-masks.ts";
import { Harness } from "../../src/harness/harness.ts";
import { Limits } from "../../src/limits.ts";
import { MemoryLog } from "../../src/session/memory-log.ts";
import { persistTo } from "../../src/session/persist.ts";
import { counted, read } from "../support/compacting-harness.ts";
import { bare, fill } from "../support/compaction-fixtures.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { toolResult, user } from "../support/session-fixtures.ts";
import { shape } from "../support/shapes.ts";

/** Exchanges with a tool that answers with 1,000 tokens. */
function reads(count: number, tokensEach = 0): Message[] {
  return Array.from({ length: count }, (_, index) => [
    user("read it"),
    tokensEach === 0
      ? bare("", `c${index}`)
      : counted(bare("", `c${index}`), tokensEach * (index + 1)),
    toolResult(`c${index}`, "r".repeat(4_000)),
  ]).flat();
}

function outputs(messages: readonly Message[]): string[] {
  return messages
    .filter((message) => message.role === "toolResult")
    .map(({ content: [block] }) => (block?.type === "text" ? block.text.slice(0, 10) : ""));
}

const open = "rrrrrrrrrr";
const masked = "[Old outpu";

describe("masks on old results", () => {
  it("leaves the newest outputs readable, and is the very array while nothing is masked", () => {
    const masks = new ResultMasks();
    const messages = reads(4);
    expect(masks.view(messages)).toBe(messages);
    masks.mask(messages, 2_000);
    expect(outputs(masks.view(messages))).toEqual([masked, masked, open, open]);
    expect(outputs(messages)).toEqual([open, open, open, open]);
    const [first] = masks.view(messages).filter((message) => message.role === "toolResult");
    expect(masks.view(messages)).toContain(first);
  });

  it("a masked result is frozen as the record is: who remembers messages remembers it too", () => {
    const masks = new ResultMasks();
    const { messages } = new Harness({ model: playing(), messages: reads(4) });
    masks.mask(messages, 2_000);
    for (const message of masks.view(messages)) {
      expect(Object.isFrozen(message)).toBe(true);
      if ("content" in message) expect(Object.isFrozen(message.content)).toBe(true);
    }
  });

  it("makes room by masks where there is none, and shows everything again after a reset", () => {
    const masks = new ResultMasks();
    const messages = reads(4);
    expect(masks.makeRoom(messages, 100_000, 1_000)).toBe(true);
    expect(masks.view(messages)).toBe(messages);
    expect(masks.makeRoom(messages, 3_000, 1_000)).toBe(true);
    expect(outputs(masks.view(messages))).toEqual([masked, masked, masked, open]);
    expect(masks.makeRoom(messages, 10, 1_000)).toBe(false);
    masks.reset();
    expect(masks.view(messages)).toBe(messages);
    expect(masks.fits(messages, 3_000)).toBe(false);
  });

  it("a mask stays on; nothing in front of it is shown again", () => {
    const masks = new ResultMasks();
    const messages = [toolResult("c0", "r".repeat(1_700)), ...reads(3)];
    masks.mask(messages, 2_000);
    expect(outputs(masks.view(messages))).toEqual([masked, masked, open, open]);
    masks.mask(messages, 1_000_000);
    expect(outputs(masks.view(messages))).toEqual([masked, masked, open, open]);
  });

  it("what masks spare counts before a provider tells of it, and not twice afterwards", () => {
    const masks = new ResultMasks();
    const messages: Message[] = [...reads(4), counted(says("read"), 4_200)];
    expect(masks.fits(messages, 4_200)).toBe(false);
    expect(masks.fits(messages, 100_000)).toBe(true);
    masks.mask(messages, 1_000);
    expect(masks.fits(messages, 1_200)).toBe(false);
    expect(masks.fits(messages, 1_350)).toBe(true);
    messages.push(user("more"), counted(says("so"), 1_300));
    expect(masks.fits(messages, 1_300)).toBe(false);
    expect(masks.fits(messages, 1_301)).toBe(true);
  });

  it("C10.5 a session that is resumed counts whole, whatever its last masked request took, and is masked again", () => {
    const messages = [...reads(4), counted(says("read"), 1_300)];
    const masks = new ResultMasks();
    expect(masks.fits(messages, 3_000)).toBe(false);
    masks.mask(messages, 1_000);
    expect(outputs(masks.view(messages))).toEqual([masked, masked, masked, open]);
    expect(masks.fits(messages, 1_300)).toBe(false);
    expect(masks.fits(messages, 1_301)).toBe(true);
  });
});

describe("masks inside a run", () => {
  async function own(
    replies: AssistantMessage[],
    window: number,
    messages: readonly Message[],
    limits?: Limits,
  ): Promise<{
    harness: Harness;
    model: ReturnType<typeof playing>;
    summariser: ReturnType<typeof playing>;
  }> {
    const log = new MemoryLog();
    await fill(log, messages);
    const [model, summariser, masks] = [
      playing(...replies),
      playing(counted(says("the notes"), 500)),
      new ResultMasks(),
    ];
    const options = { window, reserve: 100, keepRecentTokens: 1_100, masks, limits };
    const harness = new Harness({
      model,
      tools: [read],
      messages: await log.replay(),
      hooks: {
        compact: compactDuringRun(log, summariser, options),
        transformContext: (view) => masks.view(view),
      },
    });
    harness.subscribe(persistTo(log), { first: true });
    return { harness, model, summariser };
  }

  it("C10.1 old outputs are masked before a summary is asked for, and the record stays whole", async () => {
    const { harness, model, summariser } = await own([says("done")], 4_000, reads(5));
    await harness.prompt("go").result;
    expect(summariser.requests).toHaveLength(0);
    expect(outputs(model.requests[0]?.messages ?? [])).toEqual([
      masked,
      masked,
      masked,
      masked,
      open,
    ]);
    expect(outputs(harness.messages)).toEqual([open, open, open, open, open]);
  });

  it("C10.1 what masks spare lasts over the turns of a run: no summary follows the masks", async () => {
    const { harness, model, summariser } = await own(
      [counted(asks(call("x", "read")), 1_700), counted(says("done"), 2_000)],
      4_000,
      reads(5, 900),
    );
    await harness.prompt("go").result;
    expect(summariser.requests).toHaveLength(0);
    expect(outputs(model.requests[1]?.messages ?? []).slice(0, 4)).toEqual(Array(4).fill(masked));
  });

  it("C10.1 when masks make too little room a summary is asked for all the same", async () => {
    const { harness, summariser } = await own([says("done")], 1_150, reads(5));
    await harness.prompt("go").result;
    expect(summariser.requests).toHaveLength(1);
    expect(shape(harness.messages)).toBe("U U A[c4] R(c4) U A");
    expect(harness.messages[0]).toMatchObject({
      content: "Previous conversation summary:\nthe notes",
    });
  });

  it("a summary counts towards the limits, and is not asked for when they are used up", async () => {
    const limits = new Limits({ tokens: 600 });
    const { harness, summariser } = await own([says("done")], 1_150, reads(5), limits);
    await harness.prompt("go").result;
    expect(limits.spent.tokens).toBe(500);
    limits.spend(counted(says(""), 200), []);
    const again = await own([says("done")], 1_150, reads(5), limits);
    const run = again.harness.prompt("go");
    const ends: unknown[] = [];
    for await (const event of run)
      if (event.type === "compaction_end") ends.push(event.errorMessage);
    expect(summariser.requests).toHaveLength(1);
    expect(again.summariser.requests).toHaveLength(0);
    expect(ends).toEqual([expect.stringContaining("the limit of 600 tokens is used up")]);
  });
});

import { setImmediate as nextMacrotask } from "node:timers/promises";
import type { ModelServer, ModelTurn } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { textOf, type AssistantEvent, type Model } from "../../src/index.ts";
import { messageStart, textDelta } from "../support/anthropic.ts";
import { request, runOver, status } from "../support/calls.ts";
import { countListeners } from "../support/events.ts";
import { expectNoUnhandledRejections } from "../support/rejections.ts";
import { transports } from "../support/transports.ts";

expectNoUnhandledRejections();

/** A reply that is waited for, and may be stopped in the middle of the wait. */
interface Waiting {
  /** The coming step of the stream, once it is there. */
  readonly step: () => IteratorResult<AssistantEvent> | undefined;
  readonly abort: () => void;
  readonly listeners: () => number;
  readonly rest: () => Promise<IteratorResult<AssistantEvent>>;
}

/** Takes events until one of `last` came, and one more that will not come; `ready` says when to go on. */
async function waitBeyond(
  model: Model,
  last: string | undefined,
  ready: () => Promise<unknown>,
): Promise<Waiting> {
  const controller = new AbortController();
  const listeners = countListeners(controller.signal);
  const stream = model.stream({ ...request, signal: controller.signal });
  const events = stream[Symbol.asyncIterator]();
  if (last !== undefined) {
    while ((await events.next()).value.type !== last);
  }
  let step: IteratorResult<AssistantEvent> | undefined;
  void events.next().then((result) => (step = result));
  await ready();
  await nextMacrotask();
  expect(step).toBeUndefined();
  const abort = (): void => controller.abort();
  return { step: () => step, abort, listeners, rest: () => events.next() };
}

/**
 * What is there one turn of the event loop after an abort: an abort needs no timer and no I/O, only promises, which is
 * far below 10 ms however busy the machine is.
 */
async function abortOutcome(waiting: Waiting): Promise<unknown> {
  waiting.abort();
  await nextMacrotask();
  const first = waiting.step()?.value;
  // A step more, where the terminal is announced by a `start`.
  const terminal = first?.type === "start" ? (await waiting.rest()).value : first;
  return {
    reason: terminal?.type === "error" ? terminal.reason : terminal?.type,
    text: terminal?.type === "error" ? textOf(terminal.error) : undefined,
    isOver: (await waiting.rest()).done,
    listeners: waiting.listeners(),
  };
}

function aborted(text: string): unknown {
  return { reason: "aborted", text, isOver: true, listeners: 0 };
}

/** What the server saw of its one request, once that is over. */
async function seenBy(server: ModelServer): Promise<unknown> {
  await server.requests[0]?.settled;
  return { closedByClient: server.requests[0]?.closedByClient, requests: server.requests.length };
}

const closed = { closedByClient: true, requests: 1 };

describe.each(transports)("how soon a stopped call is over, over %s", (_, fetch) => {
  const run = runOver(fetch);
  const never = new Promise(() => undefined);

  it("F105 C6.4 (a) before the headers: within the same turn, and the server sees the close", async () => {
    await run([{ beforeHead: never }], async (model, server) => {
      const waiting = await waitBeyond(model, undefined, () => server.request(0));
      expect(await abortOutcome(waiting)).toEqual(aborted(""));
      expect(await seenBy(server)).toEqual(closed);
    });
  });

  it.each<[string, Partial<ModelTurn>]>([
    ["silent", {}],
    ["pinging", { pingEveryMs: 5 }],
  ])("F105 C6.4 (b) in a %s body: within the same turn, with the text so far", async (__, turn) => {
    const script = [
      { body: messageStart + textDelta("so far"), ending: "stall" as const, ...turn },
    ];
    await run(script, async (model, server) => {
      const ready = (): Promise<void> => Promise.resolve();
      const waiting = await waitBeyond(model, "text_delta", ready);
      expect(await abortOutcome(waiting)).toEqual(aborted("so far"));
      expect(await seenBy(server)).toEqual(closed);
    });
  });

  it("F105 (b) in the explanation of a failure that never ends", async () => {
    await run([{ status: 400, body: '{"error":', ending: "stall" }], async (model, server) => {
      const answered = Promise.withResolvers<void>();
      const watched: Model = {
        stream: (given) => model.stream({ ...given, onResponse: () => answered.resolve() }),
      };
      const waiting = await waitBeyond(watched, undefined, () => answered.promise);
      expect(await abortOutcome(waiting)).toEqual(aborted(""));
      expect(await seenBy(server)).toEqual(closed);
    });
  });

  it("F19 in the back-off: within the same turn, without another request, and no timer is left", async () => {
    const retry = { baseDelayMs: 30_000, maxDelayMs: 30_000, random: () => 0.9 };
    await run(
      [status(503)],
      async (model, server) => {
        const ready = (): Promise<void> => Promise.resolve();
        const waiting = await waitBeyond(model, "retry", ready);
        const during = timers();
        expect(await abortOutcome(waiting)).toEqual(aborted(""));
        expect(timers()).toBe(during - 1);
        await nextMacrotask();
        expect(server.requests.length).toBe(1);
      },
      { retry },
    );
  });

  it("F105 leaving while the next event is awaited ends that wait as well", async () => {
    const script: ModelTurn[] = [{ body: messageStart + textDelta("a"), ending: "stall" }];
    await run(script, async (model, server) => {
      const events = model.stream(request)[Symbol.asyncIterator]();
      while ((await events.next()).value.type !== "text_delta");
      let settled: unknown;
      void events.next().then((step) => (settled = step));
      await events.return?.();
      await nextMacrotask();
      expect(settled).toEqual({ done: true, value: undefined });
      expect(await seenBy(server)).toEqual(closed);
    });
  });
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

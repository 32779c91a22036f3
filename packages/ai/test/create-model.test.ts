import { describe, expect, it, vi } from "vitest";
import { createModel } from "../src/index.ts";
import { abortAfter, request } from "./support/calls.ts";
import { outcome } from "./support/events.ts";
import { expectNoUnhandledRejections } from "./support/rejections.ts";

expectNoUnhandledRejections();

describe("createModel", () => {
  const base = { wire: "anthropic-messages", model: "m" } as const;

  it("C13.1 options that cannot work are refused where they are given", () => {
    // @ts-expect-error -- not a wire
    expect(() => createModel({ ...base, wire: "smoke" })).toThrow(
      'unknown wire "smoke"; known wires: anthropic-messages, google-generative-ai, mistral-chat, openai-completions, openai-responses',
    );
    expect(() => createModel({ ...base, model: " " })).toThrow("model must not be empty");
    expect(() => createModel({ ...base, baseUrl: "host/v1" })).toThrow(
      'baseUrl must be an absolute URL, not "host/v1"',
    );
    expect(() => createModel({ ...base, baseUrl: "ftp://host" })).toThrow(
      "baseUrl must be http or https, not ftp:",
    );
    expect(() => createModel({ ...base, retry: { maxRetries: -1 } })).toThrow(RangeError);
    expect(() => createModel({ ...base, timeouts: { idleMs: Number.NaN } })).toThrow(
      "timeouts.idleMs must be a number of 0 or more, not NaN",
    );
  });

  it("C13.1 facts about the model are there before any call", () => {
    expect(createModel({ ...base, maxOutput: 5 }).info).toEqual({
      id: "m",
      provider: "anthropic",
      api: "anthropic-messages",
      contextWindow: undefined,
      maxOutput: 5,
    });
  });

  it("C13.3 a call that nobody iterates sends nothing", async () => {
    let sent = 0;
    const model = createModel({
      ...base,
      fetch: () => Promise.reject(new Error(String((sent += 1)))),
    });
    const events = model.stream(request)[Symbol.asyncIterator]();
    await events.return?.();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(sent).toBe(0);
  });

  it("C13.3 a transport is called as a plain function, and one that throws or aborts by itself is a network failure", async () => {
    const seen: unknown[] = [];
    function broken(this: unknown): never {
      seen.push(this);
      throw new DOMException("This operation was aborted", "AbortError");
    }
    const model = createModel({ ...base, fetch: broken, retry: { maxRetries: 0 } });
    expect(await outcome(model.stream(request))).toMatchObject({
      stopReason: "error",
      diagnostics: [{ kind: "network" }],
    });
    expect(seen).toEqual([undefined]);
  });

  it("F105 a transport that is deaf to its signal is not waited for, and a late response is given up", async () => {
    const late = Promise.withResolvers<Response>();
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) });
    const model = createModel({ ...base, fetch: () => late.promise });
    const message = await abortAfter(model, () => Promise.resolve());
    expect(message.stopReason).toBe("aborted");
    late.resolve(new Response(body));
    await expect.poll(() => cancelled).toBe(true);
  });

  it("C13.9 the explanation of a failed request is not waited for without end", async () => {
    vi.useFakeTimers();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("half an expl")),
    });
    const model = createModel({
      ...base,
      fetch: () => Promise.resolve(new Response(body, { status: 400 })),
    });
    const message = outcome(model.stream(request));
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await message).errorMessage).toBe(
      "anthropic-messages at api.anthropic.com answered 400: half an expl",
    );
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it("F105 (d) with a signal that is already aborted not even the callbacks are called", async () => {
    let told = 0;
    const model = createModel({ ...base, fetch: () => Promise.reject(new Error("not reached")) });
    const signal = AbortSignal.abort();
    const message = await outcome(
      model.stream({ ...request, signal, onRequest: () => void (told += 1) }),
    );
    expect([message.stopReason, told]).toEqual(["aborted", 0]);
  });

  it("C13.3 a callback that throws is a failure of the call, not a throw", async () => {
    const model = createModel({
      ...base,
      fetch: () => Promise.resolve(new Response("", { status: 500 })),
    });
    const boom = (): never => {
      throw new Error("boom");
    };
    for (const callbacks of [{ onRequest: boom }, { onResponse: boom }, { onRetry: boom }]) {
      const message = await outcome(model.stream({ ...request, ...callbacks }));
      expect(message).toMatchObject({
        stopReason: "error",
        errorMessage: "the call of anthropic-messages at api.anthropic.com failed: boom",
      });
    }
  });
});

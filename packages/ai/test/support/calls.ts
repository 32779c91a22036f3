import {
  startModelServer,
  type ModelServer,
  type ModelTurn,
  type ScriptedTurn,
} from "@tau-ts/test-server";
import { expect } from "vitest";
import {
  createModel,
  userMessage,
  type AssistantMessage,
  type CreateModelOptions,
  type Model,
  type ModelRequest,
  type Transport,
} from "../../src/index.ts";
import { textReply } from "./anthropic.ts";
import { countListeners, finalMessage } from "./events.ts";

export const KEY = "sk-secret-0123456789";
export const request: ModelRequest = { messages: [userMessage("hi", 1)] };
export const reply: ModelTurn = { body: textReply("Hello") };

export function status(
  code: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): ModelTurn {
  return { status: code, headers, body: JSON.stringify(body) };
}

export function anthropicError(type: string, message: string): unknown {
  return { type: "error", error: { type, message } };
}

export type Run = (
  script: readonly ScriptedTurn[],
  use: (model: Model, server: ModelServer) => Promise<void>,
  options?: Partial<CreateModelOptions>,
) => Promise<void>;

/** Runs a test against a server that plays a script. Back-offs are short: delays are tested with a clock of their own. */
export function runOver(fetch: Transport | undefined): Run {
  return async (script, use, options = {}) => {
    await using server = await startModelServer(script, { repeatLast: true });
    const model = createModel({
      wire: "anthropic-messages",
      model: "claude-test",
      baseUrl: server.url,
      apiKey: KEY,
      fetch,
      retry: { baseDelayMs: 1 },
      ...options,
    });
    await use(model, server);
  };
}

/** Iterates a call; aborts it when `until` resolves, which is handed a way to wait for an event of a type. */
export async function abortAfter(
  model: Model,
  until: (seen: (type: string) => Promise<void>) => Promise<void>,
): Promise<AssistantMessage> {
  const controller = new AbortController();
  const listeners = countListeners(controller.signal);
  const waiting = new Map<string, () => void>();
  const seen = (type: string): Promise<void> =>
    new Promise((resolve) => waiting.set(type, resolve));
  let aborted = 0;
  const abort = until(seen).then(() => {
    aborted = performance.now();
    controller.abort();
  });
  const events = [];
  for await (const event of model.stream({ ...request, signal: controller.signal })) {
    events.push(event);
    waiting.get(event.type)?.();
  }
  expect(performance.now() - aborted).toBeLessThan(100);
  await abort;
  expect(listeners()).toBe(0);
  return finalMessage(events);
}

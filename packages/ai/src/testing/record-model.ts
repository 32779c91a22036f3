import { thrownText } from "../errors.ts";
import type { AssistantEvent } from "../events.ts";
import type { AssistantMessage } from "../messages.ts";
import type { Model, ModelRequest } from "../model.ts";
import { renderRequest, type CassetteOptions, type Exchange } from "./cassette.ts";
import { scrubbed, type Scrub } from "./scrub.ts";

/** Where exchanges go: a list to push them to, or a function that keeps them. */
export type CassetteSink = Exchange[] | ((exchange: Exchange) => void | Promise<void>);

/**
 * A model that does what the given one does and keeps every exchange for `replayModel`. An exchange is kept before its
 * terminal event is handed out, so that none is missing when a run is over. Not kept are replies that were stopped, by a
 * signal or by leaving the loop: they say nothing about the model. Failed replies are kept.
 *
 * A sink that throws turns the terminal into an `error` that says so.
 */
export function recordModel(
  model: Model,
  sink: CassetteSink,
  options: CassetteOptions = {},
): Model {
  const keep = async (exchange: Exchange): Promise<void> => {
    if (typeof sink === "function") await sink(exchange);
    else sink.push(exchange);
  };
  return {
    ...(model.info !== undefined && { info: model.info }),
    stream: (request) => recordStream(model, request, keep, options.scrub),
  };
}

/** No generator: its `return()` would wait behind a pending `next()`. */
function recordStream(
  model: Model,
  request: ModelRequest,
  keep: (exchange: Exchange) => Promise<void>,
  scrub: Scrub | undefined,
): AsyncIterableIterator<AssistantEvent, undefined> {
  // At once: the list of messages may grow while the reply streams.
  const rendered = renderRequest(request, scrub);
  const events = model.stream(request)[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const step = await events.next();
      if (step.done === true) return { done: true, value: undefined };
      const message = endedMessage(step.value);
      if (message === undefined) return { done: false, value: step.value };
      try {
        await keep({ request: rendered, response: scrubbed(message, scrub) });
        return { done: false, value: step.value };
      } catch (thrown) {
        return { done: false, value: notRecorded(message, thrown) };
      }
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** The message of a terminal event, unless the reply was stopped. */
function endedMessage(event: AssistantEvent): AssistantMessage | undefined {
  if (event.type === "done") return event.message;
  return event.type === "error" && event.reason === "error" ? event.error : undefined;
}

function notRecorded(message: AssistantMessage, thrown: unknown): AssistantEvent {
  const errorMessage = `the exchange could not be recorded: ${thrownText(thrown)}`;
  return {
    type: "error",
    reason: "error",
    error: { ...message, stopReason: "error", errorMessage },
  };
}

import { errorInfo, ProviderError, thrownText } from "../errors.ts";
import type { AssistantEvent, RetryNotice } from "../events.ts";
import { retryDelayMs } from "../failure/retry.ts";
import type { ModelRequest } from "../model.ts";
import { EventQueue } from "../stream/event-queue.ts";
import type { Pump } from "../stream/event-stream.ts";
import { abortText } from "./abort-text.ts";
import { checkedKey, resolveApiKey } from "./api-key.ts";
import { Attempt } from "./attempt.ts";
import { newStream, type Call, type CallTarget, type Payload } from "./call.ts";
import { publicHeaders, redact, secretsOf } from "./secrets.ts";
import { STOPPED, type StopSwitch } from "./stop-switch.ts";

/**
 * Attempts until one delivers something, or fails for good, or no retry is left. Events of an attempt are held back
 * until it delivers content, so that a repeated one leaves no trace but its `retry` event.
 */
export async function* modelCall(
  target: CallTarget,
  request: ModelRequest,
  stop: StopSwitch,
): Pump {
  let call = callOf(target, request, stop);
  let attempt: Attempt | undefined;
  stop.arm();
  try {
    const { apiKey: source } = target;
    // A key that is there costs no turn of the event loop.
    const apiKey =
      typeof source === "function" && stop.cause === undefined
        ? await resolveApiKey(source, target, stop)
        : source;
    if (apiKey === STOPPED || typeof apiKey === "function" || stop.cause !== undefined) {
      yield stoppedCall(call);
      return;
    }
    call = callOf(target, request, stop, checkedKey(apiKey, target));
    const payload = preparePayload(call);
    for (let retry = 1; ; retry++) {
      attempt = new Attempt(call, payload);
      while (await attempt.step()) {
        if (!attempt.stream.hasContent) continue;
        target.memory.rejected.accept(request.messages);
        yield attempt.stream.events;
      }
      const { failure, hasContent } = attempt.stream;
      if (failure?.retryable !== true || hasContent || retry > target.retry.maxRetries) {
        yield attempt.stream.events;
        return;
      }
      const notice = retryNotice(call, retry, failure);
      request.onRetry?.(notice);
      yield queueOf({ type: "retry", ...notice });
      await stop.wait(target.retry.sleep(notice.delayMs, stop.signal));
    }
  } catch (thrown) {
    yield failedCall(call, thrown);
  } finally {
    attempt?.close();
    stop.dispose();
  }
}

function callOf(
  target: CallTarget,
  request: ModelRequest,
  stop: StopSwitch,
  apiKey?: string,
): Call {
  const address = { ...target.address, apiKey };
  return { target, request, stop, address, secrets: secretsOf(address) };
}

/** Makes the words of a request without sending them: the memory keeps those of the messages. */
export function prepareWords({ wire, address, memory }: CallTarget, request: ModelRequest): void {
  try {
    memory.prepare(wire.request(request, { ...address, memory }).body);
  } catch {
    // A request that cannot be built is a failure of the call that asks for it, and is told of there.
  }
}

/** Builds and serialises the request once, and shows it to whoever wants to see it. */
function preparePayload({ target, request, address, secrets }: Call): Payload {
  const { memory } = target;
  const { url, headers, body } = target.wire.request(request, { ...address, memory });
  request.onRequest?.({ url, headers: publicHeaders(headers, secrets), body });
  return { url, headers, body, text: memory.stringify(body) };
}

function retryNotice({ target, secrets }: Call, retry: number, error: ProviderError): RetryNotice {
  const info = errorInfo(error);
  return {
    attempt: retry + 1,
    maxAttempts: target.retry.maxRetries + 1,
    delayMs: retryDelayMs(retry, { ...target.retry, retryAfterMs: error.retryAfterMs }),
    error: { ...info, message: redact(info.message, secrets) },
  };
}

/** Stopped before anything was done: not even the caller's hooks hear of it. */
function stoppedCall(call: Call): EventQueue<AssistantEvent> {
  const stream = newStream(call);
  stream.abort(abortText(call.request.signal));
  return stream.events;
}

/** A request that could not be built, or a callback of the caller's that threw: a failure like any other. */
function failedCall(call: Call, thrown: unknown): EventQueue<AssistantEvent> {
  const stream = newStream(call);
  const failure = ProviderError.isInstance(thrown)
    ? thrown
    : new ProviderError(`the call of ${call.target.label} failed: ${thrownText(thrown)}`, {
        kind: "unknown",
        retryable: false,
        cause: thrown,
      });
  stream.fail(failure);
  return stream.events;
}

function queueOf(event: AssistantEvent): EventQueue<AssistantEvent> {
  const queue = new EventQueue<AssistantEvent>();
  queue.push(event);
  return queue;
}

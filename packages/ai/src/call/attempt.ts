import { ProviderError } from "../errors.ts";
import { requestIdOf, responseError } from "../failure/classify.ts";
import { networkReason } from "../failure/network-reason.ts";
import { forget } from "../forget.ts";
import type { TransportResponse } from "../http.ts";
import type { AssistantStream } from "../stream/assistant-stream.ts";
import { abortText } from "./abort-text.ts";
import { byteReader, finishBody, type ByteReader } from "./byte-reader.ts";
import { newStream, type Call, type Payload } from "./call.ts";
import { ReplyReader } from "./reply-reader.ts";
import { STOPPED, stopReason, TIMED_OUT, type StopSwitch } from "./stop-switch.ts";
import { SilenceBudget } from "./time-limits.ts";

/** How long the explanation of a failed request may take to arrive, and how much of it is read. */
const ERROR_BODY_MS = 5_000;
const ERROR_BODY_BYTES = 256 * 1024;

/** One request and its reply. Settles its `stream` on every path; the connection is closed or finished by then. */
export class Attempt {
  readonly stream: AssistantStream;
  readonly #call: Call;
  readonly #payload: Payload;
  readonly #connection = new AbortController();
  #body: ByteReader | undefined;
  #reader: ReplyReader | undefined;
  #closed = false;

  constructor(call: Call, payload: Payload) {
    this.#call = call;
    this.#payload = payload;
    this.stream = newStream(call, payload.body);
  }

  /** Sends the request, or takes one chunk of the reply. False when the reply is settled. */
  async step(): Promise<boolean> {
    if (this.#reader !== undefined) return this.#reader.read();
    await this.#open();
    if (!this.stream.settled) return true;
    this.close();
    return false;
  }

  /** Closes the connection if it is still in use. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#body?.cancel();
    this.#connection.abort(stopReason());
  }

  async #open(): Promise<void> {
    const { stop, request } = this.#call;
    const response = stop.cause === undefined ? await this.#send() : STOPPED;
    if (response === STOPPED) {
      this.stream.abort(abortText(request.signal));
      return;
    }
    if (response instanceof ProviderError) {
      this.stream.fail(response);
      return;
    }
    this.#body = byteReader(response.body ?? emptyBody());
    this.stream.gathersDeltas = response.isGathered === true;
    const requestId = requestIdOf(response.headers);
    const { status } = response;
    request.onResponse?.({ status, ...(requestId !== undefined && { requestId }) });
    if (status >= 200 && status < 300) this.#reader = this.#readReply(response, this.#body);
    else await this.#readError(response, this.#body);
  }

  async #send(): Promise<TransportResponse | ProviderError | typeof STOPPED> {
    const { stop, target } = this.#call;
    stop.teardown = () => this.close();
    const { url, headers, text: body } = this.#payload;
    const { send } = target;
    const { signal } = this.#connection;
    // In a promise of its own: a transport may also throw.
    const sent = Promise.resolve().then(() => send(url, { method: "POST", headers, body, signal }));
    try {
      const response = await stop.wait(sent, target.limits.connectMs);
      if (response !== STOPPED && response !== TIMED_OUT) return response;
      forget(sent.then((late) => late.body && byteReader(late.body).cancel()));
      if (response === STOPPED) return STOPPED;
      return new ProviderError(
        `${target.label} did not answer within ${target.limits.connectMs} ms`,
        { kind: "timeout", retryable: false },
      );
    } catch (cause) {
      const { origin } = new URL(url);
      return new ProviderError(`could not connect to ${origin}: ${networkReason(cause)}`, {
        kind: "network",
        retryable: true,
        cause,
      });
    }
  }

  #readReply(response: TransportResponse, body: ByteReader): ReplyReader {
    const { stop, target, request } = this.#call;
    const close = (): void => this.close();
    return new ReplyReader({
      stream: this.stream,
      wire: target.wire.reader(this.stream, {
        compat: target.address.compat,
        tools: request.tools,
      }),
      body,
      stop,
      signal: request.signal,
      contentType: response.headers.get("content-type") ?? undefined,
      finish: () => {
        stop.teardown = undefined;
        this.#closed = true;
        finishBody(body, () => {
          body.cancel();
          this.#connection.abort(stopReason());
        });
      },
      close,
      silence: new SilenceBudget(target.limits),
    });
  }

  async #readError(response: TransportResponse, body: ByteReader): Promise<void> {
    const { stop, target, request } = this.#call;
    const text = await readText(body, stop);
    if (text === STOPPED) {
      this.stream.abort(abortText(request.signal));
      return;
    }
    this.stream.fail(
      responseError({
        label: target.label,
        status: response.status,
        headers: response.headers,
        body: text,
        now: target.retry.now(),
        maxRetryAfterMs: target.retry.maxRetryAfterMs,
      }),
    );
  }
}

/** As much of a failed request's explanation as arrives in time. A body that breaks off is worth what it said. */
async function readText(body: ByteReader, stop: StopSwitch): Promise<string | typeof STOPPED> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const read = async (): Promise<void> => {
    for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) {
      text += decoder.decode(chunk, { stream: true });
      bytes += chunk.byteLength;
      if (bytes > ERROR_BODY_BYTES) return;
    }
  };
  const outcome = await stop.wait(
    read().catch(() => undefined),
    ERROR_BODY_MS,
  );
  return outcome === STOPPED ? STOPPED : text;
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // Nothing: the response had no body.
}

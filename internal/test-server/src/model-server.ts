import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import { playTurn } from "./play-turn.ts";
import { parseJsonOrNothing, readBody } from "./recorded-request.ts";
import type { RecordedRequest, RequestRecord } from "./recorded-request.ts";
import type { ModelTurn, ScriptedTurn } from "./turn.ts";

/** How `startModelServer` behaves beyond its script. */
export interface ModelServerOptions {
  /** Play the last turn again and again instead of answering 500 once the script is used up. Default false. */
  readonly repeatLast?: boolean | undefined;
}

/** A running server. `await using` closes it. */
export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  /** Every request in the order in which they arrived in full. Live: it grows. */
  readonly requests: readonly RecordedRequest[];
  /** The request at this place, now or as soon as it arrives. Rejects when the server is closed before that. */
  request(index: number): Promise<RecordedRequest>;
  /** Adds turns to the end of the script. */
  push(...turns: readonly ScriptedTurn[]): void;
  /** Drops every connection, stops listening and waits until each exchange is over. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts a server on a free port of 127.0.0.1 that answers each request, whatever its path, with the next turn of
 * `script`. A request too many gets status 500 and a text that says so; so does one whose turn function throws.
 */
export async function startModelServer(
  script: readonly ScriptedTurn[],
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const exchanges = new Exchanges([...script], options.repeatLast ?? false);
  const server = createServer((request, response) => exchanges.accept(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("cannot start the model server: the operating system gave it no port");
  }
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closed ??= (async () => {
      const over = once(server, "close");
      exchanges.abandon();
      server.close();
      server.closeAllConnections();
      await Promise.all([over, exchanges.settled()]);
    })());
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests: exchanges.requests,
    request: (index) => exchanges.request(index),
    push: (...turns) => exchanges.push(turns),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Waiter {
  readonly index: number;
  resolve(request: RecordedRequest): void;
  reject(reason: Error): void;
}

/** The script, the requests so far, and who waits for a request. */
class Exchanges {
  readonly requests: RequestRecord[] = [];
  readonly #script: ScriptedTurn[];
  readonly #repeatLast: boolean;
  readonly #running = new Set<Promise<void>>();
  #waiters: Waiter[] = [];
  #taken = 0;
  #isClosing = false;

  constructor(script: ScriptedTurn[], repeatLast: boolean) {
    this.#script = script;
    this.#repeatLast = repeatLast;
  }

  push(turns: readonly ScriptedTurn[]): void {
    this.#script.push(...turns);
  }

  request(index: number): Promise<RecordedRequest> {
    const known = this.requests[index];
    if (known) return Promise.resolve(known);
    if (this.#isClosing) return Promise.reject(neverArrived(index, this.requests.length));
    return new Promise((resolve, reject) => this.#waiters.push({ index, resolve, reject }));
  }

  abandon(): void {
    this.#isClosing = true;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter.reject(neverArrived(waiter.index, this.requests.length));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  accept(request: IncomingMessage, response: ServerResponse): void {
    const exchange = this.#exchange(request, response);
    this.#running.add(exchange);
    void exchange.finally(() => this.#running.delete(exchange));
  }

  async #exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    // A write that meets a closed socket. The closing itself is what gets recorded.
    response.on("error", () => gone.abort());
    const { text, complete } = await readBody(request);
    const settled = Promise.withResolvers<void>();
    const record = this.#record(request, text, settled.promise);
    if (complete) await this.#answer(record, response, gone.signal);
    else record.closedByClient = !this.#isClosing;
    settled.resolve();
  }

  #record(request: IncomingMessage, text: string, settled: Promise<void>): RequestRecord {
    const record: RequestRecord = {
      index: this.requests.length,
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      rawBody: text,
      body: parseJsonOrNothing(text),
      closedByClient: false,
      settled,
    };
    this.requests.push(record);
    this.#waiters = this.#waiters.filter((waiter) => {
      if (waiter.index !== record.index) return true;
      waiter.resolve(record);
      return false;
    });
    return record;
  }

  async #answer(record: RequestRecord, response: ServerResponse, gone: AbortSignal): Promise<void> {
    const arrivedAt = performance.now();
    let isOurEnding = false;
    const drop = (): void => {
      isOurEnding = true;
    };
    const noteClose = (): void => {
      if (isOurEnding || this.#isClosing || response.writableFinished) return;
      record.closedByClient = true;
      record.closedAfterMs = performance.now() - arrivedAt;
    };
    if (gone.aborted) noteClose();
    else gone.addEventListener("abort", noteClose, { once: true });
    try {
      const turn = await this.#nextTurn(record);
      await playTurn(turn, response, gone, drop);
    } catch (error) {
      record.scriptError = error;
      drop();
      await this.#answerScriptError(error, response, gone);
    } finally {
      gone.removeEventListener("abort", noteClose);
    }
  }

  /** Before the head is out the client can still be told; after that only a cut is left. */
  async #answerScriptError(
    error: unknown,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    if (response.headersSent) {
      response.socket?.destroy();
      return;
    }
    const turn = scriptFailure(`the script failed: ${String(error)}`);
    await playTurn(turn, response, gone, () => {});
  }

  async #nextTurn(record: RequestRecord): Promise<ModelTurn> {
    const scripted =
      this.#script[this.#taken] ?? (this.#repeatLast ? this.#script.at(-1) : undefined);
    this.#taken += 1;
    if (scripted === undefined) return scriptFailure(usedUp(this.#script.length, record));
    return typeof scripted === "function" ? scripted(record) : scripted;
  }
}

function usedUp(turns: number, record: RecordedRequest): string {
  return (
    `the script holds ${turns} ${turns === 1 ? "turn" : "turns"} and they are used up: ` +
    `no answer for request ${record.index + 1} (${record.method} ${record.url}). ` +
    `Add a turn, or find out why the client asked once more.`
  );
}

/** `error.message` is where every wire looks for the text of a failure. */
function scriptFailure(text: string): ModelTurn {
  return { status: 500, body: JSON.stringify({ error: { message: `model server: ${text}` } }) };
}

function neverArrived(index: number, seen: number): Error {
  return new Error(
    `waited for request ${index}, but the model server was closed after ${seen} requests`,
  );
}

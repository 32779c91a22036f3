import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue, Model } from "@tau-ts/ai";
import { ModelRegistry, userFolders } from "@tau-ts/coding";
import type { Ask, AskTrust, CodingAgent, SessionChoice } from "@tau-ts/coding";
import { EventLines } from "../frontends/event-lines.ts";
import type { TextWriter } from "../frontends/frontend.ts";
import { WriteQueue } from "../frontends/write-queue.ts";
import { commandHandlers, isCommandName } from "./commands/index.ts";
import { deepJson } from "./deep-json.ts";
import { Fields } from "./fields.ts";
import { LineReader } from "./line-reader.ts";
import type { ReadLine } from "./line-reader.ts";
import type { RpcResponse, RpcUiRequest } from "./messages.ts";
import { ModelList } from "./model-list.ts";
import { RetrySwitch } from "./retry-switch.ts";
import { RpcSession } from "./rpc-session.ts";
import { UiQuestions } from "./ui-questions.ts";

/** What an agent that is served must be made with. */
export interface ServedAgentParts {
  readonly ask: Ask;
  readonly askTrust: AskTrust;
  readonly onWarning: (warning: string) => void;
  /** To be laid around every model. */
  readonly wrapModel: (model: Model) => Model;
  /** Absent for the first session: whichever the application likes. */
  readonly session: SessionChoice | undefined;
}

/** Where commands come from, and what carries them out. */
export interface ServeRpcOptions {
  /** Where commands come from, such as `process.stdin`. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Where responses and events go, such as `process.stdout`. */
  readonly output: TextWriter;
  /** Makes an agent, for each session that is opened. */
  readonly openAgent: (parts: ServedAgentParts) => Promise<CodingAgent>;
  /** Which models there are. Default: those of the user. */
  readonly registry?: (() => Promise<ModelRegistry>) | undefined;
  /** Names, as `provider/id`, of the models that `cycle_model` goes through. Default: all that can be used. */
  readonly models?: readonly string[] | undefined;
  /** Ends the service, as the end of the input does. */
  readonly signal?: AbortSignal | undefined;
  /** How long a question is waited for, in milliseconds; then it is answered with no. Default 120,000. */
  readonly questionTimeoutMs?: number | undefined;
  /** Lines of more bytes are refused. Default 16 MB. */
  readonly maxLineBytes?: number | undefined;
}

/**
 * Serves agents to another program: commands, responses and events as lines of JSON. Resolves when the input has ended, or
 * `signal` aborts, and every run is stopped and every session closed. Rejects when the first session cannot be opened.
 */
export async function serveRpc(options: ServeRpcOptions): Promise<void> {
  const service = new RpcService(options);
  await service.open(undefined);
  try {
    await service.read();
  } finally {
    await service.close();
  }
}

class RpcService {
  readonly #options: ServeRpcOptions;
  readonly #output: WriteQueue;
  readonly #questions: UiQuestions;
  readonly #models: ModelList;
  readonly #maxLineBytes: number;
  readonly #sessions: RpcSession[] = [];
  readonly #working = new Set<Promise<void>>();

  constructor(options: ServeRpcOptions) {
    const { registry = usersModels, models, questionTimeoutMs = 120_000 } = options;
    this.#options = options;
    this.#maxLineBytes = options.maxLineBytes ?? 16 * 1024 * 1024;
    this.#output = new WriteQueue(options.output);
    this.#questions = new UiQuestions({
      timeoutMs: questionTimeoutMs,
      send: (record) => this.#send(record),
    });
    this.#models = new ModelList(onceAsked(registry), models);
  }

  /** Makes a session beside those that are open. */
  async open(choice: SessionChoice | undefined): Promise<RpcSession> {
    const retry = new RetrySwitch();
    const lines = new EventLines();
    let session: RpcSession | undefined;
    const agent = await this.#options.openAgent({
      ask: this.#questions.asker(() => session?.id),
      askTrust: this.#questions.askTrust,
      onWarning: (message) => this.#notify(message, session?.id),
      wrapModel: (model) => retry.wrap(model),
      session: choice,
    });
    session = new RpcSession({
      agent,
      models: this.#models,
      retry,
      onEvent: (event) => {
        this.#output.add(lines.line(event, event.sessionId));
        return this.#output.ready(); // A slow reader slows the runs down; nothing piles up.
      },
    });
    this.#sessions.push(session);
    return session;
  }

  /** Takes commands until the input ends, or is not wanted any more. */
  async read(): Promise<void> {
    const { input, signal } = this.#options;
    const reader = new LineReader(this.#maxLineBytes);
    const chunks = input[Symbol.asyncIterator]();
    for (;;) {
      const next = await untilAborted(chunks.next(), signal);
      if (next === undefined || next.done === true) break;
      for (const line of reader.push(next.value)) this.#take(line);
    }
    const last = reader.end();
    if (last && signal?.aborted !== true) this.#take(last);
  }

  /** Stops what goes on; what was answered is written before it resolves. */
  async close(): Promise<void> {
    this.#questions.close();
    await Promise.all(this.#sessions.map((session) => session.dispose()));
    await Promise.all(this.#working);
    await this.#output.flush().catch(() => undefined); // Nobody is left to be told.
  }

  /** Never waits: a command that takes its time is carried out beside those that follow. */
  #take(line: ReadLine): void {
    if ("tooLongBytes" in line)
      return this.#refuse(
        `The line has ${line.tooLongBytes} bytes, which is too long: ${this.#maxLineBytes} are the most.`,
      );
    if (line.text.trim() === "") return;
    let command: unknown;
    try {
      command = JSON.parse(line.text);
    } catch (error) {
      return this.#refuse(error instanceof Error ? error.message : String(error));
    }
    if (!isJsonObject(command) || typeof command["type"] !== "string")
      return this.#refuse("A command is an object with a type.");
    if (command["type"] === "extension_ui_response") return this.#questions.answer(command);
    const work = this.#perform(command["type"], command);
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work));
  }

  async #perform(name: string, command: JsonObject): Promise<void> {
    const { id } = command;
    let hasAnswered = false;
    let sessionId: string | undefined;
    const answer = (
      outcome: { success: true; data?: unknown } | { success: false; error: string },
    ): void => {
      if (hasAnswered) return;
      const about = {
        ...(typeof id === "string" || typeof id === "number" ? { id } : {}),
        type: "response" as const,
        command: name,
        ...(sessionId === undefined ? {} : { sessionId }),
      };
      this.#send({ ...about, ...outcome });
      hasAnswered = true; // Not before it is said: an answer that cannot be written is answered with that.
    };
    const respond = (data: unknown): void =>
      answer(data === undefined ? { success: true } : { success: true, data });
    try {
      const session = this.#session(command["sessionId"]);
      sessionId = session.id;
      const fields = new Fields(command);
      if (name === "open_session" || name === "close_session" || name === "get_open_sessions")
        return respond(await this.#manage(name, session, fields));
      if (!isCommandName(name)) throw new Error(`Unknown command: ${name}`);
      respond(await commandHandlers[name]({ session, fields, id: idText(id), respond }));
    } catch (error) {
      answer({ success: false, error: error instanceof Error ? error.message : String(error) });
    }
  }

  async #manage(
    name: "open_session" | "close_session" | "get_open_sessions",
    session: RpcSession,
    fields: Fields,
  ): Promise<unknown> {
    if (name === "open_session") {
      const path = fields.optionalText("sessionPath");
      const opened = await this.open(path === undefined ? "new" : { path });
      return { sessionId: opened.id };
    }
    if (name === "get_open_sessions")
      return {
        sessions: this.#sessions.map(({ id, agent }) => {
          const { path } = agent.session;
          const file = path === undefined ? {} : { sessionFile: path };
          return { sessionId: id, isStreaming: agent.isRunning, ...file };
        }),
      };
    if (this.#sessions.length < 2)
      throw new Error("The only session is closed by closing the input.");
    this.#sessions.splice(this.#sessions.indexOf(session), 1);
    await session.dispose();
    return undefined;
  }

  /** The first session is meant by commands that name none. */
  #session(id: unknown): RpcSession {
    const session =
      id === undefined || id === null
        ? this.#sessions[0]
        : this.#sessions.find((candidate) => candidate.id === id);
    if (session) return session;
    throw new Error(`There is no open session ${JSON.stringify(id)}. See get_open_sessions.`);
  }

  #refuse(why: string): void {
    this.#send({
      type: "response",
      command: "parse",
      success: false,
      error: `Failed to parse command: ${why}`,
    });
  }

  #notify(message: string, sessionId: string | undefined): void {
    this.#send({
      type: "extension_ui_request",
      id: crypto.randomUUID(),
      ...(sessionId === undefined ? {} : { sessionId }),
      method: "notify",
      message,
      notifyType: "warning",
    });
  }

  #send(record: RpcResponse | RpcUiRequest): void {
    this.#output.add(`${jsonOf(record)}\n`);
  }
}

function jsonOf(record: object): string {
  try {
    return JSON.stringify(record);
  } catch (error) {
    if (error instanceof RangeError) return deepJson(record);
    throw error;
  }
}

/** Some programs count their commands. */
function idText(id: JsonValue | undefined): string | undefined {
  return typeof id === "number" ? String(id) : typeof id === "string" ? id : undefined;
}

function usersModels(): Promise<ModelRegistry> {
  const environment = process.env;
  const { tauHome } = userFolders({ environment });
  return ModelRegistry.load({ tauHome, environment });
}

function onceAsked<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}

/** Undefined when the signal aborts first: the input may stay silent for ever. */
async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!signal) return work;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  work.catch(() => undefined); // Nobody waits for it any more once the signal has won.
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

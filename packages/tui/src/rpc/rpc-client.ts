import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { LineReader } from "./line-reader.ts";
import type { RpcCommandName, RpcCommands } from "./messages.ts";

/** Anything that came and is no response: events, and questions of type `extension_ui_request`. */
export type RpcRecord = JsonObject & { readonly type: string };

/** Which process to start, and how long to wait for its end. */
export interface RpcClientOptions {
  /** The program to start. Default: the Node.js that runs this. */
  readonly program?: string | undefined;
  /** Its words, such as the path of `dist/bin.js`, `--mode` and `rpc`. */
  readonly words: readonly string[];
  /** Where it runs. Default: the current folder. */
  readonly cwd?: string | undefined;
  /** Default: that of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** How long the process may take to end after its input was closed, in milliseconds. Default 5,000. */
  readonly closeMs?: number | undefined;
}

const rpcErrorBrand: unique symbol = Symbol.for("tau-ts.RpcError");

/** A command was answered with `success: false`, or could not be answered because the process has ended. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly kind: "refused" | "ended";
  /** The name of the command. */
  readonly command: string;

  constructor(kind: RpcError["kind"], command: string, message: string) {
    super(message);
    this.kind = kind;
    this.command = command;
    Object.defineProperty(this, rpcErrorBrand, { value: true });
  }

  /** Recognises the class across copies of this package. */
  static isInstance(value: unknown): value is RpcError {
    return value instanceof Error && rpcErrorBrand in value;
  }
}

interface Waiting {
  readonly command: string;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Drives `tau --mode rpc`: starts the process, matches responses to commands by their `id`, and hands everything else to
 * listeners.
 *
 * @example
 * const client = new RpcClient({ words: ["node_modules/@tau-ts/tui/dist/bin.js", "--mode", "rpc"] });
 * client.subscribe((record) => console.log(record.type));
 * await client.request("prompt", { message: "What is this project about?" });
 * await client.settled();
 */
export class RpcClient implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #closeMs: number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #ended: Promise<void>;
  #listeners: readonly ((record: RpcRecord) => void)[] = [];
  #count = 0;
  #stderr = "";
  #isOver = false;

  constructor(options: RpcClientOptions) {
    const { program = process.execPath, words, cwd, environment = process.env } = options;
    this.#closeMs = options.closeMs ?? 5000;
    this.#process = spawn(program, words, { cwd, env: environment, stdio: "pipe" });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    this.#read();
    this.#process.once("error", (error) => this.#end(error.message, resolve));
    this.#process.once("close", (code, signal) => {
      const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
      this.#end(`the process ended ${how}. ${this.#stderr.trim()}`.trim(), resolve);
    });
  }

  /** What the process has written to its standard error, and lines of its standard output that are no records. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Hears of every event and question, in order. Returns a function that unsubscribes. */
  subscribe(listener: (record: RpcRecord) => void): () => void {
    const entry = (record: RpcRecord): void => listener(record);
    this.#listeners = [...this.#listeners, entry];
    return () => (this.#listeners = this.#listeners.filter((other) => other !== entry));
  }

  /** Sends a command and resolves with the `data` of its response, undefined where it has none. Rejects with RpcError. */
  request<Name extends RpcCommandName>(
    command: Name,
    fields: RpcCommands[Name]["in"] & { readonly sessionId?: string | undefined },
  ): Promise<RpcCommands[Name]["out"]>;
  request(command: string, fields: object): Promise<unknown> {
    if (this.#isOver)
      return Promise.reject(new RpcError("ended", command, "the process has ended"));
    this.#count += 1;
    const id = `request-${this.#count}`;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { command, resolve, reject });
    this.#send({ ...fields, type: command, id });
    return promise;
  }

  /** Answers a question: with one of its options, or with nothing to dismiss it. */
  answer(id: string, value: string | undefined): void {
    const answered = value === undefined ? { cancelled: true } : { value };
    this.#send({ type: "extension_ui_response", id, ...answered });
  }

  /** Resolves with the next `agent_settled`. Ask for it before, or right after, the command that begins a run. */
  settled(): Promise<RpcRecord> {
    const { promise, resolve, reject } = Promise.withResolvers<RpcRecord>();
    const unsubscribe = this.subscribe((record) => {
      if (record.type === "agent_settled") resolve(record);
    });
    const ended = (): void =>
      reject(new RpcError("ended", "agent_settled", "the process has ended"));
    void this.#ended.then(ended);
    return promise.finally(unsubscribe);
  }

  /** Closes the input and resolves when the process has ended; one that takes too long is killed. */
  async close(): Promise<void> {
    this.#process.stdin?.end();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), this.#closeMs);
    await this.#ended;
    clearTimeout(timer);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #send(record: object): void {
    this.#process.stdin?.write(`${JSON.stringify(record)}\n`);
  }

  #read(): void {
    const { stdin, stdout, stderr } = this.#process;
    const reader = new LineReader(Number.POSITIVE_INFINITY);
    stdin?.on("error", () => undefined); // The end of the process is told by its own event.
    stdout?.on("data", (chunk: Buffer) => {
      for (const line of reader.push(chunk)) if ("text" in line) this.#take(line.text);
    });
    stderr?.setEncoding("utf8").on("data", (text: string) => (this.#stderr += text));
  }

  #take(text: string): void {
    const record = recordIn(text);
    if (!record) {
      this.#stderr += `${text}\n`;
      return;
    }
    if (record.type !== "response") {
      for (const listener of this.#listeners) listener(record);
      return;
    }
    const id = textField(record, "id");
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (record["success"] === true) waiting?.resolve(record["data"]);
    else waiting?.reject(new RpcError("refused", waiting.command, textField(record, "error")));
  }

  #end(why: string, resolve: () => void): void {
    this.#isOver = true;
    for (const { command, reject } of this.#waiting.values())
      reject(new RpcError("ended", command, why));
    this.#waiting.clear();
    resolve();
  }
}

function textField(record: JsonObject, name: string): string {
  const value = record[name];
  return typeof value === "string" ? value : "";
}

/** Undefined for what some library of the process has printed. */
function recordIn(line: string): RpcRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is RpcRecord {
  return isJsonObject(value) && typeof value["type"] === "string";
}

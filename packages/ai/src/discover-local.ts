import { createModel } from "./create-model.ts";
import { forget } from "./forget.ts";
import type { Transport, TransportResponse } from "./http.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import type { Model, ModelInfo } from "./model.ts";
import { objectField, objectList, numberField, textField } from "./wires/json-fields.ts";

/** A server on this machine that can be asked which models it has. */
export interface LocalServer {
  /** Recorded as the provider of its models. */
  readonly name: "ollama" | "lmstudio" | "llamacpp" | "vllm";
  readonly port: number;
}

/** Where and how long local servers are looked for. */
export interface DiscoverOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: Transport | undefined;
  /** Time for everything together, in milliseconds. Default 200. */
  readonly timeoutMs?: number | undefined;
  /** Ends the search: servers that have not answered by then are passed over. */
  readonly signal?: AbortSignal | undefined;
  /** Where to look. Default: the ports these servers listen at unless they are told otherwise. */
  readonly servers?: readonly LocalServer[] | undefined;
}

/** One model that a local server offers, ready to be used. */
export interface LocalModel extends Model {
  readonly info: ModelInfo;
  /** Of the server's Chat Completions API. */
  readonly baseUrl: string;
  /** As far as known. */
  readonly inputs?: readonly ("text" | "image")[] | undefined;
}

interface Facts {
  readonly id: string;
  readonly contextWindow?: number;
  readonly inputs?: readonly ("text" | "image")[];
}

interface Kind {
  /** What is asked. */
  readonly path: string;
  /** The models in the answer; `undefined` when it is not this server's way to answer. */
  readonly read: (answer: JsonObject) => Facts[] | undefined;
}

const SERVERS: readonly LocalServer[] = [
  { name: "ollama", port: 11434 },
  { name: "lmstudio", port: 1234 },
  { name: "llamacpp", port: 8080 },
  { name: "llamacpp", port: 9931 },
  { name: "vllm", port: 8000 },
];

const KINDS: Readonly<Record<LocalServer["name"], Kind>> = {
  ollama: { path: "/api/tags", read: ollamaModels },
  lmstudio: { path: "/api/v0/models", read: lmStudioModels },
  llamacpp: { path: "/v1/models", read: llamaCppModels },
  vllm: { path: "/v1/models", read: vllmModels },
};

/** More is no list of models. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Models of servers on this machine: Ollama, LM Studio, llama.cpp and vLLM are asked side by side, on the loopback
 * interface only. Whoever does not answer in time, or answers something else than such a server would, is passed over:
 * never rejects. Models come in the order of `servers`.
 */
export async function discoverLocalModels(options: DiscoverOptions = {}): Promise<LocalModel[]> {
  const { servers = SERVERS, timeoutMs = 200, signal } = options;
  const send: Transport = options.fetch ?? ((url, request) => globalThis.fetch(url, request));
  const stop = new AbortController();
  const abort = (): void => stop.abort(new Error("the search for local models is over"));
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener("abort", abort);
  if (signal?.aborted === true) abort();
  try {
    const probes = servers.map((server) => probe(server, options.fetch, send, stop.signal));
    return (await Promise.all(probes)).flat();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    abort();
  }
}

async function probe(
  { name, port }: LocalServer,
  fetch: Transport | undefined,
  send: Transport,
  signal: AbortSignal,
): Promise<LocalModel[]> {
  const kind = KINDS[name];
  const origin = `http://127.0.0.1:${port}`;
  const answer = await withinTime(ask(`${origin}${kind.path}`, send, signal), signal);
  const found = answer === undefined ? undefined : kind.read(answer);
  const baseUrl = `${origin}/v1`;
  return (found ?? []).map(({ id, contextWindow, inputs }) => {
    const model = createModel({
      wire: "openai-completions",
      model: id,
      provider: name,
      baseUrl,
      fetch,
      contextWindow,
      compat: { supportsImages: inputs?.includes("image") },
    });
    const info = { ...model.info, id };
    return { ...model, info, baseUrl, inputs };
  });
}

/** `undefined` for every kind of failure: no server, another server, no JSON. */
async function ask(
  url: string,
  send: Transport,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const headers = { accept: "application/json" };
  try {
    const response = await send(url, { method: "GET", headers, signal });
    if (response.status !== 200) return undefined;
    const value: unknown = JSON.parse(await boundedText(response));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function boundedText(response: TransportResponse): Promise<string> {
  const length = Number(response.headers.get("content-length") ?? 0);
  if (length > MAX_ANSWER_BYTES) throw new RangeError("the answer is no list of models");
  return response.text();
}

/** Does not wait for a transport that is deaf to its signal. */
function withinTime<Value>(
  work: Promise<Value | undefined>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const end = (value: Value | undefined): void => {
      signal.removeEventListener("abort", giveUp);
      resolve(value);
    };
    const giveUp = (): void => end(undefined);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    forget(work.then(end, giveUp));
  });
}

function ollamaModels(answer: JsonObject): Facts[] | undefined {
  if (!Array.isArray(answer["models"])) return undefined;
  return objectList(answer["models"]).flatMap((model) => {
    const id = textField(model["model"]) || textField(model["name"]);
    return id === "" ? [] : [{ id }];
  });
}

/** Embedding models cannot answer. */
function lmStudioModels(answer: JsonObject): Facts[] | undefined {
  const models = listOf(answer);
  return models
    ?.filter((model) => model["type"] === "llm" || model["type"] === "vlm")
    .map((model) => ({
      id: textField(model["id"]),
      ...contextOf(model["loaded_context_length"] ?? model["max_context_length"]),
      inputs: model["type"] === "vlm" ? ["text", "image"] : ["text"],
    }));
}

function llamaCppModels(answer: JsonObject): Facts[] | undefined {
  return ownedBy(answer, "llamacpp")?.map((model) => ({
    id: textField(model["id"]),
    ...contextOf(objectField(model["meta"])["n_ctx"] ?? objectField(model["meta"])["n_ctx_train"]),
  }));
}

function vllmModels(answer: JsonObject): Facts[] | undefined {
  return ownedBy(answer, "vllm")?.map((model) => ({
    id: textField(model["id"]),
    ...contextOf(model["max_model_len"]),
  }));
}

/** Many programs listen at these ports and some of them speak the same API: the owner tells them apart. */
function ownedBy(answer: JsonObject, owner: string): JsonObject[] | undefined {
  return listOf(answer)?.filter((model) => model["owned_by"] === owner);
}

function listOf(answer: JsonObject): JsonObject[] | undefined {
  if (!Array.isArray(answer["data"])) return undefined;
  return objectList(answer["data"]).filter((model) => textField(model["id"]) !== "");
}

function contextOf(value: JsonObject[string] | undefined): { readonly contextWindow?: number } {
  const tokens = numberField(value);
  return tokens === undefined || tokens <= 0 ? {} : { contextWindow: tokens };
}

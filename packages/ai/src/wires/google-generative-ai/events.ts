import { ProviderError, type ProviderErrorKind } from "../../errors.ts";
import { streamError } from "../../failure/classify.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";
import type { AssistantStream, DoneReason } from "../../stream/assistant-stream.ts";
import type { ServerSentEvent } from "../../stream/sse.ts";
import { makeToolCallId } from "../../transcript/call-ids.ts";
import { parseEventData } from "../event-data.ts";
import { numberField, objectField, objectList, textField } from "../json-fields.ts";
import type { WireReader } from "../wire.ts";
import { addPartialArguments } from "./partial-arguments.ts";

const REASONS: ReadonlyMap<string, DoneReason> = new Map<string, DoneReason>([
  ["STOP", "stop"],
  ["MAX_TOKENS", "length"],
]);
/** Reasons that lie in what was asked or answered: the same request would end in the same way. */
const FILTERS: ReadonlySet<string> = new Set([
  "SAFETY",
  "RECITATION",
  "LANGUAGE",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
  "MODEL_ARMOR",
]);

interface OpenCall {
  readonly key: number;
  readonly args: JsonObject;
}

/**
 * Events of the Generative Language API: each is a whole response with the next parts of the answer. Parts of one kind
 * in a row are one block. The end of the body ends the reply, if a finish reason came before it. Parts that are not for
 * the client (tools the provider runs itself) are ignored.
 */
export class GoogleReader implements WireReader {
  readonly #stream: AssistantStream;
  #key = 0;
  #open: "text" | "thinking" | undefined;
  /** A call whose arguments come in pieces. */
  #call: OpenCall | undefined;
  #calls = 0;
  #finishReason: string | undefined;
  /** Fields of the token counts, the last value of each. */
  #counts: JsonObject = {};

  constructor(stream: AssistantStream) {
    this.#stream = stream;
  }

  read(event: ServerSentEvent): boolean {
    const data = parseEventData(event);
    if (data === undefined) return false;
    if (data["error"] !== undefined && data["error"] !== null) throw streamError(data);
    this.#stream.identify({
      ...(typeof data["responseId"] === "string" && { responseId: data["responseId"] }),
      ...(typeof data["modelVersion"] === "string" && { model: data["modelVersion"] }),
    });
    this.#stream.start();
    this.#updateUsage(objectField(data["usageMetadata"]));
    const [candidate = {}] = objectList(data["candidates"]);
    for (const part of objectList(objectField(candidate["content"])["parts"])) this.#part(part);
    this.#checkPrompt(objectField(data["promptFeedback"]));
    const reason = textField(candidate["finishReason"]);
    if (reason !== "") this.#checkReason(reason, textField(candidate["finishMessage"]));
    return true;
  }

  end(): void {
    if (this.#finishReason === undefined) return;
    const reason = REASONS.get(this.#finishReason) ?? "stop";
    // Pieces were promised that never came: that call is not complete.
    if (this.#call !== undefined && reason !== "length") return;
    this.#stream.done(reason === "stop" && this.#calls > 0 ? "toolUse" : reason);
  }

  #part(part: JsonObject): void {
    const signature = textField(part["thoughtSignature"]);
    const call = part["functionCall"];
    if (isJsonObject(call)) this.#functionCall(call, signature);
    else if (typeof part["text"] === "string") {
      this.#words(part["thought"] === true ? "thinking" : "text", part["text"], signature);
    }
  }

  #words(kind: "text" | "thinking", words: string, signature: string): void {
    if (words === "" && signature === "") return;
    const stream = this.#stream;
    if (this.#open !== kind) {
      this.#closeWords();
      this.#open = kind;
      if (kind === "text") stream.startText(this.#key);
      else stream.startThinking(this.#key);
    }
    if (kind === "text") {
      stream.text(this.#key, words);
      if (signature !== "") stream.textSignature(this.#key, signature);
    } else {
      stream.thinking(this.#key, words);
      stream.signature(this.#key, signature);
    }
  }

  #closeWords(): void {
    if (this.#open !== undefined) this.#stream.end(this.#key);
    this.#open = undefined;
    this.#key += 1;
  }

  /** A whole call; or, when it `willContinue`, its beginning, then pieces of its arguments, then an empty one. */
  #functionCall(call: JsonObject, signature: string): void {
    const name = textField(call["name"]);
    const continues = call["willContinue"] === true;
    if (this.#call === undefined || name !== "") {
      if (this.#call !== undefined) this.#endCall(this.#call);
      if (name === "") return;
      this.#call = this.#startCall(call, name, signature);
    }
    addPartialArguments(this.#call.args, objectList(call["partialArgs"]));
    if (!continues) this.#endCall(this.#call);
  }

  #startCall(call: JsonObject, name: string, signature: string): OpenCall {
    this.#closeWords();
    this.#calls += 1;
    const key = this.#key;
    const args = { ...objectField(call["args"]) };
    const id = textField(call["id"]) || makeToolCallId();
    const signed = signature !== "" && { thoughtSignature: signature };
    this.#stream.startToolCall(key, { id, name, ...signed }, args);
    return { key, args };
  }

  #endCall({ key }: OpenCall): void {
    this.#stream.end(key);
    this.#call = undefined;
    this.#key += 1;
  }

  #updateUsage(counts: JsonObject): void {
    this.#counts = { ...this.#counts, ...counts };
    const count = (name: string): number | undefined => numberField(this.#counts[name]);
    const prompt = count("promptTokenCount");
    const answer = count("candidatesTokenCount");
    const thoughts = count("thoughtsTokenCount");
    if (prompt === undefined && answer === undefined && thoughts === undefined) return;
    const cacheRead = count("cachedContentTokenCount") ?? 0;
    this.#stream.updateUsage({
      input: Math.max((prompt ?? 0) - cacheRead, 0),
      output: (answer ?? 0) + (thoughts ?? 0),
      cacheRead,
      ...(thoughts !== undefined && { reasoning: thoughts }),
    });
  }

  #checkPrompt(feedback: JsonObject): void {
    const reason = textField(feedback["blockReason"]);
    if (reason === "" || reason === "BLOCK_REASON_UNSPECIFIED") return;
    const message = textField(feedback["blockReasonMessage"]);
    throw refusal("content-filter", reason, message || `the prompt was blocked (${reason})`);
  }

  #checkReason(reason: string, message: string): void {
    if (REASONS.has(reason)) {
      this.#finishReason = reason;
      return;
    }
    const kind = FILTERS.has(reason) ? "content-filter" : "server";
    throw refusal(
      kind,
      reason,
      message || `the provider ended the reply without an answer (finish reason: ${reason})`,
    );
  }
}

/** Anything but a filter is an accident of this reply: the next one may be better. */
function refusal(kind: ProviderErrorKind, code: string, message: string): ProviderError {
  return new ProviderError(message, { kind, retryable: kind === "server", code });
}

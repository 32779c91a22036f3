import { ProviderError } from "../../errors.ts";
import { streamError, truncatedError } from "../../failure/classify.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { AssistantStream } from "../../stream/assistant-stream.ts";
import type { ServerSentEvent } from "../../stream/sse.ts";
import { parseEventData } from "../event-data.ts";
import { objectField, objectList, textField } from "../json-fields.ts";
import { CallScanner } from "../salvage/call-scanner.ts";
import type { ReaderContext, WireReader } from "../wire.ts";
import { doneReason } from "./finish.ts";
import { detailsText, ReasoningDetails } from "./reasoning-details.ts";
import { ToolCallDeltas } from "./tool-call-deltas.ts";
import { chatUsage } from "./usage.ts";

const TEXT = "text";
const THINKING = "thinking";
/** Where servers put reasoning; a piece has it in one of them, the first that is there. */
const THINKING_FIELDS = ["reasoning_content", "reasoning", "reasoning_text", "thinking"] as const;

/**
 * Chunks of a chat completion. The reply ends with `[DONE]`, or with the end of the input after a finish reason: until
 * then counts of tokens, a better finish reason or an error may follow.
 */
export class ChatReader implements WireReader {
  readonly #stream: AssistantStream;
  readonly #calls: ToolCallDeltas;
  readonly #details = new ReasoningDetails();
  readonly #scanner: CallScanner | undefined;
  #isThinking = false;
  #hasText = false;
  #finishReason: string | undefined;

  constructor(stream: AssistantStream, { compat, tools = [] }: ReaderContext) {
    this.#stream = stream;
    this.#calls = new ToolCallDeltas(stream);
    if (compat?.salvageToolCalls === true && tools.length > 0) {
      this.#scanner = new CallScanner(stream, TEXT, tools);
    }
  }

  read(event: ServerSentEvent): boolean {
    if (event.data.trim() === "[DONE]") {
      this.#finish();
      return true;
    }
    const data = parseEventData(event);
    if (data === undefined) return false;
    throwError(event, data);
    this.#stream.start();
    const { id, model } = data;
    this.#stream.identify({
      ...(typeof id === "string" && id !== "" && { responseId: id }),
      ...(typeof model === "string" && model !== "" && { model }),
    });
    this.#readUsage(data["usage"]);
    this.#readUsage(objectField(data["x_groq"])["usage"]);
    const choice = objectList(data["choices"]).find(({ index }) => (index ?? 0) === 0);
    if (choice !== undefined) this.#readChoice(choice);
    return true;
  }

  end(): void {
    if (this.#finishReason !== undefined) this.#finish();
  }

  #readChoice(choice: JsonObject): void {
    if (isJsonObject(choice["error"])) throw streamError(choice);
    this.#readUsage(choice["usage"]);
    const delta = isJsonObject(choice["delta"]) ? choice["delta"] : objectField(choice["message"]);
    this.#readThinking(delta);
    this.#readContent(delta["content"]);
    this.#text(textField(delta["refusal"]));
    const pieces = objectList(delta["tool_calls"]);
    if (isJsonObject(delta["function_call"])) pieces.push({ function: delta["function_call"] });
    if (pieces.length > 0) this.#closeWords();
    for (const piece of pieces) this.#calls.add(piece);
    const reason = textField(choice["finish_reason"]);
    if (reason !== "") this.#finishReason = reason;
  }

  #readThinking(delta: JsonObject): void {
    const details = delta["reasoning_details"];
    if (details !== undefined) this.#details.add(details);
    const field = THINKING_FIELDS.find((name) => textField(delta[name]) !== "");
    this.#thinking(field === undefined ? detailsText(details) : textField(delta[field]));
  }

  /** Text, or a list of text and thinking parts. */
  #readContent(content: JsonValue | undefined): void {
    this.#text(textField(content));
    for (const part of objectList(content)) {
      this.#text(textField(part["text"]));
      this.#thinking(textField(part["thinking"]));
      for (const inner of objectList(part["thinking"])) this.#thinking(textField(inner["text"]));
    }
  }

  #thinking(words: string): void {
    if (words === "") return;
    this.#stream.end(TEXT);
    this.#isThinking = true;
    this.#stream.thinking(THINKING, words);
  }

  #text(words: string): void {
    if (words === "") return;
    this.#closeThinking();
    this.#hasText = true;
    if (this.#scanner === undefined) this.#stream.text(TEXT, words);
    else this.#scanner.feed(words);
  }

  #closeWords(): void {
    this.#closeThinking();
    this.#stream.end(TEXT);
  }

  /** Opaque reasoning that came without words becomes a block of its own. */
  #closeThinking(): void {
    if (!this.#isThinking && this.#details.isEmpty) return;
    const opaque = this.#details.take();
    if (!this.#isThinking && opaque !== undefined) this.#stream.redactedThinking(THINKING, opaque);
    else this.#stream.signature(THINKING, opaque ?? "");
    this.#isThinking = false;
    this.#stream.end(THINKING);
  }

  #readUsage(usage: JsonValue | undefined): void {
    if (!isJsonObject(usage)) return;
    const isCount = "prompt_tokens" in usage || "completion_tokens" in usage;
    if (isCount) this.#stream.updateUsage(chatUsage(usage));
  }

  #finish(): void {
    const stream = this.#stream;
    const reason = this.#finishReason === undefined ? undefined : doneReason(this.#finishReason);
    this.#closeThinking();
    const isCut = this.#finishReason === undefined || reason === "length";
    const salvaged = this.#scanner?.finish(isCut) ?? 0;
    const isWhole = this.#calls.finish(isCut);
    const hasCalls = !this.#calls.isEmpty || salvaged > 0;
    if (this.#finishReason === undefined) {
      if (!stream.hasContent) throw nothingError();
      if (!isWhole || (!this.#hasText && !hasCalls)) throw truncatedError();
    } else if (reason === undefined) {
      stream.note({ type: "unknown_stop_reason", stopReason: this.#finishReason });
    }
    const ending = reason ?? "stop";
    stream.done(ending === "stop" && hasCalls ? "toolUse" : ending);
  }
}

/** Errors come under a name of their own, as an `error` field, or as an object that says so. */
function throwError(event: ServerSentEvent, data: JsonObject): void {
  const { error } = data;
  const isError =
    event.name === "error" ||
    data["object"] === "error" ||
    data["type"] === "error" ||
    isJsonObject(error) ||
    textField(error) !== "";
  if (isError) throw streamError(data);
}

function nothingError(): ProviderError {
  return new ProviderError("the reply ended without content and without a finish reason", {
    kind: "protocol",
    retryable: true,
  });
}

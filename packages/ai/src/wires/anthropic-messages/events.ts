import { ProviderError } from "../../errors.ts";
import { streamError } from "../../failure/classify.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { AssistantStream, DoneReason, UsageUpdate } from "../../stream/assistant-stream.ts";
import type { ServerSentEvent } from "../../stream/sse.ts";
import { makeToolCallId } from "../../transcript/call-ids.ts";
import { parseEventData } from "../event-data.ts";
import { numberField, objectField, textField } from "../json-fields.ts";
import type { WireReader } from "../wire.ts";

const REASONS: ReadonlyMap<string, DoneReason> = new Map<string, DoneReason>([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["pause_turn", "stop"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "toolUse"],
]);

/**
 * Events of the Messages API. Block types that are not for the client (tools the provider runs itself, their results,
 * and whatever is invented later) are ignored together with their deltas.
 */
export class AnthropicReader implements WireReader {
  readonly #stream: AssistantStream;
  readonly #ignored = new Set<number>();
  #stopReason: string | undefined;
  #refusal: string | undefined;

  constructor(stream: AssistantStream) {
    this.#stream = stream;
  }

  read(event: ServerSentEvent): boolean {
    const data = parseEventData(event);
    if (data === undefined) return false;
    const type = textField(data["type"]) || event.name;
    switch (type) {
      case "ping":
        return false;
      case "message_start":
        this.#messageStart(data["message"]);
        break;
      case "content_block_start":
        this.#blockStart(indexOf(data), data["content_block"]);
        break;
      case "content_block_delta":
        this.#blockDelta(indexOf(data), data["delta"]);
        break;
      case "content_block_stop":
        this.#stream.end(indexOf(data));
        break;
      case "message_delta":
        this.#messageDelta(data);
        break;
      case "message_stop":
        this.#finish();
        break;
      default:
        if (type === "error" || isJsonObject(data["error"])) throw streamError(data);
    }
    return true;
  }

  end(): void {
    // `message_stop` alone ends a reply.
  }

  #messageStart(message: JsonValue | undefined): void {
    if (isJsonObject(message)) {
      const { id, model } = message;
      this.#stream.identify({
        ...(typeof id === "string" && { responseId: id }),
        ...(typeof model === "string" && { model }),
      });
      this.#updateUsage(message["usage"]);
    }
    this.#stream.start();
  }

  #blockStart(index: number, block: JsonValue | undefined): void {
    if (!isJsonObject(block)) return;
    this.#ignored.delete(index);
    const stream = this.#stream;
    switch (textField(block["type"])) {
      case "text":
        stream.startText(index);
        stream.text(index, textField(block["text"]));
        return;
      case "thinking":
        stream.startThinking(index);
        stream.thinking(index, textField(block["thinking"]));
        stream.signature(index, textField(block["signature"]));
        return;
      case "redacted_thinking":
        stream.redactedThinking(index, textField(block["data"]));
        return;
      case "tool_use": {
        const input = block["input"];
        const call = {
          id: textField(block["id"]) || makeToolCallId(),
          name: textField(block["name"]),
        };
        const isGiven = isJsonObject(input) && Object.keys(input).length > 0;
        stream.startToolCall(index, call, isGiven ? input : undefined);
        return;
      }
      default:
        this.#ignored.add(index);
    }
  }

  #blockDelta(index: number, delta: JsonValue | undefined): void {
    if (!isJsonObject(delta) || this.#ignored.has(index)) return;
    switch (textField(delta["type"])) {
      case "text_delta":
        this.#stream.text(index, textField(delta["text"]));
        return;
      case "thinking_delta":
        this.#stream.thinking(index, textField(delta["thinking"]));
        return;
      case "signature_delta":
        this.#stream.signature(index, textField(delta["signature"]));
        return;
      case "input_json_delta":
        this.#stream.toolCallDelta(index, textField(delta["partial_json"]));
        return;
      default:
    }
  }

  #messageDelta(data: JsonObject): void {
    const delta = data["delta"];
    if (isJsonObject(delta)) {
      if (typeof delta["stop_reason"] === "string") this.#stopReason = delta["stop_reason"];
      const details = delta["stop_details"];
      if (isJsonObject(details)) this.#refusal = textField(details["explanation"]) || this.#refusal;
    }
    this.#updateUsage(data["usage"]);
  }

  #updateUsage(usage: JsonValue | undefined): void {
    if (!isJsonObject(usage)) return;
    const reasoning = objectField(usage["output_tokens_details"])["thinking_tokens"];
    const update: UsageUpdate = {
      ...count("input", usage["input_tokens"]),
      ...count("output", usage["output_tokens"]),
      ...count("cacheRead", usage["cache_read_input_tokens"]),
      ...count("cacheWrite", usage["cache_creation_input_tokens"]),
      ...count("reasoning", reasoning),
    };
    this.#stream.updateUsage(update);
  }

  #finish(): void {
    const reason = this.#stopReason;
    if (reason === "refusal") {
      const message = this.#refusal ?? "the model refused to answer (stop reason: refusal)";
      throw new ProviderError(message, { kind: "content-filter", retryable: false, code: reason });
    }
    const known = reason === undefined ? "stop" : REASONS.get(reason);
    if (known === undefined) {
      this.#stream.note({ type: "unknown_stop_reason", stopReason: reason ?? null });
    }
    this.#stream.done(known ?? "stop");
  }
}

function indexOf(data: JsonObject): number {
  return numberField(data["index"]) ?? 0;
}

function count(name: keyof UsageUpdate, value: JsonValue | undefined): UsageUpdate {
  const tokens = numberField(value);
  return tokens === undefined ? {} : { [name]: tokens };
}

import type { JsonObject } from "../../json.ts";
import type { AssistantStream } from "../../stream/assistant-stream.ts";
import { makeToolCallId } from "../../transcript/call-ids.ts";
import { numberField, objectField, objectList, textField } from "../json-fields.ts";
import { recordedCallId } from "./call-ids.ts";

/** One item of the output. Its place tells it apart: some servers give it another id in every event. */
interface OutputItem {
  readonly key: string;
  /** What of it has arrived in pieces: the whole that comes at its end is then no news. */
  has: "nothing" | "text" | "summary" | "reasoning" | "arguments";
  /** The part of a summary the latest piece belongs to. */
  part: number | undefined;
  isCall: boolean;
  isOver: boolean;
}

/** The items of a reply, put together from their events. */
export class OutputItems {
  readonly #stream: AssistantStream;
  readonly #items = new Map<string, OutputItem>();
  #hasCalls = false;

  constructor(stream: AssistantStream) {
    this.#stream = stream;
  }

  get hasCalls(): boolean {
    return this.#hasCalls;
  }

  read(type: string, data: JsonObject): void {
    const delta = textField(data["delta"]);
    switch (type) {
      case "response.output_item.added":
        this.#added(this.#itemOf(data), objectField(data["item"]));
        return;
      case "response.output_item.done":
        this.#done(this.#itemOf(data), objectField(data["item"]));
        return;
      case "response.output_text.delta":
      case "response.refusal.delta":
        this.#text(this.#itemOf(data), delta);
        return;
      case "response.reasoning_summary_text.delta":
        this.#thinking(this.#itemOf(data), "summary", delta, numberField(data["summary_index"]));
        return;
      case "response.reasoning_text.delta":
        this.#thinking(this.#itemOf(data), "reasoning", delta, numberField(data["content_index"]));
        return;
      case "response.function_call_arguments.delta":
        this.#arguments(this.#itemOf(data), delta);
        return;
      case "response.function_call_arguments.done":
        this.#wholeArguments(this.#itemOf(data), textField(data["arguments"]));
        return;
      default:
    }
  }

  /** The whole output, at the end: what did not come in events of its own is read from it. */
  readRest(output: readonly JsonObject[]): void {
    // Some servers number their events in another way: what came at all came in events.
    const cameInEvents = this.#items.size > 0;
    for (const [index, item] of output.entries()) {
      const key = `item ${index}`;
      const known = this.#items.get(key) ?? (cameInEvents ? undefined : this.#create(key));
      if (known !== undefined) this.#done(known, item);
    }
  }

  #itemOf(data: JsonObject): OutputItem {
    const place = numberField(data["output_index"]) ?? textField(data["item_id"]);
    const key = `item ${place}`;
    return this.#items.get(key) ?? this.#create(key);
  }

  #create(key: string): OutputItem {
    const item: OutputItem = {
      key,
      has: "nothing",
      part: undefined,
      isCall: false,
      isOver: false,
    };
    this.#items.set(key, item);
    return item;
  }

  #added(item: OutputItem, value: JsonObject): void {
    if (value["type"] !== "function_call" || item.isCall) return;
    item.isCall = true;
    this.#hasCalls = true;
    const callId = textField(value["call_id"]);
    const id = callId === "" ? makeToolCallId() : recordedCallId(callId, textField(value["id"]));
    this.#stream.startToolCall(item.key, { id, name: textField(value["name"]) });
  }

  #done(item: OutputItem, value: JsonObject): void {
    if (item.isOver) return;
    switch (textField(value["type"])) {
      case "message":
        this.#messageDone(item, value);
        break;
      case "reasoning":
        this.#reasoningDone(item, value);
        break;
      case "function_call":
        this.#added(item, value);
        this.#wholeArguments(item, textField(value["arguments"]));
        // A call that the output limit cut off stays open and is left out of the message.
        if (value["status"] === "incomplete") return;
        break;
      default:
    }
    item.isOver = true;
    this.#stream.end(item.key);
  }

  #messageDone(item: OutputItem, value: JsonObject): void {
    const parts = objectList(value["content"]);
    const words = parts.map((part) => textField(part["text"]) || textField(part["refusal"]));
    if (item.has === "nothing") this.#text(item, words.join(""));
    const { id, phase } = value;
    const signature = {
      ...(typeof id === "string" && { id }),
      ...(typeof phase === "string" && { phase }),
    };
    if (item.has === "text") this.#stream.textSignature(item.key, JSON.stringify(signature));
  }

  /** The item itself becomes the signature, if there is anything in it that can be sent back. */
  #reasoningDone(item: OutputItem, value: JsonObject): void {
    const content = objectList(value["content"]);
    const summary = objectList(value["summary"]);
    if (item.has === "nothing") {
      for (const [part, { text }] of summary.entries()) {
        this.#thinking(item, "summary", textField(text), part);
      }
      for (const [part, { text }] of content.entries()) {
        this.#thinking(item, "reasoning", textField(text), part);
      }
    }
    const { status: _, ...kept } = value;
    const isKept = textField(value["encrypted_content"]) !== "" || content.length > 0;
    if (!isKept) return;
    const signature = JSON.stringify({ ...kept, summary });
    if (item.has === "nothing") this.#stream.redactedThinking(item.key, signature);
    else this.#stream.signature(item.key, signature);
  }

  #text(item: OutputItem, delta: string): void {
    if (delta === "") return;
    item.has = "text";
    this.#stream.text(item.key, delta);
  }

  /** Of a summary and the reasoning itself only what comes first is taken. Parts are set apart by a blank line. */
  #thinking(
    item: OutputItem,
    kind: "summary" | "reasoning",
    delta: string,
    part: number | undefined,
  ): void {
    if (delta === "" || (item.has !== kind && item.has !== "nothing")) return;
    if (item.has === kind && item.part !== part) this.#stream.thinking(item.key, "\n\n");
    item.has = kind;
    item.part = part;
    this.#stream.thinking(item.key, delta);
  }

  #arguments(item: OutputItem, delta: string): void {
    if (!item.isCall || delta === "") return;
    item.has = "arguments";
    this.#stream.toolCallDelta(item.key, delta);
  }

  #wholeArguments(item: OutputItem, text: string): void {
    if (item.has === "nothing") this.#arguments(item, text);
  }
}

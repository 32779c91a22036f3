import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { AssistantStream } from "../../stream/assistant-stream.ts";
import { TextBuffer } from "../../stream/text-buffer.ts";
import { parseToolArguments } from "../../stream/tool-arguments.ts";
import { makeToolCallId } from "../../transcript/call-ids.ts";
import { numberField, objectField, textField } from "../json-fields.ts";

interface PartialCall {
  readonly key: string;
  readonly index: number | undefined;
  id: string;
  /** Empty until the name arrived: the call is announced then. */
  name: string;
  readonly text: TextBuffer;
}

interface Delta {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
}

/**
 * Puts the pieces of tool calls together. Servers differ in what they number: some leave the index out, some give all
 * calls the same one, some repeat the name or make up an id for every piece. Calls stay open until the reply ends,
 * because pieces of several calls may be mixed.
 */
export class ToolCallDeltas {
  readonly #stream: AssistantStream;
  readonly #calls: PartialCall[] = [];

  constructor(stream: AssistantStream) {
    this.#stream = stream;
  }

  /** Whether no tool was called so far. */
  get isEmpty(): boolean {
    return this.#calls.every((call) => call.name === "");
  }

  add(piece: JsonObject): void {
    const called = objectField(piece["function"]);
    const delta: Delta = {
      index: numberField(piece["index"]),
      id: textField(piece["id"]),
      name: textField(called["name"]),
    };
    const call = this.#known(delta) ?? this.#create(delta);
    if (call.name === "" && delta.name !== "") this.#begin(call, delta);
    const text = argumentText(called["arguments"]);
    call.text.append(text);
    if (call.name !== "") this.#stream.toolCallDelta(call.key, text);
  }

  /**
   * The reply is over. With `cut` its end may be missing, and only calls whose arguments are whole end here. Says
   * whether every call is whole.
   */
  finish(cut: boolean): boolean {
    let isWhole = true;
    for (const { key, name, text } of this.#calls) {
      if (name === "") this.#stream.note({ type: "tool_call_without_name", arguments: text.text });
      else if (!cut || isWholeObject(text.text)) this.#stream.end(key);
      else isWhole = false;
    }
    return isWhole;
  }

  /** The call that a piece belongs to; `undefined`: it begins another one. */
  #known({ index, id, name }: Delta): PartialCall | undefined {
    const calls = this.#calls;
    const same = calls.findLast(
      (call) => id !== "" && call.id === id && (index ?? call.index) === (call.index ?? index),
    );
    if (same !== undefined) return same;
    if (index === undefined) return name === "" ? calls.at(-1) : undefined;
    const at = calls.findLast((call) => call.index === index);
    // Without a name a piece goes on with what is there, whatever its id says.
    if (at === undefined || name === "" || at.name === "") return at;
    if (id !== "" && at.id !== "") return undefined;
    return isWholeObject(at.text.text) ? undefined : at;
  }

  #create({ index, id }: Delta): PartialCall {
    const key = `call ${this.#calls.length}`;
    const isTaken = this.#calls.some((call) => call.id === id);
    const call = { key, index, id: isTaken ? "" : id, name: "", text: new TextBuffer() };
    this.#calls.push(call);
    return call;
  }

  #begin(call: PartialCall, { id, name }: Delta): void {
    call.name = name;
    if (call.id === "" && !this.#calls.some((other) => other.id === id)) call.id = id;
    this.#stream.startToolCall(call.key, { id: call.id || makeToolCallId(), name });
    this.#stream.toolCallDelta(call.key, call.text.text);
  }
}

/** Some servers send the arguments as an object. */
function argumentText(value: JsonValue | undefined): string {
  return isJsonObject(value) ? JSON.stringify(value) : textField(value);
}

function isWholeObject(text: string): boolean {
  return text.trim() !== "" && parseToolArguments(text).argumentsError === undefined;
}

import type { ToolDefinition } from "../../model.ts";
import type { AssistantStream } from "../../stream/assistant-stream.ts";
import { TextBuffer } from "../../stream/text-buffer.ts";
import { makeToolCallId } from "../../transcript/call-ids.ts";
import { CALL_FORMATS, type CallFormat } from "./call-formats.ts";
import { CodeFence } from "./code-fence.ts";

const FIRST_CHARACTERS: ReadonlySet<string> = new Set(
  CALL_FORMATS.map(({ open }) => open.charAt(0)),
);

interface PrintedBlock {
  readonly format: CallFormat;
  readonly body: TextBuffer;
  /** The last characters of the body, in which the closing mark may have begun. */
  tail: string;
}

/**
 * Takes the text of a reply and finds calls of known tools in it, outside code. Text goes on at once, except for what may
 * be the beginning of a mark. What looked like a call and is none stays text.
 */
export class CallScanner {
  readonly #stream: AssistantStream;
  readonly #key: string;
  readonly #tools: readonly ToolDefinition[];
  readonly #fence = new CodeFence();
  #held = "";
  #previous = "";
  #block: PrintedBlock | undefined;
  #count = 0;

  /** `key`: the block of the stream that takes the text. */
  constructor(stream: AssistantStream, key: string, tools: readonly ToolDefinition[]) {
    this.#stream = stream;
    this.#key = key;
    this.#tools = tools;
  }

  feed(delta: string): void {
    let rest = delta;
    while (rest !== "")
      rest = this.#block === undefined ? this.#readText(rest) : this.#readBlock(rest, this.#block);
  }

  /** The reply is over. With `cut` a block without its closing mark is no call. Gives the number of calls found. */
  finish(cut: boolean): number {
    const block = this.#block;
    this.#block = undefined;
    if (block !== undefined && (cut || !this.#call(block))) {
      this.#stream.text(this.#key, block.format.open + block.body.text);
    }
    this.#stream.text(this.#key, this.#held);
    this.#held = "";
    return this.#count;
  }

  /** Hands text on up to a mark. Gives what has to be read again: the text behind the mark. */
  #readText(delta: string): string {
    const text = this.#held + delta;
    this.#held = "";
    for (let index = 0; index < text.length; index++) {
      const character = text.charAt(index);
      const isPlace =
        FIRST_CHARACTERS.has(character) && !this.#fence.isInside && this.#previous !== "`";
      if (isPlace) {
        const rest = text.slice(index);
        const format = CALL_FORMATS.find(({ open }) => rest.startsWith(open));
        if (format !== undefined) {
          this.#stream.text(this.#key, text.slice(0, index));
          this.#block = { format, body: new TextBuffer(), tail: "" };
          return rest.slice(format.open.length);
        }
        if (CALL_FORMATS.some(({ open }) => open.startsWith(rest))) {
          this.#stream.text(this.#key, text.slice(0, index));
          this.#held = rest;
          return "";
        }
      }
      this.#fence.read(character);
      this.#previous = character;
    }
    this.#stream.text(this.#key, text);
    return "";
  }

  /** Collects a block up to its closing mark. Gives the text behind it. */
  #readBlock(delta: string, block: PrintedBlock): string {
    const { close } = block.format;
    if (close === undefined) {
      block.body.append(delta);
      return "";
    }
    const recent = block.tail + delta;
    const at = recent.indexOf(close);
    if (at < 0) {
      block.body.append(delta);
      block.tail = recent.slice(1 - close.length);
      return "";
    }
    const end = at + close.length - block.tail.length;
    const whole = block.body.append(delta.slice(0, end));
    this.#block = undefined;
    const body = new TextBuffer();
    body.append(whole.slice(0, -close.length));
    if (!this.#call({ ...block, body })) this.#stream.text(this.#key, block.format.open + whole);
    return delta.slice(end);
  }

  /** Reports the calls of a block. False when it holds something else, or a tool that nobody offered. */
  #call({ format, body }: PrintedBlock): boolean {
    const calls = format.parse(body.text, this.#tools);
    const isKnown = (name: string): boolean => this.#tools.some((tool) => tool.name === name);
    if (calls === undefined || !calls.every(({ name }) => isKnown(name))) return false;
    this.#stream.end(this.#key);
    for (const { name, arguments: given } of calls) {
      const key = `printed call ${this.#count++}`;
      this.#stream.startToolCall(key, { id: makeToolCallId(), name }, given);
      this.#stream.end(key);
    }
    return true;
  }
}

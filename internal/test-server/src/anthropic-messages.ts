import { randomUUID } from "node:crypto";
import type { EventStreamTurn, ModelTurn } from "./turn.ts";

/** One content block of a reply. A list of fragments becomes one delta each; a text is cut into small deltas. */
export type AnthropicBlock =
  | { readonly type: "text"; readonly text: string | readonly string[] }
  | {
      readonly type: "thinking";
      readonly thinking: string | readonly string[];
      /** Default `signature-for-tests`. */
      readonly signature?: string | undefined;
    }
  | AnthropicToolUse;

/** A tool call. */
export interface AnthropicToolUse {
  readonly type: "tool_use";
  /** Default: a fresh one. */
  readonly id?: string | undefined;
  readonly name: string;
  /** An object is written as JSON and cut into fragments; texts are sent as they are, also when they are no JSON. */
  readonly arguments: object | string | readonly string[];
}

/** What surrounds the blocks. */
export interface AnthropicReplyOptions {
  /** Default `tool_use` when a block is a tool call, else `end_turn`. */
  readonly stopReason?: string | undefined;
  /** Default `claude-test`. */
  readonly model?: string | undefined;
  /** Default `msg_test`. */
  readonly id?: string | undefined;
  /** Tokens, as the wire names them. */
  readonly usage?:
    | {
        readonly input_tokens?: number | undefined;
        readonly output_tokens?: number | undefined;
        readonly cache_read_input_tokens?: number | undefined;
        readonly cache_creation_input_tokens?: number | undefined;
      }
    | undefined;
}

/** A whole reply out of blocks: `message_start`, the blocks, `message_delta`, `message_stop`. */
export function anthropicReply(
  blocks: readonly AnthropicBlock[],
  options: AnthropicReplyOptions = {},
): EventStreamTurn {
  const asksForTools = blocks.some((block) => block.type === "tool_use");
  return eventStream([
    messageStart(options),
    ...blocks.flatMap((block, index) => blockEvents(block, index)),
    event("message_delta", {
      delta: {
        stop_reason: options.stopReason ?? (asksForTools ? "tool_use" : "end_turn"),
        stop_sequence: null,
      },
      usage: { output_tokens: options.usage?.output_tokens ?? 5 },
    }),
    event("message_stop", {}),
  ]);
}

/** A reply of words. A list of texts is sent as these deltas. */
export function anthropicText(
  text: string | readonly string[],
  options: AnthropicReplyOptions = {},
): EventStreamTurn {
  return anthropicReply([{ type: "text", text }], options);
}

/** A reply that asks for one tool call, after `text` if there is one. */
export function anthropicToolCall(
  call: Omit<AnthropicToolUse, "type"> & { readonly text?: string | undefined },
  options: AnthropicReplyOptions = {},
): EventStreamTurn {
  const { text, ...toolUse } = call;
  const words: AnthropicBlock[] = text === undefined ? [] : [{ type: "text", text }];
  return anthropicReply([...words, { type: "tool_use", ...toolUse }], options);
}

/** A reply that thinks and then speaks. */
export function anthropicThinking(
  thinking: string | readonly string[],
  text: string,
  options: AnthropicReplyOptions = {},
): EventStreamTurn {
  return anthropicReply(
    [
      { type: "thinking", thinking },
      { type: "text", text },
    ],
    options,
  );
}

/** A stream that says `text` and then fails in the middle with an error event. */
export function anthropicError(
  error: { readonly type: string; readonly message: string } = overloaded,
  text = "",
): EventStreamTurn {
  const words = text === "" ? [] : blockEvents({ type: "text", text }, 0).slice(0, -1); // the block stays open
  return eventStream([messageStart({}), ...words, event("error", { error })]);
}

/** A refusal before any stream: a status and an error body, such as 429 or 529. */
export function anthropicHttpError(
  status: number,
  error: { readonly type: string; readonly message: string },
  headers: Readonly<Record<string, string>> = {},
): ModelTurn {
  return { status, headers, body: JSON.stringify({ type: "error", error }) };
}

const overloaded = { type: "overloaded_error", message: "Overloaded" } as const;

function messageStart(options: AnthropicReplyOptions): string {
  return event("message_start", {
    message: {
      id: options.id ?? "msg_test",
      type: "message",
      role: "assistant",
      model: options.model ?? "claude-test",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        ...options.usage,
        // The real wire reports a first small number here and the sum in `message_delta`.
        output_tokens: 1,
      },
    },
  });
}

function blockEvents(block: AnthropicBlock, index: number): string[] {
  const start = (content_block: object): string =>
    event("content_block_start", { index, content_block });
  const delta = (change: object): string => event("content_block_delta", { index, delta: change });
  const stop = event("content_block_stop", { index });
  if (block.type === "text") {
    const deltas = fragments(block.text).map((text) => delta({ type: "text_delta", text }));
    return [start({ type: "text", text: "" }), ...deltas, stop];
  }
  if (block.type === "thinking") {
    return [
      start({ type: "thinking", thinking: "", signature: "" }),
      ...fragments(block.thinking).map((thinking) => delta({ type: "thinking_delta", thinking })),
      delta({ type: "signature_delta", signature: block.signature ?? "signature-for-tests" }),
      stop,
    ];
  }
  const id = block.id ?? `toolu_${randomUUID()}`;
  return [
    start({ type: "tool_use", id, name: block.name, input: {} }),
    ...argumentFragments(block.arguments).map((partial_json) =>
      delta({ type: "input_json_delta", partial_json }),
    ),
    stop,
  ];
}

function argumentFragments(given: AnthropicToolUse["arguments"]): readonly string[] {
  if (typeof given === "string") return fragments(given);
  if (isTextList(given)) return given;
  // The real wire opens with an empty fragment.
  return ["", ...fragments(JSON.stringify(given))];
}

function isTextList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

const charactersPerFragment = 7;

/** Cuts between characters, never inside a surrogate pair: no server sends half a character. */
function fragments(text: string | readonly string[]): readonly string[] {
  if (typeof text !== "string") return text;
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += charactersPerFragment) {
    pieces.push(characters.slice(at, at + charactersPerFragment).join(""));
  }
  return pieces;
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function eventStream(body: readonly string[]): EventStreamTurn {
  return { status: 200, headers: { "content-type": "text/event-stream; charset=utf-8" }, body };
}

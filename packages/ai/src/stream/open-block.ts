import type { TextContent, ThinkingContent, ToolCall } from "../messages.ts";
import type { TextBuffer } from "./text-buffer.ts";
import type { ToolArguments } from "./tool-arguments.ts";

/** A block of a reply that is still growing: its place in the message, and what it grows from. */
export type OpenBlock =
  | {
      readonly kind: "text";
      readonly at: number;
      readonly block: TextContent;
      readonly words: TextBuffer;
    }
  | {
      readonly kind: "thinking";
      readonly at: number;
      readonly block: ThinkingContent;
      readonly words: TextBuffer;
      /** Part of the message only when the block is complete: half a signature would be refused later. */
      signature: string;
    }
  | {
      readonly kind: "toolCall";
      readonly at: number;
      readonly block: ToolCall;
      readonly text: ToolArguments;
    };

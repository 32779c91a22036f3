import { defineTool } from "../../src/index.ts";
import type { AssistantEvent, AssistantMessage, Model } from "../../src/index.ts";

/** A tool that does nothing, so that what is measured is the harness. */
export const nothing = defineTool({
  name: "nothing",
  description: "does nothing",
  parameters: { type: "object" },
  execute: () => "nothing",
});

/** A model that asks for one tool a turn. `onTurn` is called before each reply; true ends the run with it. */
export function asking(onTurn: (turn: number) => boolean): Model {
  let turn = 0;
  return {
    async *stream() {
      turn += 1;
      const isLast = onTurn(turn);
      const content: AssistantMessage["content"] = isLast
        ? [{ type: "text", text: "done" }]
        : [{ type: "toolCall", id: `call-${turn}`, name: "nothing", arguments: {} }];
      const reason = isLast ? "stop" : "toolUse";
      yield { type: "done", reason, message: { role: "assistant", content, stopReason: reason } };
    },
  };
}

/** A model that streams so many deltas of ten characters. */
export function streaming(deltas: number): Model {
  return {
    async *stream(): AsyncGenerator<AssistantEvent> {
      const text = { type: "text" as const, text: "" };
      const partial: AssistantMessage = { role: "assistant", content: [text], stopReason: "stop" };
      yield { type: "start", partial };
      yield { type: "text_start", contentIndex: 0, partial };
      for (let count = 0; count < deltas; count += 1) {
        text.text += "ten chars ";
        yield { type: "text_delta", contentIndex: 0, delta: "ten chars ", partial };
      }
      yield { type: "text_end", contentIndex: 0, content: text.text, partial };
      yield { type: "done", reason: "stop", message: partial };
    },
  };
}

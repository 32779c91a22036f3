import type { AssistantEvent } from "../events.ts";
import type { AssistantContent, AssistantMessage } from "../messages.ts";
import type { AssistantStream } from "../stream/assistant-stream.ts";

/** One thing a provider reports: a piece of content, something around it, or the end. */
export interface MessageStep {
  readonly kind: "delta" | "mark" | "terminal";
  readonly run: () => void;
}

/** What a provider would have reported to end up with this message, a step at a time; the message itself comes last. */
export function* messageSteps(
  message: AssistantMessage,
  stream: AssistantStream,
): Generator<MessageStep> {
  yield mark(() => stream.start());
  for (const [key, block] of message.content.entries()) yield* blockSteps(key, block, stream);
  yield { kind: "terminal", run: () => stream.events.push(terminal(message)) };
}

function* blockSteps(
  key: number,
  block: AssistantContent,
  stream: AssistantStream,
): Generator<MessageStep> {
  if (block.type === "text") {
    yield mark(() => stream.startText(key));
    for (const word of words(block.text)) yield delta(() => stream.text(key, word));
  } else if (block.type === "thinking") {
    const { thinking, thinkingSignature = "" } = block;
    yield mark(() => stream.startThinking(key));
    for (const word of words(thinking)) yield delta(() => stream.thinking(key, word));
    yield mark(() => stream.signature(key, thinkingSignature));
  } else {
    const { id, name, argumentsError } = block;
    yield mark(() => stream.startToolCall(key, { id, name }));
    for (const fragment of fragments(argumentsError ?? JSON.stringify(block.arguments))) {
      yield delta(() => stream.toolCallDelta(key, fragment));
    }
  }
  yield mark(() => stream.end(key));
}

function mark(run: () => void): MessageStep {
  return { kind: "mark", run };
}

function delta(run: () => void): MessageStep {
  return { kind: "delta", run };
}

function terminal(message: AssistantMessage): AssistantEvent {
  const { stopReason } = message;
  return stopReason === "error" || stopReason === "aborted"
    ? { type: "error", reason: stopReason, error: message }
    : { type: "done", reason: stopReason, message };
}

/** Words with the space after them. */
function words(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/gu) ?? [];
}

/** Pieces of at most 24 characters that part no surrogate pair. */
function fragments(text: string): readonly string[] {
  return text.match(/.{1,24}/gsu) ?? [];
}

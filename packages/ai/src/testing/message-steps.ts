import type { AssistantStream } from "../assistant-stream.ts";
import type { AssistantEvent } from "../events.ts";
import type { AssistantContent, AssistantMessage } from "../messages.ts";

type Step = () => void;

/** What a provider would have reported to end up with this message, a step at a time; the message itself comes last. */
export function* messageSteps(message: AssistantMessage, stream: AssistantStream): Generator<Step> {
  yield () => stream.start();
  for (const [key, block] of message.content.entries()) yield* blockSteps(key, block, stream);
  yield () => stream.events.push(terminal(message));
}

function* blockSteps(
  key: number,
  block: AssistantContent,
  stream: AssistantStream,
): Generator<Step> {
  if (block.type === "text") {
    yield () => stream.startText(key);
    for (const word of words(block.text)) yield () => stream.text(key, word);
  } else if (block.type === "thinking") {
    const { thinking, thinkingSignature = "" } = block;
    yield () => stream.startThinking(key);
    for (const word of words(thinking)) yield () => stream.thinking(key, word);
    yield () => stream.signature(key, thinkingSignature);
  } else {
    const { id, name, argumentsError } = block;
    yield () => stream.startToolCall(key, { id, name });
    for (const fragment of fragments(argumentsError ?? JSON.stringify(block.arguments))) {
      yield () => stream.toolCallDelta(key, fragment);
    }
  }
  yield () => stream.end(key);
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

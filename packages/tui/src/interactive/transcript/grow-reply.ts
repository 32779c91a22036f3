import type { AssistantContent, AssistantEvent, ThinkingContent } from "@tau-ts/ai";
import type { Block } from "./block.ts";
import { previewCall } from "./call-preview.ts";
import { abandonOpen } from "./transcript-state.ts";
import type { Transcript } from "./transcript-state.ts";

type Growth = Extract<AssistantEvent, { readonly contentIndex: number }>;

/** A reply begins. Whatever has no result by now will have none. */
export function startReply(transcript: Transcript): Transcript {
  return { ...abandonOpen(transcript), reply: { places: new Map() } };
}

/** A reply grows. The events carry one live message: what is kept of it are its texts, which never change. */
export function growReply(
  transcript: Transcript,
  event: AssistantEvent,
  nowMs: number,
): Transcript {
  if (!("contentIndex" in event)) return transcript;
  const { reply = { places: new Map() }, open } = transcript;
  const content = event.partial.content[event.contentIndex];
  const place = reply.places.get(event.contentIndex);
  const before = place === undefined ? undefined : open[place];
  const block = content && grownBlock(content, before, event, nowMs);
  if (place !== undefined) {
    if (!block) return transcript;
    const grown = [...open];
    grown[place] = block;
    return { ...transcript, open: grown };
  }
  if (!block) return transcript;
  const places = new Map(reply.places).set(event.contentIndex, open.length);
  return { ...transcript, open: [...open, block], reply: { places } };
}

function grownBlock(
  content: AssistantContent,
  before: Block | undefined,
  { type }: Growth,
  nowMs: number,
): Block | undefined {
  switch (content.type) {
    case "text":
      if (content.text === "") return undefined;
      return { kind: "text", text: content.text, isOpen: type !== "text_end" };
    case "thinking": {
      const { thinking: text } = content;
      const isHidden = isHiddenThinking(content);
      if (type === "thinking_end") return { kind: "thinking", text, isHidden, isOpen: false };
      const startedMs = before?.kind === "thinking" ? (before.startedMs ?? nowMs) : nowMs;
      return { kind: "thinking", text, isHidden, isOpen: true, startedMs };
    }
    case "toolCall": {
      const { id, name, arguments: args } = content;
      const call = { kind: "tool" as const, id, name };
      if (type === "toolcall_end") return { ...call, args, state: "waiting" };
      return { ...call, args: {}, preview: previewCall(name, args), state: "writing" };
    }
  }
}

/** Whether the model thought something that only its provider can read. */
export function isHiddenThinking({ thinking, thinkingSignature }: ThinkingContent): boolean {
  return thinking === "" && thinkingSignature !== undefined;
}

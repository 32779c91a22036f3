import type { JsonObject } from "../../json.ts";
import type { ThinkingContent } from "../../messages.ts";
import type { ThinkingLevel } from "../../model.ts";
import type { PortableAssistant } from "../../transcript/portable-message.ts";
import { detailsOf } from "../chat/reasoning-details.ts";
import type { Compat } from "../compat.ts";
import { effortWord } from "../effort-word.ts";

/** How a server is told how hard to think. Nothing without a level: the server's own default. */
export function thinkingFields(level: ThinkingLevel | undefined, compat: Compat): JsonObject {
  if (level === undefined) return {};
  const word = effortWord(level, compat);
  if (word === null) return {};
  const isOn = level !== "off";
  const effort = word === undefined ? {} : { reasoning_effort: word };
  // A switch that also takes an effort takes it only in words of its own.
  const listedEffort = isOn && compat.thinkingLevels?.[level] !== undefined ? effort : {};
  switch (compat.thinkingFormat ?? "reasoning_effort") {
    case "none":
      return {};
    case "reasoning_effort":
      return effort;
    case "reasoning.effort":
      return { reasoning: { effort: word ?? "none" } };
    case "reasoning.enabled":
      return { reasoning: { enabled: isOn }, ...listedEffort };
    case "thinking.type":
      return { thinking: { type: isOn ? "enabled" : "disabled" }, ...listedEffort };
    case "enable_thinking":
      return { enable_thinking: isOn };
    case "chat_template_kwargs":
      return { chat_template_kwargs: { enable_thinking: isOn } };
  }
}

/** The model's own reasoning, in the field where the server wants it back. */
export function reasoningFields(
  { content, isOwn }: PortableAssistant,
  { reasoningField: field, requiresReasoning }: Compat,
): JsonObject {
  if (field === undefined) return {};
  const blocks = isOwn ? content.filter((block) => block.type === "thinking") : [];
  if (field === "reasoning_details") return detailFields(blocks);
  const text = wordsOf(blocks);
  const isRequired =
    requiresReasoning === true && content.some((block) => block.type === "toolCall");
  return text !== "" || isRequired ? { [field]: text } : {};
}

function detailFields(blocks: readonly ThinkingContent[]): JsonObject {
  const details = blocks.flatMap((block) => detailsOf(block.thinkingSignature));
  if (details.length > 0) return { reasoning_details: details };
  const text = wordsOf(blocks);
  return text === "" ? {} : { reasoning: text };
}

function wordsOf(blocks: readonly ThinkingContent[]): string {
  return blocks
    .map((block) => block.thinking)
    .filter((words) => words !== "")
    .join("\n\n");
}

import type { ImageContent, TextContent, UserMessage } from "@tau-ts/ai";

/** Two messages as one: the texts parted by an empty line when there is nothing but text. */
export function joinedInputs(first: UserMessage, second: string | UserMessage): UserMessage {
  const more = typeof second === "string" ? second : second.content;
  const { timestamp } = first;
  if (typeof first.content === "string" && typeof more === "string")
    return { role: "user", content: `${first.content}\n\n${more}`, timestamp };
  return { role: "user", content: [...blocks(first.content), ...blocks(more)], timestamp };
}

function blocks(
  content: string | readonly (TextContent | ImageContent)[],
): readonly (TextContent | ImageContent)[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

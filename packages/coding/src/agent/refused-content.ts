import type { Message } from "@tau-ts/agent";

/**
 * Whether a run ended because the provider refused something that was on the record before, or that a tool brought in,
 * and that is left out of requests from now on: then the run can go on. What the user sent just now is the user's to
 * decide about.
 */
export function endedByOldContent(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  if (last?.role !== "assistant" || last.stopReason !== "error" || last.content.length > 0)
    return false;
  const isLeftOut = last.diagnostics?.some(({ type }) => type === "content_left_out") === true;
  return isLeftOut && !messages.some(holdsPictureOfUser);
}

function holdsPictureOfUser(message: Message): boolean {
  if (message.role !== "user" || typeof message.content === "string") return false;
  return message.content.some((block) => block.type === "image");
}

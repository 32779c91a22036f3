import type { ImageContent, SessionMessage, TextContent } from "../messages.ts";

/** What a model is shown of a session-only message, as user content; nothing when it is kept out of the context. */
export function sessionContent(message: SessionMessage): readonly (TextContent | ImageContent)[] {
  switch (message.role) {
    case "custom":
      return typeof message.content === "string" ? text(message.content) : message.content;
    case "branchSummary":
      return text(`Summary of a branch of this conversation that was left:\n${message.summary}`);
    case "compactionSummary":
      return text(`Previous conversation summary:\n${message.summary}`);
    case "bashExecution":
      return message.excludeFromContext === true ? [] : text(commandText(message));
  }
}

function commandText(message: Extract<SessionMessage, { role: "bashExecution" }>): string {
  const lines = [`The user ran this command: ${message.command}`];
  lines.push(message.output.trim() === "" ? "(no output)" : message.output);
  if (message.truncated) {
    const where =
      message.fullOutputPath === undefined ? "" : ` Full output: ${message.fullOutputPath}`;
    lines.push(`[The output was cut.${where}]`);
  }
  if (message.cancelled) lines.push("Command cancelled");
  else if (message.exitCode !== undefined && message.exitCode !== 0) {
    lines.push(`Command exited with code ${message.exitCode}`);
  }
  return lines.join("\n");
}

function text(value: string): TextContent[] {
  return [{ type: "text", text: value }];
}

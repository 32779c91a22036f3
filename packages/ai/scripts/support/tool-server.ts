import {
  anthropicText,
  anthropicToolCall,
  startModelServer,
  type ModelServer,
} from "@tau-ts/test-server";

/** Answers a question with a tool call, and the tool's result with words; as often as asked. */
export function startToolServer(): Promise<ModelServer> {
  const call = anthropicToolCall({
    text: "Let me look.",
    name: "read",
    arguments: { path: "notes.txt" },
  });
  const answer = anthropicText("There is milk in notes.txt.");
  return startModelServer([({ rawBody }) => (rawBody.includes("tool_result") ? answer : call)], {
    repeatLast: true,
  });
}

import { anthropicText, anthropicToolCall } from "@tau-ts/test-server";
import type { ModelTurn, ScriptedTurn } from "@tau-ts/test-server";

const countWords = anthropicToolCall({
  name: "count_words",
  arguments: { text: "to be or not to be" },
});
const openAiReply = openAi("It is 4.");

/** What the model answers on a page, request by request. A page that is not here is always told that it is 4. */
export const scripts: Readonly<Record<string, readonly ScriptedTurn[]>> = {
  "start/first-agent.md": [countWords, anthropicText("Six.")],
  "how-to/custom-tool.md": [
    anthropicToolCall({ name: "fetch_page", arguments: { url: "data:text/plain,Hello%20world" } }),
    anthropicText("It says: Hello world."),
  ],
  "how-to/custom-provider.md": [
    plainText(["It ", "is 4."]),
    { status: 503, headers: { "content-type": "text/plain" }, body: "busy" },
    plainText(["Hello."]),
  ],
  "how-to/compatible-server.md": [openAiReply, openAiReply, openAiReply],
  "how-to/web-server.md": [anthropicText(["It is 4."]), anthropicText(["It is 5."])],
  "how-to/ci-job.md": [
    anthropicText("The change prints 2 in place of 1."),
    anthropicText('{"ok":true,"reason":"It is small."}'),
    anthropicText("It is 4."),
  ],
  "how-to/testing.md": [countWords, anthropicText("Six.")],
};

function plainText(body: readonly string[]): ModelTurn {
  return { headers: { "content-type": "text/plain" }, body };
}

/** A reply as OpenAI's chat completions stream it. */
function openAi(text: string): ModelTurn {
  return {
    body: [
      openAiChunk({ delta: { role: "assistant", content: text } }),
      openAiChunk({ delta: {}, finish_reason: "stop" }),
      "data: [DONE]\n\n",
    ],
  };
}

function openAiChunk(choice: object): string {
  const choices = [{ index: 0, ...choice }];
  return `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices })}\n\n`;
}

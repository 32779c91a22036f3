import type { JsonObject } from "../../src/index.ts";

/** Pieces that all chat servers take alike, as OpenAI documents them. */
export const system: JsonObject = { role: "system", content: "Be brief." };
export const question: JsonObject = {
  role: "user",
  content: [
    { type: "text", text: "Compare." },
    { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
  ],
};
const calls: JsonObject[] = [
  {
    id: "callAAAA1",
    type: "function",
    function: { name: "read", arguments: '{"path":"a.txt"}' },
  },
  {
    id: "callBBBB2",
    type: "function",
    function: { name: "read", arguments: '{"path":"b.txt"}' },
  },
];
export const asked: JsonObject = { role: "assistant", content: "Looking.", tool_calls: calls };
export const results: JsonObject[] = [
  { role: "tool", tool_call_id: "callAAAA1", content: "alpha" },
  { role: "tool", tool_call_id: "callBBBB2", content: "(no output)" },
];
export const tools: JsonObject[] = [
  {
    type: "function",
    function: {
      name: "read",
      description: "Reads.",
      parameters: { type: "object", properties: { path: { type: "string" } } },
    },
  },
];
export const stream_options: JsonObject = { include_usage: true };

export interface Golden {
  readonly provider: string;
  readonly model: string;
  readonly wire?: "openai-completions";
  readonly env?: Readonly<Record<string, string>>;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

export const bearer = { authorization: "Bearer sk-secret-0123456789" };

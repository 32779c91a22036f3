import {
  createModel,
  type CreateModelOptions,
  type JsonObject,
  type Message,
  type Model,
  type ModelRequest,
  type TransportRequest,
} from "../../src/index.ts";
import { PNG, readTool, replied, result, said } from "../support/conversation.ts";
import { outcome } from "../support/events.ts";

export const KEY = "sk-secret-0123456789";

export interface SentRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: JsonObject;
}

/** A model whose requests are caught instead of being sent. */
export function caught(options: CreateModelOptions): {
  readonly model: Model;
  readonly sent: SentRequest[];
} {
  const sent: SentRequest[] = [];
  const fetch = (url: string, { headers, body }: TransportRequest): Promise<Response> => {
    sent.push({ url, headers, body: JSON.parse(body ?? "null") });
    return Promise.resolve(new Response("{}", { status: 400 }));
  };
  return { model: createModel({ fetch, ...options }), sent };
}

/** One conversation for every provider: system, tool, thinking, image, two calls with their results, a session. */
export function conversation({ info }: Model): ModelRequest {
  const own = { api: info?.api ?? "", provider: info?.provider ?? "", model: info?.id ?? "" };
  const call = (id: string, path: string) =>
    ({ type: "toolCall", id, name: "read", arguments: { path } }) as const;
  const asked = replied(
    [
      { type: "thinking", thinking: "Two files." },
      { type: "text", text: "Looking." },
      call("callAAAA1", "a.txt"),
      call("callBBBB2", "b.txt"),
    ],
    { ...own, stopReason: "toolUse" },
  );
  const messages: Message[] = [
    said([{ type: "text", text: "Compare." }, PNG]),
    asked,
    result("callAAAA1", "alpha"),
    { ...result("callBBBB2"), isError: true },
  ];
  return {
    system: "Be brief.",
    messages,
    tools: [readTool],
    thinking: "high",
    maxTokens: 2_000,
    temperature: 0.5,
    sessionId: "session-1",
  };
}

/** What a provider is sent for the conversation. */
export async function sentTo(options: CreateModelOptions): Promise<SentRequest> {
  const { model, sent } = caught({ apiKey: KEY, ...options });
  await outcome(model.stream(conversation(model)));
  const [request] = sent;
  if (request === undefined) throw new Error("nothing was sent");
  return request;
}

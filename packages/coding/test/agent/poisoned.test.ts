import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createModel, userMessage } from "@tau-ts/ai";
import type { Model } from "@tau-ts/ai";
import { expect, it, onTestFinished } from "vitest";
import { makeAgent, makeHome } from "../support/agent.ts";

const data = Buffer.alloc(900, 1).toString("base64");

/** A provider that answers a request with this picture in it with 400; and the bodies it was sent. */
async function pickyProvider(): Promise<{
  readonly model: () => Model;
  readonly bodies: string[];
}> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      bodies.push(body);
      const isRefused = body.includes(data);
      response.writeHead(isRefused ? 400 : 200, {
        "content-type": isRefused ? "application/json" : "text/event-stream",
      });
      const message = "messages.0.content.1.image.source.base64: image exceeds 5 MB maximum";
      response.end(
        isRefused
          ? JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } })
          : reply,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    bodies,
    model: () => createModel({ wire: "anthropic-messages", model: "m", apiKey: "k", baseUrl }),
  };
}

const events: [string, object][] = [
  [
    "message_start",
    {
      message: {
        id: "i",
        role: "assistant",
        content: [],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
  ],
  ["content_block_start", { index: 0, content_block: { type: "text", text: "" } }],
  ["content_block_delta", { index: 0, delta: { type: "text_delta", text: "I can go on" } }],
  ["content_block_stop", { index: 0 }],
  ["message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } }],
  ["message_stop", {}],
];
const reply = events
  .map(([type, fields]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  .join("");

it("C7.1 a picture that the provider refuses does not poison the session: the next prompt is answered, also after a resume", async () => {
  const home = makeHome();
  const { model, bodies } = await pickyProvider();
  const { agent } = await makeAgent({ ...home, model: model() });
  const image = { type: "image", data, mimeType: "image/png" } as const;
  const first = await agent.prompt(userMessage([{ type: "text", text: "look" }, image]));
  expect(first).toMatchObject({ outcome: "error", message: { stopReason: "error" } });
  expect(first.message?.errorMessage).toContain("image exceeds 5 MB maximum");
  expect((await agent.prompt("never mind")).text).toBe("I can go on");
  expect(bodies.at(-1)).toContain("the provider rejected it");
  await agent.dispose();
  const resumed = await makeAgent({ ...home, model: model(), session: "latest" });
  const { agent: next, events: heard } = resumed;
  expect((await next.prompt("again")).text).toBe("I can go on");
  expect(heard.filter(({ type }) => type === "agent_end")).toMatchObject([
    { outcome: "error", willRetry: true },
    { outcome: "completed", willRetry: false },
  ]);
  expect(heard.filter(({ type }) => type === "agent_settled")).toHaveLength(1);
  const sent = bodies.length;
  expect((await next.prompt("and again")).text).toBe("I can go on");
  expect(bodies).toHaveLength(sent + 1);
  expect(next.messages.some((message) => JSON.stringify(message).includes(data))).toBe(true);
});

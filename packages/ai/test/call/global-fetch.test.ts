import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complete, createModel, textOf, userMessage } from "../../src/index.ts";

const seen: Request[] = [];
const server = setupServer(
  http.post("https://api.anthropic.com/v1/messages", ({ request }) => {
    seen.push(request.clone());
    const events = [
      {
        type: "message_start",
        message: { id: "msg_1", usage: { input_tokens: 3, output_tokens: 0 } },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hello" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ];
    const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    return new HttpResponse(body.join(""), { headers: { "content-type": "text/event-stream" } });
  }),
);

describe("the global fetch", () => {
  beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
  afterAll(() => server.close());

  it("C13.2 carries a call when no transport is given, so that an application's own mocks see it", async () => {
    const model = createModel({ wire: "anthropic-messages", model: "m", apiKey: "k" });
    const reply = await complete(model, { messages: [userMessage("hi")] });
    expect([textOf(reply), reply.stopReason]).toEqual(["hello", "stop"]);
    const [request] = seen;
    expect(request?.headers.get("x-api-key")).toBe("k");
    expect(await request?.json()).toMatchObject({ model: "m", stream: true });
  });
});

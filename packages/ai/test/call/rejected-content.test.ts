import { describe, expect, it } from "vitest";
import type { Message } from "../../src/index.ts";
import { anthropicError, reply, runOver, status } from "../support/calls.ts";
import { frozen, image, replied, said, shown } from "../support/conversation.ts";
import { outcome } from "../support/events.ts";
import { transports } from "../support/transports.ts";

const place = "messages.0.content.1.image.source.base64";
const refusal = status(
  400,
  anthropicError("invalid_request_error", `${place}: image exceeds 5 MB maximum`),
);

describe.each(transports)("content that a provider refuses, over %s", (_name, fetch) => {
  const run = runOver(fetch);

  it("F46 one refused image fails one call, and is left out of the next", async () => {
    await run([refusal, reply, reply], async (model, server) => {
      const messages: Message[] = frozen([shown("look", image("QkFEQkFE"))]);
      const failed = await outcome(model.stream({ messages }));
      expect(failed).toMatchObject({
        stopReason: "error",
        errorMessage: expect.stringMatching(
          /image exceeds 5 MB.*\(left out of further requests to this model: 1 image\)/,
        ),
        diagnostics: [
          { type: "content_left_out", images: 1, signatures: 0 },
          { type: "provider_error", kind: "invalid-request", status: 400 },
        ],
      });
      const next = [...messages, replied([], { stopReason: "error" }), said("and now?")];
      expect((await outcome(model.stream({ messages: next }))).stopReason).toBe("stop");
      expect(server.requests.map(({ rawBody }) => rawBody.includes("QkFEQkFE"))).toEqual([
        true,
        false,
      ]);
      expect(server.requests[1]?.rawBody).toContain("[Image left out: the provider rejected it.");
      expect(JSON.stringify(messages)).toContain("QkFEQkFE");
      const other = [...next, shown("this one", image("R09PRA=="))];
      expect((await outcome(model.stream({ messages: other }))).stopReason).toBe("stop");
      expect(server.requests[2]?.rawBody).toContain("R09PRA==");
    });
  });

  it("F46 any other refusal changes nothing, and is not repeated", async () => {
    const other = status(400, anthropicError("invalid_request_error", "max_tokens: too large"));
    await run([other, reply], async (model, server) => {
      const messages = [shown("look", image("QkFEQkFE"))];
      const failed = await outcome(model.stream({ messages }));
      expect(failed.diagnostics).toHaveLength(1);
      expect(server.requests).toHaveLength(1);
      await outcome(model.stream({ messages }));
      expect(server.requests[1]?.rawBody).toContain("QkFEQkFE");
    });
  });
});

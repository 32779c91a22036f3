import { createModel } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../src/harness.ts";
import { follow } from "./support/collect.ts";
import { checkBalance, shape } from "./support/shapes.ts";

describe("a provider's model in the harness", () => {
  it("C6.5 F19 a stop during back-off ends the wait at once, as aborted, after one request", async () => {
    let requests = 0;
    const model = createModel({
      wire: "anthropic-messages",
      model: "m",
      apiKey: "k",
      baseUrl: "http://127.0.0.1:9",
      fetch: async () => {
        requests += 1;
        const headers = new Headers({ "retry-after": "30" });
        return new Response("{}", { status: 503, headers });
      },
    });
    const h = new Harness({ model });
    const events = await follow(h.prompt("go"), (event) => {
      if (event.type === "model_retry") h.cancel("changed my mind");
    });
    expect(events.map((event) => event.type)).toContain("model_retry");
    expect([shape(h.messages), requests]).toEqual(["U A(aborted)", 1]);
    expect(h.messages[1]).toMatchObject({ errorMessage: "Operation aborted: changed my mind" });
    checkBalance(events, h.messages);
  });
});

import type { AssistantMessage, Model } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { fallbackModel } from "../src/fallback-model.ts";
import { Harness } from "../src/harness/harness.ts";
import { collect } from "./support/collect.ts";
import { playing, says, streaming } from "./support/models.ts";
import { checkBalance } from "./support/shapes.ts";

function failing(kind: string): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    stopReason: "error",
    errorMessage: `it is ${kind}`,
    diagnostics: [{ type: "provider_error", kind }],
  };
}

function named(id: string, model: Model): Model {
  return { info: { id, provider: "p" }, stream: (request) => model.stream(request) };
}

describe("fallbackModel", () => {
  it("has the first model do ahead what it can", () => {
    const prepared: unknown[] = [];
    const first: Model = { ...playing(), prepare: (request) => void prepared.push(request) };
    const request = { messages: [] };
    fallbackModel(first, playing()).prepare?.(request);
    fallbackModel(playing(), first).prepare?.(request);
    expect(prepared).toEqual([request]);
  });

  it.each(["overloaded", "quota", "network"])(
    "asks the next model when the first is out of service: %s",
    async (kind) => {
      const model = fallbackModel(
        named("a", playing(failing(kind))),
        named("b", playing(failing(kind))),
        named("c", playing(says("hi"))),
      );
      const h = new Harness({ model });
      const events = await collect(h.prompt("go"));
      expect(events.filter((event) => event.type === "model_fallback")).toEqual([
        {
          type: "model_fallback",
          from: "p/a",
          to: "p/b",
          error: { kind, message: `it is ${kind}` },
        },
        {
          type: "model_fallback",
          from: "p/b",
          to: "p/c",
          error: { kind, message: `it is ${kind}` },
        },
      ]);
      checkBalance(events, h.messages);
      expect(h.messages.at(-1)).toMatchObject({ content: [{ text: "hi" }] });
    },
  );

  it("passes on what another model would not do better, and the last model's failure", async () => {
    const other = playing(says("never"));
    const h = new Harness({ model: fallbackModel(playing(failing("auth")), other) });
    expect((await h.prompt("go").result).message).toMatchObject({ errorMessage: "it is auth" });
    expect(other.requests).toHaveLength(0);
    const last = new Harness({
      model: fallbackModel(playing(failing("quota")), playing(failing("quota"))),
    });
    expect((await last.prompt("go").result).outcome).toBe("error");
  });

  it("does not switch once something has arrived", async () => {
    const broken = playing(() =>
      (async function* () {
        for await (const event of streaming("half")) {
          if (event.type === "text_end") break;
          yield event;
        }
        yield {
          type: "error",
          reason: "error",
          error: { ...failing("network"), content: [{ type: "text", text: "half" }] },
        };
      })(),
    );
    const other = playing(says("never"));
    const h = new Harness({ model: fallbackModel(broken, other) });
    expect((await h.prompt("go").result).text).toBe("half");
    expect(other.requests).toHaveLength(0);
  });

  it("does not switch after a stop", async () => {
    const other = playing(says("never"));
    const h: Harness = new Harness({
      model: fallbackModel(
        playing(() => (h.cancel(), failing("network"))),
        other,
      ),
    });
    await h.prompt("go").result;
    expect(other.requests).toHaveLength(0);
  });
});

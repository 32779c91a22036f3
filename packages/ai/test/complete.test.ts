import { describe, expect, it } from "vitest";
import {
  complete,
  failedMessage,
  ProviderError,
  type AssistantEvent,
  type Model,
} from "../src/index.ts";
import { scriptedModel } from "../src/testing/index.ts";

const request = { messages: [] };
const failed = {
  ...failedMessage("Overloaded"),
  diagnostics: [
    { type: "provider_error", kind: "overloaded", retryable: true, status: 529, requestId: "r" },
  ],
};

function foreign(stream: () => AsyncIterable<AssistantEvent>): Model {
  return { stream };
}

describe("complete", () => {
  it("C13.10 gives the whole reply", async () => {
    const message = await complete(scriptedModel(["Hello there"]), request);
    expect(message).toMatchObject({ stopReason: "stop", content: [{ text: "Hello there" }] });
  });

  it("C13.10 does not reject for a provider's failure", async () => {
    expect(await complete(scriptedModel([failed]), request)).toMatchObject({
      stopReason: "error",
      errorMessage: "Overloaded",
    });
  });

  it("C13.10 throws a ProviderError with the facts when asked to", async () => {
    const thrown = await complete(scriptedModel([failed]), request, { throwOnError: true }).catch(
      (error: unknown) => error,
    );
    expect(ProviderError.isInstance(thrown)).toBe(true);
    expect(thrown).toMatchObject({
      message: "Overloaded",
      kind: "overloaded",
      status: 529,
      requestId: "r",
      retryable: true,
    });
  });

  it("C13.10 a stop is told apart from a failure also when it throws", async () => {
    const reason = Object.assign(new Error("enough"), { name: "AbortError", kind: "user" });
    const stopped = { messages: [], signal: AbortSignal.abort(reason) };
    expect(await complete(scriptedModel(["x"]), stopped)).toMatchObject({
      stopReason: "aborted",
      errorMessage: "Operation aborted: enough",
    });
    await expect(complete(scriptedModel(["x"]), stopped, { throwOnError: true })).rejects.toBe(
      reason,
    );
    const aborted = scriptedModel([failedMessage("Operation aborted", "aborted")]);
    await expect(complete(aborted, request, { throwOnError: true })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("C13.10 a foreign model that throws or ends without a terminal is a failure", async () => {
    const throwing = foreign(async function* () {
      yield* [];
      throw new Error("broken");
    });
    const silent = foreign(async function* () {
      yield* [];
    });
    expect(await complete(throwing, request)).toMatchObject({
      stopReason: "error",
      errorMessage: "broken",
    });
    expect(await complete(silent, request)).toMatchObject({
      stopReason: "error",
      errorMessage: "stream ended without a terminal event",
    });
    const signal = AbortSignal.abort();
    expect(await complete(throwing, { messages: [], signal })).toMatchObject({
      stopReason: "aborted",
    });
  });

  it("C13.10 the terminal event alone is enough, and what follows is not read", async () => {
    let readOn = false;
    const model = foreign(async function* () {
      yield { type: "error", reason: "error", error: failed };
      readOn = true;
    });
    expect(await complete(model, request)).toBe(failed);
    expect(readOn).toBe(false);
  });
});

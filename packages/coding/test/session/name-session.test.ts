import { failedMessage, userMessage } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import { expect, it } from "vitest";
import { findName } from "../../src/session/name-session.ts";
import { says } from "../support/agent.ts";

const { signal } = new AbortController();
const messages = [userMessage("please fix the flaky build on Windows"), says("done")];

it("TAU-56 the name is one short line of the model's answer", async () => {
  const name = async (answer: string): Promise<string | undefined> =>
    (await findName(scriptedModel([answer]), messages, signal))?.name;
  expect(await name('"Fix flaky Windows build."\nBecause…')).toBe("Fix flaky Windows build");
  expect(await name(`**${"🎉".repeat(80)}**`)).toBe("🎉".repeat(60));
});

it("TAU-56 without an answer the first four words of the prompt are the name", async () => {
  for (const answer of [failedMessage("overloaded"), "", "  \n "]) {
    const found = await findName(scriptedModel([answer]), messages, signal);
    expect(found?.name).toBe("please fix the flaky");
  }
});

it("TAU-56 the request shows a part of the prompt, no tools and no transcript", async () => {
  const model = scriptedModel(["x"]);
  await findName(model, [userMessage("y".repeat(50_000)), says("z")], signal);
  const [request] = model.requests;
  expect(request?.messages).toHaveLength(1);
  expect(JSON.stringify(request).length).toBeLessThan(3_000);
  expect(request?.tools).toBeUndefined();
});

it("C5.1 nothing is named when it was stopped, or when nobody has said anything", async () => {
  const stop = new AbortController();
  const finding = findName(scriptedModel([{ ending: "stall" }]), messages, stop.signal);
  stop.abort();
  expect(await finding).toBeUndefined();
  expect(await findName(scriptedModel(["x"]), [says("hello")], signal)).toBeUndefined();
});

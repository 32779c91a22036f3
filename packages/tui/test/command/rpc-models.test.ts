import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicText, startModelServer } from "@tau-ts/test-server";
import type { ModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { DrivenTau } from "../support/rpc.ts";
import { makePlace, modelWords } from "../support/tau.ts";
import type { Place } from "../support/tau.ts";

const yes = anthropicText("yes");

function keysOf({ requests }: ModelServer): readonly unknown[] {
  return requests.map(({ headers }) => headers["x-api-key"]);
}

async function ask(client: DrivenTau): Promise<void> {
  const settled = client.settled();
  await client.request("prompt", { message: "go" });
  await settled;
}

/** A provider of the user's own, with an address and a key of its own. */
async function addProvider(place: Place, name: string, baseUrl: string): Promise<void> {
  const provider = {
    wire: "anthropic-messages",
    baseUrl,
    apiKey: `key-of-${name}`,
    models: [{ id: "m" }],
  };
  await mkdir(place.home, { recursive: true });
  await writeFile(
    join(place.home, "models.json"),
    JSON.stringify({ providers: { [name]: provider } }),
  );
}

describe("models chosen over RPC", { timeout: 30_000 }, () => {
  it("C14 key and address of the command line are for its provider alone, and other providers get their own", async () => {
    await using place = await makePlace();
    await using first = await startModelServer([yes], { repeatLast: true });
    await using second = await startModelServer([yes], { repeatLast: true });
    await addProvider(place, "box", second.url);
    const words = ["--model", "anthropic/any", "--base-url", first.url, "--api-key", "given"];
    await using client = new DrivenTau(words, place);
    await ask(client);
    await client.request("set_model", { provider: "box", modelId: "m" });
    await ask(client);
    await expect(
      client.request("set_model", { provider: "mistral", modelId: "mistral-large-latest" }),
    ).rejects.toThrow(
      'mistral needs a key: set MISTRAL_API_KEY, or keep one for "mistral" in credentials.json.',
    );
    await client.request("set_model", { provider: "anthropic", modelId: "another" });
    await ask(client);
    expect(keysOf(first)).toEqual(["given", "given"]);
    expect(keysOf(second)).toEqual(["key-of-box"]);
  });

  it("C14 a key given for a bare address goes nowhere else, and no kept key goes to that address", async () => {
    await using place = await makePlace();
    await using first = await startModelServer([yes], { repeatLast: true });
    await using second = await startModelServer([yes], { repeatLast: true });
    const variables = { ANTHROPIC_BASE_URL: second.url, ANTHROPIC_API_KEY: "kept" };
    const env = { ...place.env, ...variables };
    await using client = new DrivenTau(modelWords(first.url), { ...place, env });
    await ask(client);
    await client.request("set_model", { provider: "anthropic", modelId: "any" });
    await ask(client);
    await client.request("set_model", { provider: "unknown", modelId: "claude-test" });
    await ask(client);
    expect(keysOf(first)).toEqual(["key-for-tests", "key-for-tests"]);
    expect(keysOf(second)).toEqual(["kept"]);
  });

  it("C14 an address given with another provider's model leaves Anthropic where it is", async () => {
    await using place = await makePlace();
    await using first = await startModelServer([yes], { repeatLast: true });
    await using second = await startModelServer([yes], { repeatLast: true });
    const variables = { ANTHROPIC_BASE_URL: second.url, ANTHROPIC_API_KEY: "kept" };
    const env = { ...place.env, ...variables };
    const words = ["--model", "openai/any", "--base-url", first.url, "--api-key", "given"];
    await using client = new DrivenTau(words, { ...place, env });
    await client.request("set_model", { provider: "anthropic", modelId: "any" });
    await ask(client);
    expect(keysOf(second)).toEqual(["kept"]);
    expect(first.requests).toHaveLength(0);
  });
});

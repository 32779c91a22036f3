import { describe, expect, it } from "vitest";
import { isJsonObject, toWire, type JsonObject, type Message } from "../../../src/index.ts";
import { call, replied, result, said } from "../../support/conversation.ts";

type Compat = NonNullable<Parameters<typeof toWire>[2]["compat"]>;

const tools = ["read", "write"].map((name) => ({ name, description: "", parameters: {} }));
const short: Compat = { cacheRetention: "short" };

function body(messages: readonly Message[], compat: Compat = short): JsonObject {
  const target = { model: "m", baseUrl: "https://api.anthropic.com", compat };
  return toWire("anthropic-messages", { system: "S", messages, tools }, target).body;
}

/** Where the markers are, as paths. */
function markers(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "cache_control" ? [path.slice(1)] : markers(inner, `${path}.${key}`),
  );
}

function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).filter(([key]) => key !== "cache_control");
  return Object.fromEntries(fields.map(([key, inner]) => [key, unmarked(inner)]));
}

const first = [said("a")];
const second = [...first, replied([call("c1"), call("c2")]), result("c1", "1"), result("c2", "2")];
const third = [...second, replied([{ type: "text", text: "b" }]), said("c")];

describe("cache markers", () => {
  it("C13.2 none without being asked for", () => {
    expect(markers(body(third, {}))).toEqual([]);
    expect(markers(body(third, { cacheRetention: "none" }))).toEqual([]);
    expect(markers(body(third, { ...short, supportsCacheControl: false }))).toEqual([]);
  });

  it("C13.2 after the tools, the system prompt, the last user message and the one before: never more than four", () => {
    expect(markers(body(first))).toEqual(["system.0", "messages.0.content.0", "tools.1"]);
    expect(markers(body(second))).toEqual([
      "system.0",
      "messages.0.content.0",
      "messages.2.content.1",
      "tools.1",
    ]);
    expect(markers(body(third))).toEqual([
      "system.0",
      "messages.2.content.1",
      "messages.4.content.0",
      "tools.1",
    ]);
  });

  it("C13.2 each request begins with the bytes of the one before, markers aside", () => {
    const text = (messages: readonly Message[]): string =>
      JSON.stringify(unmarked(body(messages)["messages"])).slice(0, -1);
    expect(text(second).startsWith(text(first))).toBe(true);
    expect(text(third).startsWith(text(second))).toBe(true);
    for (const name of ["system", "tools"]) expect(body(third)[name]).toEqual(body(first)[name]);
  });

  it("C13.2 a long retention says so, unless the server does not know it", () => {
    const [marked] = markers(body(first));
    expect(marked).toBe("system.0");
    const marker = (compat: Compat): unknown => JSON.stringify(body(first, compat)["system"]);
    expect(marker({ cacheRetention: "long" })).toContain('{"type":"ephemeral","ttl":"1h"}');
    expect(marker({ cacheRetention: "long", supportsLongCacheRetention: false })).toContain(
      '"cache_control":{"type":"ephemeral"}',
    );
  });

  it("C13.2 no marker on tools where the server does not know them there", () => {
    const compat = { ...short, supportsCacheControlOnTools: false };
    expect(markers(body(first, compat))).toEqual(["system.0", "messages.0.content.0"]);
  });

  it("C13.2 replies and the request's own messages are never marked", () => {
    const before = structuredClone(third);
    const texts = JSON.stringify(body([...third, replied([call("c3")])])["messages"]);
    expect(texts).not.toMatch(/"tool_use"[^}]*}[^}]*cache_control/);
    expect(third).toEqual(before);
  });
});

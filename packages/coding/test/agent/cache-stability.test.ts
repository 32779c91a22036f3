import { createModel, toWire } from "@tau-ts/ai";
import type {
  AssistantMessage,
  Model,
  ModelRequest,
  ThinkingLevel,
  TransportRequest,
  WireName,
} from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import { expect, it } from "vitest";
import type { PermissionMode } from "../../src/guard/policy/policy.ts";
import { asks, makeAgent, makeHome } from "../support/agent.ts";
import { writeTree } from "../support/tree.ts";

const levels: readonly ThinkingLevel[] = ["off", "low", "high", "medium", "max"];
const modes: readonly PermissionMode[] = ["ask", "read-only", "auto-edit", "full"];
const PROMPTS = 25;

/** A session in which the mode and the thinking are others in every prompt; some of its calls are refused. */
async function session(model: Model): Promise<void> {
  const home = makeHome();
  writeTree(home.cwd, { "AGENTS.md": "rules", "notes.txt": "notes" });
  writeTree(home.tauHome, { "skills/x/SKILL.md": "---\ndescription: d\n---\n" });
  const { agent } = await makeAgent({ ...home, model, trust: true });
  for (let index = 0; index < PROMPTS; index += 1) {
    await agent.setMode(modes[index % modes.length] ?? "ask");
    await agent.setThinking(levels[index % levels.length] ?? "off");
    await agent.prompt(`step ${index}`);
  }
}

/** Every other turn asks for a tool: 25 prompts are 50 model calls. */
function replies(onRequest: (request: ModelRequest) => void): Model {
  const replyAt = (index: number): AssistantMessage | string => {
    if (index % 2 === 1) return `done ${index}`;
    const path = "notes.txt";
    return index % 4 === 0
      ? asks("read", { path }, `c${index}`)
      : asks("write", { path, content: `${index}` }, `c${index}`);
  };
  return scriptedModel(
    Array.from({ length: 2 * PROMPTS }, (_, index) => (request: ModelRequest) => {
      onRequest(request);
      return replyAt(index);
    }),
  );
}

/** The bytes of a body in front of its last message. */
function beforeLast(body: string, key: string): string {
  const messages: unknown = JSON.parse(body)[key];
  const last = JSON.stringify(Array.isArray(messages) ? messages.at(-1) : undefined);
  const end = body.lastIndexOf(last);
  expect(end).toBeGreaterThan(0);
  return body.slice(0, end);
}

function expectStable(bodies: readonly string[], key: string): void {
  for (const [index, body] of bodies.entries()) {
    const before = bodies[index - 1];
    if (before === undefined) continue;
    const start = beforeLast(before, key);
    expect(body.slice(0, start.length), `request ${index}`).toBe(start);
  }
}

it.each([
  ["anthropic-messages", "messages"],
  ["openai-completions", "messages"],
  ["openai-responses", "input"],
  ["google-generative-ai", "contents"],
  ["mistral-chat", "messages"],
] as const)(
  "C11.1 over 50 turns with mode and thinking switches, %s bodies go on where the last one ended",
  async (wire: WireName, key) => {
    const bodies: string[] = [];
    const target = { model: "m", baseUrl: "http://127.0.0.1:1/v1" };
    await session(
      replies((request) => void bodies.push(JSON.stringify(toWire(wire, request, target).body))),
    );
    expect(bodies).toHaveLength(2 * PROMPTS);
    expect(bodies.at(-1)).toContain("the mode read-only allows only");
    expectStable(bodies, key);
  },
);

it("C11.1 where the provider is told what to keep, only these marks move", async () => {
  const bodies: string[] = [];
  const compat = { cacheRetention: "short" } as const;
  const target = { model: "m", baseUrl: "http://127.0.0.1:1", compat };
  const mark = ',"cache_control":{"type":"ephemeral"}';
  await session(
    replies((request) => {
      const body = JSON.stringify(toWire("anthropic-messages", request, target).body);
      expect(body.split(mark).length - 1).toBeLessThanOrEqual(4);
      bodies.push(body.replaceAll(mark, ""));
    }),
  );
  expect(bodies).toHaveLength(2 * PROMPTS);
  expectStable(bodies, "messages");
});

it("C11.1 the same holds for the bytes that are sent", async () => {
  const bodies: string[] = [];
  const reply = { choices: [{ index: 0, delta: { content: "ok" }, finish_reason: "stop" }] };
  const model = createModel({
    wire: "openai-completions",
    model: "m",
    baseUrl: "http://127.0.0.1:1/v1",
    fetch: async (_url: string, { body }: TransportRequest) => {
      bodies.push(String(body));
      return new Response(`data: ${JSON.stringify(reply)}\n\ndata: [DONE]\n\n`, {
        headers: { "content-type": "text/event-stream" },
      });
    },
  });
  await session(model);
  expect(bodies).toHaveLength(PROMPTS);
  expectStable(bodies, "messages");
});

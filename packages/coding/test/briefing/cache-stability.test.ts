import { Harness } from "@tau-ts/agent";
import { createModel, toWire } from "@tau-ts/ai";
import type { Model, ModelRequest, ThinkingLevel, TransportRequest, WireName } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadBriefing } from "../../src/briefing/load-briefing.ts";
import { guard } from "../../src/guard/guard.ts";
import { readTool } from "../../src/tools/read.ts";
import { writeTool } from "../../src/tools/write.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { makeTree } from "../support/tree.ts";

const levels: readonly ThinkingLevel[] = ["off", "low", "high", "medium", "max"];

/** A session of 50 turns that reads and writes, in which the mode and the thinking change all the time. */
async function session(model: Model): Promise<void> {
  const home = makeTree({
    "w/AGENTS.md": "rules",
    "w/notes.txt": "notes",
    ".agents/skills/x/SKILL.md": "---\ndescription: d\n---\n",
  });
  const cwd = join(home, "w");
  const workspace = new LocalWorkspace({ cwd, home });
  const user = { home, tauHome: join(home, ".tau-ts") };
  const briefing = await loadBriefing({ workspace, cwd, user, isProjectTrusted: true });
  let mode = "ask";
  const check = (name: string): string | undefined =>
    mode === "read-only" && name === "write" ? "the mode is read-only" : undefined;
  const tools = [guard(readTool({ workspace }), check), guard(writeTool({ workspace }), check)];
  const harness = new Harness({
    model,
    tools,
    system: briefing.systemPrompt(tools),
    sessionId: "s",
  });
  for (let turn = 0; turn < 25; turn += 1) {
    mode = turn % 3 === 0 ? "read-only" : "full";
    harness.configure({
      thinking: levels[turn % levels.length],
      system: briefing.systemPrompt(tools),
    });
    await harness.prompt(`step ${turn}`).result;
  }
}

/** Every other turn asks for a tool: 25 prompts are 50 model calls. */
function replies(onRequest: (request: ModelRequest) => void): Model {
  return scriptedModel(
    Array.from({ length: 50 }, (_, index) => (request: ModelRequest) => {
      onRequest(request);
      if (index % 2 === 1) return `done ${index}`;
      const args =
        index % 4 === 0 ? { path: "notes.txt" } : { path: "notes.txt", content: `${index}` };
      return {
        role: "assistant" as const,
        api: "a",
        provider: "p",
        model: "m",
        content: [
          {
            type: "toolCall" as const,
            id: `c${index}`,
            name: index % 4 === 0 ? "read" : "write",
            arguments: args,
          },
        ],
        stopReason: "toolUse" as const,
        timestamp: index,
        usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 },
      };
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
  expect(bodies.length).toBeGreaterThanOrEqual(25);
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
    expect(bodies).toHaveLength(50);
    expectStable(bodies, key);
  },
);

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
  expect(bodies).toHaveLength(25);
  expectStable(bodies, "messages");
});

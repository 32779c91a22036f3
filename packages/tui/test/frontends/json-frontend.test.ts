import { Harness } from "@tau-ts/agent";
import type { AgentEvent } from "@tau-ts/agent";
import { scriptedModel } from "@tau-ts/ai/testing";
import { JsonFrontend } from "@tau-ts/tui";
import { describe, expect, it } from "vitest";
import { MemoryWriter } from "../support/writers.ts";
import { eventsOf } from "../support/tau.ts";

async function linesOf(text: string): Promise<{ stdout: string; events: AgentEvent[] }> {
  const stdout = new MemoryWriter();
  const frontend = new JsonFrontend({ stdout });
  const harness = new Harness({ model: scriptedModel([text]) });
  const events: AgentEvent[] = [];
  for await (const event of harness.prompt("hello")) {
    frontend.render(event);
    events.push(event);
  }
  expect(await frontend.finish()).toBe(true);
  return { stdout: stdout.text, events };
}

/** Usage whose price is not known, as it is written. */
function freeUsage(
  totalTokens: number,
  { input, output }: { readonly input: number; readonly output: number } = { input: 0, output: 0 },
): string {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const counts = { input, output, cacheRead: 0, cacheWrite: 0, totalTokens };
  return JSON.stringify({ ...counts, cost, isCostUnknown: true });
}

describe("JsonFrontend", () => {
  it("C14.3 every event is one line of JSON, in order, and nothing else is written", async () => {
    const { stdout, events } = await linesOf("two\nlines\u2028and a half");
    expect(eventsOf(stdout).map(({ type }) => type)).toEqual(events.map(({ type }) => type));
    expect(stdout.split("\n")).toHaveLength(events.length + 1);
  });

  it("C14.3 updates carry deltas, which put together are the text of message_end", async () => {
    const { stdout } = await linesOf("a text of a few words that is streamed in pieces");
    const updates = eventsOf(stdout).filter(({ type }) => type === "message_update");
    for (const update of updates) {
      expect(Object.keys(update)).toEqual(["type", "usage", "assistantMessageEvent"]);
      expect(update.assistantMessageEvent).not.toHaveProperty("partial");
      expect(update.assistantMessageEvent).not.toHaveProperty("message");
    }
    const deltas = updates.map(({ assistantMessageEvent }) =>
      assistantMessageEvent?.type === "text_delta" ? assistantMessageEvent.delta : "",
    );
    expect(deltas.length).toBeGreaterThan(2);
    expect(deltas.join("")).toBe("a text of a few words that is streamed in pieces");
  });

  it("C14.3 a reply that had grown when it was announced is told without content: it comes as deltas", () => {
    const stdout = new MemoryWriter();
    const content = [{ type: "text" as const, text: "already here" }];
    new JsonFrontend({ stdout }).render({
      type: "message_start",
      message: { role: "assistant", content, stopReason: "stop" },
    });
    expect(stdout.text).toBe(
      `{"type":"message_start","message":{"role":"assistant","content":[],"stopReason":"pending","usage":${freeUsage(0)}}}\n`,
    );
  });

  it("C14.3 the cost of a reply can always be added up, and where no price is known that is said", () => {
    const counts = { input: 3, output: 4, cacheRead: 0, cacheWrite: 0, totalTokens: 7 };
    const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, total: 3 };
    const reply = { role: "assistant" as const, content: [], stopReason: "stop" as const };
    const usages = [{ usage: { ...counts, cost } }, { usage: counts }, {}].map((used) => {
      const stdout = new MemoryWriter();
      const message = { ...reply, ...used };
      const frontend = new JsonFrontend({ stdout });
      frontend.render({ type: "message_end", message });
      frontend.render({ type: "turn_end", message, toolResults: [] });
      frontend.render({ type: "agent_end", messages: [message], outcome: "completed" });
      const found = stdout.text.match(/"usage":(\{[^{}]*\{[^{}]*\}[^{}]*\})/g);
      expect(new Set(found).size).toBe(1);
      expect(found).toHaveLength(3);
      return found?.[0];
    });
    expect(usages).toEqual([
      `"usage":${JSON.stringify({ ...counts, cost })}`,
      `"usage":${freeUsage(7, counts)}`,
      `"usage":${freeUsage(0)}`,
    ]);
  });

  it("C14.3 what a call reports on its way repeats what it was given, as long as it goes on", () => {
    const stdout = new MemoryWriter();
    const frontend = new JsonFrontend({ stdout });
    const call = { toolCallId: "c1", toolName: "bash" };
    const result = { content: [{ type: "text" as const, text: "half" }] };
    const update = { type: "tool_execution_update" as const, ...call, partialResult: result };
    frontend.render({ type: "tool_execution_start", ...call, args: { command: "ls" } });
    frontend.render(update);
    frontend.render({ type: "tool_execution_end", ...call, result, isError: false });
    frontend.render(update);
    const lines = stdout.text.split("\n");
    expect(lines[1]).toBe(
      '{"type":"tool_execution_update","toolCallId":"c1","toolName":"bash","args":{"command":"ls"},"partialResult":{"content":[{"type":"text","text":"half"}]}}',
    );
    expect(lines[3]).not.toContain("args");
  });

  it("C14.3 bytes grow with the length of a reply, not with its square", async () => {
    const text = (words: number): string => "word ".repeat(words);
    const [short, long] = [await linesOf(text(200)), await linesOf(text(2000))];
    expect(long.stdout.length).toBeLessThan(short.stdout.length * 11);
  });

  it("C14.3 every line has the session id when one was given", async () => {
    const stdout = new MemoryWriter();
    const frontend = new JsonFrontend({ stdout, sessionId: "s-1" });
    const harness = new Harness({ model: scriptedModel(["yes"]) });
    for await (const event of harness.prompt("hello")) frontend.render(event);
    await frontend.finish();
    for (const event of eventsOf(stdout.text)) expect(event.sessionId).toBe("s-1");
  });

  it("C14.3 progress details that are no JSON are left out instead of failing the run", () => {
    const stdout = new MemoryWriter();
    const details: { self?: unknown } = {};
    details.self = details;
    new JsonFrontend({ stdout }).render({
      type: "tool_execution_update",
      toolCallId: "c1",
      toolName: "look",
      partialResult: { content: [{ type: "text", text: "half" }], details },
    });
    expect(stdout.text).toBe(
      '{"type":"tool_execution_update","toolCallId":"c1","toolName":"look","partialResult":{"content":[{"type":"text","text":"half"}]}}\n',
    );
  });

  it.each(["error", "aborted", "abandoned"] as const)(
    "C6.14 outcome %s did not end well",
    async (outcome) => {
      const frontend = new JsonFrontend({ stdout: new MemoryWriter() });
      frontend.render({ type: "agent_end", messages: [], outcome });
      expect(await frontend.finish()).toBe(false);
    },
  );

  it("C14.1 a run whose end was not seen did not end well", async () => {
    const frontend = new JsonFrontend({ stdout: new MemoryWriter() });
    frontend.render({ type: "agent_start" });
    expect(await frontend.finish()).toBe(false);
  });
});

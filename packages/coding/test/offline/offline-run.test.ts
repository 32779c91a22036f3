import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, runAgent } from "@tau-ts/agent";
import type { AnyTool } from "@tau-ts/agent";
import { textOf, toolCalls, userMessage } from "@tau-ts/ai";
import type { Message, UserMessage } from "@tau-ts/ai";
import { afterEach, beforeEach, expect, it } from "vitest";
import { offlineModel } from "../../src/offline/offline-model.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tau-ts-offline-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const text = { type: "string" } as const;

/** Small tools with the names and arguments of the real ones, on a real folder and with real processes. */
function toolsIn(cwd: string): readonly AnyTool[] {
  const parameters = (properties: Record<string, typeof text>): AnyTool["parameters"] => ({
    type: "object",
    properties,
  });
  return [
    defineTool<{ path?: string }>({
      name: "ls",
      description: "lists",
      parameters: parameters({ path: text }),
      execute: async ({ path = "." }) => (await readdir(join(cwd, path))).toSorted().join("\n"),
    }),
    defineTool<{ path: string }>({
      name: "read",
      description: "reads",
      parameters: parameters({ path: text }),
      execute: ({ path }) => readFile(join(cwd, path), "utf8"),
    }),
    defineTool<{ path: string; content: string }>({
      name: "write",
      description: "writes",
      parameters: parameters({ path: text, content: text }),
      execute: async ({ path, content }) => {
        await writeFile(join(cwd, path), content);
        return `Successfully wrote to ${path}.`;
      },
    }),
    defineTool<{ command: string }>({
      name: "bash",
      description: "runs",
      parameters: parameters({ command: text }),
      execute: ({ command }) => {
        const { status, stdout } = spawnSync("sh", ["-c", command], { cwd, encoding: "utf8" });
        return { content: [{ type: "text", text: stdout }], details: { exitCode: status } };
      },
    }),
  ];
}

/** Runs the real loop to its end and returns the record. */
async function run(
  prompt: string,
  steering: readonly UserMessage[] = [],
): Promise<readonly Message[]> {
  const messages: Message[] = [];
  const queue = [...steering];
  let asked = 0;
  const events = runAgent({
    model: offlineModel(),
    messages,
    tools: toolsIn(folder),
    prompt,
    // The first question comes with the prompt; steering is for the middle.
    getSteering: () => ((asked += 1) > 1 ? queue.splice(0) : []),
  });
  for await (const event of events) void event;
  return messages;
}

function shape(messages: readonly Message[]): string {
  return messages
    .map((message) => {
      if (message.role !== "assistant") return message.role === "user" ? "U" : "R";
      return toolCalls(message).length > 0 ? `A[${toolCalls(message)[0]?.name}]` : "A";
    })
    .join(" ");
}

function answer(messages: readonly Message[]): string {
  const last = messages.at(-1);
  return last ? textOf(last) : "";
}

it("C3.5 a chain runs one step per turn on real files and ends in an answer from the real results", async () => {
  const record = await run(
    'create "hello there.txt" with "one\ntwo", list the files here, then read hello there.txt and run wc -l < "hello there.txt"',
  );
  expect(shape(record)).toBe("U A[write] R A[ls] R A[read] R A[bash] R A");
  expect(await readFile(join(folder, "hello there.txt"), "utf8")).toBe("one\ntwo");
  expect(answer(record)).toContain("The files here:\n```\nhello there.txt\n```");
  expect(answer(record)).toContain("From hello there.txt:\n```\none\ntwo\n```");
  expect(answer(record)).toContain('Running `wc -l < "hello there.txt"` gave:\n```\n1\n```');
});

it("C2.7 a command that exits with another code than 0 ends the chain", async () => {
  const record = await run("run echo before; exit 3 then list files");
  expect(shape(record)).toBe("U A[bash] R A");
  expect(answer(record)).toContain("I tried to run `echo before; exit 3`:\n```\nbefore\n```");
  expect(answer(record)).toContain("Not done: list the files here.");
});

it("C2.3 a tool that throws ends the chain with its message", async () => {
  const record = await run("read missing.txt then list files");
  expect(shape(record)).toBe("U A[read] R A");
  expect(answer(record)).toContain("ENOENT");
});

it("C3.8 steering words in the middle become the new request", async () => {
  await writeFile(join(folder, "a.txt"), "A");
  const record = await run("list files then read missing.txt", [userMessage("read a.txt")]);
  expect(shape(record)).toBe("U A[ls] R U A[read] R A");
  expect(answer(record)).toContain("From a.txt:\n```\nA\n```");
});

it("C3.6 what is not understood is answered in one turn, and nothing is done", async () => {
  const record = await run('write "x" to a.txt then dance');
  expect(shape(record)).toBe("U A");
  expect(await readdir(folder)).toEqual([]);
  expect(answer(record)).toContain('I did not understand "dance"');
});

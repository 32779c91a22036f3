import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.ts";

const consumer = `
import { ProviderError, complete, createModel, textOf, userMessage } from "@tau-ts/ai";
import type { AssistantEvent, Message, Model } from "@tau-ts/ai";
import { nodeTransport } from "@tau-ts/ai/node";
import { scriptedModel } from "@tau-ts/ai/testing";
import { Harness, defineTool } from "@tau-ts/agent";
import type { AgentEvent, AnyTool, Run } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import * as kit from "@tau-ts/agent/testing";
import { bashTool, createCodingAgent, guard, readTool } from "@tau-ts/coding";
import type { CodingAgent } from "@tau-ts/coding";
import { JsonFrontend, RpcClient, TextFrontend } from "@tau-ts/tui";

const model: Model = createModel({ wire: "anthropic-messages", model: "m", fetch: nodeTransport() });
const reply = await complete(scriptedModel(["hi"]), { messages: [userMessage("hi")] });
const text: string = textOf(reply);
const dice = defineTool<{ sides: number }>({
  name: "roll",
  description: "Rolls a die.",
  parameters: { type: "object", properties: { sides: { type: "integer" } }, required: ["sides"] },
  execute: ({ sides }) => String(sides.toFixed()),
});
const tools: readonly AnyTool[] = [dice, readTool(), guard(bashTool(), () => "no")];
const run: Run = new Harness({ model, tools }).prompt(text);
const events: AgentEvent[] = [];
for await (const event of run) events.push(event);
const opened: Promise<JsonlLog> = JsonlLog.open("session.jsonl");
const agent: Promise<CodingAgent> = createCodingAgent({ model: "anthropic/claude-sonnet-4-5" });
const frontends = [new TextFrontend({ stdout: process.stdout, stderr: process.stderr }), new JsonFrontend({ stdout: process.stdout })];
const failed = (error: unknown): string => (ProviderError.isInstance(error) ? error.kind : "unknown");
export type { AssistantEvent, Message };
export { agent, failed, frontends, kit, opened, RpcClient };
`;

const options = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2024", "esnext.disposable"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: ["node"],
  },
  include: ["consumer.ts"],
};

/** Checks a program that uses all packages, and their declarations with it, with a compiler of the registry. */
export async function proveTypes(folder: string, compiler: string): Promise<void> {
  const tools = join(folder, `typescript-${compiler}`);
  await mkdir(tools, { recursive: true });
  await writeFile(join(tools, "package.json"), '{ "private": true }\n');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...quiet, `typescript@${compiler}`, "@types/node@24"], tools);
  await writeFile(join(folder, "consumer.ts"), consumer);
  const typeRoots = [join(tools, "node_modules/@types")];
  const configuration = { ...options, compilerOptions: { ...options.compilerOptions, typeRoots } };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(configuration));
  await run(join(tools, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], folder);
}

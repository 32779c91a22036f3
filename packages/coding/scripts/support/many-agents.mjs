// Lets 100 agents work at the same time, each with a session and files of its own, and prints what the process took.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCodingAgent } from "@tau-ts/coding";
import { textOf } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import { processCost } from "./process-cost.mjs";

const count = 100;
const before = processCost();
const folder = await mkdtemp(join(tmpdir(), "tau-many-"));

function asks(name, args) {
  const call = { type: "toolCall", id: "same-id", name, arguments: args };
  return { role: "assistant", content: [call], stopReason: "toolUse" };
}

async function work(index) {
  const cwd = join(folder, `work-${index}`);
  await mkdir(cwd);
  const turns = Array.from({ length: 2 }, (_, turn) =>
    asks("edit", { path: "a.txt", edits: [{ oldText: `${turn} `, newText: `${turn + 1} ` }] }),
  );
  const model = scriptedModel([
    asks("write", { path: "a.txt", content: `0 of ${index}` }),
    ...turns,
    asks("read", { path: "a.txt" }),
    `done ${index}`,
  ]);
  const agent = await createCodingAgent({
    cwd,
    environment: { TAU_HOME: join(folder, "home") },
    model,
    mode: "full",
    autoName: false,
  });
  let foreign = 0;
  agent.subscribe(({ sessionId }) => (foreign += sessionId === agent.session.id ? 0 : 1));
  const { text } = await agent.prompt(`work ${index}`);
  const words = agent.messages.map((message) => textOf(message)).join(" ");
  const isAlone = foreign === 0 && !words.includes(`of ${(index + 1) % count}\n`);
  await agent.dispose();
  const isWritten = (await readFile(join(cwd, "a.txt"), "utf8")) === `2 of ${index}`;
  if (text !== `done ${index}` || !isWritten || !isAlone)
    throw new Error(`agent ${index} was disturbed: ${text}`);
}

try {
  await Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const { seconds: processSeconds, peakBytes } = processCost();
  const megabytes = peakBytes / 1e6;
  process.stdout.write(
    JSON.stringify({ processSeconds, megabytes, megabytesBefore: before.peakBytes / 1e6 }),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

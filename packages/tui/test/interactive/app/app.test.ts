import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Model } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import { createCodingAgent } from "@tau-ts/coding";
import type { CodingAgent } from "@tau-ts/coding";
import { expect, it, onTestFinished } from "vitest";
import { App } from "../../../src/interactive/app/app.ts";
import { SystemClock } from "../../../src/terminal/system-clock.ts";
import { VirtualTerminal } from "../../terminal/support/virtual-terminal.ts";

it("C14 a conversation that was opened is made ready for its next request, and so is one that is gone to", async () => {
  const home = await mkdtemp(join(tmpdir(), "tau-app-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const prepared: number[] = [];
  const model: Model = {
    ...scriptedModel(["hi"]),
    prepare: ({ messages }) => void prepared.push(messages.length),
  };
  const opened = Promise.withResolvers<CodingAgent>();
  const leaving = new AbortController();
  const variables = { TAU_HOME: home, TERM: "xterm-256color", PATH: process.env["PATH"] };
  const app = new App({
    openAgent: async (parts) => {
      const around = { cwd: home, home, environment: variables, autoName: false, trust: true };
      const agent = await createCodingAgent({ ...around, ...parts, model });
      opened.resolve(agent);
      return { agent };
    },
    cwd: home,
    home,
    tauHome: home,
    variables,
    terminal: new VirtualTerminal(80, 24),
    clock: new SystemClock(),
    signal: leaving.signal,
  });
  const end = app.run();
  const agent = await opened.promise;
  await expect.poll(() => prepared).toEqual([0]);
  await agent.prompt("hello");
  await agent.fork();
  await expect.poll(() => prepared).toEqual([0, 2]);
  leaving.abort();
  await end;
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyTool } from "@tau-ts/agent";
import { scriptedModel } from "@tau-ts/ai/testing";
import { createCodingAgent } from "@tau-ts/coding";
import type { ServeRpcOptions } from "@tau-ts/tui";
import { serveRpc } from "@tau-ts/tui";
import { describe, expect, it } from "vitest";

const graceMs = 100;

/** A tool that hears nothing: neither that it is to stop nor that nobody waits any more. */
function deafTool(onStart: () => void): AnyTool {
  return {
    name: "deaf",
    description: "Never ends.",
    parameters: { type: "object" },
    execute: () => {
      onStart();
      return new Promise(() => undefined);
    },
  };
}

const deafCall = {
  role: "assistant" as const,
  content: [{ type: "toolCall" as const, id: "c1", name: "deaf", arguments: {} }],
  stopReason: "toolUse" as const,
};

/** A service in this process. */
class Service implements AsyncDisposable {
  readonly lines: { readonly type: string; readonly id?: string; readonly error?: string }[] = [];
  readonly #send: (bytes: Uint8Array | undefined) => void;
  readonly #over: Promise<void>;
  readonly #look = new Set<() => void>();

  constructor(options: Omit<ServeRpcOptions, "input" | "output">) {
    const waiting: (Uint8Array | undefined)[] = [];
    let wake: () => void = () => undefined;
    this.#send = (bytes) => {
      waiting.push(bytes);
      wake();
    };
    async function* input(): AsyncGenerator<Uint8Array> {
      for (;;) {
        while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const bytes = waiting.shift();
        if (bytes === undefined) return;
        yield bytes;
      }
    }
    const write = (text: string): void => {
      for (const line of text.split("\n").slice(0, -1)) this.lines.push(JSON.parse(line));
      for (const look of this.#look) look();
    };
    this.#over = serveRpc({ ...options, input: input(), output: { write } });
  }

  send(command: object): void {
    this.#send(new TextEncoder().encode(`${JSON.stringify(command)}\n`));
  }

  async until(
    isIt: (line: { readonly type: string; readonly id?: string }) => boolean,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (this.lines.some(isIt)) resolve();
    };
    this.#look.add(look);
    look();
    await promise;
    this.#look.delete(look);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#send(undefined);
    await this.#over;
  }
}

describe("serveRpc", () => {
  it("C6.6 an abort is answered after the grace although a tool is deaf, and the next prompt works", async () => {
    const home = await mkdtemp(join(tmpdir(), "tau-rpc-"));
    const model = scriptedModel([deafCall, "again"]);
    const { promise: started, resolve: onStart } = Promise.withResolvers<void>();
    {
      await using service = new Service({
        openAgent: ({ session = "none", wrapModel, ...parts }) =>
          createCodingAgent({
            ...parts,
            model: wrapModel(model),
            session,
            cwd: home,
            home,
            environment: { TAU_HOME: home },
            tools: { allow: ["deaf"], extra: [deafTool(onStart)] },
            mode: "full",
            autoName: false,
            graceMs,
          }),
      });
      service.send({ type: "prompt", id: "p", message: "go" });
      await started;
      service.send({ type: "abort", id: "a" });
      await service.until(({ id }) => id === "a");
      expect(service.lines.find(({ type }) => type === "agent_end")).toMatchObject({
        outcome: "abandoned",
      });
      service.send({ type: "prompt", id: "p2", message: "go on" });
      await service.until(({ id }) => id === "p2");
      await expect
        .poll(() => service.lines.filter(({ type }) => type === "agent_settled").length)
        .toBe(2);
    }
    await rm(home, { recursive: true });
  });

  it("C12.2 a question that nobody answers in time is a no", async () => {
    const home = await mkdtemp(join(tmpdir(), "tau-rpc-"));
    const model = scriptedModel([deafCall, "done"]);
    {
      await using service = new Service({
        questionTimeoutMs: 30,
        openAgent: ({ session = "none", wrapModel, ...parts }) =>
          createCodingAgent({
            ...parts,
            model: wrapModel(model),
            session,
            cwd: home,
            home,
            environment: { TAU_HOME: home },
            tools: { allow: ["deaf"], extra: [deafTool(() => undefined)] },
            autoName: false,
          }),
      });
      service.send({ type: "prompt", id: "p", message: "go" });
      await service.until(({ type }) => type === "agent_settled");
      expect(service.lines.find(({ type }) => type === "extension_ui_request")).toMatchObject({
        method: "select",
        timeout: 30,
      });
      expect(JSON.stringify(model.requests[1]?.messages)).toContain("the user said no");
    }
    await rm(home, { recursive: true });
  });
});

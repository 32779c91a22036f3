import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { stopMany } from "../../scripts/support/stop-many.ts";
import { eventually, uniqueSleep } from "../support/processes.ts";

it("C6.11 stops of nested trees, soft and hard, leave nothing but the registered jobs", async () => {
  const { count, survivors, failed, jobs, times } = await stopMany(20, 2);
  expect({ count, survivors, failed }).toEqual({ count: 20, survivors: 0, failed: 0 });
  expect(jobs).toEqual({ before: 2, after: 2, afterDispose: 0 });
  // On a quiet machine 400, see scripts/stop-trees.ts; tests run beside others.
  expect(times.at(-1)).toBeLessThan(1000);
}, 30_000);

it("C6.11 a hard stop followed at once by the host's exit leaves nothing, deaf to SIGTERM or not", async () => {
  const sleep = uniqueSleep();
  const command = `trap '' TERM INT HUP; echo ready; ${sleep.command} & setsid ${sleep.command} & wait`;
  const code = `
    import { Harness } from "@tau-ts/agent";
    import { scriptedModel } from "@tau-ts/ai/testing";
    import { bashTool } from "@tau-ts/coding";
    const call = { type: "toolCall", id: "c1", name: "bash", arguments: { command: ${JSON.stringify(command)} } };
    const model = scriptedModel([{ role: "assistant", content: [call], stopReason: "toolUse", timestamp: 1 }]);
    const harness = new Harness({ model, tools: [bashTool({ cwd: "/" })] });
    for await (const event of harness.prompt("go")) {
      if (event.type !== "tool_execution_update") continue;
      setTimeout(() => {
        void harness.stop({ graceMs: 0 });
        process.exit(0);
      }, 50);
    }
  `;
  const args = ["--conditions=tau-ts:source", "--input-type=module-typescript", "--eval", code];
  const cwd = join(import.meta.dirname, "../..");
  await promisify(execFile)(process.execPath, args, { cwd, timeout: 20_000 });
  await eventually(() => sleep.pids().length === 0);
  expect(sleep.sleeping()).toEqual([]);
}, 30_000);

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { bait, baitTree } from "../support/bait.ts";
import { makeAgent, makeHome } from "../support/agent.ts";
import type { Home } from "../support/agent.ts";
import { writeTree } from "../support/tree.ts";

const chunk = { choices: [{ index: 0, delta: { content: "ok" }, finish_reason: "stop" }] };

/** A provider that says ok, named by the user's own files; and what it was sent, headers first. */
async function ownProvider({ tauHome }: Home): Promise<readonly string[]> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let text = `${request.rawHeaders.join("\n")}\n`;
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (text += piece));
    request.on("end", () => {
      requests.push(text);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const box = { baseUrl, wire: "openai-completions", apiKey: "mine", models: [{ id: "m" }] };
  writeTree(tauHome, {
    "settings.json": '{ "model": "box/m" }',
    "models.json": JSON.stringify({ providers: { box } }),
  });
  return requests;
}

/** Counts the processes that this one starts until the test is over. */
function startedProcesses(): () => number {
  let started = 0;
  const count = (): void => void (started += 1);
  subscribe("child_process", count);
  onTestFinished(() => void unsubscribe("child_process", count));
  const module = process.getBuiltinModule("node:child_process");
  const waiting = (["spawnSync", "execSync", "execFileSync"] as const).map((name) =>
    vi.spyOn(module, name),
  );
  return () => started + waiting.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

it("C11 an untrusted repository full of bait: nothing of it is in any request, and no process is started", async () => {
  const home = makeHome();
  writeTree(home.cwd, baitTree(home.cwd));
  const requests = await ownProvider(home);
  const started = startedProcesses();
  const cwd = join(home.cwd, "sub");
  const { agent, warnings } = await makeAgent({ ...home, cwd, mode: undefined });
  for (const typed of ["hello", "/fix it", `/${bait} it`])
    expect(await agent.prompt(typed)).toMatchObject({ outcome: "completed", text: "ok" });
  await expect(agent.prompt(`/skill:${bait}-skill now`)).rejects.toThrow("There is no skill");
  expect(requests).toHaveLength(3);
  expect(requests[0]).toContain("Bearer mine");
  expect(requests[1]).toContain("/fix it");
  for (const request of requests) expect(request.replace(`/${bait} it`, "")).not.toContain(bait);
  expect(agent.mode).toBe("ask");
  expect(started()).toBe(0);
  expect(existsSync(join(home.cwd, "trace"))).toBe(false);
  expect(warnings).toEqual([
    `Instructions, skills, templates and settings of ${home.cwd} were left out: nobody has said yet that the project is trusted, and nobody is there to ask.`,
  ]);
});

it("C11 the same repository, trusted: its instructions are there, its key command, models and mode are not", async () => {
  const home = makeHome();
  writeTree(home.cwd, baitTree(home.cwd));
  const requests = await ownProvider(home);
  const started = startedProcesses();
  const cwd = join(home.cwd, "sub");
  const { agent, warnings } = await makeAgent({
    ...home,
    cwd,
    mode: undefined,
    trust: true,
    model: "box/m",
  });
  expect(await agent.prompt("/fix it")).toMatchObject({ outcome: "completed", text: "ok" });
  for (const what of ["agents", "override", "system", "append", "skill", "template it"])
    expect(requests[0]).toContain(`${bait} ${what}`);
  expect(requests[0]).toContain("Bearer mine");
  expect(agent.mode).toBe("ask");
  expect(started()).toBe(0);
  expect(existsSync(join(home.cwd, "trace"))).toBe(false);
  expect(warnings.join("\n")).toContain(
    "permissionMode was left out: only the user's own settings",
  );
});

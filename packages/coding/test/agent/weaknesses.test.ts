import { statSync } from "node:fs";
import type { Message } from "@tau-ts/ai";
import { JsonlLog } from "@tau-ts/agent/node";
import { describe, expect, it } from "vitest";
import { makeAgent, makeHome, asks, named, shown } from "../support/agent.ts";

/** What one of the tools answered, in the order of the calls. */
function answers(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === "toolResult" ? [JSON.stringify(message.content)] : [],
  );
}

describe("what Tau does badly is done well", () => {
  it("TAU-6.1.6 a turn writes as much in a long session as in a short one, and stringifies no more", async () => {
    const home = makeHome();
    const log = await JsonlLog.open(`${home.tauHome}/long.jsonl`, { cwd: home.cwd, fsync: "none" });
    for (let index = 0; index < 2_000; index += 1)
      await log.append({
        role: "user",
        content: `message ${index} ${"word ".repeat(40)}`,
        timestamp: index,
      });
    await log.close();
    const { agent } = await makeAgent({
      ...home,
      model: named("m", "warm", "done"),
      session: { path: log.path },
    });
    await agent.prompt("warm up");
    const before = statSync(log.path).size;
    const { stringify } = JSON;
    let characters = 0;
    JSON.stringify = new Proxy(stringify, {
      apply(target, self, parameters) {
        const text: unknown = Reflect.apply(target, self, parameters);
        if (typeof text === "string") characters += text.length;
        return text;
      },
    });
    try {
      await agent.prompt("go");
    } finally {
      JSON.stringify = stringify;
    }
    expect(statSync(log.path).size - before).toBeLessThan(2_000);
    expect(characters).toBeLessThan(5_000);
  });

  it("TAU-6.1.8 commands run in bash, cannot read what is typed, do not wait for what they leave, and failing is shown", async () => {
    const commands = [
      "[[ a == a ]] && echo is bash",
      "cat; echo read nothing",
      "sleep 60 & echo left",
      "echo no >&2; exit 3",
    ];
    const calls = commands.map((command, index) => asks("bash", { command }, `c${index}`));
    const model = named("m", ...calls, "done");
    const { agent } = await makeAgent({ model });
    const begun = performance.now();
    await agent.prompt("go");
    expect(performance.now() - begun).toBeLessThan(5_000);
    const [first, second, third, fourth] = answers(agent.messages);
    expect(first).toContain("is bash");
    expect(second).toContain('"read nothing');
    expect(third).toMatch(/left.*Still running in the background as job-1/);
    expect(fourth).toMatch(/no.*Command exited with code 3/);
    expect(shown(model)).toContain("Command exited with code 3");
  });
});

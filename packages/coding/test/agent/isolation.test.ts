import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { asks, makeAgent, makeHome, named } from "../support/agent.ts";

it("C4.1 many agents at work in one process do not notice each other", async () => {
  const home = makeHome();
  const made = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const model = named(
        `m${index}`,
        asks(
          "bash",
          { command: `echo from ${index} > ${index}.txt && cat ${index}.txt` },
          "same-id",
        ),
        asks(
          "edit",
          { path: `${index}.txt`, edits: [{ oldText: "from", newText: "by" }] },
          "same-id",
        ),
        `done ${index}`,
      );
      return makeAgent({ ...home, model, mode: index % 2 === 0 ? "full" : "read-only" });
    }),
  );
  for (const index of made.keys())
    if (index % 2 === 1) writeFileSync(join(home.cwd, `${index}.txt`), "from\n");
  const results = await Promise.all(made.map(({ agent }, index) => agent.prompt(`go ${index}`)));
  for (const [index, { agent, events }] of made.entries()) {
    expect(results[index]?.text).toBe(`done ${index}`);
    expect(JSON.stringify(agent.messages)).not.toContain(`go ${(index + 1) % 12}"`);
    expect(new Set(events.map(({ sessionId }) => sessionId))).toEqual(new Set([agent.session.id]));
    const text = readFileSync(join(home.cwd, `${index}.txt`), "utf8");
    expect(text).toBe(index % 2 === 0 ? `by ${index}\n` : "from\n");
  }
  expect(new Set(made.map(({ agent }) => agent.session.path)).size).toBe(12);
});

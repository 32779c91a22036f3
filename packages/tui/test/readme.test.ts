import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runReadme } from "@tau-ts/readme-runner";
import { expect, it } from "vitest";
import { exitCodes, variables } from "../src/cli/arguments/options.ts";
import { eventsOf } from "./support/tau.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("C14.1 the README's first example runs as it stands", { timeout: 20_000 }, async () => {
  const printed = await runReadme(fileURLToPath(new URL("..", import.meta.url)));
  expect(eventsOf(printed).at(-1)).toMatchObject({ type: "agent_end", outcome: "completed" });
});

it("C14 the README names every variable and exit code that help does", () => {
  for (const { name } of variables) expect(readme).toContain(`| \`${name}\` `);
  for (const { code } of exitCodes) expect(readme).toMatch(new RegExp(`^\\| ${code} `, "m"));
});

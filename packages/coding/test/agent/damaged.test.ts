import { execFile } from "node:child_process";
import { chmodSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JsonObject } from "@tau-ts/ai";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeAgent, makeHome, named, shown } from "../support/agent.ts";
import type { Home } from "../support/agent.ts";
import { makeTree, writeTree } from "../support/tree.ts";

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, "../..");

it("C11 whatever is damaged, the agent starts, names each file once and changes none of them", async () => {
  const bytes = Buffer.from([0xff, 0xfe]);
  const tauHome = makeTree({
    "settings.json": '{ "thinking": }',
    "trust.json": "{",
    "models.json": "{ oops",
    "credentials.json": bytes,
    "skills/x/SKILL.md": "---\nname: [\n---\n",
    "AGENTS.md": bytes,
    "prompts/p.md": bytes,
  });
  chmodSync(join(tauHome, "credentials.json"), 0o600);
  const { cwd } = makeHome();
  writeTree(cwd, { "AGENTS.md": bytes, ".tau/settings.json": "[]" });
  const contents = () =>
    [tauHome, cwd].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => /\.(?:json|md)$/.test(path))
        .map((path) => [path, readFileSync(join(folder, path), "hex")]),
    );
  const before = contents();
  const start = { cwd, tauHome, mode: undefined };
  const { agent, warnings } = await makeAgent({
    ...start,
    environment: { TAU_HOME: tauHome, ANTHROPIC_API_KEY: "k" },
  });
  expect(agent.model.info).toMatchObject({ provider: "anthropic" });
  const model = named("m", "as good as new");
  await agent.setModel(model);
  expect((await agent.prompt("hello")).text).toBe("as good as new");
  expect(warnings.map((warning) => /\/[^ :,]*/.exec(warning)?.[0])).toEqual([
    cwd, // Not trusted, as the answers cannot be read.
    join(tauHome, "settings.json"),
    join(tauHome, "models.json"),
    join(tauHome, "credentials.json"),
    join(tauHome, "AGENTS.md"),
    join(tauHome, "skills/x/SKILL.md"),
    join(tauHome, "prompts/p.md"),
  ]);
  const trusted = await makeAgent({ ...start, model: named("m", "too"), trust: true });
  expect((await trusted.agent.prompt("hello")).text).toBe("too");
  expect(trusted.warnings.join("\n")).toContain(`${cwd}/AGENTS.md was left out: it is not UTF-8`);
  expect(trusted.warnings.join("\n")).toContain(`Could not read ${cwd}/.tau/settings.json`);
  expect(contents()).toEqual(before);
  expect(shown(model)).toContain("hello");
});

/** An agent in a process of its own that is told two things and to change what it can. */
const program = `
  import { createCodingAgent } from "./src/create-coding-agent.ts";
  import { scriptedModel } from "@tau-ts/ai/testing";
  import "jsonc-parser";
  const [cwd, tauHome, isReader] = process.argv.slice(1);
  // The superuser may write everywhere.
  if (isReader && process.getuid() === 0) process.seteuid(65534);
  const warnings = [];
  const agent = await createCodingAgent({
    cwd,
    home: tauHome,
    environment: { TAU_HOME: tauHome },
    model: scriptedModel(["one", "two"]),
    autoName: false,
    trust: true,
    onWarning: (warning) => warnings.push(warning),
  });
  const system = agent.briefing.systemPrompt([]);
  const said = [];
  agent.subscribe(({ type, message }) => {
    if (type === "message_end" && message.role === "assistant") said.push(message.content[0].text);
  });
  const refused = [];
  for (const text of ["first", "second"]) await agent.prompt(text).catch(({ message }) => refused.push(message));
  await agent.setMode("full");
  await agent.session.setName("a name");
  await agent.dispose();
  process.stdout.write(JSON.stringify({ system, said, refused, warnings }));
`;
const nodeOptions = ["--conditions=tau-ts:source", "--input-type=module-typescript", "--eval"];

function expectAnswered(stdout: string, why: RegExp): void {
  const told: JsonObject & { refused: string[]; warnings: string[] } = JSON.parse(stdout);
  expect(told).toMatchObject({ said: ["one", "two"], system: expect.stringContaining("rules") });
  expect(told.refused).toHaveLength(2);
  for (const text of told.refused) expect(text).toMatch(why);
  expect(told.warnings).toHaveLength(1);
  expect(told.warnings[0]).toMatch(/^The session could not be saved and will be tried again: /);
}

describe("where nothing can be written, the agent starts and answers, and says once that nothing is kept", () => {
  function makePlace(): Home {
    const cwd = makeTree({ "AGENTS.md": "rules" });
    const tauHome = makeTree({ "settings.json": '{ "thinking": "low" }' });
    return { cwd, tauHome };
  }

  it("C11 C9.3 a home that cannot be written", { timeout: 30_000 }, async () => {
    const { cwd, tauHome } = makePlace();
    chmodSync(cwd, 0o555);
    chmodSync(tauHome, 0o555);
    onTestFinished(() => [cwd, tauHome].forEach((folder) => chmodSync(folder, 0o755)));
    const words = [...nodeOptions, program, cwd, tauHome, "reader"];
    const { stdout } = await run(process.execPath, words, { cwd: packageFolder });
    expectAnswered(stdout, /Cannot write session .*permission denied/);
    expect(readdirSync(tauHome)).toEqual(["settings.json"]);
  });

  it("C11 C9.3 a disk that takes no byte more", { timeout: 30_000 }, async () => {
    const { cwd, tauHome } = makePlace();
    // A limit of no blocks makes every write to a file fail as a full disk does; a pipe is none.
    const script = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
    const words = ["-c", script, process.execPath, ...nodeOptions, program, cwd, tauHome];
    const { stdout } = await run("/bin/sh", words, { cwd: packageFolder });
    expectAnswered(stdout, /Cannot (?:write|take the lease) .*EFBIG/);
    const left = readdirSync(tauHome, { recursive: true, encoding: "utf8", withFileTypes: true });
    expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([
      "settings.json",
    ]);
    expect(readFileSync(join(tauHome, "settings.json"), "utf8")).toBe('{ "thinking": "low" }');
  });
});

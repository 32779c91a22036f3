import { execFile } from "node:child_process";
import { chmodSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { makeTree } from "../support/tree.ts";

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, "../..");

/** Starts a session as somebody who may read the home folder and not write it, and tries to change everything. */
const code = `
  import { CredentialStore, LocalWorkspace, ModelRegistry, TrustStore, changeSetting, loadBriefing, loadSettings, resolveModel, resolveTrust, settingsPath } from "@tau-ts/coding";
  import "jsonc-parser";
  const [home, cwd] = process.argv.slice(1);
  const user = { home, tauHome: home + "/.tau-ts" };
  const registry = await ModelRegistry.load({ tauHome: user.tauHome });
  await resolveModel("anthropic", { registry });
  if (process.getuid() === 0) process.seteuid(65534); // The superuser may write everywhere.
  const { settings, warnings } = await loadSettings(user);
  const store = new TrustStore(user.tauHome);
  const workspace = new LocalWorkspace({ cwd, home });
  const trust = await resolveTrust({ workspace, cwd, user, store, ask: async () => "trust" });
  const briefing = await loadBriefing({ workspace, cwd, user, isProjectTrusted: trust.isTrusted });
  const text = (error) => error.message;
  const refused = [
    await changeSetting(settingsPath(user.tauHome), "thinking", "high").catch(text),
    await new CredentialStore(user.tauHome).set("openai", { type: "api_key", key: "k" }).catch(text),
  ];
  const { name } = await resolveModel("anthropic", { registry });
  process.stdout.write(JSON.stringify({ settings, warnings, trust, refused, name, context: briefing.contextFiles }));
`;

it(
  "C11 a home that cannot be written: the session starts with what it can read, and every change says why not",
  { timeout: 30_000 },
  async () => {
    const home = makeTree({
      ".tau-ts/settings.json": '{ "thinking": "low" }',
      ".tau-ts/credentials.json": '{ "anthropic": "k" }',
      "work/AGENTS.md": "rules",
    });
    const tauHome = join(home, ".tau-ts");
    const folders = [tauHome, join(home, "work"), home];
    for (const folder of folders) chmodSync(folder, 0o555);
    onTestFinished(() => folders.toReversed().forEach((folder) => chmodSync(folder, 0o755)));
    const options = [
      "--conditions=tau-ts:source",
      "--input-type=module-typescript",
      "--eval",
      code,
    ];
    const { stdout } = await run(process.execPath, [...options, home, join(home, "work")], {
      cwd: packageFolder,
    });
    expect(JSON.parse(stdout)).toMatchObject({
      settings: { thinking: "low" },
      warnings: [],
      name: "anthropic/claude-sonnet-5-5",
      context: [{ text: "rules" }],
      trust: {
        isTrusted: true,
        warnings: [
          `The answer about ${join(home, "work")} holds for this session only. Could not write ${tauHome}/trust.json: permission denied.`,
        ],
      },
      refused: [
        `Could not write ${tauHome}/settings.json: permission denied.`,
        `Could not write ${tauHome}/credentials.json: permission denied.`,
      ],
    });
    expect(readFileSync(join(tauHome, "settings.json"), "utf8")).toBe('{ "thinking": "low" }');
    expect(readdirSync(tauHome)).toEqual(["credentials.json", "settings.json"]);
  },
);

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changeSetting } from "../../src/settings/change-setting.ts";
import { loadSettings, settingsPath } from "../../src/settings/load-settings.ts";
import { allSettingFields } from "../../src/settings/setting-fields.ts";
import { settingsSchema } from "../../src/settings/settings-schema.ts";
import { makeFolder } from "../support/files.ts";
import { makeTree, writeTree } from "../support/tree.ts";

const packageFolder = join(import.meta.dirname, "../..");

it("C11 without files every setting has its default, and nothing is written", async () => {
  const { settings, warnings } = await loadSettings({ tauHome: "/nowhere" });
  expect(warnings).toEqual([]);
  expect(settings).toEqual({
    thinking: "medium",
    permissionMode: "ask",
    permissions: { allow: [], ask: [], deny: [], remembered: [] },
    defaultProjectTrust: "ask",
    retry: { maxRetries: 3, maxDelayMs: 30_000 },
    compaction: { enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 },
    bash: { timeoutSeconds: 120 },
  });
});

it("6.1 number 14: a trusted project has settings of its own, laid over the user's key by key", async () => {
  const home = makeTree({
    "settings.json": `{
      // mine
      "maxTurns": 9, "model": "anthropic/a",
      "compaction": { "reserveTokens": 1, "keepRecentTokens": 2 },
    }`,
  });
  const project = makeTree({
    ".tau/settings.json": '{ "model": "openai/b", "compaction": { "keepRecentTokens": 3 } }',
    "sub/.tau/settings.json": '{ "thinking": "low" }',
  });
  const trustedFolders = [project, join(project, "sub")];
  const loaded = await loadSettings({ tauHome: home, trustedFolders });
  expect(loaded.warnings).toEqual([]);
  expect(loaded.settings).toMatchObject({
    maxTurns: 9,
    model: "openai/b",
    thinking: "low",
    compaction: { enabled: true, reserveTokens: 1, keepRecentTokens: 3 },
  });
});

it("C11 variables beat files; one that makes no sense is named and left out", async () => {
  const home = makeTree({ "settings.json": '{ "thinking": "low", "streamIdleMs": 5 }' });
  const environment = {
    TAU_THINKING: " high ",
    TAU_MODEL: "a/b",
    TAU_PERMISSION_MODE: "everything",
    TAU_STREAM_IDLE_MS: "soon",
    TAU_DEFAULT_PROJECT_TRUST: "",
  };
  const { settings, warnings } = await loadSettings({ tauHome: home, environment });
  expect(settings).toMatchObject({
    thinking: "high",
    model: "a/b",
    permissionMode: "ask",
    streamIdleMs: 5,
  });
  expect(warnings).toEqual([
    'TAU_PERMISSION_MODE was left out: it must be one of "read-only", "ask", "auto-edit", "full", not "everything".',
    'TAU_STREAM_IDLE_MS was left out: it must be a whole number of 0 or more, not "soon".',
  ]);
});

it("C11 unknown keys and wrong values are warned about, never fatal, and the rest counts", async () => {
  const home = makeTree({
    "settings.json": JSON.stringify({
      $schema: "x",
      modle: "a/b",
      compaction: { enabled: "yes", reserveTokens: 7, shiny: 1 },
      retry: 3,
      permissions: { deny: ["bash(rm)", "bash(a|b)", 5, "read"] },
      thinking: "low",
    }),
  });
  const { settings, warnings } = await loadSettings({ tauHome: home });
  expect(settings).toMatchObject({
    thinking: "low",
    compaction: { enabled: true, reserveTokens: 7 },
    permissions: { deny: ["bash(rm)", "read"] },
  });
  const path = settingsPath(home);
  expect(warnings).toEqual([
    `${path}: modle is not known; did you mean model?`,
    `${path}: compaction.shiny is not known`,
    `${path}: retry was left out: it must be an object.`,
    `${path}: permissions.deny was left out in part: it must be a list of rules, such as ["edit", "bash(git status)"].`,
    `${path}: compaction.enabled was left out: it must be true or false.`,
  ]);
});

it("C12 a project cannot allow itself anything: no mode, no trust, no rule that allows; its denials are added", async () => {
  const home = makeTree({
    "settings.json": '{ "permissions": { "deny": ["bash(rm)"], "allow": ["edit"] } }',
  });
  const project = makeTree({
    ".tau/settings.json":
      '{ "permissionMode": "full", "defaultProjectTrust": "always", "permissions": { "allow": ["*"], "remembered": ["bash"], "deny": ["bash(curl)"], "ask": ["write"] } }',
  });
  const { settings, warnings } = await loadSettings({ tauHome: home, trustedFolders: [project] });
  expect(settings).toMatchObject({
    permissionMode: "ask",
    defaultProjectTrust: "ask",
    permissions: {
      allow: ["edit"],
      ask: ["write"],
      deny: ["bash(rm)", "bash(curl)"],
      remembered: [],
    },
  });
  expect(warnings).toHaveLength(4);
});

it("C11 a damaged file is named with its place, does not count, and is not overwritten", async () => {
  const broken = '{ "thinking": "low", "model": }';
  const home = makeTree({ "settings.json": broken });
  const { settings, warnings } = await loadSettings({ tauHome: home });
  expect(settings.thinking).toBe("medium");
  expect(warnings).toEqual([
    `Could not read ${settingsPath(home)}: ValueExpected at line 1, column 31. Repair it or move it away; until then it is neither used nor changed. Its settings do not count.`,
  ]);
  await expect(changeSetting(settingsPath(home), "thinking", "high")).rejects.toMatchObject({
    kind: "damaged",
  });
  expect(readFileSync(settingsPath(home), "utf8")).toBe(broken);
});

it("C11 a change keeps comments, is checked first, and unknown keys come with a near one", async () => {
  const home = makeTree({ "settings.json": '{\n  "thinking": "low", // at night\n}\n' });
  const path = settingsPath(home);
  await changeSetting(path, "compaction.enabled", false);
  await changeSetting(path, "thinking", "high");
  expect(readFileSync(path, "utf8")).toContain('"thinking": "high", // at night');
  expect((await loadSettings({ tauHome: home })).settings.compaction.enabled).toBe(false);
  await changeSetting(path, "compaction.enabled", undefined);
  expect((await loadSettings({ tauHome: home })).settings.compaction.enabled).toBe(true);
  await expect(changeSetting(path, "thinking", "hard")).rejects.toThrow(
    'thinking must be one of "off", "minimal", "low", "medium", "high", "xhigh", "max", not "hard".',
  );
  await expect(changeSetting(path, "permissions.deny", ["bash()"])).rejects.toMatchObject({
    kind: "value",
  });
  await expect(changeSetting(path, "compaction.enable", true)).rejects.toThrow(
    'There is no setting "compaction.enable". Did you mean compaction.enabled?',
  );
});

it("C11 a list can be added to by several at once", async () => {
  const home = makeFolder();
  const path = settingsPath(home);
  const rules = ["edit", "write", "bash(npm test)", "bash(git status)"];
  await Promise.all(
    rules.map(async (rule) =>
      changeSetting(path, "permissions.remembered", (before) => [
        ...(Array.isArray(before) ? before : []),
        rule,
      ]),
    ),
  );
  const { remembered } = (await loadSettings({ tauHome: home })).settings.permissions;
  expect(remembered.toSorted()).toEqual(rules.toSorted());
});

it(
  "C11 the published schema is what the code says: running the generator gives the same bytes",
  { timeout: 30_000 },
  () => {
    const target = join(makeFolder(), "schema.json");
    const script = join(packageFolder, "scripts/generate-settings-schema.ts");
    execFileSync(process.execPath, ["--conditions=tau-ts:source", script, target]);
    const published = readFileSync(join(packageFolder, "schema/settings.schema.json"), "utf8");
    expect(readFileSync(target, "utf8")).toBe(published);
    expect(JSON.parse(published)).toEqual(settingsSchema());
  },
);

it("C11 every setting is documented with its default and its variable", () => {
  const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
  for (const { path, fallback, variable, description } of allSettingFields) {
    const row = readme.split("\n").find((line) => line.startsWith(`| \`${path}\``));
    const cells = row?.split("|").map((cell) => cell.trim());
    const expected = fallback === undefined ? "–" : `\`${JSON.stringify(fallback)}\``;
    expect(cells?.slice(2, 4)).toEqual([
      expected,
      variable === undefined ? "–" : `\`${variable}\``,
    ]);
    expect(description).toMatch(/^[A-Z].*\.$/s);
  }
});

it("C11 a value that the schema's default names is one that the setting takes", async () => {
  const home = makeFolder();
  for (const { path, fallback } of allSettingFields) {
    if (fallback === undefined) continue;
    writeTree(home, { "settings.json": "{}" });
    await changeSetting(settingsPath(home), path, JSON.parse(JSON.stringify(fallback)));
    expect((await loadSettings({ tauHome: home })).warnings).toEqual([]);
  }
});

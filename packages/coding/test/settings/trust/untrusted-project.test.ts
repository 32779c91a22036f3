import { Harness } from "@tau-ts/agent";
import { scriptedModel } from "@tau-ts/ai/testing";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { expandPrompt } from "../../../src/briefing/expand-prompt.ts";
import { loadBriefing } from "../../../src/briefing/load-briefing.ts";
import type { Briefing } from "../../../src/briefing/load-briefing.ts";
import { loadSettings } from "../../../src/settings/load-settings.ts";
import { ModelRegistry } from "../../../src/settings/models/model-registry.ts";
import { resolveModel } from "../../../src/settings/models/resolve-model.ts";
import { findProject } from "../../../src/settings/project.ts";
import { resolveTrust } from "../../../src/settings/trust/resolve-trust.ts";
import { TrustStore } from "../../../src/settings/trust/trust-store.ts";
import type { Settings } from "../../../src/settings/settings.ts";
import { readTool } from "../../../src/tools/read.ts";
import { LocalWorkspace } from "../../../src/workspace/local-workspace.ts";
import { bait, baitTree } from "../../support/bait.ts";
import { makeFolder } from "../../support/files.ts";
import { writeTree } from "../../support/tree.ts";

interface Started {
  readonly briefing: Briefing;
  readonly settings: Settings;
  readonly registry: ModelRegistry;
  readonly warnings: readonly string[];
  readonly workspace: LocalWorkspace;
}

/** What a session does before its first request, in the order it does it. */
async function start(project: string, home: string, flag?: boolean): Promise<Started> {
  const environment = { ANTHROPIC_API_KEY: "mine" };
  const user = { home, tauHome: join(home, ".tau-ts") };
  const cwd = join(project, "sub");
  const workspace = new LocalWorkspace({ cwd, home });
  const own = await loadSettings({ tauHome: user.tauHome, environment });
  const store = new TrustStore(user.tauHome);
  const { defaultProjectTrust: defaultTrust } = own.settings;
  const trust = await resolveTrust({ workspace, cwd, user, store, flag, defaultTrust });
  const trustedFolders = trust.isTrusted ? (await findProject(workspace, cwd)).folders : [];
  const { settings, warnings } = await loadSettings({
    tauHome: user.tauHome,
    environment,
    trustedFolders,
  });
  const briefing = await loadBriefing({ workspace, cwd, user, isProjectTrusted: trust.isTrusted });
  const registry = await ModelRegistry.load({ tauHome: user.tauHome, environment });
  return {
    briefing,
    settings,
    registry,
    workspace,
    warnings: [...trust.warnings, ...warnings, ...briefing.warnings, ...registry.warnings],
  };
}

async function firstRequest(
  { briefing }: Started,
  workspace: LocalWorkspace,
  typed: string,
): Promise<string> {
  const model = scriptedModel(["ok"]);
  const tools = [readTool({ workspace })];
  const harness = new Harness({ model, tools, system: briefing.systemPrompt(tools) });
  const prompt = await expandPrompt(typed, { workspace, ...briefing });
  await harness.prompt(prompt.kind === "text" ? prompt.text : prompt.message).result;
  return JSON.stringify(model.requests[0]);
}

it("C11 an untrusted repository full of bait leaves no trace in the first request and starts no process", async () => {
  const [project, home] = [makeFolder(), makeFolder()];
  writeTree(project, baitTree(project));
  const started = await start(project, home);
  for (const typed of ["hello", "/fix it"]) {
    const request = await firstRequest(started, started.workspace, typed);
    expect(request).toContain(typed);
    expect(request).not.toContain(bait);
  }
  expect(JSON.stringify([started.settings, started.briefing])).not.toContain(bait);
  expect(started.settings).toMatchObject({ permissionMode: "ask", permissions: { allow: [] } });
  const { name, facts } = await resolveModel(undefined, { registry: started.registry });
  const anthropic = started.registry.provider("anthropic");
  expect([name.split("/")[0], facts?.baseUrl]).toEqual(["anthropic", "https://api.anthropic.com"]);
  expect(anthropic && (await started.registry.keys.keyOf(anthropic))).toBe("mine");
  expect(existsSync(join(project, "trace"))).toBe(false);
  expect(started.warnings).toEqual([
    `Instructions, skills, templates and settings of ${project} were left out: nobody has said yet that the project is trusted, and nobody is there to ask.`,
  ]);
});

it("C11 the same repository is loaded when it is trusted, yet neither keys, models nor answers come from it", async () => {
  const [project, home] = [makeFolder(), makeFolder()];
  writeTree(project, baitTree(project));
  const started = await start(project, home, true);
  const request = await firstRequest(started, started.workspace, "/fix it");
  for (const what of ["agents", "override", "system", "append", "skill", "template it"])
    expect(request).toContain(`${bait} ${what}`);
  expect(request).not.toContain(`${bait} claude`);
  expect(started.settings).toMatchObject({
    model: `anthropic/${bait}`,
    permissionMode: "ask",
    permissions: { allow: [] },
  });
  await expect(
    resolveModel(`anthropic/${bait}`, { registry: started.registry }),
  ).rejects.toMatchObject({
    kind: "model",
  });
  expect(existsSync(join(project, "trace"))).toBe(false);
});

it("C11 what the user has himself is loaded although the project is not trusted", async () => {
  const [project, home] = [makeFolder(), makeFolder()];
  writeTree(project, baitTree(project));
  writeTree(home, {
    ".tau-ts/AGENTS.md": "mine everywhere",
    ".agents/skills/own/SKILL.md": "---\ndescription: my skill\n---\n",
    ".tau/prompts/fix.md": "my template $1",
  });
  const started = await start(project, home);
  const request = await firstRequest(started, started.workspace, "/fix it");
  for (const text of ["mine everywhere", "my skill", "my template it"])
    expect(request).toContain(text);
  expect(request).not.toContain(bait);
});

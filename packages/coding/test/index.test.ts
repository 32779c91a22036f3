import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { runReadme } from "@tau-ts/readme-runner";
import { expect, it } from "vitest";
import * as coding from "../src/index.ts";
import { CodingError, WorkspaceError } from "../src/errors.ts";

const run = promisify(execFile);
const folder = join(import.meta.dirname, "..");

async function runModule(code: string): Promise<string> {
  const args = ["--conditions=tau-ts:source", "--input-type=module-typescript", "--eval", code];
  return (await run(process.execPath, args, { cwd: folder })).stdout;
}

it("C2.1 the package exports these names and no others", () => {
  expect(Object.keys(coding).toSorted()).toEqual([
    "CodingError",
    "CredentialStore",
    "EditError",
    "JobList",
    "JobOutput",
    "LocalShell",
    "LocalWorkspace",
    "MemoryShell",
    "MemoryWorkspace",
    "ModelChoiceError",
    "ModelRegistry",
    "ReadRecord",
    "SettingsError",
    "SharedFile",
    "ShellError",
    "SnapshotError",
    "Snapshots",
    "ToolInputError",
    "TrustStore",
    "WorkspaceError",
    "bashTool",
    "buildSystemPrompt",
    "changeSetting",
    "confirmWith",
    "createCodingAgent",
    "denyDestructive",
    "discoverContext",
    "editTool",
    "expandPrompt",
    "explain",
    "fillTemplate",
    "findProject",
    "findTool",
    "grepTool",
    "guard",
    "jobsTool",
    "listSessions",
    "loadBriefing",
    "loadSettings",
    "loadSkills",
    "loadSystemFiles",
    "loadTemplates",
    "lsTool",
    "maskSecrets",
    "offlineModel",
    "parseUserCommand",
    "permissionMode",
    "previewChange",
    "promptWithImages",
    "readTool",
    "resolveModel",
    "resolveTrust",
    "sanitise",
    "secretsIn",
    "sessionFolder",
    "settingsPath",
    "settingsSchema",
    "shellRules",
    "snapshotTool",
    "snapshotTools",
    "splitArguments",
    "statisticsOf",
    "truncateHead",
    "truncateTail",
    "userFolders",
    "writeTool",
  ]);
});

it("C2.1 every tool can be advertised and has a line and guidelines for a system prompt", () => {
  const { bashTool, editTool, findTool, grepTool, jobsTool, lsTool, readTool, writeTool } = coding;
  const tools = [
    readTool(),
    writeTool(),
    editTool(),
    lsTool(),
    grepTool(),
    findTool(),
    bashTool(),
    jobsTool(),
  ];
  expect(tools.map((tool) => tool.name)).toEqual(
    "read write edit ls grep find bash jobs".split(" "),
  );
  for (const tool of tools) {
    expect(tool.description).not.toBe("");
    expect(tool.parameters).toMatchObject({ type: "object", properties: {} });
    expect(tool.snippet).toMatch(/^[A-Z][^\n.]+$/);
    expect(tool.guidelines?.length).toBeGreaterThan(0);
  }
});

it("C2.2 errors are recognised across copies of the package", () => {
  const error = new WorkspaceError("denied", "/x", "no");
  expect([CodingError.isInstance(error), error.name]).toEqual([true, "WorkspaceError"]);
  const foreign = Object.assign(new Error("x"), { [Symbol.for("tau-ts.CodingError")]: true });
  expect([CodingError.isInstance(foreign), CodingError.isInstance(new Error("x"))]).toEqual([
    true,
    false,
  ]);
});

it("C2.1 importing the package loads nothing heavy and starts nothing", async () => {
  const code = `
    import { registerHooks } from "node:module";
    const asked = [];
    registerHooks({ resolve: (name, context, next) => (asked.push(name), next(name, context)) });
    await import("@tau-ts/coding");
    const started = process.getActiveResourcesInfo().filter((name) => /Process|Timeout/.test(name));
    const lazy = asked.filter((name) => ["diff", "ignore", "jsonc-parser", "node:child_process", "node:vm", "unbash", "yaml"].includes(name));
    process.stdout.write(JSON.stringify([started, lazy, process.listenerCount("exit")]));
  `;
  expect(await runModule(code)).toBe("[[],[],0]");
}, 30_000);

it("C2.1 the first example of the README does what it says", async () => {
  expect(await runReadme(folder)).toMatch(
    /^\{\n\n\[Showing lines 1-1 of \d+\. Use offset=2 to continue\.\]\n$/,
  );
}, 30_000);

it("C2.1 the other examples of the README run", async () => {
  expect(await runReadme(folder, [2])).toBe("");
  expect(await runReadme(folder, [3])).toBe("");
  expect(await runReadme(folder, [4])).toBe("");
  expect(await runReadme(folder, [5])).toBe("");
  expect(await runReadme(folder, [6])).toBe("");
  expect(await runReadme(folder, [7])).toBe("");
}, 90_000);

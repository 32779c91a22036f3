import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as agent from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import * as agentTesting from "@tau-ts/agent/testing";
import * as ai from "@tau-ts/ai";
import * as coding from "@tau-ts/coding";
import * as tui from "@tau-ts/tui";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readPages } from "../checks/page.ts";
import type { Page } from "../checks/page.ts";
import { fragments } from "../scripts/reference/fragments.ts";

let made: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  made = await fragments();
});

/** The first cells of the rows of a table. */
function firstCells(markdown: string | undefined): readonly string[] {
  return [...(markdown ?? "").matchAll(/^\| `([^`]+)`/gm)].map(([, cell = ""]) => cell);
}

function page(path: string): Page {
  const found = readPages().find((each) => each.path === path);
  if (!found) throw new Error(`there is no page ${path}`);
  return found;
}

function jsonBlock(path: string): string {
  return page(path).blocks.find(({ language }) => language === "json")?.text ?? "";
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tau-reference-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("the reference", () => {
  it("has every error class that a package exports", () => {
    const modules: readonly object[] = [ai, agent, agentTesting, coding, tui];
    const classes = modules
      .flatMap((module) => Object.entries(module))
      .filter(([name, value]) => typeof value === "function" && name.endsWith("Error"))
      .map(([name]) => name);
    expect(classes.length).toBeGreaterThan(10);
    const sections = [...(made["errors"] ?? "").matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(new Set(sections)).toEqual(new Set(classes));
  });

  it("has every setting, those within others too", () => {
    const keys = firstCells(made["settings"]);
    expect(keys).toContain("model");
    expect(keys).toContain("permissions.allow");
    expect(new Set(keys).size).toBe(keys.length);
    expect(made["settings"]).not.toContain("undefined");
  });

  it("has every kind of entry that a session knows", () => {
    const [header, message, ...others] = firstCells(made["session-entries"]);
    expect([header, message]).toEqual(["session", "message"]);
    const base = { id: "1", parentId: null, timestamp: "2026-01-05T10:00:00.000Z" };
    expect(others.filter((type) => agent.isKnownEntry({ ...base, type }))).toEqual(others);
    expect(others.length).toBeGreaterThan(7);
  });

  it("has commands with what they carry and are answered with", () => {
    expect(firstCells(made["rpc-commands"])).toEqual(
      expect.arrayContaining(["prompt", "abort", "get_state", "get_entries", "open_session"]),
    );
    expect(made["rpc-commands"]).toContain("`{ message: string; images?: ImageContent[];");
  });

  it("has the exit codes that the command tells of, and the guide for CI has no others", () => {
    const codes = firstCells(made["command/exit-codes"]);
    expect(codes).toEqual(expect.arrayContaining(["0", "1", "2", "3", "141"]));
    const told = [...page("how-to/ci-job.md").text.matchAll(/^\| (\d+) /gm)].map(
      ([, code]) => code,
    );
    expect(told).toEqual(["0", "1", "2", "3"]);
  });

  it("includes nothing that is not made, and everything that is", () => {
    const included = readPages().flatMap(({ text }) =>
      [...text.matchAll(/@include: \.\.\/\.generated\/(.+?)\.md/g)].map(([, name]) => name),
    );
    const shown = Object.keys(made).filter((name) => name !== "command/usage");
    expect(new Set(included)).toEqual(new Set(shown));
  });
});

describe("examples of files", () => {
  it("the settings of the reference are read without a warning", async () => {
    const tauHome = makeFolder();
    writeFileSync(join(tauHome, "settings.json"), jsonBlock("reference/settings.md"));
    const { settings, warnings } = await coding.loadSettings({ tauHome, environment: {} });
    expect(warnings).toEqual([]);
    expect(settings.permissions.allow).toEqual(["bash(npm test)"]);
  });

  it("the session of the reference is one", async () => {
    const path = join(makeFolder(), "session.jsonl");
    writeFileSync(path, jsonBlock("reference/session-format.md"));
    const log = await JsonlLog.open(path, { readOnly: true });
    expect(log.warnings).toEqual([]);
    expect((await log.replay()).map(({ role }) => role)).toEqual(["user"]);
    await log.close();
  });
});

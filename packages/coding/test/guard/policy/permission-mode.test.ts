import { defineTool } from "@tau-ts/agent";
import type { AnyTool } from "@tau-ts/agent";
import type { JsonObject } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import type { Answer, Ask, Question } from "../../../src/guard/questions.ts";
import { explain, permissionMode } from "../../../src/guard/policy/permission-mode.ts";
import type { PermissionOptions, Permissions } from "../../../src/guard/policy/permission-mode.ts";
import { call } from "../../support/call.ts";
import { judge, place } from "../support/permissions.ts";

describe("modes", () => {
  it.each([
    ["read", "a.ts", "allow", "allow", "allow", "allow"],
    ["ls", ".", "allow", "allow", "allow", "allow"],
    ["jobs", { action: "list" }, "allow", "allow", "allow", "allow"],
    ["write", "a.ts", "deny", "ask", "allow", "allow"],
    ["edit", "src/../a.ts", "deny", "ask", "allow", "allow"],
    ["write", "../a.ts", "deny", "ask", "ask", "allow"],
    ["write", "/etc/x", "deny", "ask", "ask", "allow"],
    ["deploy", { to: "x" }, "deny", "ask", "ask", "allow"],
    ["bash", "git status && ls -la | head", "allow", "allow", "allow", "allow"],
    ["bash", "npm test", "deny", "ask", "ask", "allow"],
    ["bash", "ls; npm test", "deny", "ask", "ask", "allow"],
    ["bash", "ls > a.txt", "deny", "ask", "allow", "allow"],
    ["bash", "ls > ../a.txt", "deny", "ask", "ask", "allow"],
    ["bash", "ls 'open", "deny", "ask", "ask", "allow"],
    ["bash", { command: 1 }, "deny", "deny", "deny", "deny"],
  ] as const)(
    "C12.4 %s %j: read-only %s, ask %s, auto-edit %s, full %s",
    async (tool, args, ...expected) => {
      const modes = ["read-only", "ask", "auto-edit", "full"] as const;
      const found = await Promise.all(modes.map((mode) => judge(mode, tool, args)));
      expect(found).toEqual(expected);
    },
  );

  it("F78 with nobody there what would be asked is refused at once, and told", async () => {
    const onRefused = vi.fn<(tool: string, reason: string) => void>();
    const options = { ask: undefined, onRefused };
    expect(await judge("ask", "bash", "npm test", options)).toBe("deny");
    expect(onRefused.mock.calls).toEqual([["bash", "npm test: no rule allows it"]]);
    expect(await judge("ask", "bash", "ls", options)).toBe("allow");
    expect(await judge("read-only", "write", "x", options)).toBe("deny");
    expect(onRefused).toHaveBeenCalledTimes(1);
  });
});

describe("questions", () => {
  function asking(
    answers: Answer[],
    options: Partial<PermissionOptions> = {},
  ): { permissions: Permissions; questions: Question[] } {
    const questions: Question[] = [];
    const ask: Ask = async (question) => {
      questions.push(question);
      return answers.shift() ?? false;
    };
    return { permissions: permissionMode("ask", { ...place, ask, ...options }), questions };
  }
  const context = { signal: new AbortController().signal };

  it("C12.4 always is stored as a rule that can be reviewed, handed back and forgotten", async () => {
    const onRemember = vi.fn<(rule: string) => void>();
    const { permissions, questions } = asking(["always", false], { onRemember });
    expect(await permissions.check("bash", { command: "npm test -- x" }, context)).toBeUndefined();
    expect(questions[0]).toMatchObject({
      rule: "bash(npm test)",
      reason: "npm test -- x: no rule allows it",
    });
    expect(await permissions.check("bash", { command: "npm test -- y" }, context)).toBeUndefined();
    expect(questions).toHaveLength(1);
    expect(permissions.remembered).toEqual(["bash(npm test)"]);
    expect(onRemember.mock.calls).toEqual([["bash(npm test)"]]);

    const next = permissionMode("ask", { ...place, remembered: permissions.remembered });
    expect(await next.check("bash", { command: "npm test" }, context)).toBeUndefined();
    expect([next.forget("bash(npm test)"), next.forget("bash(npm test)")]).toEqual([true, false]);
    expect(await next.check("bash", { command: "npm test" }, context)).toMatch(/^nobody is there/);
  });

  it.each([
    ["bash", { command: "npm i && rm -rf x" }, "bash(= npm i && rm -rf x)"],
    ["bash", { command: "$x" }, "bash(= $x)"],
    ["bash", { command: "make" }, "bash(make)"],
    ["write", { path: "a.ts" }, "write(/work-of-the-test/a.ts)"],
    ["write", { path: "a*.ts" }, "write(= /work-of-the-test/a*.ts)"],
    ["edit", { path: "~/.bashrc" }, "edit(/home-of-the-test/.bashrc)"],
    ["deploy", {}, "deploy"],
  ])("C12.4 always for %s %j would allow %s, and does", async (tool, args: JsonObject, rule) => {
    const { permissions, questions } = asking(["always"]);
    expect(await permissions.check(tool, args, context)).toBeUndefined();
    expect(questions[0]?.rule).toBe(rule);
    expect(await permissions.check(tool, args, context)).toBeUndefined();
    expect(questions).toHaveLength(1);
  });

  it("C12.4 an always that a person gave for one file does not cover others, nor what a rule denies", async () => {
    const { permissions, questions } = asking(["always", false, false], {
      rules: { ask: ["write(src/**)"] },
    });
    await permissions.check("write", { path: "src/a" }, context);
    expect(await permissions.check("write", { path: "src/a" }, context)).toBeUndefined();
    expect(await permissions.check("write", { path: "src/b" }, context)).toBe("the user said no");
    expect(questions).toHaveLength(2);
  });

  it("C12.4 of calls that wait in line an always settles those it covers", async () => {
    const { permissions, questions } = asking(["always", false]);
    const outcomes = await Promise.all([
      permissions.check("bash", { command: "npm test" }, context),
      permissions.check("bash", { command: "npm test x" }, context),
      permissions.check("bash", { command: "npm run x" }, context),
    ]);
    expect(outcomes).toEqual([undefined, undefined, "the user said no"]);
    expect(questions).toHaveLength(2);
  });

  it("C12.2 a stop withdraws the question", async () => {
    let isWithdrawn = false;
    const ask: Ask = (_, { signal }) => {
      signal.addEventListener("abort", () => (isWithdrawn = true));
      return new Promise(() => undefined);
    };
    const tool = defineTool({
      name: "bash",
      description: "d",
      parameters: { type: "object" },
      execute: () => "ran",
    });
    const [guarded] = permissionMode("ask", { ...place, ask }).guardTools([tool]);
    const stop = new AbortController();
    const result = call(guarded as AnyTool, { command: "npm test" }, { signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    expect((await result).text).toBe("Operation aborted");
    expect(isWithdrawn).toBe(true);
  });
});

describe("explanations", () => {
  it("C12.5 every part of a line is told with what holds for it and why", async () => {
    const told = await explain("ls && sudo npm i > x; $y", {
      ...place,
      rules: { deny: ["bash(npm)"] },
    });
    expect(told.text).toBe(
      [
        "refused",
        "  allowed: ls (it only reads)",
        "  asked: sudo npm i (it runs as the administrator)",
        '  refused: npm i (in sudo) (the rule "deny bash(npm) from options" forbids it)',
        "  asked: > x (no rule allows what it writes)",
        "  asked: $y (which program $y is shows only when it runs)",
      ].join("\n"),
    );
    expect(told.action).toBe("deny");
    expect((await explain("# nothing", place)).text).toBe("allowed\n  it runs nothing");
    expect((await explain("rm -rf x", { ...place, mode: "read-only" })).action).toBe("deny");
  });
});

import { describe, expect, it } from "vitest";
import {
  permissionAnswer,
  permissionQuestion,
} from "../../../src/interactive/questions/permission-question.ts";
import { trustQuestion, trustReply } from "../../../src/interactive/questions/trust-question.ts";

const bash = {
  text: "",
  tool: "bash",
  args: { command: "ls && git push --force" },
  reason: "git push --force: it changes what others see",
  rule: "bash(git push)",
};

describe("the question of a guard", () => {
  it("C12.4 says what, why, which part, and which rule always would add", () => {
    const question = permissionQuestion(bash, undefined);
    expect(question).toMatchObject({
      title: "Run this command?",
      subject: "ls && git push --force",
      parts: ["git push --force"],
      reason: "git push --force: it changes what others see",
    });
    expect(question.choices.map(({ label }) => label)).toContain("Yes, always: bash(git push)");
  });

  it("C12.4 an edit comes with its diff, or with why there is none", () => {
    const edit = { text: "", tool: "edit", args: { path: "a.ts", edits: [] } };
    const diff = { kind: "diff", diff: "-a\n+b\n" } as const;
    expect(permissionQuestion(edit, diff)).toMatchObject({ subject: "a.ts", diff: "-a\n+b\n" });
    const problem = { kind: "problem", problem: "It is gone." } as const;
    expect(permissionQuestion(edit, problem).reason).toBe("It is gone.");
  });

  it("C12.4 another tool is shown with its arguments in one line", () => {
    const other = { text: "", tool: "deploy", args: { to: "here", force: true } };
    expect(permissionQuestion(other, undefined).subject).toBe('{ "to": "here", "force": true }');
  });

  it("C12.4 only a yes is a yes", () => {
    expect(permissionAnswer({ value: "yes", words: "" })).toBe(true);
    expect(permissionAnswer({ value: "always", words: "" })).toBe("always");
    expect(permissionAnswer({ value: "no", words: " use mv " })).toEqual({ deny: "use mv" });
    expect(permissionAnswer({ value: "no", words: " " })).toBe(false);
    expect(permissionAnswer(undefined)).toBe(false);
  });
});

describe("the question about a project", () => {
  it("C12.4 names the project, what it brings, what is new, and each way to answer", () => {
    const question = trustQuestion({
      root: "/work",
      parent: "/",
      files: ["AGENTS.md", ".tau-ts/settings.json"],
      changed: ["AGENTS.md"],
    });
    expect(question.subject).toBe("/work\nIt brings: AGENTS.md, .tau-ts/settings.json");
    expect(question.reason).toContain("AGENTS.md");
    const replies = question.choices.map(({ value }) => trustReply({ value, words: "" }));
    expect(replies).toEqual(["trust", "trust-once", "trust-parent", "decline-once", "decline"]);
    expect(trustReply(undefined)).toBe("decline-once");
  });
});

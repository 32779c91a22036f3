import type { Tool } from "@tau-ts/agent";
import { defineTool } from "@tau-ts/agent";
import { describe, expect, it, vi } from "vitest";
import { ToolInputError } from "../../../src/errors.ts";
import type { Ask, Question } from "../../../src/guard/questions.ts";
import { guard } from "../../../src/guard/guard.ts";
import { shellRules } from "../../../src/guard/rules/shell-rules.ts";
import type { ShellRule } from "../../../src/guard/rules/shell-rules.ts";
import { call } from "../../support/call.ts";

function bashWith(rules: readonly ShellRule[], ask?: Ask): Tool {
  const parameters = { type: "object" };
  const tool = defineTool({ name: "bash", description: "d", parameters, execute: () => "ran" });
  return guard(tool, shellRules(rules, { ask }));
}

async function outcome(rules: readonly ShellRule[], command: string, ask?: Ask): Promise<string> {
  return (await call(bashWith(rules, ask), { command })).text;
}

/** `allow`, `ask` or `deny`, told apart by whether somebody was asked. */
async function decision(rules: readonly ShellRule[], command: string): Promise<string> {
  const ask = vi.fn<Ask>(async () => true);
  const text = await outcome(rules, command, ask);
  if (text !== "ran") return "deny";
  return ask.mock.calls.length > 0 ? "ask" : "allow";
}

const noRm: readonly ShellRule[] = [{ allow: "*" }, { deny: "rm" }];
const noForce: readonly ShellRule[] = [{ allow: "*" }, { deny: "rm -rf" }];

describe("F71 chains", () => {
  it.each([
    "git status && rm -rf build",
    "a; rm -r b",
    "a | rm x",
    "a || rm x",
    "a & rm x",
    "(rm x)",
    "{ rm x; }",
    "! rm x",
    "if true; then rm x; fi",
    "echo $(rm x)",
    "`rm x`",
    "a\nrm x",
  ])("F71 a denied command is found in %j", async (command) => {
    expect(await decision(noRm, command)).toBe("deny");
  });

  it("F71 allowing git does not allow what stands beside it", async () => {
    expect(await outcome([{ allow: "git" }], "git log && curl h | sh")).toMatch(
      /^Tool call blocked: nobody is there/,
    );
    expect(await decision([{ allow: "git" }], "git log && git diff")).toBe("allow");
  });
});

describe("F73 flags in any order", () => {
  it.each([
    "rm -fr x",
    "rm -r -f x",
    "rm -rvf x",
    "rm --recursive --force x",
    "rm -R -f x",
    "rm x -rf",
    "rm -rf -- x",
    "rm --rec --fo x",
    "sudo rm -f -R x",
    "/bin/rm -fr x",
  ])("F73 %j is recursive and forced", async (command) => {
    expect(await decision(noForce, command)).toBe("deny");
  });

  it.each(["rm -i x", "rm -r x", "rm -f x", "rm -- -rf", "rm x"])(
    "F73 %j is not",
    async (command) => {
      expect(await decision(noForce, command)).toBe("allow");
    },
  );

  it.each(["rm $flags x", "x=-rf; rm $x y", "rm -{r,f} x", "rm * x"])(
    "F73 %j may be, and is asked",
    async (command) => {
      expect(await decision(noForce, command)).toBe("ask");
    },
  );
});

describe("F74 quote removal, expansion, other spelling", () => {
  it.each([
    "r''m -rf x",
    '"rm" -rf x',
    String.raw`\rm x`,
    "/bin/rm x",
    String.raw`$'\x72m' x`,
    "rm$IFS-rf$IFS/x",
    "x=rm; $x -rf y",
    "{rm,-rf,x}",
    "/b?n/rm x",
  ])("F74 %j is never allowed silently", async (command) => {
    expect(await decision(noRm, command)).not.toBe("allow");
    expect(await outcome(noRm, command)).toMatch(/^Tool call blocked: /);
  });
});

describe("F76 no false alarm", () => {
  it.each([
    'git commit -m "drop rm -rf from docs"',
    "grep -c 'rm -rf' f",
    'echo "a; rm b"',
    "cat <<'EOF'\nrm -rf /\nEOF",
    "ls farm",
    "npm rm-cache",
  ])("F76 %j is allowed", async (command) => {
    expect(await decision(noRm, command)).toBe("allow");
  });

  it("F76 a here-document fed to sh is code", async () => {
    expect(await decision(noRm, "sh <<'EOF'\nrm -rf /\nEOF")).toBe("deny");
  });
});

describe("C12.5 rules", () => {
  it("C12.5 deny beats ask beats allow, in whatever order they are given", async () => {
    const rules: readonly ShellRule[] = [
      { deny: "git push --force" },
      { allow: "git" },
      { ask: "git push" },
    ];
    for (const given of [rules, rules.toReversed()]) {
      expect(await decision(given, "git status")).toBe("allow");
      expect(await decision(given, "git push")).toBe("ask");
      expect(await decision(given, "git push origin -f")).toBe("deny");
    }
  });

  it("C12.5 what no rule names is asked, and refused with the reason when nobody is there", async () => {
    expect(await decision([{ allow: "git" }], "npm test")).toBe("ask");
    expect(await outcome([{ allow: "git" }], "npm test")).toBe(
      "Tool call blocked: nobody is there to be asked. Start the agent in a terminal to be asked, or allow it beforehand with a permission mode or a rule. It is asked about: npm test: no rule allows it",
    );
  });

  it("C12.5 an allow means a bare name or a system path, a deny any path", async () => {
    const rules: readonly ShellRule[] = [{ allow: "git" }, { deny: "rm" }];
    expect(await decision(rules, "git status")).toBe("allow");
    expect(await decision(rules, "/usr/bin/git status")).toBe("allow");
    expect(await decision(rules, "./git status")).toBe("ask");
    expect(await decision(rules, "/usr/bin/../../tmp/git status")).toBe("ask");
    expect(await decision(rules, "./rm x")).toBe("deny");
  });

  it.each([
    ["git status", "git status -s", "allow"],
    ["git status", "git stash", "ask"],
    ["git status", "git -C /x status", "ask"],
    ["git status *", "git status -s", "allow"],
    ["npm run build", "npm run build -- --watch", "allow"],
    ["npm run build", "npm run", "ask"],
    ["ls -l", "ls -la x", "allow"],
    ["ls -l", "ls x", "ask"],
  ])("C12.5 allowing %j makes %j: %s", async (allow, command, expected) => {
    expect(await decision([{ allow }], command)).toBe(expected);
  });

  it.each([
    ["git push", "git -C /x push", "deny"],
    ["git push", "git -c a.b=c --no-pager push origin", "deny"],
    ["git push", "git log push", "allow"],
    ["git push", "git commit -m push", "allow"],
    ["docker compose down", "docker --context x compose -f a.yml down", "deny"],
    ["kubectl delete", "kubectl -n prod delete pod x", "deny"],
    ["find -delete", "find . -depth -print", "allow"],
    ["find -delete", "find . -name x -delete", "deny"],
    ["rm", "find . -delete", "deny"],
    ["constructor", "constructor x", "deny"],
  ])("C12.5 denying %j makes %j: %s", async (deny, command, expected) => {
    const rules: readonly ShellRule[] = [{ allow: "*" }, { allow: "git" }, { deny }];
    const found = await decision(rules, command);
    expect(expected === "allow" ? found !== "deny" : found === "deny").toBe(true);
  });

  it("C12.5 an allow other than * covers neither redirections nor variables that change what runs", async () => {
    const only: readonly ShellRule[] = [{ allow: "git" }, { allow: "cat" }];
    expect(await decision(only, "git log > out")).toBe("ask");
    expect(await decision(only, "git log >> ~/.bashrc")).toBe("ask");
    expect(await decision(only, "{ git log; } &> out")).toBe("ask");
    expect(await decision(only, "git log > /dev/null 2>&1 < x")).toBe("allow");
    expect(await decision(only, "PATH=.:$PATH git log")).toBe("ask");
    expect(await decision(only, "export LD_PRELOAD=x; git log")).toBe("ask");
    expect(await decision(only, "LANG=C git log")).toBe("allow");
    expect(await decision([{ allow: "*" }], "PATH=/x:$PATH git log > out")).toBe("allow");
    expect(await decision([{ allow: "*" }], "BASH_ENV=x bash -c 'git log'")).toBe("ask");
  });

  it("C12.5 a wrapper and what it runs are both judged", async () => {
    expect(await decision([{ allow: "git" }], "sudo git log")).toBe("ask");
    expect(await decision([{ allow: "sudo" }], "sudo git log")).toBe("ask");
    expect(await decision([{ allow: "git" }, { allow: "sudo" }], "sudo -u x git log")).toBe(
      "allow",
    );
    expect(await decision([{ allow: "*" }, { deny: "sudo" }], "env sudo git log")).toBe("deny");
  });

  it.each([
    "echo 'open",
    "echo $(",
    "cat <<EOF\n$(echo 'x)\nEOF",
    "if true; then",
    "$x",
    'python3 -c "x"',
    "./a\0b",
  ])("C12.5 %j cannot be judged and is asked even when everything is allowed", async (command) => {
    expect(await decision([{ allow: "*" }], command)).toBe("ask");
  });

  it("C12.5 a line that runs nothing may", async () => {
    for (const command of ["", "# rm x", "x=1", "f() { git log; }"])
      expect(await decision([{ allow: "git" }, { deny: "rm" }], command)).toBe("allow");
  });

  it("C12.5 a function that the line defines is as good as what it runs", async () => {
    expect(await decision([{ allow: "git" }], "f() { git log; }; f x")).toBe("allow");
    expect(await decision([{ allow: "git" }], "f() { npm x; }; f x")).toBe("ask");
    expect(await decision([{ allow: "git" }], "f() { $1; }; f x")).toBe("ask");
  });

  it("C12.1 calls of other tools are none of its business, a call without a command is refused", async () => {
    const check = shellRules([{ deny: "rm" }]);
    const context = { signal: new AbortController().signal };
    expect(await check("read", { path: "x" }, context)).toBeUndefined();
    expect(await check("bash", {}, context)).toMatch(/no command/);
    expect(await check("shell", { command: "rm x" }, context)).toMatch(/forbids/);
    expect(await check("bash", { command: ["rm", "x"] }, context)).toMatch(/no command/);
  });

  it("C12.5 a rule that is none is an error where it is written", () => {
    const wrong: unknown[] = [
      { deny: "" },
      {},
      { refuse: "rm" },
      { deny: "rm", allow: "ls" },
      { deny: "a | b" },
      { deny: 1 },
      { deny: "r*m" },
    ];
    for (const rule of wrong) expect(() => shellRules([rule as ShellRule])).toThrow(ToolInputError);
  });
});

describe("C12.4 questions", () => {
  it("C12.4 the question says what, why, which rule and which part", async () => {
    const questions: Question[] = [];
    const ask: Ask = async (question) => {
      questions.push(question);
      return { deny: "use npm ci" };
    };
    const command = "cd app && npm install x";
    const text = await outcome([{ allow: "cd" }, { ask: "npm install" }], command, ask);
    expect(text).toBe("Tool call blocked: the user said no: use npm ci");
    expect(questions).toEqual([
      {
        text: `Allow bash ${JSON.stringify({ command })}?`,
        tool: "bash",
        args: { command },
        reason: 'npm install x: the rule "ask npm install" wants it asked',
        rule: "ask npm install",
      },
    ]);
  });

  it("C12.4 always is remembered for this very command line", async () => {
    const ask = vi.fn<Ask>(async () => "always");
    const tool = bashWith([], ask);
    await call(tool, { command: "npm test" });
    await call(tool, { command: "npm test" });
    expect(ask).toHaveBeenCalledTimes(1);
    await call(tool, { command: "npm test x" });
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("F77 an ask that fails has not said yes", async () => {
    const ask: Ask = async () => {
      throw new Error("no screen");
    };
    expect(await outcome([], "ls", ask)).toBe("Tool call blocked: the check failed: no screen");
  });

  it("F78 a denied command asks nobody", async () => {
    const ask = vi.fn<Ask>(async () => true);
    expect(await outcome(noRm, "ls; rm x; $y", ask)).toBe(
      'Tool call blocked: rm x: the rule "deny rm" forbids it',
    );
    expect(ask).not.toHaveBeenCalled();
  });
});

import { describe, expect, it } from "vitest";
import { permissionMode } from "../../../src/guard/policy/permission-mode.ts";
import type { PermissionOptions } from "../../../src/guard/policy/permission-mode.ts";
import { judge, place } from "../support/permissions.ts";

describe("rules", () => {
  it("C12.5 deny beats ask beats allow, wherever they come from, in every mode", async () => {
    const options: Partial<PermissionOptions> = {
      flags: { allow: ["bash(git push)", "write(src/**)"] },
      rules: { ask: ["bash(git push)"] },
      settings: { deny: ["bash(git push --force)", "write(src/secret/**)"] },
    };
    for (const mode of ["ask", "auto-edit", "full"] as const) {
      expect(await judge(mode, "bash", "git push", options)).toBe("ask");
      expect(await judge(mode, "bash", "git push -f", options)).toBe("deny");
      expect(await judge(mode, "write", "src/a.ts", options)).toBe("allow");
      expect(await judge(mode, "write", "src/secret/a.ts", options)).toBe("deny");
      expect(await judge(mode, "bash", "echo x > src/secret/a.ts", options)).toBe("deny");
    }
  });

  it("C12.5 a path rule holds for commands too", async () => {
    const rules = { deny: ["read(private/**)"], allow: ["write(out/**)"] };
    expect(await judge("ask", "read", "private/a", { rules })).toBe("deny");
    expect(await judge("ask", "bash", "cat private/a", { rules })).toBe("deny");
    expect(await judge("ask", "bash", "cat < ./x/../private/a", { rules })).toBe("deny");
    expect(await judge("ask", "bash", "ls > out/list.txt", { rules })).toBe("allow");
    expect(await judge("ask", "bash", "ls > out/../list.txt", { rules })).toBe("ask");
  });

  it("C12.5 planning stays planning whatever the rules allow", async () => {
    const rules = { allow: ["*", "bash(npm test)"] };
    expect(await judge("read-only", "bash", "npm test", { rules })).toBe("deny");
    expect(await judge("read-only", "write", "a", { rules })).toBe("deny");
  });

  it.each([
    ["bash(git)", "git reset --hard", "ask"],
    ["bash(git reset --hard)", "git reset --hard", "allow"],
    ["bash(rm)", "rm -rf x", "ask"],
    ["bash(rm)", "rm x", "allow"],
    ["bash(git)", "git push origin +main", "ask"],
    ["bash(find)", "find . -delete", "ask"],
    ["bash", "sudo ls", "ask"],
    ["bash(= rm -rf build)", "rm -rf build", "allow"],
    ["bash(= rm -rf build)", "rm -rf build x", "ask"],
  ])("C12.5 under %s the destructive %j: %s", async (rule, command, expected) => {
    expect(await judge("ask", "bash", command, { rules: { allow: [rule] } })).toBe(expected);
  });

  it("C12.5 a rule that is none is an error at once", () => {
    for (const rule of ["", "bash()", "bash(a | b)", "bash(git", "two words"])
      expect(() => permissionMode("ask", { ...place, rules: { allow: [rule] } })).toThrow(
        /rule|pattern/,
      );
  });
});

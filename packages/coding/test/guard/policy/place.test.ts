import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../../support/files.ts";
import { judge } from "../support/permissions.ts";

interface Folders {
  readonly cwd: string;
  readonly home: string;
}

/** A project, and a home with a key, whose folder the project leads to by names that can be written in several forms. */
function makeFolders(): Folders {
  const [cwd, home] = [makeFolder(), makeFolder()];
  mkdirSync(join(home, ".ssh"));
  writeFileSync(join(home, ".ssh/id"), "key");
  for (const name of ["a b", "caf\u00e9", "K"]) symlinkSync(join(home, ".ssh"), join(cwd, name));
  symlinkSync(home, join(cwd, "out of here"));
  return { cwd, home };
}

describe("names that tools find under another form", () => {
  it.each([
    ["a space", "a\u00a0b/id"],
    ["an accent", "cafe\u0301/id"],
    ["a letter like another", "\u212a/id"],
    ["the usual form", "a b/id"],
  ])("C12.5 %s does not lead around what is protected", async (_, path) => {
    expect(await judge("ask", "read", path, makeFolders())).toBe("ask");
  });

  it("C12.5 nor out of the folder that may be written to", async () => {
    const folders = makeFolders();
    expect(await judge("auto-edit", "write", "out\u00a0of here/x", folders)).toBe("ask");
    expect(await judge("auto-edit", "write", "new\u00a0file", folders)).toBe("allow");
  });

  it("C12.5 nor around a rule, in whatever form that is written", async () => {
    const folders = makeFolders();
    writeFileSync(join(folders.cwd, "r\u00e9sum\u00e9.txt"), "");
    for (const form of ["NFC", "NFD"]) {
      const rules = { deny: [`read(${"r\u00e9sum\u00e9.txt".normalize(form)})`] };
      for (const asked of ["NFC", "NFD"])
        expect(
          await judge("ask", "read", "r\u00e9sum\u00e9.txt".normalize(asked), {
            ...folders,
            rules,
          }),
        ).toBe("deny");
    }
  });
});

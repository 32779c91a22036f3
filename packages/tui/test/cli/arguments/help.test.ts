import { describe, expect, it } from "vitest";
import { helpText } from "../../../src/cli/arguments/help.ts";
import { subCommands } from "../../../src/cli/arguments/sub-commands.ts";
import { exitCodes, optionGroups, options, variables } from "../../../src/cli/arguments/options.ts";

describe("helpText", () => {
  it("C14 fits into 80 columns and ends with a newline", () => {
    for (const line of helpText().split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(helpText().endsWith("\n")).toBe(true);
  });

  it("C14 names every option, group, variable and exit code", () => {
    const text = helpText();
    for (const { name, short } of options) {
      expect(text).toContain(short === undefined ? `      --${name}` : `  -${short}, --${name}`);
    }
    for (const { title } of optionGroups) expect(text).toContain(`\n${title}:\n`);
    for (const { name } of subCommands) expect(text).toContain(`\n  ${name}`);
    for (const { name } of variables) expect(text).toContain(`  ${name} `);
    for (const { code } of exitCodes) expect(text).toContain(`  ${code} `);
  });
});

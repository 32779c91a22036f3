import { expect, it } from "vitest";
import { parseUserCommand } from "../../src/agent/parse-user-command.ts";

it("TAU-6.4 `!` runs a command, `!!` keeps it from the model, and everything else is a prompt", () => {
  expect(parseUserCommand("!git status")).toEqual({
    command: "git status",
    excludeFromContext: false,
  });
  expect(parseUserCommand("  !! ls\n-l ")).toEqual({ command: "ls\n-l", excludeFromContext: true });
  for (const text of ["", "!", "!!", "! ", "say !x", "wow!"])
    expect(parseUserCommand(text)).toBeUndefined();
});

import type { Check } from "./check.ts";

/**
 * Refuses bash commands that contain `rm -rf`. A textbook example and a speed bump: `rm -fr`, or a script that does the
 * same, passes.
 */
export const denyDestructive: Check = (name, args) => {
  const command = args["command"];
  return name === "bash" && typeof command === "string" && command.includes("rm -rf")
    ? "rm -rf deletes files for good. Ask the user to run it themselves if they want it."
    : undefined;
};

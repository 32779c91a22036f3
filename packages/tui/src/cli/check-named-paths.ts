import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { RunArguments } from "./arguments/run-arguments.ts";
import { CommandError } from "./command-error.ts";

/** Throws CommandError of kind `usage` for a skill or template that was named and is not there: it was not meant to be missed. */
export async function checkNamedPaths(
  { skills, promptTemplates }: Pick<RunArguments, "skills" | "promptTemplates">,
  cwd: string,
): Promise<void> {
  const named = [
    ...skills.map((path) => ["skill", path] as const),
    ...promptTemplates.map((path) => ["prompt-template", path] as const),
  ];
  for (const [option, path] of named)
    await stat(resolve(cwd, path)).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? "there is no such file or folder" : error.message;
      throw new CommandError("usage", `--${option} ${path} cannot be used: ${why}.`, {
        cause: error,
      });
    });
}

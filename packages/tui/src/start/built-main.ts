import type { main as programMain } from "../cli/main.ts";
import { CodeCache } from "./code-cache.ts";

const { tmpdir, userInfo } = process.getBuiltinModule("node:os");
const paths = process.getBuiltinModule("node:path");

/** The file that `cli/main.ts` becomes when it is built; the build puts its name here. */
declare const builtProgram: string;

/** Code that is older is kept anew, so that it soon holds what different runs have used, in milliseconds. */
const renewAfterMs = 60_000;

/** A program that runs for long keeps its code now: later, V8 lets go of what only a start needs. In milliseconds. */
const saveAfterMs = 60_000;

/** In what is built, stands in for `main` of `cli/main.ts`, and does the same with files whose compiled code is kept. */
export function main(words: readonly string[]): Promise<void> {
  const cache = new CodeCache({ folder: cacheFolder(), renewAfterMs });
  process.on("exit", () => cache.save());
  setTimeout(() => cache.save(), saveAfterMs).unref();
  const program = cache.load(paths.join(import.meta.dirname, builtProgram));
  if (!isProgram(program)) throw new TypeError(`${builtProgram} is not the program`);
  return program.main(words);
}

function cacheFolder(): string | undefined {
  // What Node calls its own cache: whoever wants no compiled code on the disk means this too.
  if (process.env["NODE_DISABLE_COMPILE_CACHE"]) return undefined;
  return paths.join(tmpdir(), `tau-ts-code-${process.getuid?.() ?? userInfo().username}`);
}

function isProgram(exported: unknown): exported is { readonly main: typeof programMain } {
  return (
    typeof exported === "object" &&
    exported !== null &&
    "main" in exported &&
    typeof exported.main === "function"
  );
}

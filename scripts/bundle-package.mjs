// Puts the code of the package in the current folder into few files: each module that is loaded costs about half a
// millisecond, and that is most of what importing a package, or starting the command, costs. Declarations are the
// compiler's. Every entry of `exports` becomes a file of its name; what several entries use is shared.
//
// Usage, in a package's folder: node ../../scripts/bundle-package.mjs [--program src/bin.ts]
// A program is made to start fast: everything it needs is put into it.
import { readFile, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";

const { values } = parseArgs({ options: { program: { type: "string" } } });
const manifest = JSON.parse(await readFile("package.json", "utf8"));
const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });

await removeCode("dist");
await bundle(libraryEntries(), dependencies, "chunks");
if (values.program !== undefined) {
  const name = basename(values.program, ".ts");
  await bundle({ [name]: values.program }, await optionalDependencies(), "program");
}

/** The entries named in `exports`: `./src/node/index.ts` becomes `node/index`. */
function libraryEntries() {
  const sources = Object.values(manifest.exports).flatMap((entry) => entry["tau-ts:source"] ?? []);
  return Object.fromEntries(sources.map((path) => [path.replace(/^\.\/src\/|\.ts$/g, ""), path]));
}

/** What a program can do without, and leaves to npm: the optional dependencies of this package and of those below it. */
async function optionalDependencies() {
  const optional = new Set(Object.keys(manifest.optionalDependencies ?? {}));
  const packages = new Set(dependencies.filter((name) => name.startsWith("@tau-ts/")));
  for (const name of packages) {
    const below = JSON.parse(await readFile(join("node_modules", name, "package.json"), "utf8"));
    for (const other of Object.keys(below.optionalDependencies ?? {})) optional.add(other);
  }
  return [...optional];
}

/** A library shares what several entries use; of a program only what is needed is loaded. */
async function bundle(input, external, folder) {
  const build = await rolldown({
    input,
    platform: "node",
    resolve: { conditionNames: ["tau-ts:source", "import", "default"] },
    external: [/^node:/, ...external.map((name) => new RegExp(`^${name}(/|$)`))],
  });
  await build.write({
    dir: "dist",
    format: "es",
    sourcemap: true,
    sourcemapExcludeSources: true,
    chunkFileNames: `${folder}/[name]-[hash].js`,
    ...(folder === "chunks"
      ? { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } }
      : {}),
  });
  await build.close();
}

/** Takes away the code of an earlier build; declarations stay. */
async function removeCode(folder) {
  const names = await readdir(folder, { recursive: true });
  const code = names.filter((name) => /\.js(?:\.map)?$/.test(name));
  await Promise.all(code.map((name) => rm(join(folder, name))));
}

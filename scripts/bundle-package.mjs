// Puts the code of the package in the current folder into few files: each module that is loaded costs about half a
// millisecond, and what is in it costs again as much to be read and understood. So comments stay in the sources, which
// are published beside and to which the maps lead. Declarations are the compiler's. Every entry of `exports` becomes a
// file of its name; what several entries use is shared; what is imported lazily has its source's name. Of the packages
// named in `devDependencies`, what the code imports becomes a part of it, with its licence.
//
// Usage, in a package's folder: node ../../scripts/bundle-package.mjs [--program] [--program-to FOLDER]
// With --program, the package's command is built as well: see bundle-program.ts; with --program-to nothing but it.
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { bundleProgram } from "./bundle-program.ts";

const { values } = parseArgs({
  options: { program: { type: "boolean" }, "program-to": { type: "string" } },
});
const manifest = JSON.parse(await readFile("package.json", "utf8"));
/** The folder of the package that a module was installed with. */
const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });

const library = {
  chunkFileNames: (chunk) => lazyName(chunk) ?? "chunks/[name]-[hash].js",
  codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
};

/**
 * Short names of variables and no white space, but functions keep their names, so that a stack says where it was; the
 * map says which line.
 * One character beyond Latin-1, even in a string, and the engine would keep all of a file's text at twice the size.
 */
const minify = {
  compress: true,
  mangle: { keepNames: true },
  codegen: { removeWhitespace: true, asciiOnly: true },
};

const outputOptions = {
  minify,
  comments: { annotation: true, jsdoc: false, legal: true },
  sourcemap: true,
};

if (values["program-to"] === undefined) await buildPackage();
else await program(values["program-to"]);

async function buildPackage() {
  await removeCode("dist");
  const entries = Object.entries(libraryEntries());
  const forTests = entries.filter(([name]) => name.startsWith("testing/"));
  const forPrograms = entries.filter((entry) => !forTests.includes(entry));
  const bundled = await bundle(Object.fromEntries(forPrograms), dependencies, library);
  // Has a copy of its own of what it needs, so that a program need not load anything in parts for its sake.
  if (forTests.length > 0)
    bundled.push(...(await bundle(Object.fromEntries(forTests), dependencies, library)));
  if (values.program) bundled.push(...(await finished(await program("dist"))));
  await writeLicences(bundled);
}

async function program(to) {
  const input = inputOptions(await optionalDependencies());
  return bundleProgram({ folder: ".", to, input, output: outputOptions });
}

/** The entries named in `exports`: `./src/node/index.ts` becomes `node/index`. */
function libraryEntries() {
  const sources = Object.values(manifest.exports).flatMap((entry) => entry["tau-ts:source"] ?? []);
  return Object.fromEntries(sources.map((path) => [path.replace(/^\.\/src\/|\.ts$/g, ""), path]));
}

/** `src/catalog/data/openai.ts`, when it is imported lazily, becomes `catalog/data/openai.js`. */
function lazyName({ isDynamicEntry, facadeModuleId }) {
  if (!isDynamicEntry || facadeModuleId === null) return undefined;
  const path = relative("src", facadeModuleId);
  return path.startsWith("..") ? undefined : path.replace(/\.ts$/, ".js");
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

/** How the sources are read; of what `external` names nothing becomes a part of what is built. */
function inputOptions(external) {
  return {
    platform: "node",
    // What the oldest Node that is supported, and browsers, cannot read is written in words they know.
    transform: { target: "es2023" },
    resolve: {
      conditionNames: ["tau-ts:source", "import", "default"],
      mainFields: ["module", "main"],
    },
    external: [/^node:/, ...external.map((name) => new RegExp(`^${name}(/|$)`))],
  };
}

async function bundle(input, external, options) {
  const build = await rolldown({ ...inputOptions(external), input });
  const { output } = await build.write({
    dir: "dist",
    format: "es",
    ...outputOptions,
    ...options,
  });
  await build.close();
  return finished(output.filter(({ type }) => type === "chunk"));
}

/** Resolves with the modules that are in the chunks. */
async function finished(chunks) {
  await Promise.all(chunks.map(finish));
  return chunks.flatMap(({ moduleIds }) => moduleIds);
}

/** Says whose code is in the bundles besides our own, and under which terms. */
async function writeLicences(moduleIds) {
  const folders = new Set(moduleIds.flatMap((id) => packageFolder.exec(id)?.[0] ?? []));
  const texts = [...folders]
    .toSorted((a, b) => a.localeCompare(b))
    .map(async (folder) => {
      const { name, version, license } = JSON.parse(
        await readFile(join(folder, "package.json"), "utf8"),
      );
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const terms = file === undefined ? license : await readFile(join(folder, file), "utf8");
      if (terms === undefined)
        throw new Error(`${name} is bundled, but ${folder} names no licence`);
      return `${name} ${version}\n\n${terms}`;
    });
  if (texts.length > 0)
    await writeFile("dist/licences.txt", (await Promise.all(texts)).join("\n\n"));
}

/**
 * A map says where the code came from: sources that are published are only named, others are in it. Generated data has
 * nothing to be followed to, and no map.
 */
async function finish({ fileName, moduleIds, code }) {
  const path = join("dist", fileName);
  if ((await Promise.all(moduleIds.map(isGenerated))).every(Boolean)) {
    await writeFile(path, code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
    await rm(`${path}.map`, { force: true });
    return;
  }
  const map = JSON.parse(await readFile(`${path}.map`, "utf8"));
  map.sourcesContent = map.sources.map((source, at) =>
    isPublished(resolve(path, "..", source)) ? null : map.sourcesContent[at],
  );
  if (map.sourcesContent.every((content) => content === null)) delete map.sourcesContent;
  await writeFile(`${path}.map`, JSON.stringify(map));
}

async function isGenerated(path) {
  // The bundler's own helpers are in no file.
  return (
    path.startsWith("\0") || (await readFile(path, "utf8")).startsWith("// Written by scripts/")
  );
}

/** Takes away the code of an earlier build; declarations stay. */
async function removeCode(folder) {
  const names = await readdir(folder, { recursive: true });
  const code = names.filter((name) => /\.c?js(?:\.map)?$/.test(name));
  await Promise.all(code.map((name) => rm(join(folder, name))));
}

/** Whether a source is one of this package's own, which are published beside what is built. */
function isPublished(source) {
  return !packageFolder.test(source) && !relative(".", source).startsWith("..");
}

/**
 * Builds a program that starts fast: everything it needs is put into few CommonJS files, which its bin loads through a
 * cache of compiled code.
 */
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import type { InputOptions, OutputChunk, OutputOptions, RolldownOutput } from "rolldown";

/** Modules of the package, from its folder. */
const bin = "src/bin.ts";
const main = "src/cli/main.ts";
const builtMain = "src/start/built-main.ts";

/** What the command needs before anything is known of its command line; what it imports goes with it. */
const startModules = /\/src\/cli\/main\.ts$/;

/** What nearly every run needs; what it imports goes with it. One file loads fastest. */
const runModules = /\/src\/cli\/(?:run-command|run-print|open-agent)\.ts$/;

export interface ProgramOptions {
  /** The package's folder. */
  readonly folder: string;
  /** Where the files go. */
  readonly to: string;
  readonly input: InputOptions;
  readonly output: OutputOptions;
}

/** Writes `bin.js` and the files of `program/`; resolves with all of them. */
export async function bundleProgram(options: ProgramOptions): Promise<OutputChunk[]> {
  const program = await write({ main: join(options.folder, main) }, options, {
    format: "cjs",
    // Code is kept under a file's name, so that every name tells what is in it.
    entryFileNames: "program/[name]-[hash].cjs",
    chunkFileNames: "program/[name]-[hash].cjs",
    codeSplitting: {
      groups: [
        { name: "start", test: startModules, priority: 2 },
        { name: "run", test: runModules, priority: 1 },
      ],
    },
  });
  const name = program.find(({ isEntry }) => isEntry)?.fileName;
  const { input } = options;
  const started = await write(
    { bin: join(options.folder, bin) },
    {
      ...options,
      input: {
        ...input,
        transform: { ...input.transform, define: { builtProgram: JSON.stringify(name) } },
        resolve: {
          ...input.resolve,
          alias: { "./cli/main.ts": resolve(options.folder, builtMain) },
        },
      },
    },
    { format: "es", codeSplitting: false },
  );
  return [...program, ...started];
}

async function write(
  entry: Record<string, string>,
  { to, input, output }: ProgramOptions,
  own: OutputOptions,
): Promise<OutputChunk[]> {
  const build = await rolldown({
    ...input,
    input: entry,
    preserveEntrySignatures: "allow-extension",
  });
  const { output: files }: RolldownOutput = await build.write({ dir: to, ...output, ...own });
  await build.close();
  return files.filter((file) => file.type === "chunk");
}

/**
 * Compares what the built packages export with the reports in `packages/<name>/api`, one for each entry, or writes these
 * anew. A change of what a package offers is then seen in review, and none comes by accident.
 *
 * Usage: pnpm check:api [--update]
 */
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";

const { values } = parseArgs({ options: { update: { type: "boolean", default: false } } });
const root = join(import.meta.dirname, "../../..");

interface Manifest {
  readonly publishConfig: {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
}

/** `./testing/node` becomes `testing-node`, the main entry `index`. */
function reportName(entry: string): string {
  return entry === "." ? "index" : entry.slice(2).replaceAll("/", "-");
}

/** Whether the report of one entry is, or now is, what the package offers. */
function isReported(folder: string, entry: string, types: string): boolean {
  const configuration = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, types),
      newlineKind: "lf",
      compiler: { overrideTsconfig: compiler },
      apiReport: {
        enabled: true,
        reportFileName: `${reportName(entry)}.api.md`,
        reportFolder: join(folder, "api"),
        reportTempFolder: join(folder, "node_modules/.cache/api-reports"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
  const { succeeded, apiReportChanged } = Extractor.invoke(configuration, {
    localBuild: values.update,
    messageCallback: (message) => {
      if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
    },
  });
  return succeeded && (values.update || !apiReportChanged);
}

const compiler = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2024", "esnext.disposable", "dom"],
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
  },
};

let isGood = true;
for (const name of ["ai", "agent", "coding", "tui"]) {
  const folder = join(root, "packages", name);
  const manifest: Manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const reports = join(folder, "api");
  await mkdir(reports, { recursive: true });
  const wanted = new Set<string>();
  for (const [entry, target] of Object.entries(manifest.publishConfig.exports)) {
    if (typeof target === "string") continue;
    wanted.add(`${reportName(entry)}.api.md`);
    if (isReported(folder, entry, target.types)) continue;
    isGood = false;
    process.stdout.write(
      `packages/${name}/api/${reportName(entry)}.api.md is not what the package offers: look at what changed, then run pnpm check:api --update\n`,
    );
  }
  for (const file of await readdir(reports)) {
    if (wanted.has(file)) continue;
    if (values.update) await rm(join(reports, file));
    else process.stdout.write(`packages/${name}/api/${file} is a report of nothing\n`);
    isGood &&= values.update;
  }
}
process.exitCode = isGood ? 0 : 1;

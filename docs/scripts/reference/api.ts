import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Application, ReflectionKind } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";

const packages = join(import.meta.dirname, "../../../packages");

const entryPoints: Readonly<Record<string, string>> = {
  "@tau-ts/ai": "ai/src/index.ts",
  "@tau-ts/ai/node": "ai/src/node/index.ts",
  "@tau-ts/ai/testing": "ai/src/testing/index.ts",
  "@tau-ts/ai/testing/node": "ai/src/testing/node/index.ts",
  "@tau-ts/agent": "agent/src/index.ts",
  "@tau-ts/agent/node": "agent/src/node/index.ts",
  "@tau-ts/agent/testing": "agent/src/testing/index.ts",
  "@tau-ts/coding": "coding/src/index.ts",
  "@tau-ts/tui": "tui/src/index.ts",
};

/** Options of the Markdown plugin, which the types of TypeDoc do not know. */
const markdownOptions: Partial<PluginOptions> & { readonly router: string } = {
  entryFileName: "index",
  router: "module",
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useHTMLAnchors: true,
  parametersFormat: "table",
  propertiesFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
};

/** Writes a page for every entry of every package, with its public names, into a folder. */
export async function writeApiReference(folder: string): Promise<void> {
  const paths = Object.values(entryPoints).map((path) => join(packages, path));
  const application = await Application.bootstrapWithPlugins({
    entryPoints: paths,
    tsconfig: join(import.meta.dirname, "../../tsconfig.api.json"),
    outputs: [{ name: "markdown", path: folder }],
    plugin: ["typedoc-plugin-markdown"],
    readme: "none",
    name: "API",
    skipErrorChecking: true,
    excludePrivate: true,
    excludeExternals: true,
    excludeInternal: true,
    disableSources: true,
    hideGenerator: true,
    githubPages: false,
    logLevel: "Error",
    sort: ["alphabetical"],
    ...markdownOptions,
  });
  const project = await application.convert();
  if (!project) throw new Error("the sources could not be read for the API reference");
  const modules = project.getChildrenByKind(ReflectionKind.Module);
  if (modules.length !== paths.length)
    throw new Error(`only ${modules.map(({ name }) => name).join(", ")} were found in the sources`);
  for (const module of modules) {
    const [name] =
      Object.entries(entryPoints).find(
        ([, path]) => path.replace(".ts", "") === nameOf(module.name),
      ) ?? [];
    if (name === undefined) throw new Error(`no package is known for the module ${module.name}`);
    module.name = fileNameOf(name);
  }
  await application.generateOutputs(project);
  if (application.logger.hasErrors()) throw new Error("the API reference could not be written");
  nameModules(folder);
}

/** A module's page is named without slashes: a page beside a folder of the same name is not found by every web server. */
function fileNameOf(name: string): string {
  return name.replace("@tau-ts/", "").replaceAll("/", "-");
}

/** Gives the modules the names that they are imported by, where people read them. */
function nameModules(folder: string): void {
  const change = (path: string, edit: (text: string) => string): void =>
    writeFileSync(join(folder, path), edit(readFileSync(join(folder, path), "utf8")));
  for (const name of Object.keys(entryPoints)) {
    const file = fileNameOf(name);
    change(`${file}.md`, (text) => text.replace(/^# .*$/m, `# ${name}`));
    change("index.md", (text) => text.replace(`[${file}](`, `[${name}](`));
  }
}

/** Modules are named by their path below all of them, with or without `index`. */
function nameOf(name: string): string {
  const path = name.endsWith("index") ? name : `${name}/index`;
  return path.replace(/^packages\//, "");
}

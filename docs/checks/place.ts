import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { docsFolder } from "./page.ts";

/** An empty folder in which a page is followed. `await using` removes it and everything beside it. */
export interface Place extends AsyncDisposable {
  /** Where the reader is. */
  readonly cwd: string;
  /** Nothing of the machine's but what is needed to find programs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether `npm` is run; otherwise what it would install is there already. */
  readonly usesNpm: boolean;
  /** A text of a page in which paths into packages are those of this place. */
  here(text: string): string;
}

/** What a reader may install. */
const linked = [
  "@tau-ts/agent",
  "@tau-ts/ai",
  "@tau-ts/coding",
  "@tau-ts/tui",
  "@types/node",
  "zod",
] as const;

/** A place where everything is installed from the sources of the workspace. Needs no build and no network. */
export async function linkedPlace(): Promise<Place> {
  const place = await emptyPlace();
  const modules = join(place.cwd, "node_modules");
  for (const name of linked)
    await link(join(docsFolder, "node_modules", name), join(modules, name));
  const binaries = join(modules, ".bin");
  await mkdir(binaries);
  const command = join(docsFolder, "../packages/tui/src/bin.ts");
  for (const name of ["tau", "tau-ts"])
    await program(join(binaries, name), `exec node ${JSON.stringify(command)} "$@"`);
  await program(join(binaries, "npx"), '[ "$1" = -y ] && shift\nexec "$@"');
  await writeFile(join(place.cwd, "package.json"), '{ "type": "module" }\n');
  return {
    ...place,
    usesNpm: false,
    here: (text) => text.replaceAll("@tau-ts/tui/dist/bin.js", "@tau-ts/tui/src/bin.ts"),
    environment: {
      ...place.environment,
      PATH: `${binaries}:${place.environment["PATH"] ?? ""}`,
      NODE_OPTIONS: "--conditions=tau-ts:source",
      // The sources are made into JavaScript once, and not for every command again.
      NODE_COMPILE_CACHE: join(docsFolder, "node_modules/.cache/compiled"),
    },
  };
}

/**
 * A place where `npm` installs this project's packages from a registry and everything else from the usual one. `node` is
 * the program that the reader has.
 */
export async function packedPlace(registryUrl: string, node: string): Promise<Place> {
  const place = await emptyPlace(node);
  const npmrc = join(place.cwd, "../npmrc");
  await writeFile(npmrc, `@tau-ts:registry=${registryUrl}\nfund=false\naudit=false\n`);
  return {
    ...place,
    usesNpm: true,
    here: (text) => text,
    environment: { ...place.environment, npm_config_userconfig: npmrc, ...npmSettings() },
  };
}

/** What `npm` needs to reach the usual registry the way it does outside. */
function npmSettings(): Record<string, string> {
  const names = ["npm_config_registry", "npm_config_cache", "HTTPS_PROXY", "NODE_EXTRA_CA_CERTS"];
  const found = names.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(
    found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}

async function emptyPlace(node = process.execPath): Promise<Omit<Place, "usesNpm" | "here">> {
  const root = await mkdtemp(join(tmpdir(), "tau-docs-"));
  const [home, cwd] = [join(root, "home"), join(root, "work")];
  await mkdir(home);
  await mkdir(cwd);
  const path = `${dirname(node)}:${process.env["PATH"] ?? ""}`;
  return {
    cwd,
    environment: {
      PATH: path,
      HOME: home,
      TAU_HOME: join(home, ".tau-ts"),
      NODE_NO_WARNINGS: "1",
      TERM: "dumb",
      NO_COLOR: "1",
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

async function program(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

// Builds one fault at a time into a copy of the package, and lets the simulation find it:
//   node --conditions=tau-ts:source scripts/mutate.ts
// A fault that nobody notices means that the simulation does not check what it should.
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mutations } from "./mutate/mutations.ts";
import type { Mutation } from "./mutate/mutations.ts";

/** How many runs a mutation may survive, and how long they may take: a mutant that hangs has been noticed too. */
const RUNS = 2000;
const MOST_MS = 60_000;

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "tau-mutants-"));
try {
  const survivors: string[] = [];
  await copyPackage(folder);
  const untouched = await simulated(folder);
  if (untouched.isCaught)
    throw new Error(`the simulation fails without any mutation:\n${untouched.what}`);
  for (const mutation of mutations) {
    const { isCaught, what } = await tryOut(mutation);
    process.stdout.write(`${isCaught ? "caught  " : "SURVIVED"} ${mutation.name}: ${what}\n`);
    if (!isCaught) survivors.push(mutation.name);
  }
  process.stdout.write(`${mutations.length - survivors.length} of ${mutations.length} caught\n`);
  if (survivors.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function copyPackage(target: string): Promise<void> {
  for (const name of ["src", "scripts", "package.json"])
    await cp(join(packageFolder, name), join(target, name), { recursive: true });
  await symlink(join(packageFolder, "node_modules"), join(target, "node_modules"));
}

async function tryOut({ name, file, find, replace }: Mutation): Promise<Verdict> {
  const path = join(folder, "src", file);
  const source = await readFile(path, "utf8");
  const places = source.split(find).length - 1;
  if (places !== 1)
    throw new Error(
      `mutation "${name}": its text is ${places} times in src/${file}, and must be there once. Bring it up to date.`,
    );
  await writeFile(
    path,
    source.replace(find, () => replace),
  );
  try {
    return await simulated(folder);
  } finally {
    await writeFile(path, source);
  }
}

interface Verdict {
  readonly isCaught: boolean;
  /** The first violation, or what else happened. */
  readonly what: string;
}

async function simulated(cwd: string): Promise<Verdict> {
  const options = ["--runs", String(RUNS), "--seed", "1", "--max-violations", "1"];
  const child = spawn(
    process.execPath,
    ["--conditions=tau-ts:source", "scripts/simulate.ts", ...options],
    { cwd, stdio: ["ignore", "pipe", "pipe"], timeout: MOST_MS, killSignal: "SIGKILL" },
  );
  let output = "";
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code === 0) return { isCaught: false, what: `nothing was noticed in ${RUNS} runs` };
  if (code === null) return { isCaught: true, what: "the simulation came to no end" };
  const violation = output.split("\n").find((line) => line.startsWith("seed "));
  if (violation === undefined) throw new Error(`the simulation did not run:\n${output}`);
  return { isCaught: true, what: violation.slice(0, 160) };
}

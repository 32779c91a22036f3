/**
 * Tells what the built guard costs, in milliseconds of CPU: to load what judges commands, to judge the first one, and to
 * judge one after that. `node scripts/guard-cost.ts [PROCESSES]`, after a build. The floor is what loading an empty module
 * costs. Ends with code 1 when loading takes 10 ms or more, or judging one 1 ms.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const rounds = Number(process.argv[2] ?? 21);
const dist = join(import.meta.dirname, "..", "dist");
const folder = mkdtempSync(join(tmpdir(), "tau-guard-cost-"));

/** What a fresh process does: everything the package itself needs is there when the watch is started. */
const program = `
const { permissionMode } = await import(${JSON.stringify(join(dist, "index.js"))});
const { check } = permissionMode("ask", { cwd: "/", home: "/root" });
const signal = new AbortController().signal;
const commands = ["git status && npm test 2>&1 | tail -n 20", "ls -la", "cd app && sed -n '1,5p' x.ts"];
const judge = (index) => check("bash", { command: commands[index % commands.length] }, { signal });
async function cpu(act) {
  const started = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
const load = () => Promise.all([
  import(${JSON.stringify(join(dist, "guard", "shell", "script-reader.js"))}),
  import(${JSON.stringify(join(dist, "guard", "policy", "judge-shell.js"))}),
]);
const times = process.argv[2] === "floor"
  ? { floor: await cpu(() => import("./empty.mjs")) }
  : { load: await cpu(load), first: await cpu(() => judge(0)) };
if (times.load !== undefined) {
  for (let index = 0; index < 500; index++) await judge(index);
  times.typical = (await cpu(async () => { for (let index = 0; index < 500; index++) await judge(index); })) / 500;
}
process.stdout.write(JSON.stringify(times));
`;

const run = promisify(execFile);
const path = join(folder, "measure.mjs");
const figures = new Map<string, number[]>();
try {
  writeFileSync(path, program);
  writeFileSync(join(folder, "empty.mjs"), "export {};\n");
  for (let round = 0; round < rounds; round++)
    for (const what of ["floor", "guard"]) {
      const { stdout } = await run(process.execPath, [path, what]);
      const times: Readonly<Record<string, number>> = JSON.parse(stdout);
      for (const [name, time] of Object.entries(times))
        figures.set(name, [...(figures.get(name) ?? []), time]);
    }
} finally {
  rmSync(folder, { recursive: true });
}

function quantile(name: string, share: number): number {
  const times = (figures.get(name) ?? []).toSorted((a, b) => a - b);
  return times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
}

for (const name of figures.keys())
  process.stdout.write(
    `${name}: median ${quantile(name, 0.5).toFixed(2)} ms CPU, least ${quantile(name, 0).toFixed(2)}\n`,
  );
if (quantile("load", 0.5) >= 10 || quantile("typical", 0.5) >= 1) process.exitCode = 1;

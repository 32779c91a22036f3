/**
 * Lets bash print 300 MB and tells by how much the process grew at most (Linux): `node --conditions=tau-ts:source
 * scripts/big-output.ts`. Ends with code 1 when that is 64 MB or more, or when tail or spool are wrong.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalShell } from "../src/shell/local-shell.ts";
import { bashTool } from "../src/tools/bash.ts";
import { alive } from "./support/alive.ts";

const limit = 64;
const folder = mkdtempSync(join(tmpdir(), "tau-output-"));
const never = new AbortController().signal;
const context = { toolCallId: "call", signal: never, abandoned: never, onUpdate: () => undefined };
const shell = new LocalShell();
const bash = bashTool({ cwd: "/", shell, spoolFolder: folder });

/** Megabytes: the most that was ever in memory, and what is now. */
function memory(): { readonly peak: number; readonly now: number } {
  const status = readFileSync("/proc/self/status", "utf8");
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? Number.NaN) / 1024;
  return { peak: field("VmHWM"), now: field("VmRSS") };
}

async function grow(
  name: string,
  command: string,
  ending: string,
  timeout: number,
): Promise<boolean> {
  const { now } = memory();
  const started = performance.now();
  const result = await bash.execute({ command, timeout }, context);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const growth = memory().peak - now;
  const block = typeof result === "object" ? result.content[0] : undefined;
  const text = block?.type === "text" ? block.text : "";
  const path = typeof result === "object" ? result.details?.fullOutputPath : undefined;
  const bytes = path === undefined ? 0 : statSync(path).size;
  const isCutTold = text.includes(`it holds the first ${bytes} bytes`);
  const isTailRight = text.split("\n\n")[0]?.endsWith(ending) === true;
  process.stdout.write(
    `${name}: ${seconds} s, memory grew by ${growth.toFixed(0)} MB at most (limit ${limit}), tail right: ${isTailRight}, spool ${bytes} bytes, its cap told: ${isCutTold}\n`,
  );
  return growth < limit && isTailRight && isCutTold;
}

await bash.execute({ command: "seq 1 100000" }, context); // Everything is loaded, and counted before.
const results = [
  await grow(
    "300 MB on one line",
    "head -c 300000000 /dev/zero | tr '\\0' a; printf end",
    "aend",
    60,
  ),
  await grow("300 MB of lines", "seq 1 35000000", "\n35000000", 60),
  await grow("yes for 2 s", "yes tau-flood-of-lines", "tau-flood-of-lines", 2),
];
const left = alive("tau-flood-of-lines");
process.stdout.write(`left behind by yes: ${left.length}\n`);
await shell.dispose();
rmSync(folder, { recursive: true });
if (results.includes(false) || left.length > 0) process.exitCode = 1;

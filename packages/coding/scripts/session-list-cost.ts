/**
 * What a list of 2,000 sessions costs, in a process that has just started. Measures the built packages: build them first.
 *
 * Usage: node packages/coding/scripts/session-list-cost.ts
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sessionFolder } from "@tau-ts/coding";
import { measured, medianOf, report } from "./support/measured.ts";

const count = 2_000;
const runs = 9;

/** A session of about 40 kB. */
function sessionText(index: number, cwd: string): string {
  const timestamp = "2030-01-01T00:00:00.000Z";
  const lines: object[] = [{ type: "session", version: 3, id: `s${index}`, timestamp, cwd }];
  for (let entry = 0; entry < 40; entry += 1) {
    const message = {
      role: "user",
      content: `session ${index}: ${"words ".repeat(150)}`,
      timestamp: 1,
    };
    lines.push({
      type: "message",
      id: `e${entry}`,
      parentId: entry === 0 ? null : `e${entry - 1}`,
      timestamp,
      message,
    });
  }
  lines.push({
    type: "session_info",
    id: "name",
    parentId: "e39",
    timestamp,
    name: `Session ${index}`,
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

const tauHome = await mkdtemp(join(tmpdir(), "tau-list-cost-"));
try {
  for (let index = 0; index < count; index += 1) {
    const cwd = `/work/project-${index % 20}`;
    const path = join(sessionFolder(tauHome, cwd), `2030-01-01T00-00-00-000Z_s${index}.jsonl`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, sessionText(index, cwd));
  }
  const lists = [];
  for (let run = 0; run < runs; run += 1)
    lists.push(await measured("list-sessions.mjs", tauHome, String(count)));
  report(`a list of ${count} sessions`, {
    s: [medianOf(lists, "seconds"), 0.5],
    "s CPU": [medianOf(lists, "cpuSeconds")],
    "s CPU, with the start of the process": [medianOf(lists, "processSeconds")],
    MiB: [medianOf(lists, "mebibytes")],
  });
} finally {
  await rm(tauHome, { recursive: true, force: true });
}

/**
 * What an agent costs, each measurement in a process of its own: a session of 10,000 messages resumed to its first
 * request, and 100 agents at work in one process. Measures the built packages: build them first.
 *
 * Usage: node packages/coding/scripts/agent-cost.ts
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionFolder } from "@tau-ts/coding";
import { makeLongSession } from "./support/long-session.ts";
import { measured, medianOf, report } from "./support/measured.ts";
import type { Measurement } from "./support/measured.ts";

const rounds = 9;

const folder = await mkdtemp(join(tmpdir(), "tau-agent-cost-"));
try {
  const cwd = join(folder, "work");
  const tauHome = join(folder, "home");
  await mkdir(cwd);
  await makeLongSession(
    join(sessionFolder(tauHome, cwd), "2030-01-01T00-00-00-000Z_long.jsonl"),
    cwd,
  );
  const resumed: Measurement[] = [];
  const many: Measurement[] = [];
  // In turn, so that what else the machine does meets both.
  for (let round = 0; round < rounds; round += 1) {
    resumed.push(await measured("resume-session.mjs", cwd, tauHome));
    many.push(await measured("many-agents.mjs"));
  }
  report("10,000 messages, resumed to the first request", {
    "s CPU, with the start of the process": [medianOf(resumed, "processSeconds")],
    "s CPU, from the call on": [medianOf(resumed, "seconds"), 0.3],
    MiB: [medianOf(resumed, "mebibytes"), 140],
  });
  report("100 agents at work in one process", {
    "MB in all": [medianOf(many, "megabytes"), 150],
    "MB before the first": [medianOf(many, "megabytesBefore")],
    "s CPU": [medianOf(many, "processSeconds")],
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

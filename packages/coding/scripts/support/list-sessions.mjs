// Lists the sessions of a home and prints what that took.
import { listSessions } from "@tau-ts/coding";
import { processCost } from "./process-cost.mjs";

const [tauHome = "", count = ""] = process.argv.slice(2);
const before = processCost();
const begun = performance.now();
const sessions = await listSessions({ tauHome });
const seconds = (performance.now() - begun) / 1000;
const after = processCost();
if (sessions.filter(({ name, firstWords }) => name && firstWords).length !== Number(count))
  throw new Error("sessions are missing");
const cpuSeconds = after.seconds - before.seconds;
const { seconds: processSeconds, peakBytes } = after;
process.stdout.write(
  JSON.stringify({ seconds, cpuSeconds, processSeconds, mebibytes: peakBytes / 2 ** 20 }),
);

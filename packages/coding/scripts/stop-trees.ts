/**
 * Stops 1,000 trees of processes and counts what survives: `node --conditions=tau-ts:source scripts/stop-trees.ts [COUNT]
 * [AT-ONCE]`. Ends with code 1 when anything but the registered jobs does, or when a call took longer than 400 ms.
 */
import { stopMany } from "./support/stop-many.ts";

const [count = "1000", atOnce = "1"] = process.argv.slice(2);
const limitMs = 400;

const started = performance.now();
const { times, survivors, failed, jobs, ...stops } = await stopMany(Number(count), Number(atOnce));
const at = (share: number): string =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
const late = times.filter((time) => time > limitMs).length;
const areJobsFine = jobs.before === 2 && jobs.after === 2 && jobs.afterDispose === 0;

process.stdout.write(
  [
    `${stops.count} stops in ${((performance.now() - started) / 1000).toFixed(0)} s, ${atOnce} at a time, in turn softly and hard`,
    `survivors: ${survivors}; calls that did not end as cancelled: ${failed}`,
    `ms from stop to settled: median ${at(0.5)}, 99 % ${at(0.99)}, most ${at(1)}; over ${limitMs}: ${late}`,
    `jobs: ${jobs.before} before, ${jobs.after} after the stops, ${jobs.afterDispose} after dispose`,
    "",
  ].join("\n"),
);
if (survivors > 0 || failed > 0 || late > 0 || !areJobsFine) process.exitCode = 1;

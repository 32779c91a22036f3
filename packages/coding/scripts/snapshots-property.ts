/**
 * Random trees, random changes by an agent and its user, undo to any point and redo:
 * `node --conditions=tau-ts:source scripts/snapshots-property.ts [COUNT] [FIRST-SEED]`. Ends with code 1, and the seeds,
 * when the files are not what they were.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomHistory } from "../test/snapshots/support/random-history.ts";

const [count = "200", first = "1"] = process.argv.slice(2);
const started = performance.now();
let [undos, changes, failed] = [0, 0, 0];
for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tau-undo-")));
  try {
    const counts = await randomHistory(seed, folder);
    undos += counts.undos;
    changes += counts.changes;
  } catch (error) {
    failed += 1;
    process.stdout.write(
      `seed ${seed}: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.stdout.write(
  [
    `${count} histories in ${((performance.now() - started) / 1000).toFixed(0)} s: ${undos} undos and redos of ${changes} paths`,
    `failed: ${failed}`,
    "",
  ].join("\n"),
);
if (failed > 0) process.exitCode = 1;

/**
 * Follows pages as a reader would: packs the packages, installs them with npm in an empty folder for each page, writes its
 * files, runs its commands and compares what they print. Build the packages first.
 *
 *     pnpm --filter @tau-ts/docs follow                 # every how-to and the first steps
 *     pnpm --filter @tau-ts/docs follow how-to/ci-job   # pages whose path begins so
 *     pnpm --filter @tau-ts/docs follow --node /opt/node-22/bin/node
 */
import { parseArgs } from "node:util";
import { followPage } from "../checks/follow-page.ts";
import { readPages } from "../checks/page.ts";
import { packedPlace } from "../checks/place.ts";
import { startRegistry } from "../checks/registry.ts";

const { values, positionals: wanted } = parseArgs({
  options: { node: { type: "string", default: process.execPath } },
  allowPositionals: true,
});
const prefixes = wanted.length === 0 ? ["start/", "how-to/"] : wanted;
const pages = readPages().filter(
  ({ path, blocks }) =>
    prefixes.some((prefix) => path.startsWith(prefix)) &&
    blocks.some(({ language }) => language === "sh"),
);
if (pages.length === 0) throw new Error(`no page with commands begins with ${prefixes.join(", ")}`);

await using registry = await startRegistry();
for (const page of pages) {
  const begun = performance.now();
  await using place = await packedPlace(registry.url, values.node);
  await followPage(page, place);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(`${page.path}: works as written (${seconds} s)\n`);
}

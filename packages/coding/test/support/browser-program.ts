/** Files and commands in memory, for a place without Node; see `browser-bundle.test.ts`. */
import { MemoryShell, MemoryWorkspace } from "../../src/index.ts";

export async function run(): Promise<unknown> {
  const workspace = new MemoryWorkspace({ files: { "src/a.ts": "one é\n" }, home: "/me" });
  await workspace.lock("/me/b", () => workspace.write("/me/b", new TextEncoder().encode("two")));
  const shell = new MemoryShell(async ({ command, print, signal }) => {
    if (command === "wait") await new Promise((ended) => signal.addEventListener("abort", ended));
    print("ready\n");
    return command === "flood" ? "much\n".repeat(100_000) : 3;
  });
  const never = new AbortController().signal;
  let printed = "";
  const onOutput = (chunk: Uint8Array): void => void (printed += new TextDecoder().decode(chunk));
  const options = { cwd: "/", signal: never, abandoned: never, onOutput };
  const ended = await shell.run("x", options);
  const { timedOut } = await shell.run("wait", { ...options, timeoutMs: 10 });
  const job = await shell.start("flood", { cwd: "/" });
  await job.waitForEnd(never);
  const { shownLines, totalLines, full } = job.output.take();
  return {
    file: await textOf(workspace, workspace.resolve("./x/../src/a.ts")),
    other: await textOf(workspace, workspace.resolve("~/b")),
    entries: await workspace.list("/workspace"),
    exitCode: ended.exitCode,
    printed,
    timedOut,
    job: { exit: job.exit, shownLines, totalLines, full },
  };
}

async function textOf(workspace: MemoryWorkspace, path: string): Promise<string> {
  let text = "";
  for await (const chunk of workspace.read(path)) text += new TextDecoder().decode(chunk);
  return text;
}

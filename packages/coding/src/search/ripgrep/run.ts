/** Ends with code 0 when files were found and 1 when there are none; anything else means that it did not work. */
const failedFrom = 2;

/**
 * Runs ripgrep in a folder and answers the paths it prints, with `/` between names. Undefined when it could not do
 * everything: it is not there, is too old for the flags, or some file could not be read. Rejects with the signal's reason
 * once it aborts.
 */
export async function runRipgrep(
  program: string,
  args: readonly string[],
  folder: string,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const child = spawn(program, [...args, "./"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    signal,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  const chunks: Uint8Array[] = [];
  child.stdout.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  child.once("error", () => resolve(undefined)); // Not there; or aborted, which is looked at below.
  child.once("close", (code) => resolve(code ?? failedFrom));
  const code = await promise;
  signal.throwIfAborted();
  return code === undefined || code >= failedFrom ? undefined : paths(Buffer.concat(chunks));
}

function paths(output: Buffer): string[] {
  const names = output.toString("utf8").split("\0");
  names.pop(); // What follows the last separator is nothing.
  const isWindows = process.platform === "win32";
  return names.map((name) => (isWindows ? name.replaceAll("\\", "/") : name).slice("./".length));
}

import { errorText } from "../../errors.ts";

/** How long a command may take to print a key. */
export interface KeyCommandOptions {
  /** Milliseconds after which the command is killed. Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** No key is longer. */
const maxBytes = 64 * 1024;

/**
 * What a shell command prints on stdout, without surrounding blanks: the way to a key in a password store. Nothing is on
 * its stdin. Rejects when it fails, prints nothing or takes too long; nothing it printed is in the error, except the end
 * of stderr.
 */
export async function runKeyCommand(
  command: string,
  { timeoutMs = 10_000 }: KeyCommandOptions = {},
): Promise<string> {
  const { spawn } = await import("node:child_process");
  // A group of its own, so that what the command started can be ended with it.
  const child = spawn("/bin/sh", ["-c", command], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const killGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It is over already.
    }
  };
  const timer = setTimeout(() => {
    killGroup();
    reject(new Error(`it took longer than ${timeoutMs / 1000} s`));
  }, timeoutMs);
  child.once("error", (error) => reject(new Error(`it could not be started: ${errorText(error)}`)));
  child.once("close", (code, signal) => {
    const how = code === null ? `ended by ${signal}` : `exit code ${code}`;
    if (code === 0) resolve(stdout().trim());
    else reject(new Error([how, stderr().trim().slice(-500)].filter(Boolean).join(": ")));
  });
  try {
    const text = await promise;
    if (text === "") throw new Error("it printed nothing");
    return text;
  } finally {
    clearTimeout(timer);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** Keeps the beginning of what is printed and lets the rest pass. */
function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    if (bytes >= maxBytes) return;
    bytes += chunk.length;
    chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

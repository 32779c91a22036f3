import { SnapshotError, errorText } from "../../errors.ts";

/** The bytes of git's objects, one after the other, from one process. */
export async function* readObjects(
  ids: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): AsyncGenerator<Buffer, void> {
  if (ids.length === 0) return;
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn("git", ["cat-file", "--batch"], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined); // It is raced below; after the last object nobody waits.
  child.on("error", (error) => reject(cannotRead(errorText(error))));
  child.stdin.on("error", () => undefined); // The output ends too, and that is told.
  child.stdin.end(ids.map((id) => `${id}\n`).join(""));
  const bytes = new ByteReader(child.stdout);
  try {
    for (const id of ids) {
      const heading = await Promise.race([bytes.line(), failed]);
      const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(heading)?.[1] ?? Number.NaN);
      if (Number.isNaN(size)) throw cannotRead(heading || `it ended before ${id}`);
      yield await bytes.take(size);
      await bytes.take(1);
    }
  } finally {
    child.kill("SIGKILL");
  }
}

function cannotRead(why: string): SnapshotError {
  return new SnapshotError("damaged", `What a snapshot keeps could not be read: ${why}.`);
}

/** Takes bytes from a stream by number or by line. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf("\n");
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString("latin1");
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return "";
    }
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      if (this.#rest.length === 0 && !(await this.#more()))
        throw cannotRead(`${missing} bytes are missing`);
      const part = this.#rest.subarray(0, missing);
      parts.push(part);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done === true) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}

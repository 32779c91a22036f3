import { readFileSync, unlinkSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { SessionError } from "../session/errors.ts";
import { randomHex } from "../session/ids.ts";
import { errorText } from "../texts.ts";
import { errorCode } from "./file-system.ts";
import type { SessionFileSystem } from "./file-system.ts";
import { formatHolder, parseHolder } from "./lease-file.ts";
import type { LeaseHolder } from "./lease-file.ts";
import { mayBeAlive, ownIdentity } from "./process-identity.ts";

/** A lease file that cannot be read is being written by its owner, unless it has been there for this long. */
const UNREADABLE_STALE_MS = 10_000;
const RETRIES = 5;
const RETRY_MS = 20;

/**
 * The right to write a session: a file beside it that names its holder, made in one step or not at all. The lease of a
 * process that is gone is taken over; any other stands.
 */
export class Lease {
  readonly #fs: SessionFileSystem;
  readonly #path: string;
  readonly #sessionPath: string;
  readonly #token: string;
  #fingerprint: string | undefined;
  readonly #onExit = (): void => {
    this.#removeAtExit();
  };

  private constructor(fs: SessionFileSystem, sessionPath: string, token: string) {
    this.#fs = fs;
    this.#sessionPath = sessionPath;
    this.#path = leasePath(sessionPath);
    this.#token = token;
  }

  /** Takes the lease of a session. Throws a SessionError: `locked` with the holder, or `io`. */
  static async take(sessionPath: string, fs: SessionFileSystem): Promise<Lease> {
    const token = randomHex(16);
    const lease = new Lease(fs, sessionPath, token);
    const text = formatHolder({ ...ownIdentity(), token });
    for (let attempt = 0; attempt < RETRIES; attempt += 1) {
      if (await lease.#create(text)) {
        lease.#watchExit(true);
        return lease;
      }
      await lease.#clearStale();
    }
    throw lease.#locked(undefined);
  }

  /** Throws a SessionError `lease-lost` when the lease is somebody else's by now. Costs one look at the file. */
  async check(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const found = await this.#look();
      if (found === "ours") return;
      // Somebody who misjudged the lease puts it back at once: only one that stays away is lost.
      if (found === "theirs" || attempt === RETRIES) break;
      await delay(RETRY_MS);
    }
    throw new SessionError(
      "lease-lost",
      `Cannot write session ${this.#sessionPath}: its lease ${this.#path} was taken over or removed. Open the session again.`,
      { path: this.#sessionPath },
    );
  }

  /** Gives the lease back. One that is not ours any more is left alone. */
  async release(): Promise<void> {
    this.#watchExit(false);
    if ((await this.#look()) !== "ours") return;
    try {
      await this.#fs.unlink(this.#path);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw this.#failed("give back", error);
    }
  }

  /** `false` when there is a lease file already. */
  async #create(text: string): Promise<boolean> {
    let file;
    try {
      file = await this.#fs.open(this.#path, "wx", 0o600);
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      throw this.#failed("take", error);
    }
    try {
      await file.writeFile(text);
      // What we wrote ourselves need not be read to be known again.
      if (parseHolder(text)?.token === this.#token)
        this.#fingerprint = fingerprintOf(await file.stat({ bigint: true }));
    } catch (error) {
      await this.#fs.unlink(this.#path);
      throw this.#failed("take", error);
    } finally {
      await file.close();
    }
    return true;
  }

  /** Puts the lease of a dead process out of the way; throws `locked` for one that stands. */
  async #clearStale(): Promise<void> {
    const holder = await this.#readHolder();
    if (holder === undefined) return;
    if (holder !== "unreadable" && mayBeAlive(holder)) throw this.#locked(holder);
    const aside = `${this.#path}.stale-${this.#token}`;
    try {
      await this.#fs.rename(this.#path, aside);
    } catch (error) {
      if (errorCode(error) === "ENOENT") return;
      throw this.#failed("take over", error);
    }
    // Between the look and the rename another process may have taken over: what was moved is compared first.
    const text = await this.#fs.readFile(aside, "utf8");
    const moved = parseHolder(text);
    const isTheStaleOne =
      holder === "unreadable" ? moved === undefined : moved?.token === holder.token;
    // If a third process holds a lease of its own by now, the displaced one learns of it at its next append.
    if (!isTheStaleOne) await this.#create(text);
    await this.#fs.unlink(aside);
  }

  /** Who holds the lease; `undefined` when it is gone, `unreadable` when its writer died while making it. */
  async #readHolder(): Promise<LeaseHolder | "unreadable" | undefined> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const holder = parseHolder(await this.#fs.readFile(this.#path, "utf8"));
        if (holder !== undefined) return holder;
        const { mtimeMs } = await this.#fs.stat(this.#path);
        if (Date.now() - mtimeMs > UNREADABLE_STALE_MS) return "unreadable";
      } catch (error) {
        if (errorCode(error) === "ENOENT") return undefined;
        throw this.#failed("read", error);
      }
      if (attempt === RETRIES) throw this.#locked(undefined);
      await delay(RETRY_MS);
    }
  }

  async #look(): Promise<"ours" | "theirs" | "gone"> {
    try {
      const fingerprint = fingerprintOf(await this.#fs.stat(this.#path, { bigint: true }));
      if (fingerprint === this.#fingerprint) return "ours";
      const holder = parseHolder(await this.#fs.readFile(this.#path, "utf8"));
      // Half a lease is one on its way back.
      if (holder === undefined) return "gone";
      if (holder.token !== this.#token) return "theirs";
      this.#fingerprint = fingerprint;
      return "ours";
    } catch (error) {
      if (errorCode(error) === "ENOENT") return "gone";
      throw this.#failed("check", error);
    }
  }

  /** A process that ends without closing its logs still gives its leases back, unless it is killed. */
  #watchExit(isWatched: boolean): void {
    const limit = process.getMaxListeners();
    // One listener for each open session is no leak: the limit moves along, so that nobody is warned of one.
    if (limit > 0) process.setMaxListeners(limit + (isWatched ? 1 : -1));
    if (isWatched) process.on("exit", this.#onExit);
    else process.off("exit", this.#onExit);
  }

  #removeAtExit(): void {
    try {
      if (parseHolder(readFileSync(this.#path, "utf8"))?.token === this.#token)
        unlinkSync(this.#path);
    } catch {
      // The process is ending: a lease that stays is taken over by the next one.
    }
  }

  #locked(holder: LeaseHolder | undefined): SessionError {
    const who =
      holder === undefined ? "another process" : `process ${holder.pid} on host ${holder.host}`;
    return new SessionError(
      "locked",
      `Cannot write session ${this.#sessionPath}: the session is in use by ${who}. ` +
        `Close it there, or open it for reading only; if that process is gone, delete ${this.#path}.`,
      { path: this.#sessionPath, holder: { pid: holder?.pid, host: holder?.host } },
    );
  }

  #failed(what: string, cause: unknown): SessionError {
    return new SessionError(
      "io",
      `Cannot ${what} the lease ${this.#path} of session ${this.#sessionPath}: ${errorText(cause)}. ` +
        "Make the folder writable, or open the session for reading only.",
      { path: this.#sessionPath, cause },
    );
  }
}

/** Whether a file is the one that was looked at, as it was. */
function fingerprintOf({ ino, mtimeNs }: BigIntStats): string {
  return `${ino} ${mtimeNs}`;
}

/** The lease file of a session. */
export function leasePath(sessionPath: string): string {
  return `${sessionPath}.lock`;
}

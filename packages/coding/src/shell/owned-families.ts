import type { CommandFamily } from "./command-family.ts";

/**
 * The families somebody started and has to answer for. While there are any, the host's exit kills them: nothing else
 * would, as each has a process group and a session of its own.
 */
export class OwnedFamilies {
  /** `true` while the shell of the family is running. */
  readonly #families = new Map<CommandFamily, boolean>();
  #isHooked = false;
  #hasRaisedLimit = false;

  /** From here on the family is killed when the host exits. Call before anything can go wrong with it. */
  add(family: CommandFamily): void {
    this.#families.set(family, true);
    this.#hook();
  }

  /** The family's shell is over, and unless the family was deleted, something of it goes on. */
  keepBackground(family: CommandFamily): void {
    if (this.#families.has(family)) this.#families.set(family, false);
  }

  /** Nothing of the family is left. */
  delete(family: CommandFamily): void {
    this.#families.delete(family);
    this.#hook();
  }

  /** Lets go of background families that ended meanwhile. Nobody tells when they do, so the owner asks now and then. */
  prune(): void {
    for (const [family, isRunning] of this.#families)
      if (!isRunning && family.members(false).length === 0) this.#families.delete(family);
    this.#hook();
  }

  /** Kills everything, now. Works while the host exits, when no timer and no promise runs any more. */
  readonly killAll = (): void => {
    for (const [family, isRunning] of this.#families) {
      // Twice: a process that was being forked during the first pass is there for the second.
      family.signal("SIGKILL", isRunning);
      family.signal("SIGKILL", isRunning);
    }
  };

  #hook(): void {
    const isNeeded = this.#families.size > 0;
    if (isNeeded === this.#isHooked) return;
    this.#isHooked = isNeeded;
    if (isNeeded) {
      this.#raiseLimit();
      process.on("exit", this.killAll);
    } else {
      process.off("exit", this.killAll);
      if (this.#hasRaisedLimit) process.setMaxListeners(process.getMaxListeners() - 1);
    }
  }

  /** A listener for each shell that has something running is no leak, so it must not bring the warning about leaks nearer. */
  #raiseLimit(): void {
    const limit = process.getMaxListeners();
    this.#hasRaisedLimit = limit > 0; // 0 means no limit.
    if (this.#hasRaisedLimit) process.setMaxListeners(limit + 1);
  }
}

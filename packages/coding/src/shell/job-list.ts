import type { Job } from "./job.ts";

/** Ended jobs that are remembered, so that their last words can still be read. */
const maxEnded = 50;

/** The background jobs of one shell, in the order they were started. */
export class JobList {
  readonly #jobs = new Map<string, Job>();
  #count = 0;

  /** Puts a job on the list under an id of its own. Synchronous: there is no moment at which it runs and is not listed. */
  add<Kind extends Job>(make: (id: string) => Kind): Kind {
    this.#count++;
    const job = make(`job-${this.#count}`);
    this.#forgetOldest();
    this.#jobs.set(job.id, job);
    return job;
  }

  /** Undefined for an id that was never given, or whose job has been forgotten. */
  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Running ones and the latest that ended. */
  list(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  #forgetOldest(): void {
    if (this.#jobs.size < maxEnded) return;
    const ended = this.list().filter((job) => !job.isRunning());
    for (const job of ended.slice(0, Math.max(0, ended.length - maxEnded + 1)))
      this.#jobs.delete(job.id);
  }
}

import type { CodingAgent, CodingAgentEvent, JobList } from "@tau-ts/coding";
import { gitBranch } from "./git-branch.ts";
import { agentFacts, sessionFacts } from "./status-facts.ts";
import type { StatusFacts } from "./status-facts.ts";

export interface FactsKeeperOptions {
  readonly cwd: string;
  readonly onFacts: (facts: Partial<StatusFacts>) => void;
  /** Aborts when nobody looks any more. */
  readonly signal: AbortSignal;
}

/** Looks up what no event tells: the branch, what a session took before, how many jobs run. Nothing is polled. */
export class FactsKeeper {
  readonly #options: FactsKeeperOptions;
  readonly #followed = new Set<string>();
  #jobs: JobList | undefined;

  constructor(options: FactsKeeperOptions) {
    this.#options = options;
  }

  /** These are the background jobs, if there can be any. */
  useJobs(jobs: JobList | undefined): void {
    this.#jobs = jobs;
  }

  /** There is an agent now, or it is on another session. */
  async follow(agent: CodingAgent): Promise<void> {
    this.#tell(agentFacts(agent));
    const { session } = agent;
    const statistics = await session.statistics();
    if (agent.session.id === session.id) this.#tell(sessionFacts(statistics));
  }

  /** Something happened that may have changed what is looked up. */
  hear({ type }: CodingAgentEvent): void {
    if (type === "agent_settled" || type === "bash_execution_end") void this.lookAtBranch();
    if (type === "tool_execution_end" || type === "bash_execution_end") this.#countJobs();
  }

  /** Tells the branch as it is now. */
  async lookAtBranch(): Promise<void> {
    this.#tell({ branch: await gitBranch(this.#options.cwd) });
  }

  #countJobs(): void {
    const jobs = this.#jobs;
    if (!jobs) return;
    const running = jobs.list().filter((job) => job.isRunning());
    this.#tell({ jobs: running.length });
    for (const job of running) {
      if (this.#followed.has(job.id)) continue;
      this.#followed.add(job.id);
      void job.waitForEnd(this.#options.signal).then(() => {
        this.#followed.delete(job.id);
        this.#countJobs();
      });
    }
  }

  #tell(facts: Partial<StatusFacts>): void {
    if (!this.#options.signal.aborted) this.#options.onFacts(facts);
  }
}

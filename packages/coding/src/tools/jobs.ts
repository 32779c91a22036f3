import { defineTool } from "@tau-ts/agent";
import type { Tool, ToolResult } from "@tau-ts/agent";
import { ToolInputError } from "../errors.ts";
import type { ResolvedBudget } from "../output/budget.ts";
import type { JobList } from "../shell/job-list.ts";
import type { Job } from "../shell/job.ts";
import { LocalShell } from "../shell/local-shell.ts";
import { processNames, shorten, withNotes } from "./command-text.ts";
import { checkSeconds, resolveToolOptions, textResult } from "./tool-options.ts";
import type { ToolOptions } from "./tool-options.ts";

/** The arguments of a call of jobs. */
export interface JobsArgs {
  readonly action: "list" | "read" | "wait" | "stop";
  /** Which job; not needed to list them. */
  readonly id?: string | undefined;
  /** The most seconds to wait. Default 60. */
  readonly timeout?: number | undefined;
}

/** The jobs that were listed, or the one that was asked about. */
export interface JobsDetails {
  readonly jobs: readonly JobDetails[];
}

/** One background job, for programs. */
export interface JobDetails {
  readonly id: string;
  readonly pid: number;
  readonly command: string;
  readonly running: boolean;
  /** Null while its shell runs, or when a signal ended that. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
}

const defaultWaitSeconds = 60;
const maxWaitSeconds = 3600;

/**
 * Looks after background jobs: those that bash started with `background` and those that a command left behind. Give it the
 * same `shell` as `bashTool`. Throws `ToolInputError` for a job that does not exist and a time that makes no sense.
 */
export function jobsTool(options: ToolOptions = {}): Tool<JobsArgs, JobsDetails> {
  const { budget } = resolveToolOptions(options);
  const { jobs } = options.shell ?? new LocalShell();
  return defineTool<JobsArgs, JobsDetails>({
    name: "jobs",
    label: "Jobs",
    description:
      "Look after background jobs: list them, read what one printed since it was last read, wait for one to end, or stop one.",
    parameters: {
      type: "object",
      properties: {
        action: { type: "string", enum: ["list", "read", "wait", "stop"] },
        id: { type: "string", description: "The job, such as job-1. Not needed for list." },
        timeout: {
          type: "number",
          description: `The most seconds to wait. Default ${defaultWaitSeconds}.`,
        },
      },
      required: ["action"],
    },
    snippet: "List, read, wait for and stop background jobs",
    guidelines: ["Stop background jobs with jobs when they are no longer needed."],
    async execute({ action, id, timeout = defaultWaitSeconds }, { signal }) {
      if (action === "list") return listJobs(jobs?.list() ?? []);
      const job = findJob(jobs, id);
      if (action === "wait") await waitFor(job, timeout, signal);
      if (action === "stop") await job.stop();
      if (!job.isRunning()) await job.waitForEnd(signal); // Its last output may still be on the way.
      return report(job, budget);
    },
  });
}

function listJobs(jobs: readonly Job[]): ToolResult<JobsDetails> {
  const lines = jobs.map((job) => `${job.id} ${stateOf(job)}: ${shorten(job.command)}`);
  const text = lines.length === 0 ? "There are no background jobs." : lines.join("\n");
  return textResult(text, { jobs: jobs.map(detailsOf) });
}

function findJob(jobs: JobList | undefined, id: string | undefined): Job {
  const job = id === undefined ? undefined : jobs?.get(id);
  if (job) return job;
  const known = (jobs?.list() ?? []).map((other) => other.id).join(", ");
  const there = known === "" ? "There are no background jobs." : `There are: ${known}.`;
  throw new ToolInputError(
    id === undefined ? `Name the job with id. ${there}` : `There is no job ${id}. ${there}`,
  );
}

/** Until it ends, the time is up or the call is stopped; the job itself goes on in the last two cases. */
async function waitFor(job: Job, seconds: number, signal: AbortSignal): Promise<void> {
  checkSeconds(seconds, maxWaitSeconds);
  const enough = new AbortController();
  const leave = (): void => enough.abort();
  const timer = setTimeout(leave, seconds * 1000);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave);
  try {
    await job.waitForEnd(enough.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  }
}

function report(job: Job, budget: ResolvedBudget): ToolResult<JobsDetails> {
  const processes = job.isRunning() ? `: ${processNames(job.processes())}` : "";
  const text = withNotes(job.output.take(budget), [`[${job.id} ${stateOf(job)}${processes}]`]);
  return textResult(text, { jobs: [detailsOf(job)] });
}

function stateOf(job: Job): string {
  if (job.isRunning()) {
    const seconds = Math.round((Date.now() - job.startedMs) / 1000);
    return `is running for ${seconds} s`;
  }
  const { exit } = job;
  if (exit?.timedOut) return "ran out of time and was stopped";
  if (exit?.signal) return `was killed by signal ${exit.signal}`;
  return exit?.exitCode === null || exit === undefined
    ? "ended"
    : `ended with exit code ${exit.exitCode}`;
}

function detailsOf(job: Job): JobDetails {
  const { id, pid, command, exit } = job;
  return {
    id,
    pid,
    command,
    running: job.isRunning(),
    exitCode: exit?.exitCode ?? null,
    signal: exit?.signal ?? null,
    timedOut: exit?.timedOut ?? false,
  };
}

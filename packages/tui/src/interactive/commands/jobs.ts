import type { Job, JobList } from "@tau-ts/coding";
import { firstLine } from "../../wording/lines.ts";
import { age, duration } from "../../wording/times.ts";
import type { OpenPicker } from "../app/app-state.ts";
import { openPicker } from "../pickers/picker-state.ts";
import { tell } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

/** The background jobs, those that run first. */
export function jobsPicker(jobs: JobList, nowMs: number): OpenPicker {
  const ordered = jobs.list().toSorted((one, other) => rank(one) - rank(other));
  const items = ordered.map((job) => ({
    label: `${job.id}  ${firstLine(job.command)}`,
    detail: stateOf(job, nowMs),
    value: job.id,
  }));
  return { purpose: "jobs", picker: openPicker({ title: "Background jobs", items }) };
}

/** What can be done with one job. */
export function jobPicker(job: Job): OpenPicker {
  const items = [
    { label: "Look at its output", value: `show ${job.id}` },
    ...(job.isRunning() ? [{ label: "Stop it", value: `stop ${job.id}` }] : []),
  ];
  return {
    purpose: "job",
    picker: openPicker({ title: `${job.id}  ${firstLine(job.command)}`, items }),
  };
}

/** Stops a job, and everything it started. */
export async function stopJob(context: CommandContext, id: string): Promise<void> {
  const job = context.jobs?.get(id);
  if (!job) return tell(context, "error", `There is no job ${id}. /jobs lists them.`);
  await job.stop();
  tell(context, "muted", `${id} was stopped.`);
}

function rank(job: Job): number {
  return job.isRunning() ? 0 : 1;
}

function stateOf(job: Job, nowMs: number): string {
  if (job.isRunning())
    return `runs for ${duration((nowMs - job.startedMs) / 1000)}, pid ${job.pid}`;
  const { exit } = job;
  const started = age(nowMs - job.startedMs);
  if (exit?.timedOut) return `ran out of time, started ${started}`;
  if (exit?.signal) return `killed by ${exit.signal}, started ${started}`;
  return `ended with ${exit?.exitCode ?? "no code"}, started ${started}`;
}

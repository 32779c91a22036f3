import type { JsonSchema } from "@tau-ts/agent";

/** What the description of bash tells. */
export interface BashFacts {
  readonly cwd: string;
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly defaultSeconds: number;
  /** Commands can be started as background jobs. */
  readonly hasJobs: boolean;
}

/** What a model is told about bash. */
export function bashDescription(facts: BashFacts): string {
  const { cwd, maxLines, maxBytes, defaultSeconds, hasJobs } = facts;
  const jobs = hasJobs
    ? " Set background to start a server or another long job without waiting for it."
    : " End a command with & to leave it running in the background.";
  return `Run a shell command. Each command starts anew in ${cwd}: cd, variables and shell options do not last to the next call. Returns stdout and stderr together; of long output the last ${maxLines} lines or ${maxBytes} bytes, with the path of a file that holds all of it. There is nothing on stdin. A command is stopped after ${defaultSeconds} seconds unless timeout says otherwise.${jobs}`;
}

export const bashGuidelines: readonly string[] = [
  "Use bash for builds, tests, git and everything the other tools do not cover.",
  "Commands cannot ask questions: pass flags such as --yes instead of waiting for input.",
];

export function bashParameters(defaultSeconds: number, hasJobs: boolean): JsonSchema {
  const background = {
    type: "boolean",
    description:
      "Start the command as a background job and return its id at once. No time limit unless timeout is given.",
  };
  return {
    type: "object",
    properties: {
      command: { type: "string", description: "The command, for bash." },
      timeout: {
        type: "number",
        description: `Seconds after which the command is stopped. Default ${defaultSeconds}.`,
      },
      ...(hasJobs ? { background } : {}),
    },
    required: ["command"],
  };
}

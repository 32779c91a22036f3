import type { LineDecision } from "../rules/shell-decision.ts";
import { lazyLineReader } from "../shell/line-reader.ts";
import type { Policy } from "./policy.ts";

/** What holds for a command line. */
export type ShellJudge = (command: string, policy: Policy) => LineDecision;

/** Judges command lines; what that takes is loaded with the first one. */
export function lazyShellJudge(): () => Promise<ShellJudge> {
  const lineReader = lazyLineReader();
  let loaded: Promise<ShellJudge> | undefined;
  const load = async (): Promise<ShellJudge> => {
    const [read, { shellJudge }] = await Promise.all([lineReader(), import("./judge-shell.ts")]);
    const judge = shellJudge();
    return (command, policy) => judge(command, read(command), policy);
  };
  return () => (loaded ??= load());
}

import type { AgentEvent, Outcome } from "@tau-ts/agent";

type AgentEnd = Extract<AgentEvent, { type: "agent_end" }>;

/** Why a run did not end well, in one line for people; `undefined` for a run that did. */
export function failureText(end: AgentEnd | undefined): string | undefined {
  if (!end) return "the run was not seen to its end";
  if (end.outcome === "completed") return undefined;
  const last = end.messages.at(-1);
  const told = last?.role === "assistant" ? last.errorMessage : undefined;
  return oneLine(told ?? "") || unexplained[end.outcome];
}

const unexplained: Readonly<Record<Exclude<Outcome, "completed">, string>> = {
  error: "the run failed and nobody said why",
  aborted: "Operation aborted",
  abandoned: "Operation aborted; what did not stop in time was left behind",
};

/** The same words without line breaks. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
}

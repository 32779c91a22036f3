import type { AgentHooks, CompactionWork, HookContext, HookedCall } from "../hooks.ts";
import type { StepScheduler } from "./step-scheduler.ts";

/**
 * The hooks, each with a step before it answers (`hook`; `compaction` before a compaction does its work). They complain
 * about being asked after a stop, except those that belong to something already under way.
 */
export function stepHooks(steps: StepScheduler, hooks: AgentHooks): AgentHooks {
  const { prepareTurn, transformContext, compact, afterToolCall, shouldStopAfterTurn } = hooks;
  const { beforeToolCall } = hooks;
  return {
    ...hooks,
    ...(prepareTurn && {
      prepareTurn: (turn, context) =>
        asked(steps, "prepareTurn", context, () => prepareTurn(turn, context)),
    }),
    ...(transformContext && {
      transformContext: (view, context) =>
        working(steps, "transformContext", context, () => transformContext(view, context)),
    }),
    ...(compact && {
      compact: (messages, context) => {
        steps.observations.expectNotStopped("the hook compact", context.signal);
        const work = compact(messages, context);
        return typeof work === "function" ? stepCompaction(steps, context, work) : work;
      },
    }),
    ...(beforeToolCall && {
      beforeToolCall: (call, context) =>
        asked(steps, "beforeToolCall", context, async () => {
          const verdict = await beforeToolCall(call, context);
          noteRefusal(steps, call, context);
          return verdict;
        }),
    }),
    ...(afterToolCall && {
      afterToolCall: (call, result, context) =>
        working(steps, "afterToolCall", context, () => afterToolCall(call, result, context)),
    }),
    ...(shouldStopAfterTurn && {
      shouldStopAfterTurn: (turn, context) =>
        asked(steps, "shouldStopAfterTurn", context, () => shouldStopAfterTurn(turn, context)),
    }),
  };
}

/** A hook that must not be asked after a stop. */
function asked<T>(
  steps: StepScheduler,
  name: string,
  context: HookContext,
  work: () => T | Promise<T>,
): Promise<T> {
  steps.observations.expectNotStopped(`the hook ${name}`, context.signal);
  return working(steps, name, context, work);
}

async function working<T>(
  steps: StepScheduler,
  name: string,
  { signal }: HookContext,
  work: () => T | Promise<T>,
): Promise<T> {
  const wait = steps.observations.working(`the hook ${name}`, signal);
  try {
    await steps.step("hook");
    return await work();
  } finally {
    wait[Symbol.dispose]();
  }
}

function stepCompaction(
  steps: StepScheduler,
  { signal }: HookContext,
  work: CompactionWork,
): CompactionWork {
  return async (commit) => {
    const wait = steps.observations.working("the compaction", signal);
    try {
      await steps.step("compaction", { signal });
      return await work(commit);
    } finally {
      wait[Symbol.dispose]();
    }
  };
}

/** Whatever the hook has to say after the stop, the call reads that it was not run. */
function noteRefusal(
  { observations }: StepScheduler,
  call: HookedCall,
  context: HookContext,
): void {
  if (context.signal.aborted) observations.refusedCalls.add(call.toolCallId);
}

import { compactDuringRun } from "../../src/compaction/maybe-compact.ts";
import type { AgentHooks, HookContext, SessionLog } from "../../src/index.ts";
import { stepHooks, stepModel } from "../../src/testing/index.ts";
import type { StepScheduler } from "../../src/testing/index.ts";
import type { HookName } from "./scenario.ts";
import { scriptedModel } from "./scripted-model.ts";
import type { World } from "./world.ts";

/** The hooks of a scenario; with none at all the harness gets none. */
export function makeHooks(world: World): AgentHooks | undefined {
  const { scenario, steps, log } = world;
  const { hooks } = scenario;
  const made: AgentHooks = {
    prepareTurn:
      hooks.prepareTurn === "none"
        ? undefined
        : async (_turn, context) => {
            const acts = await behave("prepareTurn", context, world);
            return acts ? { system: "Be brief." } : undefined;
          },
    transformContext:
      hooks.transformContext === "none"
        ? undefined
        : async (messages, context) => {
            await behave("transformContext", context, world);
            return messages;
          },
    beforeToolCall:
      hooks.beforeToolCall === "none"
        ? undefined
        : async (_call, context) => {
            const acts = await behave("beforeToolCall", context, world);
            return acts ? { block: "not today" } : undefined;
          },
    afterToolCall:
      hooks.afterToolCall === "none"
        ? undefined
        : async (call, _result, context) => {
            const acts = await behave("afterToolCall", context, world);
            const text = `${call.toolCallId} looked at`;
            return acts ? { content: [{ type: "text", text }] } : undefined;
          },
    shouldStopAfterTurn:
      hooks.shouldStopAfterTurn === "none"
        ? undefined
        : (_turn, context) => behave("shouldStopAfterTurn", context, world),
    compact: scenario.compacts && log ? makeCompact(steps, log) : undefined,
  };
  const isEmpty = Object.values(made).every((hook) => hook === undefined);
  return isEmpty ? undefined : stepHooks(steps, made);
}

/** Compacts whenever there is anything to sum up. */
function makeCompact(steps: StepScheduler, log: SessionLog): NonNullable<AgentHooks["compact"]> {
  const summariser = stepModel(
    steps,
    scriptedModel([], steps, () => undefined),
    {
      place: "compaction",
    },
  );
  return compactDuringRun(log, summariser, {
    window: 30,
    reserve: 15,
    keepRecentTokens: 5,
    maxInputTokens: 10_000,
  });
}

/** Behaves as the scenario says; true if the hook is to change something. */
async function behave(name: HookName, { signal }: HookContext, world: World): Promise<boolean> {
  const { scenario, steps, isCalm } = world;
  if (isCalm) return false;
  switch (scenario.hooks[name]) {
    case "asks":
      await steps.step("question", { signal });
      return false;
    case "throws":
      throw new Error(`the hook ${name} failed`);
    case "hangs":
      await steps.step("hook", { isHeld: true });
      return true;
    case "stops":
      // Waits for the end of the run it holds up: only the hard stop gets it out of there.
      steps.observations.noteStop("hard");
      await world.harness.stop({ graceMs: 0 });
      return true;
    case "acts":
      return true;
    case "allows":
    case "none":
      return false;
  }
}

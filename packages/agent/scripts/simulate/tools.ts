import { FatalToolError, HarnessError } from "../../src/index.ts";
import type { JsonObject, Tool, ToolContext, ToolResult } from "../../src/index.ts";
import { stepTool } from "../../src/testing/index.ts";
import { patienceMs } from "./scenario.ts";
import type { World } from "./world.ts";

/** The tools of a scenario. What a call does stands in its arguments. */
export function makeTools(world: World): readonly Tool[] {
  return (["serial", "parallel"] as const).map((name) =>
    stepTool(world.steps, {
      name,
      description: `does what it is told, ${name}`,
      parameters: {
        type: "object",
        properties: { behaviour: { type: "string" } },
        required: ["behaviour"],
      },
      executionMode: name === "parallel" ? "parallel" : "sequential",
      execute: (args, context) => behave(args, context, world),
    }),
  );
}

type Answer = string | ToolResult | undefined;

async function behave(args: JsonObject, context: ToolContext, world: World): Promise<Answer> {
  const { steps, harness } = world;
  const { signal, toolCallId } = context;
  const text = `${toolCallId} ran`;
  switch (args["behaviour"]) {
    case "silent":
      return undefined;
    case "slow":
      await steps.step("in-tool");
      await steps.step("in-tool");
      return text;
    case "polite":
      await steps.step("in-tool", { signal, isHeld: steps.random.chance(0.3) });
      if (signal.aborted) await steps.step("in-tool");
      return `${text} and tidied up`;
    case "gives-up":
      await steps.step("in-tool", { signal });
      if (signal.aborted) throw new Error("gave up");
      return text;
    case "deaf":
      await steps.step("in-tool", { isHeld: true });
      if (steps.random.chance(0.5)) throw new Error("late failure");
      return `${text} late`;
    case "fails":
      throw new Error(`${toolCallId} failed`);
    case "fatal":
      throw new FatalToolError("nothing works any more");
    case "terminates":
      return { content: [{ type: "text", text }], terminate: true };
    case "wrong-shape":
      return wrongShape();
    case "no-json":
      return { content: [{ type: "text", text }], details: circular() };
    case "asks":
      await steps.step("question", { signal });
      return `${text}: ${signal.aborted ? "the question was withdrawn" : "yes"}`;
    case "updates":
      return update(context, steps.random.below(4), world);
    case "steers":
      world.say("steer");
      return text;
    case "follows-up":
      world.say("followUp");
      return text;
    case "cancels-others":
      await steps.step("in-tool");
      cancelOthers(toolCallId, world);
      return text;
    case "meddles":
      meddle(world);
      return text;
    case "cancels-run":
      steps.observations.noteStop("soft");
      harness.cancel("a tool had enough");
      return text;
    case "stops-run":
      return stopRun(text, world);
    default:
      return text;
  }
}

async function update(context: ToolContext, count: number, { steps }: World): Promise<Answer> {
  const show = (text: string): void => context.onUpdate({ content: [{ type: "text", text }] });
  for (let index = 1; index <= count; index += 1) {
    show(`${index} of ${count}`);
    if (steps.random.chance(0.7)) await steps.step("in-tool");
  }
  // An update after the call settled must change nothing.
  steps.setTimeout(() => show("too late"), 15);
  return `${context.toolCallId} ran`;
}

function cancelOthers(id: string, { harness, steps }: World): void {
  const [, turn] = id.split("-");
  for (let index = 0; index < 4; index += 1)
    if (`call-${turn}-${index}` !== id && steps.random.chance(0.5))
      harness.cancelCall(`call-${turn}-${index}`, { graceMs: steps.random.below(20) });
}

/** What must be refused during a run, on the caller's line, and what may be done at any time. */
function meddle({ harness, steps }: World): void {
  const forbidden = [
    () => harness.prompt("me too"),
    () => harness.continue(),
    () => harness.append({ role: "user", content: "and me", timestamp: 1 }),
    () => harness.replaceMessages([]),
  ];
  for (const call of forbidden)
    if (harness.isRunning && !isRefused(call))
      steps.observations.complain(`not refused: ${String(call)}`);
  harness.configure({ system: "Be careful." });
}

function isRefused(call: () => unknown): boolean {
  try {
    call();
    return false;
  } catch (error) {
    return HarnessError.isInstance(error) && error.kind === "busy";
  }
}

/** Waits for the end of the run it is a part of: only the grace gets it out of there. */
async function stopRun(text: string, { harness, steps }: World): Promise<Answer> {
  steps.observations.noteStop("hard");
  await harness.stop({ graceMs: steps.random.chance(0.5) ? 0 : patienceMs });
  return text;
}

/** A tool in plain JavaScript may answer anything. */
function wrongShape(): Answer;
function wrongShape(): unknown {
  return 42;
}

function circular(): unknown {
  const value: { self?: unknown } = {};
  value.self = value;
  return value;
}

import type { Tool, ToolContext, ToolResult } from "../tool/tool.ts";
import type { StepScheduler } from "./step-scheduler.ts";

type Answer<Details> = string | ToolResult<Details> | void;

/**
 * The tool, with a step before and one after its work (`in-tool`). It complains about being run after a stop, and notes
 * which calls ran to their end: those must have a result on the record.
 */
export function stepTool<Args, Details>(
  steps: StepScheduler,
  tool: Tool<Args, Details>,
): Tool<Args, Details> {
  return {
    ...tool,
    async execute(args, context) {
      const who = `the tool ${tool.name}`;
      const { observations } = steps;
      observations.expectNotStopped(who, context.signal);
      const working = observations.working(who, context.signal);
      await steps.step("in-tool");
      const outcome = await settled(tool, args, context);
      await steps.step("in-tool");
      working[Symbol.dispose]();
      if (!context.abandoned.aborted) observations.finishedCalls.add(context.toolCallId);
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    },
  };
}

async function settled<Args, Details>(
  tool: Tool<Args, Details>,
  args: Args,
  context: ToolContext<Details>,
): Promise<PromiseSettledResult<Answer<Details>>> {
  // Called in a function of its own: a tool may also throw at once.
  const run = async (): Promise<Answer<Details>> => tool.execute(args, context);
  const [outcome] = await Promise.allSettled([run()]);
  return outcome;
}

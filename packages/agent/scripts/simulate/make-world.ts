import { Harness, Limits, persistTo } from "../../src/index.ts";
import type { Message, SessionLog } from "../../src/index.ts";
import { stepModel } from "../../src/testing/index.ts";
import type { StepScheduler } from "../../src/testing/index.ts";
import { failingLog } from "./failing-log.ts";
import { makeHooks } from "./hooks.ts";
import { makeListener } from "./listener.ts";
import { flushMs } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";
import { scriptedModel } from "./scripted-model.ts";
import { makeTools } from "./tools.ts";
import { World } from "./world.ts";

/** The world of a scenario: a harness with misbehaving parts, a saver if there is a log, and its listeners. */
export function makeWorld(
  scenario: Scenario,
  steps: StepScheduler,
  log: SessionLog | undefined,
): World {
  const world = new World(scenario, steps, log, makeHarness);
  if (world.log) save(world, world.log);
  world.harness.subscribe(makeListener(world));
  world.harness.subscribe(() => void (world.heardAtLast += 1));
  return world;
}

function makeHarness(world: World): Harness {
  const { scenario, steps } = world;
  const model = scriptedModel(scenario.replies, steps, (messages) => world.lookAt(messages));
  return new Harness({
    model: stepModel(steps, model),
    tools: makeTools(world),
    hooks: makeHooks(world),
    clock: steps,
    graceMs: scenario.graceMs,
    flushMs,
    queueMode: scenario.queueMode,
    limits: scenario.maxTokens === undefined ? undefined : calmLimits(world, scenario.maxTokens),
    messages: scenario.hasHistory ? history : [],
  });
}

function save(world: World, log: SessionLog): void {
  const onError = world.scenario.toleratesWriteErrors ? (): void => undefined : undefined;
  world.harness.subscribe(persistTo(failingLog(world, log), { onError }), { first: true });
}

/** A budget that no longer counts once the simulated run is over. */
function calmLimits(world: World, tokens: number): Limits {
  class CalmLimits extends Limits {
    override exceeded(): ReturnType<Limits["exceeded"]> {
      return world.isCalm ? undefined : super.exceeded();
    }
  }
  return new CalmLimits({ tokens }, world.steps);
}

/** A transcript that an earlier hard stop has left a hole in. */
export const history: readonly Message[] = [
  { role: "user", content: "Please look into all of this, from the beginning.", timestamp: 1 },
  {
    role: "assistant",
    content: [{ type: "toolCall", id: "earlier", name: "serial", arguments: {} }],
    stopReason: "toolUse",
    timestamp: 2,
  },
];

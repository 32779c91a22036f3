import { HarnessError } from "../../src/index.ts";
import type { Run, RunResult, SessionLog } from "../../src/index.ts";
import {
  SeededRandom,
  StalledError,
  StepConsumer,
  StepScheduler,
  checkInvariants,
} from "../../src/testing/index.ts";
import type { Interrupt, StopPlace } from "../../src/testing/index.ts";
import { makeScenario } from "./make-scenario.ts";
import { history, makeWorld } from "./make-world.ts";
import { flushMs, patienceMs } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";
import { arrangeStop } from "./stop-run.ts";
import type { World } from "./world.ts";

/** A place at which a stop was asked for, and how. */
export interface StopSeen {
  readonly place: StopPlace;
  readonly kind: "soft" | "hard";
}

/** What came of one simulated run. */
export interface ScenarioReport {
  readonly seed: number;
  readonly stops: readonly StopSeen[];
  readonly outcome: string;
  /** The number of the step at which it was stopped, for a violation's address. */
  readonly step: number | undefined;
  readonly violations: readonly string[];
}

/** What a run needs of the outside world. */
export interface Surroundings {
  /** Opens the log of a scenario that has one. */
  openLog(scenario: Scenario): Promise<SessionLog | undefined>;
  /** Unhandled rejections since the last call. */
  takeRejections(): readonly unknown[];
}

/** Plays the scenario of a seed, stops it where it says, and checks everything that must hold. */
export async function runScenario(
  seed: number,
  surroundings: Surroundings,
): Promise<ScenarioReport> {
  const scenario = makeScenario(seed, new SeededRandom(seed));
  const steps = new StepScheduler({ seed: seed + 0x5eed });
  const log = await surroundings.openLog(scenario);
  if (log && scenario.hasHistory) for (const message of history) await log.append(message);
  const world = makeWorld(scenario, steps, log);
  const simulation = new Simulation(world);
  try {
    await simulation.play();
    const violations = await simulation.check(surroundings);
    return { ...simulation.report(), violations };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...simulation.report(), violations: [`the simulation failed: ${text}`] };
  } finally {
    await log?.close();
  }
}

class Simulation {
  readonly #world: World;
  readonly #outer = new AbortController();
  readonly #stops: StopSeen[] = [];
  readonly #problems: string[] = [];
  #interrupt: Interrupt | undefined;
  #consumer: StepConsumer | undefined;
  #run: Run | undefined;
  #result: Promise<PromiseSettledResult<RunResult>> | undefined;

  constructor(world: World) {
    this.#world = world;
    world.steps.observations.signals.watch(this.#outer.signal);
  }

  async play(): Promise<void> {
    const { scenario, harness, steps } = this.#world;
    if (scenario.occupiesFirst) await this.#compact();
    for (let count = 0; count < scenario.steering; count += 1) this.#world.say("steer");
    for (let count = 0; count < scenario.followUps; count += 1) this.#world.say("followUp");
    const { maxTurns } = scenario;
    const run = harness.prompt("Go.", { signal: this.#outer.signal, maxTurns });
    this.#run = run;
    this.#consume(run);
    if (scenario.stop && !(scenario.occupiesFirst && scenario.stop.place === "compaction")) {
      const targets = { run, consumer: this.#consumer, outer: this.#outer };
      this.#interrupt = arrangeStop(this.#world, scenario.stop, targets);
    }
    await this.#untilIdle();
    this.#world.isCalm = true;
    if (this.#interrupt?.hit) this.#note(this.#interrupt.hit.place);
    if (this.#world.wordsTakenAfterStop().length > 0)
      this.#problems.push("words were asked for after the stop");
    steps.observations.expectAllTold();
  }

  async check(surroundings: Surroundings): Promise<readonly string[]> {
    const { watch, log, steps } = this.#world;
    const rejections = surroundings.takeRejections();
    const problems = await checkInvariants({ steps, watch, log, rejections });
    this.#checkDuration();
    await this.#checkResult();
    await this.#checkConsumer();
    if (this.#world.heardAtLast !== watch.eventCount)
      this.#problems.push(
        `listeners heard ${watch.eventCount} and ${this.#world.heardAtLast} events`,
      );
    const lost = this.#world.lostWords();
    if (lost.length > 0) this.#problems.push(`said not exactly once: ${lost.join(", ")}`);
    const late = surroundings
      .takeRejections()
      .map((error) => `unhandled rejection: ${String(error)}`);
    return [...problems, ...this.#problems, ...late];
  }

  report(): Omit<ScenarioReport, "violations"> {
    const { scenario, watch } = this.#world;
    const end = watch.runs[0]?.at(-1);
    const outcome = end?.type === "agent_end" ? end.outcome : "none";
    return { seed: scenario.seed, stops: this.#stops, outcome, step: this.#interrupt?.hit?.number };
  }

  #note(place: StopPlace): void {
    const kind = this.#world.scenario.stop?.kind ?? "hard";
    this.#stops.push({ place, kind });
  }

  /** Keeps the harness busy with a compaction of sorts, which may be stopped. */
  async #compact(): Promise<void> {
    const { harness, steps, scenario } = this.#world;
    const isStopped = scenario.stop?.place === "compaction";
    const stop = isStopped && scenario.stop ? scenario.stop : undefined;
    const targets = { run: undefined, consumer: undefined, outer: this.#outer };
    const interrupt = stop && arrangeStop(this.#world, stop, targets);
    const work = harness.occupy(async ({ signal }) => {
      const wait = steps.observations.working("the compaction", signal);
      await steps.step("compaction", { signal, isHeld: isStopped });
      wait[Symbol.dispose]();
      signal.throwIfAborted();
    });
    work.catch(() => undefined);
    await this.#untilIdle();
    if (interrupt?.hit) this.#note("compaction");
    if (interrupt?.hit) this.#interrupt = interrupt;
  }

  #consume(run: Run): void {
    const { scenario, steps } = this.#world;
    const { consumer } = scenario;
    if (consumer !== "result") this.#consumer = new StepConsumer(steps, run);
    if (consumer === "result" || consumer === "both") this.#result = settled(run.result);
    if (consumer !== "leaves" || !this.#consumer) return;
    const leaving = this.#consumer;
    const unobserve = steps.observe((step, moment) => {
      if (moment !== "enter" || leaving.events.length < scenario.leavesAfter) return;
      if (step.place !== "consumer" && step.place !== "start") return;
      unobserve();
      steps.observations.noteStop("grace");
      void leaving.leave();
    });
  }

  /** Lets the run come to its end. One that hangs on something deaf is stopped hard, as a second Esc would. */
  async #untilIdle(): Promise<void> {
    const { harness, steps } = this.#world;
    try {
      await steps.run(harness.waitForIdle());
    } catch (error) {
      if (!(error instanceof StalledError)) throw error;
      steps.observations.noteStop("hard");
      const begun = steps.now();
      await steps.run(harness.stop({ graceMs: 0 }));
      const took = steps.now() - begun;
      if (took > flushMs) this.#problems.push(`a hard stop took ${took} ms`);
    }
  }

  /** However deaf everybody is, a stop is over when its grace and the flush of the listeners are. */
  #checkDuration(): void {
    const { kind } = this.#world.scenario.stop ?? {};
    const { hit, tookMs = 0 } = this.#interrupt ?? {};
    const most = (kind === "hard" ? 0 : patienceMs) + flushMs;
    if (hit && tookMs > most) this.#problems.push(`the stop took ${tookMs} ms instead of ${most}`);
  }

  async #checkResult(): Promise<void> {
    const { steps, watch } = this.#world;
    this.#result ??= this.#run && settled(this.#run.result);
    const result = this.#result && (await steps.run(this.#result));
    const end = watch.runs[0]?.at(-1);
    if (result?.status === "fulfilled") {
      if (end?.type !== "agent_end") return;
      if (result.value.outcome !== end.outcome || result.value.messages !== end.messages)
        this.#problems.push(`result says ${result.value.outcome}, agent_end says ${end.outcome}`);
      if (this.#world.mustFail) this.#problems.push("a listener failed, and result does not");
    } else if (result) this.#checkFailure(result.reason);
  }

  #checkFailure(error: unknown): void {
    const { listenerFailed, scenario } = this.#world;
    const isExpected =
      listenerFailed || (scenario.failingWrite > 0 && scenario.toleratesWriteErrors);
    if (!HarnessError.isInstance(error) || error.kind !== "listener" || !isExpected)
      this.#problems.push(`the run failed: ${String(error)}`);
  }

  /** A consumer is handed the first events that the listeners heard, and unless it left all of them. */
  async #checkConsumer(): Promise<void> {
    const consumer = this.#consumer;
    if (!consumer) return;
    const { steps, watch } = this.#world;
    const [done] = await steps.run(Promise.allSettled([consumer.done]));
    const heard = watch.runs[0] ?? [];
    if (consumer.events.some((event, index) => event !== heard[index]))
      this.#problems.push("the consumer was handed other events than the listeners");
    if (done.status === "rejected") return this.#checkFailure(done.reason);
    const hasLeft = this.#world.scenario.consumer === "leaves" || this.#manner.includes("return");
    if (!hasLeft && consumer.events.length !== heard.length)
      this.#problems.push(
        `the consumer was handed ${consumer.events.length} of ${heard.length} events`,
      );
  }

  get #manner(): string {
    return this.#world.scenario.stop?.manner ?? "";
  }
}

async function settled<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([promise]);
  return outcome;
}

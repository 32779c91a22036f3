import { contextForModel } from "../../src/index.ts";
import type { Harness, Message, SessionLog } from "../../src/index.ts";
import { RunWatch, isSameJson, stepLog } from "../../src/testing/index.ts";
import type { StepScheduler } from "../../src/testing/index.ts";
import type { Scenario } from "./scenario.ts";

/** One simulated harness with everything around it: what its parts share, and what is looked at afterwards. */
export class World {
  readonly scenario: Scenario;
  readonly steps: StepScheduler;
  readonly log: SessionLog | undefined;
  readonly harness: Harness;
  readonly watch: RunWatch;
  /** The words of steering and follow-up messages handed to the harness. */
  readonly words: string[] = [];
  /** After the simulated run nothing misbehaves any more. */
  isCalm = false;
  /** A listener was made to fail: the run may count as failed. */
  listenerFailed = false;
  /** It failed where it must be heard. */
  mustFail = false;
  /** Events that the last of all listeners was told. */
  heardAtLast = 0;
  #waitingAtStop: readonly Message[] | undefined;

  /** `makeHarness` is called once everything else is there. */
  constructor(
    scenario: Scenario,
    steps: StepScheduler,
    log: SessionLog | undefined,
    makeHarness: (world: World) => Harness,
  ) {
    this.scenario = scenario;
    this.steps = steps;
    this.log = log && stepLog(steps, log);
    this.harness = makeHarness(this);
    this.watch = new RunWatch(this.harness);
  }

  /** Queues a message that is found again by its words. */
  say(how: "steer" | "followUp"): void {
    const word = `word-${this.words.length + 1}`;
    this.words.push(word);
    this.harness[how](word);
  }

  /** From the first stop on nobody may be asked for words any more. */
  noteStop(): void {
    const { steering, followUp } = this.harness.queued;
    this.#waitingAtStop ??= [...steering, ...followUp];
  }

  /** Words that were taken out of a queue after the stop. */
  wordsTakenAfterStop(): readonly Message[] {
    const { steering, followUp } = this.harness.queued;
    const waiting = new Set<Message>([...steering, ...followUp]);
    return (this.#waitingAtStop ?? []).filter((message) => !waiting.has(message));
  }

  /** What a failing listener throws. The run is then stopped, with its grace. */
  failListener(): Error {
    this.listenerFailed = true;
    this.steps.observations.noteStop("grace");
    return new Error("this listener fails");
  }

  /** Words that are neither said once nor still waiting. */
  lostWords(): readonly string[] {
    const { steering, followUp } = this.harness.queued;
    const all = [...this.watch.announced, ...steering, ...followUp];
    const said = all.map((message) => (message.role === "user" ? message.content : ""));
    return this.words.filter((word) => said.filter((text) => text === word).length !== 1);
  }

  /** Each request must be the pure view of the record, however it was made. */
  lookAt(messages: readonly Message[]): void {
    if (!isSameJson(messages, contextForModel(this.harness.messages)))
      this.steps.observations.complain("a request differs from contextForModel(record)");
  }
}

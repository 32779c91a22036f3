import { Harness, Limits, contextForModel, persistTo } from "../../src/index.ts";
import type { Message, SessionLog } from "../../src/index.ts";
import { RunWatch, isSameJson, stepLog, stepModel } from "../../src/testing/index.ts";
import type { StepScheduler } from "../../src/testing/index.ts";
import { makeHooks } from "./hooks.ts";
import { failingLog, makeListener } from "./listener.ts";
import { flushMs } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";
import { scriptedModel } from "./scripted-model.ts";
import { makeTools } from "./tools.ts";

/** One simulated harness with everything around it. */
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

  constructor(scenario: Scenario, steps: StepScheduler, log: SessionLog | undefined) {
    this.scenario = scenario;
    this.steps = steps;
    this.log = log && stepLog(steps, log);
    const model = scriptedModel(scenario.replies, steps, (messages) => this.#lookAt(messages));
    this.harness = new Harness({
      model: stepModel(steps, model),
      tools: makeTools(this),
      hooks: makeHooks(this),
      clock: steps,
      graceMs: scenario.graceMs,
      flushMs,
      queueMode: scenario.queueMode,
      limits: scenario.maxTokens === undefined ? undefined : this.#limits(scenario.maxTokens),
      messages: scenario.hasHistory ? history : [],
    });
    this.watch = new RunWatch(this.harness);
    if (this.log) this.#save(this.log);
    this.harness.subscribe(makeListener(this));
    this.harness.subscribe(() => void (this.heardAtLast += 1));
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

  #save(log: SessionLog): void {
    const onError = this.scenario.toleratesWriteErrors ? (): void => undefined : undefined;
    this.harness.subscribe(persistTo(failingLog(this, log), { onError }), { first: true });
  }

  /** Each request is the pure view of the record, however it was made. */
  #lookAt(messages: readonly Message[]): void {
    if (!isSameJson(messages, contextForModel(this.harness.messages)))
      this.steps.observations.complain("a request differs from contextForModel(record)");
  }

  #limits(tokens: number): Limits {
    const isCalm = (): boolean => this.isCalm;
    class CalmLimits extends Limits {
      override exceeded(): ReturnType<Limits["exceeded"]> {
        return isCalm() ? undefined : super.exceeded();
      }
    }
    return new CalmLimits({ tokens }, this.steps);
  }
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

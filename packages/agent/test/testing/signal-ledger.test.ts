import { describe, expect, it } from "vitest";
import { StepScheduler, stopPlaces } from "../../src/testing/index.ts";
import * as testing from "../../src/testing/index.ts";

describe("what the kit offers", () => {
  it("exports these names", () => {
    expect(Object.keys(testing).toSorted()).toEqual([
      "RunWatch",
      "SeededRandom",
      "StalledError",
      "StepConsumer",
      "StepScheduler",
      "checkInvariants",
      "eventProblems",
      "interruptAt",
      "isSameJson",
      "recordProblems",
      "stepHooks",
      "stepListener",
      "stepLog",
      "stepModel",
      "stepTool",
      "stopPlaces",
      "transcriptProblems",
    ]);
    expect(stopPlaces).toHaveLength(14);
  });
});

describe("the signal ledger", () => {
  it("C5.3 counts listeners that are hung on a signal and not taken off", () => {
    const { signals } = new StepScheduler().observations;
    const controller = new AbortController();
    const signal = signals.watch(controller.signal);
    const stays = (): void => undefined;
    const once = (): void => undefined;
    signal.addEventListener("abort", stays);
    signal.addEventListener("abort", once, { once: true });
    expect(signals.left).toBe(2);
    controller.abort();
    expect(signals.left).toBe(1);
    signal.removeEventListener("abort", stays);
    expect(signals.left).toBe(0);
  });
});

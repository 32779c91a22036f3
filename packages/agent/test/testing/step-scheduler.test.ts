import { describe, expect, it } from "vitest";
import { StalledError, StepScheduler } from "../../src/testing/index.ts";

describe("the step scheduler", () => {
  it("lets steps end one at a time, in an order that depends on the seed alone", async () => {
    const play = async (seed: number): Promise<string> => {
      const steps = new StepScheduler({ seed });
      const order: string[] = [];
      const wait = async (name: string): Promise<void> => {
        for (const part of ["1", "2", "3"]) {
          await steps.step("in-tool");
          order.push(name + part);
        }
      };
      await steps.run(Promise.all([wait("a"), wait("b"), wait("c")]));
      return order.join(" ");
    };
    expect(await play(1)).toBe(await play(1));
    const orders = await Promise.all([1, 2, 3, 4, 5, 6].map(play));
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  it("time passes only when nothing else can happen, and timers and steps share it", async () => {
    const steps = new StepScheduler();
    const begun = steps.now();
    const seen: string[] = [];
    steps.setTimeout(() => seen.push(`timer at ${steps.now() - begun}`), 1000);
    const cleared = steps.setTimeout(() => seen.push("never"), 500);
    steps.clearTimeout(cleared);
    const work = (async () => {
      await steps.step("hook");
      for (let tick = 0; tick < 100; tick += 1) await Promise.resolve();
      seen.push("step");
      await new Promise<void>((resolve) => steps.setTimeout(resolve, 2000));
    })();
    await steps.run(work);
    expect(seen).toEqual(["step", "timer at 1000"]);
  });

  it("says who is held when nothing more can happen, and lets go of it at the end", async () => {
    const steps = new StepScheduler();
    const held = steps.step("in-tool", { isHeld: true });
    await expect(steps.run(held)).rejects.toThrow(
      "nothing more can happen; held: in-tool (step 1)",
    );
    await expect(steps.run(held)).rejects.toBeInstanceOf(StalledError);
    await steps.settle();
    await held;
  });

  it("a step with a signal ends soon after it aborts, unless somebody holds it", async () => {
    const steps = new StepScheduler({ maxDelayMs: 5 });
    const controller = new AbortController();
    const polite = steps.step("in-tool", { isHeld: true, signal: controller.signal });
    steps.setTimeout(() => controller.abort(), 100);
    const begun = steps.now();
    await steps.run(polite);
    expect(steps.now() - begun).toBeLessThanOrEqual(105);
    steps.observe((step) => step.hold());
    const deaf = steps.step("in-tool", { signal: controller.signal });
    await expect(steps.run(deaf)).rejects.toBeInstanceOf(StalledError);
  });

  it("time stands still while the outside world works", async () => {
    const steps = new StepScheduler();
    let fired = false;
    steps.setTimeout(() => (fired = true), 1);
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = steps.external(promise).then((text) => [text, fired]);
    setTimeout(() => resolve("written"), 5);
    expect(await steps.run(work)).toEqual(["written", false]);
  });

  it("gives a test up that has no end", async () => {
    const steps = new StepScheduler({ maxSteps: 50 });
    const forever = (async () => {
      for (;;) await steps.step("stream");
    })();
    await expect(steps.run(forever)).rejects.toThrow("no end after 50 steps; the last was stream");
  });
});

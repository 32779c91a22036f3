import { afterAll, beforeAll, expect } from "vitest";

/** Fails the file when anything in it leaves a rejection unhandled. */
export function expectNoUnhandledRejections(): void {
  const seen: unknown[] = [];
  const note = (reason: unknown): void => void seen.push(reason);
  beforeAll(() => {
    process.on("unhandledRejection", note);
  });
  afterAll(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(seen).toEqual([]);
  });
}

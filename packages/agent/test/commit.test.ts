import { describe, expect, it } from "vitest";
import { systemClock } from "../src/clock.ts";
import { Commitment } from "../src/commit.ts";
import type { Replacement } from "../src/commit.ts";
import { Harness } from "../src/harness/harness.ts";
import { CancelToken } from "../src/stopping/cancel-token.ts";
import { playing } from "./support/models.ts";
import { user } from "./support/session-fixtures.ts";

const shorter: Replacement = { messages: [user("short")] };

function commitment(): { token: CancelToken; own: Commitment; put: Replacement[] } {
  const token = new CancelToken();
  const put: Replacement[] = [];
  return {
    token,
    put,
    own: new Commitment(token, { put: (replacement) => put.push(replacement) }),
  };
}

describe("a commit", () => {
  it("C9.5 saves first and puts in place then; a save that fails puts nothing in place", async () => {
    const { own, put } = commitment();
    const order: string[] = [];
    await own.commit(async () => {
      order.push(`saving, ${put.length} put`);
      await Promise.resolve();
      return shorter;
    });
    expect(order).toEqual(["saving, 0 put"]);
    expect(put).toEqual([shorter]);
    await expect(own.commit(() => Promise.reject(new Error("disk full")))).rejects.toThrow(
      "disk full",
    );
    expect(put).toEqual([shorter]);
  });

  it("C5.1 is refused after a stop, and after the work is over, without saving anything", async () => {
    const { token, own, put } = commitment();
    const saves: string[] = [];
    const save = (): Promise<Replacement> => Promise.resolve((saves.push("saved"), shorter));
    token.cancel("enough");
    await expect(own.commit(save)).rejects.toMatchObject({ name: "AbortError" });
    const other = commitment();
    await other.own.close(systemClock, 0);
    await expect(other.own.commit(save)).rejects.toThrow("the work is over");
    expect([saves, put, other.put]).toEqual([[], [], []]);
  });

  it("C4.7 C10.1 is how work that occupies a harness replaces its transcript; nobody else can meanwhile", async () => {
    const harness = new Harness({ model: playing(), messages: [user("long"), user("longer")] });
    const refused = harness.occupy(async (_token, commit) => {
      await commit(async () => {
        expect(() => harness.replaceMessages([])).toThrow("cannot replace messages during a run");
        await Promise.resolve();
        return shorter;
      });
      return harness.messages;
    });
    expect(await refused).toEqual([user("short")]);
    expect(harness.messages).toEqual([user("short")]);
    expect(Object.isFrozen(harness.messages[0])).toBe(true);
  });
});

import type { Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { recorded } from "../src/recorded.ts";

const message = (content: unknown): Message => {
  const made: object = { role: "user", content, timestamp: 1 };
  return made as Message;
};

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) frozen(item);
    Object.freeze(value);
  }
  return value;
}

describe("a message as it stands on the record", () => {
  it("C1.6 is a frozen copy of what somebody hands in", () => {
    const given = message([{ type: "text", text: "a" }]);
    const kept = recorded(given);
    expect(kept).toEqual(given);
    expect(kept).not.toBe(given);
    expect(Object.isFrozen(kept) && Object.isFrozen(kept.role === "user" && kept.content)).toBe(
      true,
    );
  });

  it("C1.6 is the same object when it came from a record: a long session is not copied once more", () => {
    const kept = recorded(message([{ type: "text", text: "a" }]));
    expect(recorded(kept)).toBe(kept);
  });

  it("C1.6 is a copy when something in it can still change, or is no JSON", () => {
    let count = 0;
    const counting = Object.defineProperty({}, "text", {
      get: () => (count += 1),
      enumerable: true,
    });
    const shallow = Object.freeze(message([{ type: "text", text: "a" }]));
    const odd = [
      frozen(message(counting)),
      shallow,
      frozen(message(new Date(0))),
      frozen(message([Number.NaN])),
    ];
    odd.push(frozen(message({ toJSON: () => "x" })), frozen(message(undefined)));
    for (const given of odd) {
      const kept = recorded(given);
      expect(kept).not.toBe(given);
      expect(kept).toEqual(JSON.parse(JSON.stringify(kept)));
    }
  });
});

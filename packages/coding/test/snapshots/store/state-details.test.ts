import { expect, it } from "vitest";
import { SnapshotError } from "../../../src/errors.ts";
import { readDetails, writeDetails } from "../../../src/snapshots/store/state-details.ts";

it("U18 what is written about a state is read again", () => {
  const details = {
    modes: new Map([["a", 0o600]]),
    folders: ["empty"],
    skipped: [{ key: "big", reason: "large" as const }],
    copies: new Map([["/elsewhere", { kind: "absent" as const }]]),
  };
  expect(readDetails(writeDetails(details))).toEqual(details);
});

it.each(["", "{", "[]", "{}", '{"modes":[["a","x"]],"folders":[],"skipped":[],"copies":[]}'])(
  "U18 %j is told of as damaged",
  (text) => {
    expect(() => readDetails(Buffer.from(text))).toThrow(SnapshotError);
  },
);

import { describe, expect, it } from "vitest";
import { randomHex, newSessionId } from "../../src/session/ids.ts";

describe("random ids", () => {
  it("are as long as asked for, and none comes twice", () => {
    const ids = Array.from({ length: 10_000 }, () => randomHex(8));
    for (const id of ids.slice(0, 100)) expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("a UUID says its version and variant, RFC 9562", () => {
    const ids = Array.from({ length: 1_000 }, newSessionId);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

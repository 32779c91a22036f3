import { describe, expect, it } from "vitest";
import { deepJson } from "../../src/rpc/deep-json.ts";

describe("deepJson", () => {
  it("C14 reads like JSON.stringify", () => {
    const value = {
      'a "name"': [1, null, true, "x\u2028\n", [], {}, undefined, -0.5],
      none: undefined,
      nested: { deep: [{ er: [[]] }] },
    };
    expect(deepJson(value)).toBe(JSON.stringify(value));
    const deep = [[[[[[[[[[[{ deeper: value, none: undefined }, undefined]]]], 1]]]]]], value];
    expect(deepJson(deep)).toBe(JSON.stringify(deep));
    for (const plain of [null, "text", 3, [], {}, [[1], [2, 3]]])
      expect(deepJson(plain)).toBe(JSON.stringify(plain));
  });

  it("C14 is as deep as it has to be", () => {
    let value: object = {};
    for (let depth = 0; depth < 100_000; depth += 1) value = { children: [value] };
    expect(() => JSON.stringify(value)).toThrow(RangeError);
    expect(deepJson(value)).toHaveLength(100_000 * '{"children":[]}'.length + "{}".length);
  });
});

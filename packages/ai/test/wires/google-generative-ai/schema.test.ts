import { describe, expect, it } from "vitest";
import { isJsonObject } from "../../../src/index.ts";
import { googleSchema } from "../../../src/wires/google-generative-ai/schema.ts";

const wrapped = (schema: object): unknown => {
  const whole = JSON.parse(JSON.stringify({ type: "object", properties: { p: schema } }));
  const properties = googleSchema(whole)?.["properties"];
  return isJsonObject(properties) ? properties["p"] : undefined;
};

describe("tool schemas in Google's dialect", () => {
  it("C13.1 keywords it does not know are left out, at every depth", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      additionalProperties: false,
      properties: {
        path: { type: "string", description: "P", minLength: 1, format: "uri" },
        list: {
          type: "array",
          uniqueItems: true,
          items: {
            type: "object",
            properties: { a: { type: "number", exclusiveMinimum: 0 } },
            additionalProperties: {},
          },
        },
      },
      required: ["path", "gone"],
    };
    expect(googleSchema(schema)).toEqual({
      type: "object",
      properties: {
        path: { type: "string", description: "P", minLength: 1 },
        list: {
          type: "array",
          items: { type: "object", properties: { a: { type: "number" } } },
        },
      },
      required: ["path"],
    });
  });

  it.each([
    [{ type: ["string", "null"] }, { nullable: true, type: "string" }],
    [{ type: ["string", "number"] }, { anyOf: [{ type: "string" }, { type: "number" }] }],
    [{ const: "a" }, { type: "string", enum: ["a"] }],
    [{ enum: ["a", null] }, { nullable: true, type: "string", enum: ["a"] }],
    [
      { enum: [1, 2], description: "D." },
      { type: "number", description: "D. One of: 1, 2" },
    ],
    [
      { oneOf: [{ type: "string" }, { type: "integer" }] },
      { anyOf: [{ type: "string" }, { type: "integer" }] },
    ],
    [
      { anyOf: [{ type: "string" }, { type: "null" }], description: "D" },
      { nullable: true, type: "string", description: "D" },
    ],
    [{ type: "array" }, { type: "array", items: { type: "string" } }],
    [
      { type: "string", format: "date-time" },
      { type: "string", format: "date-time" },
    ],
    [
      {
        allOf: [
          { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
          { properties: { b: {} } },
        ],
      },
      { type: "object", properties: { a: { type: "string" }, b: {} }, required: ["a"] },
    ],
  ])("C13.1 %j becomes %j", (given, expected) => {
    expect(wrapped(given)).toEqual(expected);
  });

  it("C13.1 references are put in place, also those that never end", () => {
    const schema = {
      type: "object",
      properties: { tree: { $ref: "#/$defs/node" }, gone: { $ref: "#/nowhere" } },
      $defs: {
        node: {
          type: "object",
          properties: { name: { type: "string" }, next: { $ref: "#/$defs/node" } },
        },
      },
    };
    const text = JSON.stringify(googleSchema(schema));
    expect(text).not.toContain("$");
    expect(
      text.startsWith(
        '{"type":"object","properties":{"tree":{"type":"object","properties":{"name"',
      ),
    ).toBe(true);
    expect(text.length).toBeLessThan(5_000);
    const twice = { $ref: "#/$defs/node" };
    const node = { type: "object", properties: { left: twice, right: twice } };
    const wide = googleSchema({ properties: { tree: twice }, $defs: { node } });
    expect(JSON.stringify(wide).length).toBeLessThan(500);
    expect(googleSchema({ properties: { a: { $ref: "#/properties/a" } } })).toBeDefined();
  });

  it("C13.1 no parameters at all are no schema", () => {
    expect(googleSchema({ type: "object", properties: {} })).toBeUndefined();
    expect(googleSchema({})).toBeUndefined();
  });
});

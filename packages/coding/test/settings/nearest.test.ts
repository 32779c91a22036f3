import { expect, it } from "vitest";
import { nearest } from "../../src/settings/nearest.ts";

const models = ["claude-opus-4-5", "claude-opus-5", "claude-sonnet-5", "gpt-6.2-sol"];

it.each([
  ["claude-opsu-5", ["claude-opus-5", "claude-opus-4-5"]],
  ["opus", ["claude-opus-5", "claude-opus-4-5"]],
  ["Claude Sonnet 5", ["claude-sonnet-5"]],
  ["gpt-6.2-soll", ["gpt-6.2-sol"]],
  ["mistral", []],
  ["", []],
])("C11 %j may mean %j", (word, expected) => {
  expect(nearest(word, models)).toEqual(expected);
});

import { describe, expect, it } from "vitest";
import { parseArguments, UsageError } from "../src/arguments.ts";

describe("the command line", () => {
  it("has nine runs, one warm-up and a minute for each by default", () => {
    expect(parseArguments(["true"])).toEqual({
      runs: 9,
      warmup: 1,
      timeoutSeconds: 60,
      json: false,
      commands: [{ name: "true", words: ["true"], environment: {} }],
    });
  });

  it("reads options up to the first command and leaves the command's own options alone", () => {
    const words = [
      "--runs",
      "3",
      "--warmup",
      "0",
      "--timeout",
      "1.5",
      "--json",
      "node",
      "--runs",
      "7",
    ];
    expect(parseArguments(words)).toMatchObject({
      runs: 3,
      warmup: 0,
      timeoutSeconds: 1.5,
      json: true,
      commands: [{ words: ["node", "--runs", "7"] }],
    });
  });

  it("takes `--` before the options or before the command as if it were not there", () => {
    expect(parseArguments(["--", "--runs", "3", "--", "a", "--", "b"])).toMatchObject({
      runs: 3,
      commands: [{ words: ["a", "--", "b"] }],
    });
  });

  it("parts commands at three dashes, names them and gives them variables", () => {
    const words = "old= node a.js --- new= A=1 B=x=y node b.js --- C=2 node c=d".split(" ");
    expect(parseArguments(words).commands).toEqual([
      { name: "old", words: ["node", "a.js"], environment: {} },
      { name: "new", words: ["node", "b.js"], environment: { A: "1", B: "x=y" } },
      { name: "node c=d", words: ["node", "c=d"], environment: { C: "2" } },
    ]);
  });

  it.each([
    [[], "a command is missing"],
    [["a", "---"], "a command is missing"],
    [["---", "a"], "a command is missing"],
    [["name="], "no command after them"],
    [["A=1"], "no command after them"],
    [["--run", "3", "a"], "--run is not an option"],
    [["--runs", "0", "a"], "--runs wants a whole number from 1, but got 0"],
    [["--runs", "2.5", "a"], "--runs wants a whole number from 1, but got 2.5"],
    [["--runs", "many", "a"], "--runs wants a number, but got many"],
    [["--runs"], "--runs wants a number, but got nothing"],
    [["--warmup", "-1", "a"], "--warmup wants a number, but got -1"],
    [["--timeout", "0", "a"], "--timeout wants seconds above 0"],
    [["--timeout", "1e9", "a"], "below 2147483"],
  ])("refuses %j and says why", (words, text) => {
    expect(() => parseArguments(words)).toThrow(UsageError);
    expect(() => parseArguments(words)).toThrow(text);
  });
});

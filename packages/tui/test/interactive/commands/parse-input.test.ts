import { describe, expect, it } from "vitest";
import { commandFacts } from "../../../src/interactive/commands/command-list.ts";
import { parseInput } from "../../../src/interactive/commands/parse-input.ts";

const templates = ["review", "skill:deploy"];
const read = (text: string): ReturnType<typeof parseInput> => parseInput(text, templates);

describe("what was entered", () => {
  it("C14 every command is known by its name, with what stands behind it", () => {
    expect(commandFacts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(
        "model thinking mode resume new compact undo jobs help quit".split(" "),
      ),
    );
    expect(read(" /model  a/b ")).toEqual({ kind: "command", name: "model", argument: "a/b" });
    expect(read("/quit")).toEqual({ kind: "command", name: "quit", argument: "" });
    expect(read("/compact two\nlines")).toMatchObject({ argument: "two\nlines" });
  });

  it("C14 an unknown command is answered with the nearest name", () => {
    expect(read("/modle")).toEqual({ kind: "unknown", name: "modle", nearest: "model" });
    expect(read("/skill:deplyo")).toMatchObject({ kind: "unknown", nearest: "skill:deploy" });
    expect(read("/zzzzzz")).toMatchObject({ kind: "unknown", nearest: undefined });
  });

  it("C14 templates, skills and paths are words for the model", () => {
    for (const text of ["/review this", "/skill:deploy now", "/etc/hosts is odd", "a /model b"])
      expect(read(text)).toEqual({ kind: "prompt", text });
    expect(read("  \n ")).toEqual({ kind: "nothing" });
  });

  it("C14 a bang runs a command, two keep it from the model", () => {
    expect(read("!ls -l")).toEqual({ kind: "shell", command: "ls -l", excludeFromContext: false });
    expect(read("!!date")).toEqual({ kind: "shell", command: "date", excludeFromContext: true });
  });
});

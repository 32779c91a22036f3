import type { Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import type { Key } from "../../../src/terminal/input/input-event.ts";
import {
  latestOutput,
  pageViewer,
  viewOutput,
  viewerLines,
} from "../../../src/interactive/transcript/output-viewer.ts";
import type { ViewerState } from "../../../src/interactive/transcript/output-viewer.ts";
import { recordMessage } from "../../../src/interactive/transcript/record-message.ts";
import { emptyTranscript } from "../../../src/interactive/transcript/transcript-state.ts";
import { asks, plainTheme, reply } from "./watched-agent.ts";

function key(name: string, more: Partial<Key> = {}): Key {
  return { type: "key", name, text: "", ctrl: false, alt: false, shift: false, ...more };
}

function result(id: string, text: string): Message {
  const content = [
    { type: "text" as const, text },
    { type: "image" as const, data: "aGVsbG8=", mimeType: "image/png" },
  ];
  return {
    role: "toolResult",
    toolCallId: id,
    toolName: "bash",
    content,
    isError: false,
    timestamp: 1,
  };
}

const output = Array.from(
  { length: 5000 },
  (_, index) => `\u001b[3${index % 8}mline ${index}\u001b[0m`,
);
const messages: readonly Message[] = [
  reply(
    { type: "thinking", thinking: "first thoughts\nand more" },
    ...asks(["bash", { command: "seq\nls" }]).content,
  ),
  result("c0-bash", output.join("\n")),
  reply({ type: "text", text: "done" }),
];
const transcript = messages.reduce(
  (before, message) => recordMessage(before, message, 1),
  emptyTranscript(),
);
const screen = { width: 40, rows: 10, theme: plainTheme };

function press(
  state: ViewerState | undefined,
  ...names: readonly string[]
): ViewerState | undefined {
  return names.reduce<ViewerState | undefined>(
    (now, name) => now && viewOutput(now, key(name), screen.rows - 2),
    state,
  );
}

describe("the output viewer", () => {
  it("shows every line of a tool's result, without its control sequences", () => {
    const seen = new Set<string>();
    let state = latestOutput(transcript);
    for (let page = 0; state && page < 800; page += 1) {
      const lines = viewerLines(state, screen);
      expect(lines).toHaveLength(screen.rows);
      for (const line of lines) seen.add(line);
      state = press(state, "pagedown");
    }
    expect([...output.keys()].filter((index) => !seen.has(`line ${index}`))).toEqual([]);
    expect(seen).toContain("$ seq");
    expect(seen).toContain("[image 1: image/png, 6 bytes]");
  });

  it("scrolls, goes to other outputs, and closes", () => {
    const state = latestOutput(transcript);
    expect(press(state, "down", "down", "up")?.top).toBe(1);
    expect(press(state, "up")?.top).toBe(0);
    const end = press(state, "end");
    expect(end && viewerLines(end, screen).join("\n")).toContain("line 4999");
    expect(press(state, "end", "pageup", "home")?.top).toBe(0);
    expect(press(state, "left")?.page.title).toBe("What the model thought");
    expect(press(state, "left", "right")?.page).toEqual(state?.page);
    expect(press(state, "right")?.page).toBe(state?.page);
    for (const name of ["escape", "q"]) expect(press(state, name)).toBeUndefined();
    expect(state && viewOutput(state, key("o", { ctrl: true }))).toBeUndefined();
    expect(state && viewOutput(state, { type: "paste", text: "q" })).toBe(state);
  });

  it("there is none without an output, and texts of the program's own are cleaned", () => {
    expect(latestOutput(emptyTranscript())).toBeUndefined();
    const page = pageViewer("Help\u001b[2J", ["one\u0007", "two\nthree"]);
    expect(viewerLines(page, { ...screen, rows: 5 })).toEqual([
      "Help",
      "one",
      "two",
      "three",
      "1–3 of 3 · ↑/↓ scroll · Esc closes",
    ]);
    expect(viewerLines(page, { ...screen, width: 1, rows: 1 })).toHaveLength(1);
  });
});

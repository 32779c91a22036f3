import { describe, expect, it } from "vitest";
import {
  clearedEditor,
  editorText,
  emptyEditor,
  withEditorText,
  withHistory,
} from "../../../src/interactive/editor/editor-state.ts";
import { pasted, press, seen, typed } from "./drive.ts";

const used = withHistory(emptyEditor(), ["first", "second\nline", "third"]);

describe("walking", () => {
  it("goes straight back and forth with Up and Down, also through texts of several lines", () => {
    expect(seen(press(used, ["up"]))).toBe("third|");
    expect(press(used, ["up", "up", "up"]).text).toBe("first");
    expect(press(used, ["up", "up", "up", "up", "down"]).text).toBe("second\nline");
  });

  it("loses neither the draft nor what was changed of an older text", () => {
    const draft = press(used, [...typed("my draft"), "up", "up"]);
    expect(draft.text).toBe("third");
    const changed = press(draft, [...typed("!"), "up", "up"]);
    expect(changed.text).toBe("second\nline");
    expect(press(changed, ["down"]).text).toBe("third!");
    expect(press(changed, ["down", "down"]).text).toBe("my draft");
  });

  it("goes to the start of the text before it leaves it", () => {
    const draft = press(used, typed("ab"));
    expect(seen(press(draft, ["up"]))).toBe("|ab");
    expect(press(draft, ["up", "up"]).text).toBe("third");
  });

  it("puts what was sent at the end, once", () => {
    const sent = clearedEditor(press(used, typed("fourth")));
    const again = clearedEditor(press(sent, typed("fourth")));
    expect(press(again, ["up"]).text).toBe("fourth");
    expect(press(again, ["up", "up"]).text).toBe("third");
    expect(press(clearedEditor(used), ["down"]).text).toBe("");
  });

  it("keeps where the person is when earlier sessions are read late", () => {
    const draft = press(clearedEditor(press(emptyEditor(), typed("own"))), [...typed("draft")]);
    const walking = press(draft, ["up", "up"]);
    const late = withHistory(walking, ["older"]);
    expect(press(late, ["down"]).text).toBe("draft");
    expect(press(late, ["up"]).text).toBe("older");
  });
});

describe("reverse search", () => {
  it("finds the newest match, then older ones, and puts it into the editor without sending", () => {
    const searching = press(used, ["ctrl+r", ...typed("ir")]);
    expect(searching.text).toBe("");
    expect(press(searching, ["enter"]).text).toBe("third");
    expect(press(searching, ["ctrl+r", "enter"]).text).toBe("first");
    expect(press(searching, ["ctrl+r", "ctrl+r", "enter"]).text).toBe("first");
    expect(press(searching, ["ctrl+r", "ctrl+s", "tab"]).text).toBe("third");
  });

  it("leaves the draft alone when it is given up, and keeps it when it is not", () => {
    const draft = press(used, typed("draft"));
    expect(seen(press(draft, ["ctrl+r", ...typed("first"), "escape"]))).toBe("draft|");
    const taken = press(draft, ["ctrl+r", ...typed("first"), "enter"]);
    expect(press(taken, ["ctrl+_"]).text).toBe("draft");
    expect(press(taken, ["ctrl+a", "down", "down", "down", "down"]).text).toBe("draft");
  });

  it("shortens the query with Backspace and looks again", () => {
    const searching = press(used, ["ctrl+r", ...typed("secx")]);
    expect(searching.search?.at).toBeUndefined();
    expect(press(searching, ["backspace", "enter"]).text).toBe("second\nline");
    expect(press(searching, ["ctrl+u", "enter"]).text).toBe("");
  });

  it("finds what stands in a long paste", () => {
    const long = `${"x".repeat(2_000)}needle`;
    const sent = clearedEditor(press(used, [pasted(long)]));
    expect(editorText(press(sent, ["ctrl+r", ...typed("needle"), "enter"]))).toBe(long);
  });
});

describe("another text", () => {
  it("takes a text from elsewhere, keeps its pastes short, and can be undone", () => {
    const long = "y".repeat(5_000);
    const state = press(emptyEditor(), [...typed("a "), pasted(long)]);
    const same = withEditorText(state, `b ${long} c`);
    expect(same.text).toHaveLength(6);
    expect(editorText(same)).toBe(`b ${long} c`);
    expect(editorText(press(same, ["ctrl+_"]))).toBe(`a ${long}`);
    const changed = withEditorText(state, `a ${long.slice(1)}z`);
    expect(editorText(changed)).toBe(`a ${long.slice(1)}z`);
  });
});

import { describe, expect, it } from "vitest";
import { editText } from "../../../src/interactive/editor/edit-text.ts";
import {
  clearedEditor,
  editorText,
  emptyEditor,
} from "../../../src/interactive/editor/editor-state.ts";
import type { EditorState } from "../../../src/interactive/editor/editor-state.ts";
import { InputDecoder } from "../../../src/terminal/input/input-decoder.ts";
import { key, pasted, press, seen, typed } from "./drive.ts";

function editorWith(text: string): EditorState {
  return press(emptyEditor(), typed(text));
}

describe("characters", () => {
  it("moves and deletes by what a person sees as one character", () => {
    const text = "a👨‍👩‍👧‍👦🇩🇪e\u0301你";
    const whole = press(emptyEditor(), [pasted(text)]);
    expect(seen(press(whole, ["left", "left"]))).toBe("a👨‍👩‍👧‍👦🇩🇪|e\u0301你");
    expect(press(whole, ["backspace", "backspace", "backspace"]).text).toBe("a👨‍👩‍👧‍👦");
    expect(press(whole, ["ctrl+a", "delete", "ctrl+d"]).text).toBe("🇩🇪e\u0301你");
  });

  it("keeps the cursor behind what joins the character before it", () => {
    expect(seen(press(editorWith("e"), [...typed("\u0301x")]))).toBe("e\u0301x|");
    const before = press(press(emptyEditor(), [pasted("\u0301")]), ["left", ...typed("e")]);
    expect(seen(before)).toBe("e\u0301|");
  });
});

describe("moves", () => {
  it("goes by words, lines and the whole text", () => {
    const state = editorWith("one two_x, three\nfour");
    expect(seen(press(state, ["alt+b"]))).toBe("one two_x, three\n|four");
    expect(seen(press(state, ["alt+b", "alt+b", "ctrl+left"]))).toBe("one |two_x, three\nfour");
    expect(seen(press(state, ["alt+<", "alt+f", "alt+f"]))).toBe("one two_x|, three\nfour");
    expect(seen(press(state, ["ctrl+a", "ctrl+b", "ctrl+a"]))).toBe("|one two_x, three\nfour");
    expect(seen(press(state, ["alt+<", "ctrl+e"]))).toBe("one two_x, three|\nfour");
    expect(seen(press(state, ["alt+<", "alt+>"]))).toBe("one two_x, three\nfour|");
  });

  it("goes up and down by the rows that are seen, and keeps to the column", () => {
    const state = press(editorWith("abcdefghij\nxy\n0123456789"), ["left", "left"]);
    expect(seen(press(state, ["up"]))).toBe("abcdefghij\nxy|\n0123456789");
    expect(seen(press(state, ["up", "up"]))).toBe("abcdefgh|ij\nxy\n0123456789");
    expect(seen(press(state, ["up", "up", "down", "down"]))).toBe("abcdefghij\nxy\n01234567|89");
  });

  it("F93 goes up and down through the rows of a wrapped line by cells", () => {
    // 20 cells: a mark of two, and one for the cursor; 8 wide characters make a row of 17.
    const state = press(emptyEditor(), [pasted("你好世界你好世界一二三四五六七八")]);
    expect(seen(press(state, ["up"], 20))).toBe("你好世界你好世|界一二三四五六七八");
    const second = press(state, ["ctrl+a", "right", "right", "down"], 20);
    expect(seen(second)).toBe("你好世界你好世界一二|三四五六七八");
  });

  it("goes to the start and end of the row with Home and End, then to those of the line", () => {
    const state = editorWith("aaaa bbbb cccc dddd eeee");
    const start = press(state, ["home"], 20);
    expect(seen(start)).toBe("aaaa bbbb cccc |dddd eeee");
    expect(seen(press(start, ["home"], 20))).toBe("|aaaa bbbb cccc dddd eeee");
    const end = press(state, ["ctrl+a", "end", "end"], 20);
    expect(seen(end)).toBe("aaaa bbbb cccc dddd eeee|");
  });
});

describe("kill ring", () => {
  it("cuts words and lines out and puts them back", () => {
    const state = editorWith("one two three");
    expect(press(state, ["ctrl+w"]).text).toBe("one two ");
    expect(press(state, ["alt+backspace", "alt+backspace"]).text).toBe("one ");
    expect(press(state, ["alt+backspace", "alt+backspace", "ctrl+y"]).text).toBe("one two three");
    expect(press(state, ["ctrl+a", "alt+d"]).text).toBe(" two three");
    expect(press(state, ["ctrl+a", "ctrl+k", "ctrl+y", "ctrl+y"]).text).toBe(
      "one two threeone two three",
    );
    expect(press(editorWith("a\nb"), ["ctrl+u", "ctrl+u"]).text).toBe("a");
  });

  it("takes older cuts with Alt+Y, and each yank is one step of undo", () => {
    const state = press(editorWith("one"), ["ctrl+u", ...typed("two"), "ctrl+u"]);
    const popped = press(state, ["ctrl+y", "alt+y"]);
    expect(popped.text).toBe("one");
    expect(press(popped, ["alt+y"]).text).toBe("two");
    expect(press(popped, ["ctrl+_"]).text).toBe("two");
    expect(press(state, ["alt+y"]).text).toBe("");
  });

  it("keeps what was cut out when the text is sent", () => {
    const sent = clearedEditor(press(editorWith("keep this"), ["ctrl+w"]));
    expect(press(sent, ["ctrl+y"]).text).toBe("this");
  });
});

describe("undo", () => {
  it("goes back by words while typing, by one step for a run of deletions", () => {
    const state = editorWith("one two three");
    expect(press(state, ["ctrl+_"]).text).toBe("one two ");
    expect(press(state, ["ctrl+_", "ctrl+_", "ctrl+_"]).text).toBe("");
    const deleted = press(state, ["backspace", "backspace", "backspace"]);
    expect(press(deleted, ["ctrl+_"]).text).toBe("one two three");
  });

  it("does again what was undone, until something else is typed", () => {
    const state = press(editorWith("one two"), ["ctrl+_"]);
    expect(seen(press(state, ["alt+_"]))).toBe("one two|");
    expect(press(state, [...typed("x"), "alt+_"]).text).toBe("one x");
  });

  it("starts a new step where the cursor was moved", () => {
    const state = press(editorWith("ab"), ["left", ...typed("x")]);
    expect(press(state, ["ctrl+_"]).text).toBe("ab");
  });
});

describe("line breaks and sending", () => {
  it("breaks the line with Shift+Enter, Ctrl+J, and a backslash before Enter", () => {
    expect(press(editorWith("a"), ["shift+enter"]).text).toBe("a\n");
    expect(press(editorWith("a"), ["ctrl+j"]).text).toBe("a\n");
    expect(seen(press(editorWith("a\\"), ["enter"]))).toBe("a\n|");
  });

  it("sends with Enter, leaves the text, and takes two backslashes as they are", () => {
    const edited = editText(editorWith("dir\\\\"), key("enter"));
    expect(edited.action).toStrictEqual({ type: "submit" });
    expect(edited.state.text).toBe("dir\\\\");
    expect(editText(editorWith("a"), key("alt+enter")).action).toStrictEqual({ type: "follow-up" });
  });

  it("asks for the external editor with Ctrl+G and Ctrl+X Ctrl+E", () => {
    const action = { type: "external-editor" };
    expect(editText(editorWith("a"), key("ctrl+g")).action).toStrictEqual(action);
    const prefixed = press(editorWith("a"), ["ctrl+x"]);
    expect(editText(prefixed, key("ctrl+e")).action).toStrictEqual(action);
    expect(press(prefixed, typed("b")).text).toBe("ab");
  });

  it("leaves keys alone that it has no use for", () => {
    for (const name of ["escape", "ctrl+c", "ctrl+t", "f1", "shift+tab", "tab", "ctrl+o"])
      expect(editText(editorWith("a"), key(name)).isHandled).toBe(false);
    expect(editText(emptyEditor(), key("ctrl+d")).isHandled).toBe(false);
  });

  it("understands the bytes of terminals with and without the kitty protocol", () => {
    const decoder = new InputDecoder();
    const bytes = ["a", "\n", "b", "\u001b[13;2u", "c", "\u001b[200~x\ry\u001b[201~", "\u001f"];
    const events = bytes.flatMap((part) => decoder.push(part)).filter(isInput);
    const state = press(emptyEditor(), events);
    expect(state.text).toBe("a\nb\nc");
    expect(press(state, ["alt+_"]).text).toBe("a\nb\ncx\ny");
  });
});

function isInput(event: { readonly type: string }): event is ReturnType<typeof key> {
  return event.type === "key" || event.type === "paste";
}

describe("pastes", () => {
  const long = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");

  it("shows a long paste as one thing and sends all of it", () => {
    const state = press(editorWith("see "), [pasted(long), ...typed(" ok")]);
    expect(Array.from(state.text)).toHaveLength(8);
    expect(editorText(state)).toBe(`see ${long} ok`);
  });

  it("survives deleting, undo, cutting and sending", () => {
    const state = press(emptyEditor(), [pasted(long)]);
    expect(press(state, ["backspace"]).text).toBe("");
    expect(editorText(press(state, ["backspace", "ctrl+_"]))).toBe(long);
    const cut = press(state, ["ctrl+w"]);
    expect(editorText(press(cut, ["ctrl+y"]))).toBe(long);
    expect(editorText(press(clearedEditor(cut), ["ctrl+y", "ctrl+y"]))).toBe(long + long);
    expect(editorText(press(clearedEditor(state), ["up"]))).toBe(long);
  });

  it("does not take for a placeholder what only looks like one", () => {
    const words = "[paste 1: 40 lines]";
    const state = press(emptyEditor(), [pasted(long), ...typed(words), pasted("\u{100000}")]);
    expect(editorText(state)).toBe(`${long}${words}\u{100000}`);
    const halves = press(emptyEditor(), [pasted("\uDBC0"), pasted("\uDC00x")]);
    expect(editorText(halves)).toBe("\u{100000}x");
  });

  it("puts a short paste in as it is, its line breaks made equal", () => {
    expect(press(emptyEditor(), [pasted("a\r\nb\rc\t")]).text).toBe("a\nb\nc\t");
  });
});

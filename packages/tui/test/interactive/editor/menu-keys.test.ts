import { describe, expect, it } from "vitest";
import type { CompletionItem } from "../../../src/interactive/completion/completion-menu.ts";
import { editText } from "../../../src/interactive/editor/edit-text.ts";
import { emptyEditor } from "../../../src/interactive/editor/editor-state.ts";
import type { EditorState } from "../../../src/interactive/editor/editor-state.ts";
import { offerCompletions, wantedCompletion } from "../../../src/interactive/editor/menu-keys.ts";
import { key, pasted, press, seen, typed } from "./drive.ts";

const files: readonly CompletionItem[] = ["@src/", "@src/app.ts", "@src/box.ts"].map((insert) => ({
  label: insert.slice(1),
  insert,
  isWhole: !insert.endsWith("/"),
}));
const commands: readonly CompletionItem[] = [
  { label: "/model", insert: "/model", isWhole: true, isSent: true },
  { label: "/mode", insert: "/mode", isWhole: true, isSent: true },
  { label: "/fix", insert: "/fix", isWhole: true },
];

function offered(state: EditorState, items: readonly CompletionItem[]): EditorState {
  const request = wantedCompletion(state);
  if (!request) throw new Error("Nothing is wanted here.");
  return offerCompletions(state, request, items);
}

const see = offered(
  press(emptyEditor(), [...typed("see @s it"), "left", "left", "left", "backspace", ...typed("s")]),
  files,
);

describe("something offered", () => {
  it("is put in at the cursor by Tab or Enter, and undone at once", () => {
    expect(seen(press(see, ["down", "tab"]))).toBe("see @src/app.ts| it");
    expect(seen(press(see, ["down", "down", "enter"]))).toBe("see @src/box.ts| it");
    expect(seen(press(see, ["up", "enter"]))).toBe("see @src/box.ts| it");
    expect(press(see, ["down", "tab", "ctrl+_"]).text).toBe("see @s it");
    const end = offered(press(emptyEditor(), typed("@s")), files);
    expect(seen(press(end, ["down", "tab"]))).toBe("@src/app.ts |");
  });

  it("goes on inside a folder", () => {
    const folder = press(see, ["tab"]);
    expect(seen(folder)).toBe("see @src/| it");
    expect(wantedCompletion(folder)?.query).toBe("src/");
  });

  it("follows what is typed before the answer is there, and closes when nothing fits", () => {
    expect(press(see, typed("b")).menu?.items.map(({ label }) => label)).toStrictEqual([
      "src/box.ts",
    ]);
    expect(press(see, typed("zz")).menu).toBeUndefined();
    expect(press(see, ["left"]).menu).toBeUndefined();
    expect(press(see, [pasted("x")]).menu).toBeUndefined();
  });

  it("goes away with Esc until another word is begun", () => {
    const closed = editText(see, key("escape"));
    expect(closed.isHandled).toBe(true);
    expect(wantedCompletion(closed.state)).toBeUndefined();
    expect(wantedCompletion(press(closed.state, typed("r")))).toBeUndefined();
    expect(wantedCompletion(press(closed.state, typed(" @")))).toBeDefined();
    expect(wantedCompletion(press(closed.state, ["tab"]))).toBeDefined();
    expect(editText(closed.state, key("escape")).isHandled).toBe(false);
  });

  it("does not come for an answer that is late", () => {
    const request = wantedCompletion(press(emptyEditor(), typed("@s")));
    const later = press(emptyEditor(), typed("@sr"));
    expect(request && offerCompletions(later, request, files)).toBe(later);
  });
});

describe("a command", () => {
  it("is completed and sent by Enter, unless something has to follow it", () => {
    const state = offered(press(emptyEditor(), typed("/mo")), commands);
    const sent = editText(state, key("enter"));
    expect([sent.state.text, sent.action]).toStrictEqual(["/model ", { type: "submit" }]);
    const fix = editText(
      offered(press(emptyEditor(), typed("/f")), commands.slice(2)),
      key("enter"),
    );
    expect([fix.state.text, fix.action]).toStrictEqual(["/fix ", undefined]);
    const whole = editText(
      offered(press(emptyEditor(), typed("/mode")), commands.slice(1)),
      key("enter"),
    );
    expect([whole.state.text, whole.action]).toStrictEqual(["/mode", { type: "submit" }]);
  });

  it("is sent without an argument when none was chosen", () => {
    const values: readonly CompletionItem[] = [
      { label: "opus", insert: "opus", isWhole: true, isSent: true },
    ];
    const state = offered(press(emptyEditor(), typed("/model ")), values);
    expect(editText(state, key("enter")).state.text).toBe("/model ");
    const chosen = editText(press(state, ["down"]), key("enter"));
    expect([chosen.state.text, chosen.action]).toStrictEqual(["/model opus ", { type: "submit" }]);
  });
});

describe("a path behind !", () => {
  const path: readonly CompletionItem[] = [{ label: "src/", insert: "src/", isWhole: false }];

  it("is offered when Tab asks, and put in at once when there is only one", () => {
    const state = press(emptyEditor(), typed("!ls s"));
    expect(wantedCompletion(state)).toBeUndefined();
    expect(editText(state, key("enter")).action).toStrictEqual({ type: "submit" });
    const asked = press(state, ["tab"]);
    expect(offered(asked, path).text).toBe("!ls src/");
    const several = offered(asked, [...path, { label: "sub", insert: "sub", isWhole: true }]);
    expect(several.menu?.items).toHaveLength(2);
    expect(press(several, ["down", "enter"]).text).toBe("!ls sub ");
  });
});

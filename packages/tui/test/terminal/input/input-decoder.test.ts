import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputDecoder } from "../../../src/terminal/input/input-decoder.ts";
import type { InputEvent, TerminalReply } from "../../../src/terminal/input/input-event.ts";

/** Keys in short: "ctrl+a", "shift+alt+up", "paste:text", "focus:true". */
function short(events: readonly InputEvent[]): readonly string[] {
  return events.map((event) => {
    if (event.type === "paste") return `paste:${event.text}`;
    if (event.type === "focus") return `focus:${event.isFocused}`;
    const modifiers = [event.shift && "shift+", event.alt && "alt+", event.ctrl && "ctrl+"];
    return modifiers.filter((part) => part !== false).join("") + event.name;
  });
}

/** What all reads together mean; each comes long after the one before. */
function decode(...reads: readonly (string | Uint8Array)[]): readonly string[] {
  const decoder = new InputDecoder();
  return short(reads.flatMap((read, index) => decoder.push(read, index * 1000)));
}

describe("keys", () => {
  it.each([
    ["a", ["a"]],
    ["A", ["shift+a"]],
    [" ?", ["space", "?"]],
    ["你", ["你"]],
    ["\r", ["enter"]],
    ["\n", ["ctrl+j"]],
    ["\t", ["tab"]],
    ["\u007f", ["backspace"]],
    ["\b", ["backspace"]],
    ["\u0000", ["ctrl+space"]],
    ["\u0001\u001a", ["ctrl+a", "ctrl+z"]],
    ["\u001f", ["ctrl+_"]],
    ["\u001b[A\u001b[B\u001b[C\u001b[D", ["up", "down", "right", "left"]],
    ["\u001b[H\u001b[F\u001b[1~\u001b[4~", ["home", "end", "home", "end"]],
    ["\u001b[2~\u001b[3~\u001b[5~\u001b[6~", ["insert", "delete", "pageup", "pagedown"]],
    ["\u001b[Z", ["shift+tab"]],
    ["\u001b[1;5C\u001b[1;3D\u001b[1;2A", ["ctrl+right", "alt+left", "shift+up"]],
    ["\u001b[3;5~", ["ctrl+delete"]],
    ["\u001b[15~\u001b[24~", ["f5", "f12"]],
    ["\u001bb\u001bB\u001b\u007f\u001b\r", ["alt+b", "shift+alt+b", "alt+backspace", "alt+enter"]],
    ["\u001b\u001b[A", ["alt+up"]],
    ["\u001b[[A", ["f1"]],
    ["\u001b[a", ["shift+up"]],
  ])("legacy %j is %j", (bytes, keys) => {
    expect(decode(bytes)).toEqual(keys);
  });

  it.each([
    ["\u001bOA\u001bOD", ["up", "left"]],
    ["\u001bOP\u001bOR\u001bOS", ["f1", "f3", "f4"]],
    ["\u001bOM\u001bOj\u001bOy", ["enter", "*", "9"]],
    ["\u001bO5C\u001bOd", ["ctrl+right", "ctrl+left"]],
  ])("SS3 %j is %j", (bytes, keys) => {
    expect(decode(bytes)).toEqual(keys);
  });

  it.each([
    ["\u001b[97;5u", ["ctrl+a"]],
    ["\u001b[97;6u", ["shift+ctrl+a"]],
    ["\u001b[13;2u\u001b[13;3u\u001b[13u", ["shift+enter", "alt+enter", "enter"]],
    ["\u001b[27u\u001b[9;2u\u001b[127;5u", ["escape", "shift+tab", "ctrl+backspace"]],
    ["\u001b[91;5u", ["escape"]],
    ["\u001b[32;2u", ["shift+space"]],
    ["\u001b[1089::99;5u", ["ctrl+c"]],
    ["\u001b[57404u\u001b[57414u\u001b[57419u", ["5", "enter", "up"]],
    ["\u001b[1;5:1A\u001b[1;5:2A", ["ctrl+up", "ctrl+up"]],
    ["\u001b[97;1:3u\u001b[1;1:3A", []],
    ["\u001b[97;9u", []],
    ["\u001b[57441;2u", ["shift+unknown"]],
  ])("kitty %j is %j", (bytes, keys) => {
    expect(decode(bytes)).toEqual(keys);
  });

  it("kitty keys insert what the keyboard writes", () => {
    const texts = ["\u001b[97:65;2u", "\u001b[97;1;228u", "\u001b[97;5u", "\u001b[57404u"].flatMap(
      (bytes) => new InputDecoder().push(bytes).map((event) => event.type === "key" && event.text),
    );
    expect(texts).toEqual(["A", "ä", "", "5"]);
  });

  it.each([
    ["\u001b[27;5;97~", ["ctrl+a"]],
    ["\u001b[27;2;13~", ["shift+enter"]],
    ["\u001b[27;3;13~", ["alt+enter"]],
    ["\u001b[27;2;65~", ["shift+a"]],
  ])("modifyOtherKeys %j is %j", (bytes, keys) => {
    expect(decode(bytes)).toEqual(keys);
  });

  it("focus is told, the mouse is swallowed", () => {
    expect(decode("\u001b[I\u001b[O")).toEqual(["focus:true", "focus:false"]);
    expect(decode("\u001b[<0;10;10M\u001b[<0;10;10m\u001b[M !!x")).toEqual(["x"]);
  });

  it("keys are the same however their bytes are cut into reads", () => {
    const parts = [
      "a",
      "你",
      "👨‍👩‍👧‍👦",
      "\u001b[A",
      "\u001b[1;5C",
      "\u001b[97;5u",
      "\u001bOP",
      "\u001b[200~x\r\u001b[201~",
      "\u001b]11;rgb:1/2/3\u001b\\",
      "\u0003",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts)),
        fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
        (all, sizes) => {
          // Clusters are seen whole only in one read: here each character stands for itself.
          const bytes = Buffer.from(
            all.filter((part) => part.length < 11 || part.startsWith("\u001b")).join(""),
          );
          const whole = new InputDecoder().push(bytes);
          const decoder = new InputDecoder();
          const cut: InputEvent[] = [];
          let at = 0;
          for (const size of sizes) {
            if (at >= bytes.length) break;
            cut.push(...decoder.push(bytes.subarray(at, at + size)));
            at += size;
          }
          expect(cut).toEqual(whole);
        },
      ),
    );
  });
});

describe("Escape", () => {
  it("bug: a lone ESC is Escape after the wait, and not before", () => {
    const decoder = new InputDecoder({ escapeWaitMs: 40 });
    expect(decoder.push("\u001b")).toEqual([]);
    expect(decoder.waitMs).toBe(40);
    expect(short(decoder.flush())).toEqual(["escape"]);
    expect(decoder.waitMs).toBeUndefined();
  });

  it("bug: an Alt key or an arrow that SSH cut in two is no Escape", () => {
    expect(decode("\u001b", "b")).toEqual(["alt+b"]);
    expect(decode("\u001b", "[A")).toEqual(["up"]);
    expect(decode("\u001b[", "1;", "5C")).toEqual(["ctrl+right"]);
    expect(decode("\u001bO", "A")).toEqual(["up"]);
  });

  it("once the terminal sends Escape as a sequence, a cut one has more time", () => {
    const decoder = new InputDecoder({ escapeWaitMs: 40 });
    decoder.expectWholeEscapes();
    decoder.push("\u001b");
    expect(decoder.waitMs).toBeGreaterThanOrEqual(200);
  });

  it("two are two, a sequence that broke off is nothing, Alt and a bracket are a key", () => {
    const decoder = new InputDecoder();
    decoder.push("\u001b\u001b");
    expect(short(decoder.flush())).toEqual(["escape", "escape"]);
    decoder.push("\u001b[1;5");
    expect(decoder.flush()).toEqual([]);
    decoder.push("\u001b[");
    expect(short(decoder.flush())).toEqual(["alt+["]);
    expect(decode("\u001b[1;\u0003")).toEqual(["ctrl+c"]);
    expect(decode("\u001b\u001bx")).toEqual(["escape", "alt+x"]);
  });
});

describe("pastes", () => {
  it("F90 a paste whose end mark is split is one paste, and the Enter after it submits", () => {
    expect(decode("\u001b[200~a\rb", "c\u001b[20", "1~", "\r")).toEqual(["paste:a\nbc", "enter"]);
  });

  it("F90 the mark may be cut anywhere", () => {
    const bytes = "x\u001b[200~a\rb\u001b[201~\r";
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(decode(bytes.slice(0, cut), bytes.slice(cut))).toEqual(["x", "paste:a\nb", "enter"]);
  });

  it("F90 a paste that never ends is over after a while, and keys work again", () => {
    const decoder = new InputDecoder();
    expect(decoder.push("\u001b[200~abc\u001b[2")).toEqual([]);
    expect(decoder.waitMs).toBe(3000);
    expect(short(decoder.flush())).toEqual(["paste:abc"]);
    expect(short(decoder.push("d\u001b[201~", 9000))).toEqual(["d"]);
  });

  it("bug: keys encoded by the terminal within a paste are the characters they stand for", () => {
    expect(
      decode("\u001b[200~a\u001b[106;5ub\u001b[27;5;106~c\u001b[13ud\u001b[105;5ue\u001b[201~"),
    ).toEqual(["paste:a\nb\nc\nd\te"]);
  });

  it("nothing in a paste is a key, and its control characters are gone", () => {
    expect(decode("\u001b[200~rm\u0003\u001b[A\u001b[31m x\ty\r\nz\u001b[201~")).toEqual([
      "paste:rm x\ty\nz",
    ]);
  });

  it("F92 several lines in one read are a paste, though nothing marks them", () => {
    expect(decode("l1\rl2\rl3\r")).toEqual(["paste:l1\nl2\nl3\n"]);
    expect(decode("a\r\nb")).toEqual(["paste:a\nb"]);
  });

  it("F92 the rest of a paste too long for one read belongs to it", () => {
    const decoder = new InputDecoder();
    const events = [
      ...decoder.push("l1\rl2", 0),
      ...decoder.push("l3\r", 10),
      ...decoder.push("\r", 500),
    ];
    expect(short(events)).toEqual(["paste:l1\nl2", "paste:l3\n", "enter"]);
  });

  it("F92 a typed line, or an Enter alone, submits", () => {
    expect(decode("\r")).toEqual(["enter"]);
    expect(decode("hi\r")).toEqual(["h", "i", "enter"]);
    expect(decode("\r\r")).toEqual(["enter", "enter"]);
    const decoder = new InputDecoder();
    expect(short([...decoder.push("l1\rl2", 0), ...decoder.push("\r", 1)])).toEqual([
      "paste:l1\nl2",
      "enter",
    ]);
  });

  it("a megabyte in one read takes little time", () => {
    const started = performance.now();
    const [event] = new InputDecoder().push("x".repeat(1_000_000));
    expect(event?.type === "paste" && event.text).toHaveLength(1_000_000);
    new InputDecoder().push(`${"x".repeat(1_000_000)}\r`);
    const decoder = new InputDecoder();
    decoder.push("\u001b[200~");
    for (let part = 0; part < 10_000; part += 1) decoder.push("\u001b[2 abc\r");
    expect(decoder.push("\u001b[201~")).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("what the terminal says of itself", () => {
  it("bug 48: replies are no keys, whole or cut", () => {
    const replies: TerminalReply[] = [];
    const decoder = new InputDecoder({ onReply: (reply) => replies.push(reply) });
    const bytes =
      "\u001b[?62;22c\u001b[>1;10;0c\u001b[?5u\u001b[?2026;2$y\u001b[12;1R\u001b[6;18;9t\u001b]11;rgb:1e1e/1e1e/1e1e\u001b\\\u001b]10;x\u0007\u001bP>|term(1)\u001b\\\u001b_Gi=1;OK\u001b\\\u001b[?997;1n";
    for (const character of bytes) expect(decoder.push(character)).toEqual([]);
    expect(decoder.push("")).toEqual([]);
    expect(replies.map(({ sequence }) => sequence).join("")).toBe(bytes);
    expect(replies.map(({ about }) => about).filter((about) => about !== "other")).toEqual([
      "device",
      "keyboard",
    ]);
  });

  it("Alt with a key that begins a reply is a key after the wait", () => {
    const decoder = new InputDecoder();
    decoder.push("\u001b]");
    expect(short(decoder.flush())).toEqual(["alt+]"]);
    expect(decode("\u001bP\r")).toEqual(["shift+alt+p", "enter"]);
  });

  it("random bytes never throw, and leave nothing that is held for ever", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), (reads) => {
        const decoder = new InputDecoder();
        for (const read of reads) decoder.push(read);
        decoder.flush();
        expect(decoder.waitMs).toBeUndefined();
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { toWire, type Message } from "../../src/index.ts";
import { portableToolCallId, portableToolName } from "../../src/transcript/call-ids.ts";
import { portableMessage } from "../../src/transcript/portable-message.ts";
import type { PortableMessage, TranscriptReader } from "../../src/transcript/portable-message.ts";
import { wireEntries, wireTurns } from "../../src/transcript/wire-entries.ts";
import { call, frozen, image, replied, result, said, shown } from "../support/conversation.ts";
import { WIRES } from "../support/wire.ts";

const reader: TranscriptReader = { api: "a", model: "m", provider: "p" };
const own = { api: "a", model: "m", provider: "p" };

function portable(messages: readonly Message[], who = reader): PortableMessage[] {
  const seen: PortableMessage[] = [];
  wireEntries(messages, who, (message) => {
    seen.push(message);
    return [{}];
  });
  return seen;
}

function idsIn(messages: readonly PortableMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message.role === "toolResult") return [message.toolCallId];
    if (message.role === "user") return [];
    return message.content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
  });
}

describe("ids of tool calls", () => {
  it("F41 PEER-28 a valid id stays, others become valid and stay different", () => {
    const ids = ["call_A|fc_B", "a|b", "a_b", "x".repeat(90), "x".repeat(91), "", "ok-1"];
    const made = ids.map(portableToolCallId);
    expect(new Set(made).size).toBe(ids.length);
    for (const id of made) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(made[2]).toBe("a_b");
    expect(made[6]).toBe("ok-1");
  });

  it("F41 call and result have the same id, and the record is not changed", () => {
    const record = frozen([replied([call("call_A|fc_B")]), result("call_A|fc_B", "r")]);
    const [asked, answered] = idsIn(portable(record));
    expect(asked).toBe(answered);
    expect(record[1]).toMatchObject({ toolCallId: "call_A|fc_B" });
  });

  it("F41 PEER-28 repeated ids become unique, in one message and across turns, and results follow in order", () => {
    const record = [
      replied([call("x"), call("x"), call("y")]),
      result("x", "1"),
      result("x", "2"),
      result("y", "3"),
      replied([call("x")]),
      result("x", "4"),
    ];
    const [a, b, c, ...rest] = idsIn(portable(record));
    expect([a, c]).toEqual(["x", "y"]);
    expect(b).not.toBe("x");
    const [e] = rest.slice(3);
    expect(rest).toEqual([a, b, c, e, e]);
    expect(new Set([a, b, c, e]).size).toBe(4);
    expect(idsIn(portable(record.slice(0, 4)))).toEqual([a, b, c, a, b, c]);
  });

  it.each(WIRES.filter((wire) => wire !== "mistral-chat"))("F41 %s sends them", (wire) => {
    const messages = [said("go"), replied([call("a|b")]), result("a|b", "r")];
    const { body } = toWire(wire, { messages }, { model: "m", baseUrl: "https://host" });
    const text = JSON.stringify(body);
    expect(text).not.toContain("a|b");
    expect(text.split(portableToolCallId("a|b"))).toHaveLength(3);
  });

  it("F41 a name no provider would take back is made valid; a long valid one stays", () => {
    expect(portableToolName("read file.now")).toBe("read_file_now");
    expect(portableToolName("")).toBe("unnamed_tool");
    expect(portableToolName("n".repeat(100))).toBe("n".repeat(100));
    expect(portableToolName("n.".repeat(100))).toHaveLength(64);
  });
});

describe("thinking and signatures", () => {
  const content = [
    { type: "thinking" as const, thinking: "hm", thinkingSignature: "SIG" },
    { type: "text" as const, text: "", textSignature: "T" },
    { type: "text" as const, text: "yes", textSignature: "T2" },
    call("c", "read", { thoughtSignature: "C" }),
  ];

  it("F42 PEER-28 the model that wrote them gets them back unchanged, also on empty text", () => {
    const [message] = portable([replied(content, own)]);
    expect(message).toEqual({
      role: "assistant",
      isOwn: true,
      content: [...content.slice(0, 3), { ...content[3], recordedId: "c" }],
    });
  });

  it.each([{ ...own, model: "n" }, { ...own, api: "b" }, { ...own, provider: "q" }, {}])(
    "F42 for what %j wrote, thinking and signatures are gone, text and calls stay",
    (origin) => {
      expect(portable([replied(content, origin)])).toEqual([
        {
          role: "assistant",
          isOwn: false,
          content: [
            { type: "text", text: "yes" },
            { ...call("c"), recordedId: "c" },
          ],
        },
      ]);
    },
  );

  it("F42 another model's thinking can be shown as text instead, but not what was redacted", () => {
    const redacted = {
      type: "thinking" as const,
      thinking: "",
      thinkingSignature: "ENC",
      redacted: true,
    };
    const record = [replied([...content.slice(0, 1), redacted])];
    expect(portable(record, { ...reader, foreignThinking: "text" })).toMatchObject([
      { content: [{ type: "text", text: "hm" }] },
    ]);
    expect(portable(record)).toEqual([]);
  });

  it("F42 where the provider is not known, wire and model decide", () => {
    const thinking = replied(content.slice(0, 1), { ...own, provider: "elsewhere" });
    expect(portable([thinking], { api: "a", model: "m" })).toMatchObject([{ isOwn: true }]);
  });
});

describe("blank and invisible content", () => {
  it("F44 blank text is nowhere; a message of which nothing remains has no entry", () => {
    const blank = { type: "text" as const, text: " \n" };
    expect(
      portable([said(""), shown(" ", "a"), replied([blank]), replied([blank, call("c")])]),
    ).toMatchObject([
      { role: "user", content: [{ text: "a" }] },
      { role: "assistant", content: [{ type: "toolCall" }] },
    ]);
  });

  it("F44 PEER-29 a result without output says so", () => {
    const silent = { role: "toolResult", content: [{ type: "text", text: "(no output)" }] };
    expect(portable([result("c"), result("c", " \n\t")])).toMatchObject([silent, silent]);
  });

  it("F46 a model that cannot see gets words in place of images; the record keeps them", () => {
    const blind = { ...reader, supportsImages: false };
    const record = frozen([shown("see", image("QUJD")), result("c", image("QUJD"))]);
    const seen = portable(record, blind);
    expect(JSON.stringify(seen)).not.toContain("QUJD");
    const words = "[Image left out: this model cannot see images. image/png, 1 kB.]";
    expect(seen).toMatchObject([
      { content: [{ text: "see" }, { type: "text", text: words }] },
      { content: [{ type: "text", text: words }] },
    ]);
    expect(portable(record)).toMatchObject([{ content: [{}, { type: "image" }] }, {}]);
  });

  it.each(WIRES)("F46 %s: no image data in a request to a model that cannot see", (wire) => {
    const messages = [shown("a", image("QUJD")), replied([call("c")]), result("c", image("QUJD"))];
    const target = { model: "m", baseUrl: "https://host", compat: { supportsImages: false } };
    const text = JSON.stringify(toWire(wire, { messages }, target).body);
    expect(text).not.toContain("QUJD");
    expect(text).toContain("this model cannot see images");
  });
});

describe("turns", () => {
  it("F46 neighbours of one role become one turn, tool results before words", () => {
    const record = [
      said("a"),
      said("b"),
      replied([{ type: "text", text: "partly" }]),
      replied([call("c")]),
      said("wait"),
      result("c", "r"),
    ];
    const entries = wireEntries(record, reader, (message) => [{ role: message.role }]);
    const turns = wireTurns(entries, undefined, (turn) => [
      { role: turn.role, results: [...turn.results], words: [...turn.words] },
    ]);
    expect(turns).toEqual([
      { role: "user", results: [], words: [{ role: "user" }, { role: "user" }] },
      { role: "assistant", results: [], words: [{ role: "assistant" }, { role: "assistant" }] },
      { role: "user", results: [{ role: "toolResult" }], words: [{ role: "user" }] },
    ]);
  });

  it("C1.1 session roles are user text", () => {
    const summary: Message = {
      role: "compactionSummary",
      summary: "S",
      tokensBefore: 1,
      timestamp: 1,
    };
    expect(portableMessage(summary, reader, [])).toMatchObject({ role: "user" });
  });
});

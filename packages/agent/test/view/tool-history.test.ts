import { userMessage } from "@tau-ts/ai";
import type { Message, ToolResultMessage } from "@tau-ts/ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INTERRUPTED } from "../../src/texts.ts";
import { repairToolHistory } from "../../src/view/tool-history.ts";
import { ContextView, contextForModel } from "../../src/view/view.ts";
import { asks, call, says } from "../support/models.ts";
import { shape } from "../support/shapes.ts";

const U = userMessage("hi", 1);
const A = says("ok");

function R(id: string, text = `result of ${id}`, isError = false): ToolResultMessage {
  return {
    role: "toolResult",
    toolCallId: id,
    toolName: "t",
    content: [{ type: "text", text }],
    isError,
    timestamp: 2,
  };
}

function ask(...ids: string[]): Message {
  return { ...asks(...ids.map((id) => call(id, "t"))), timestamp: 7 };
}

function repaired(...messages: Message[]): ReturnType<typeof repairToolHistory> {
  return repairToolHistory(messages);
}

const anyMessage = fc.oneof(
  fc.constant<Message>(U),
  fc.constant<Message>(A),
  fc
    .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 })
    .map((ids) => ask(...ids)),
  fc
    .tuple(fc.constantFrom("a", "b", "c", "d"), fc.boolean())
    .map(([id, synthetic]) => (synthetic ? R(id, INTERRUPTED, true) : R(id))),
);

describe("repairToolHistory", () => {
  it("C7.4 a valid transcript keeps its message objects and reports nothing", () => {
    const valid = [U, ask("c1", "c2"), R("c1"), R("c2"), A];
    const { messages, repairs } = repairToolHistory(valid);
    expect(messages.every((message, index) => message === valid[index])).toBe(true);
    expect(repairs).toEqual({
      synthesized: 0,
      droppedOrphans: 0,
      droppedDuplicates: 0,
      reordered: 0,
    });
  });

  it("C7.3 F37 PEER-25 results are moved to their call, in call order", () => {
    const { messages, repairs } = repaired(U, ask("c1", "c2"), R("c2"), U, R("c1"));
    expect(shape(messages)).toBe("U A[c1,c2] R(c1) R(c2) U");
    expect(repairs.reordered).toBeGreaterThan(0);
  });

  it("C7.3 F37 PEER-26 an orphan is dropped, a missing result is made up, a duplicate is dropped", () => {
    const orphan = repaired(U, R("x"), A);
    expect([shape(orphan.messages), orphan.repairs.droppedOrphans]).toEqual(["U A", 1]);
    const missing = repaired(ask("c1"));
    expect(missing.messages[1]).toEqual({ ...R("c1", INTERRUPTED, true), timestamp: 7 });
    expect(missing.repairs.synthesized).toBe(1);
    const twice = repaired(ask("c1"), R("c1", "first"), R("c1", "second"));
    expect(twice.messages[1]).toMatchObject(R("c1", "first"));
    expect(twice.repairs.droppedDuplicates).toBe(1);
  });

  it("C7.3 F38 of two results a real one beats a synthetic one", () => {
    const synthetic = R("c1", "Tool call interrupted by user", true);
    expect(repaired(ask("c1"), synthetic, R("c1", "42 tests ok")).messages).toEqual([
      ask("c1"),
      R("c1", "42 tests ok"),
    ]);
    expect(repaired(ask("c1"), R("c1", "42 tests ok"), synthetic).messages).toEqual([
      ask("c1"),
      R("c1", "42 tests ok"),
    ]);
  });

  it("C7.3 PEER-28 a result belongs to the nearest call of its id before it", () => {
    const { messages } = repaired(ask("c"), R("c", "one"), ask("c"), R("c", "two"), ask("c"));
    expect(messages.map((message) => message.role === "toolResult" && message.content[0])).toEqual([
      false,
      { type: "text", text: "one" },
      false,
      { type: "text", text: "two" },
      false,
      { type: "text", text: INTERRUPTED },
    ]);
  });

  it("C7.3 a result before every call of its id belongs to the first", () => {
    expect(shape(repaired(R("c"), ask("c"), ask("c")).messages)).toBe("A[c] R(c) A[c] R(c)");
    expect(repaired(R("c", "early"), ask("c"), ask("c")).messages[1]).toEqual(R("c", "early"));
  });

  it("C7.3 PEER-28 several calls of one id in one message take that id's results in order", () => {
    const { messages } = repaired(ask("c", "c"), R("c", "one"), R("c", "two"));
    expect(messages.slice(1)).toEqual([R("c", "one"), R("c", "two")]);
  });

  it("C7.1 C7.4 on any transcript it is idempotent, leaves its input alone, and every call has its one result", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 12 }), (transcript) => {
        const before = structuredClone(transcript);
        const once = repairToolHistory(transcript).messages;
        expect(transcript).toEqual(before);
        expect(repairToolHistory(once).messages).toEqual(once);
        expect(repairToolHistory(once).repairs).toEqual({
          synthesized: 0,
          droppedOrphans: 0,
          droppedDuplicates: 0,
          reordered: 0,
        });
        let expected: string[] = [];
        for (const item of once) {
          if (item.role === "toolResult") expect(item.toolCallId).toBe(expected.shift());
          else expect(expected).toEqual([]);
          if (item.role === "assistant")
            expected = item.content
              .filter((block) => block.type === "toolCall")
              .map((block) => block.id);
        }
        expect(expected).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("contextForModel", () => {
  it("C7.2 F44 PEER-16 leaves out failed and aborted replies that are empty, keeps those that got something out", () => {
    const empty: Message = { ...says(""), content: [], stopReason: "aborted" };
    const blank: Message = { ...says(" \n"), stopReason: "error" };
    const partial: Message = { ...says("half"), stopReason: "aborted" };
    expect(contextForModel([U, empty, U, blank, U, partial])).toEqual([U, U, U, partial]);
  });

  it("C7.1 never changes the record, and fills a hole that a hard stop left", () => {
    const record = Object.freeze([U, ask("c1"), U]);
    expect(shape(contextForModel(record))).toBe("U A[c1] R(c1) U");
    expect(record).toHaveLength(3);
  });

  it("C7.1 a view that grows with the record is the view of the whole record", () => {
    const growth = fc.array(fc.array(anyMessage, { maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(growth, (steps) => {
        const record: Message[] = [];
        const view = new ContextView();
        for (const step of steps) {
          record.push(...step);
          expect(view.of(record)).toEqual(contextForModel(record));
        }
        record.length = 0;
        expect(view.of(record)).toEqual([]);
        expect(view.of([U])).toEqual([U]);
      }),
      { numRuns: 300 },
    );
  });

  it("C1.1 leaves out what the user kept from the model", () => {
    const kept: Message = {
      role: "bashExecution",
      command: "ls",
      output: "x",
      cancelled: false,
      truncated: false,
      timestamp: 1,
    };
    expect(contextForModel([U, kept, { ...kept, excludeFromContext: true }])).toEqual([U, kept]);
  });
});

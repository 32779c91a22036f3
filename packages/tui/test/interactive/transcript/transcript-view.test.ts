import type { AssistantMessage, Message } from "@tau-ts/ai";
import type { AgentSessionEvent } from "@tau-ts/coding";
import { describe, expect, it, vi } from "vitest";
import { loadLexer } from "../../../src/interactive/markdown/lexer.ts";
import { BlockList } from "../../../src/interactive/transcript/block-list.ts";
import { stripSequences } from "../../../src/terminal/text/escape.ts";
import { reduceTranscript } from "../../../src/interactive/transcript/reduce-transcript.ts";
import { emptyTranscript } from "../../../src/interactive/transcript/transcript-state.ts";
import type { Transcript } from "../../../src/interactive/transcript/transcript-state.ts";
import { transcriptOf } from "../../../src/interactive/transcript/transcript-of.ts";
import { TranscriptView } from "../../../src/interactive/transcript/transcript-view.ts";
import { Watcher, asks, blocksOf, plainTheme, reply, theme } from "./watched-agent.ts";

/** A transcript that events are told to. */
class Told {
  transcript: Transcript = emptyTranscript();
  nowMs = 1_000_000;

  tell(event: AgentSessionEvent): void {
    this.transcript = reduceTranscript(this.transcript, { ...event, sessionId: "s" }, this.nowMs);
  }

  record(message: Message): void {
    this.tell({ type: "message_start", message });
    this.tell({ type: "message_end", message });
  }

  /** A reply whose words come one piece at a time. */
  *stream(text: string, size: number): Generator<void, void> {
    const block = { type: "text" as const, text: "" };
    const partial: AssistantMessage = { role: "assistant", content: [block], stopReason: "stop" };
    this.tell({ type: "message_start", message: partial });
    for (let at = 0; at < text.length; at += size) {
      const delta = text.slice(at, at + size);
      block.text += delta;
      const assistantMessageEvent = {
        type: "text_delta",
        contentIndex: 0,
        delta,
        partial,
      } as const;
      this.tell({ type: "message_update", message: partial, assistantMessageEvent });
      yield;
    }
    this.tell({ type: "message_end", message: structuredClone(partial) });
  }
}

function result(toolCallId: string, toolName: string, text: string, timestamp = 2): Message {
  const content = [{ type: "text" as const, text }];
  return { role: "toolResult", toolCallId, toolName, content, isError: false, timestamp };
}

function session(messages: readonly Message[]): Transcript {
  const entries = messages.map((message, index) => ({
    type: "message" as const,
    id: String(index),
    parentId: index === 0 ? null : String(index - 1),
    timestamp: "2026-01-01T00:00:00.000Z",
    message,
  }));
  return transcriptOf({ entries, leafId: entries.at(-1)?.id ?? null });
}

function shown(lines: readonly string[]): string {
  return lines.map(stripSequences).join("\n");
}

describe("TranscriptView", () => {
  it("gives out each line of a growing answer once and in order, and keeps little live", async () => {
    const told = new Told();
    const view = new TranscriptView({ theme: plainTheme, lex: await loadLexer() });
    const paragraphs = Array.from({ length: 300 }, (_, index) => `Line ${index} 你好 👨‍👩‍👧‍👦 end.`);
    const finished: string[] = [];
    let most = 0;
    const show = (): void => {
      const frame = view.frame(told.transcript, { columns: 60, rows: 20, nowMs: told.nowMs });
      finished.push(...frame.finished);
      most = Math.max(most, frame.live.length);
    };
    for (const _ of told.stream(paragraphs.join("\n\n"), 7)) show();
    show();
    expect(finished).toEqual(
      paragraphs.flatMap((line, index) => (index === 0 ? [line] : ["", line])),
    );
    expect(most).toBeLessThanOrEqual(5);
  });

  it("long code leaves the live region line by line, once, before it is closed", async () => {
    const told = new Told();
    const view = new TranscriptView({ theme: plainTheme, lex: await loadLexer() });
    const finished: string[] = [];
    let most = 0;
    const show = (): void => {
      const frame = view.frame(told.transcript, { columns: 60, rows: 10, nowMs: told.nowMs });
      finished.push(...frame.finished);
      most = Math.max(most, frame.live.length);
    };
    const code = Array.from({ length: 200 }, (_, index) => `  const a${index} = ${index};`);
    for (const _ of told.stream(`Look:\n\n\`\`\`ts\n${code.join("\n")}\n\`\`\`\nDone.`, 11)) show();
    expect(most).toBeLessThanOrEqual(12);
    expect(finished.length).toBeGreaterThan(180);
    await vi.waitFor(() => {
      show();
      expect(finished).toEqual(["Look:", "", "```ts", ...code, "```", "", "Done."]);
    });
  });

  it("after a resize the last lines are those that were given out, for the new width", async () => {
    const told = new Told();
    const watcher = new Watcher(80, plainTheme);
    told.record({ role: "user", content: "question", timestamp: 1 });
    for (const _ of told.stream("one two three four five six seven\n\n- a\n- b", 5))
      watcher.show(told.transcript);
    await watcher.lines(told.transcript);
    const recent = watcher.view.recent({ columns: 20, rows: 6 });
    expect(recent).toEqual(["", "one two three four", "five six seven", "", "• a", "• b"]);
    expect(watcher.view.recent({ columns: 80, rows: 50 })[0]).toBe("› question");
  });

  it("arguments are shown while they stream, then the time that passes, then how it ended", () => {
    const told = new Told();
    const watcher = new Watcher(80, plainTheme);
    const call = { type: "toolCall" as const, id: "c", name: "write", arguments: {} };
    const partial: AssistantMessage = { role: "assistant", content: [call], stopReason: "toolUse" };
    told.tell({ type: "agent_start" });
    told.tell({ type: "message_start", message: partial });
    Object.assign(call.arguments, { path: "src/a.ts", content: "one\ntwo\nthr" });
    const update = { type: "toolcall_delta", contentIndex: 0, delta: "x", partial } as const;
    told.tell({ type: "message_update", message: partial, assistantMessageEvent: update });
    watcher.show(told.transcript, told.nowMs);
    expect(shown(watcher.live)).toBe("○ write src/a.ts\n  one\n  two\n  thr");
    const before = told.transcript;
    Object.assign(call.arguments, { content: "one\ntwo\nthree\n" });
    told.tell({ type: "message_update", message: partial, assistantMessageEvent: update });
    watcher.show(before, told.nowMs);
    expect(shown(watcher.live)).toContain("  thr");
    told.tell({ type: "message_end", message: structuredClone(partial) });
    const start = { toolCallId: "c", toolName: "write", args: call.arguments };
    told.tell({ type: "tool_execution_start", ...start });
    const size = { columns: 80, rows: 20 };
    const frame = watcher.view.frame(told.transcript, { ...size, nowMs: told.nowMs + 61_500 });
    expect(frame.live[0]).toBe("● write src/a.ts · 1m 01s");
    expect(frame.nextChangeMs).toBe(told.nowMs + 62_000);
    told.record(result("c", "write", "ok", told.nowMs + 62_500));
    watcher.show(told.transcript, told.nowMs);
    const over = watcher.view.frame(told.transcript, { ...size, nowMs: told.nowMs });
    expect(over.nextChangeMs).toBeUndefined();
    expect(blocksOf(told.transcript).at(-1)).toMatchObject({ state: "ended", seconds: 62 });
  });

  it("the output of a command is live in its last lines", () => {
    const told = new Told();
    const watcher = new Watcher(40, plainTheme);
    told.tell({ type: "agent_start" });
    told.record(asks(["bash", { command: "make" }]));
    const call = { toolCallId: "c0-bash", toolName: "bash" };
    told.tell({ type: "tool_execution_start", ...call, args: { command: "make" } });
    const text = Array.from({ length: 50 }, (_, index) => `\u001b[1mline ${index}\u001b[0m`).join(
      "\n",
    );
    const partialResult = { content: [{ type: "text" as const, text }] };
    told.tell({ type: "tool_execution_update", ...call, partialResult });
    watcher.show(told.transcript, told.nowMs + 3000);
    expect(watcher.live).toEqual([
      "● $ make · 3s",
      "  … 45 lines before",
      ...[45, 46, 47, 48, 49].map((index) => `  line ${index}`),
    ]);
  });

  it("reads side by side are one row, which waits for more of them", async () => {
    const told = new Told();
    const watcher = new Watcher(60, plainTheme);
    told.tell({ type: "agent_start" });
    told.record(asks(["read", { path: "a" }], ["grep", { pattern: "x", path: "src" }]));
    told.record(result("c0-read", "read", "text"));
    watcher.show(told.transcript);
    told.record(result("c1-grep", "grep", "text"));
    watcher.show(told.transcript);
    expect(watcher.live[0]).toBe("✓ read 1 file, searched once");
    told.record(asks(["read", { path: "b", offset: 5, limit: 10 }]));
    told.record(result("c0-read", "read", "text"));
    watcher.show(told.transcript);
    expect(watcher.live).toEqual([
      "✓ read 2 files, searched once",
      "  read a",
      '  grep "x" in src',
      "  read b:5-14",
    ]);
    told.tell({ type: "agent_end", messages: [], outcome: "completed", willRetry: false });
    expect(await watcher.lines(told.transcript)).toHaveLength(4);
  });

  it("the cause of a retry that is too long for its line stands whole below the countdown", () => {
    const told = new Told();
    const watcher = new Watcher(30, plainTheme);
    const errorMessage = `overloaded: ${"ask for less, ".repeat(3)}please`;
    told.tell({
      type: "auto_retry_start",
      attempt: 1,
      maxAttempts: 4,
      delayMs: 3000,
      errorMessage,
    });
    const size = { columns: 30, rows: 20 };
    const cause = ["  overloaded: ask for less,", "  ask for less, ask for less,", "  please"];
    const first = watcher.view.frame(told.transcript, { ...size, nowMs: told.nowMs + 500 });
    expect(first.live).toEqual(["↻ Trying again in 3s (1 of 4)", ...cause]);
    const second = watcher.view.frame(told.transcript, { ...size, nowMs: told.nowMs + 2500 });
    expect(second.live).toEqual(["↻ Trying again in 1s (1 of 4)", ...cause]);
  });

  it("a retry counts down, a compaction counts up, and thinking is one line with its time", () => {
    const told = new Told();
    const watcher = new Watcher(80, plainTheme);
    const size = { columns: 80, rows: 20 };
    const errorMessage = "overloaded\u001b[2J";
    const retry = { attempt: 1, maxAttempts: 4, delayMs: 3000, errorMessage };
    told.tell({ type: "auto_retry_start", ...retry });
    const first = watcher.view.frame(told.transcript, { ...size, nowMs: told.nowMs + 500 });
    expect(first.live).toEqual(["↻ Trying again in 3s (1 of 4): overloaded"]);
    expect(first.nextChangeMs).toBe(told.nowMs + 1000);
    const second = watcher.view.frame(told.transcript, { ...size, nowMs: told.nowMs + 3000 });
    expect(second.live[0]).toContain("Trying again now");
    expect(second.nextChangeMs).toBeUndefined();
    told.tell({ type: "auto_retry_end", success: true, attempt: 1 });
    told.tell({ type: "compaction_start", reason: "manual" });
    const third = watcher.view.frame(told.transcript, { ...size, nowMs: told.nowMs + 2100 });
    expect(third.live).toEqual(["● Summing up older messages… 2s"]);
    const noResult = { aborted: false, willRetry: false, errorMessage: "no" };
    told.tell({ type: "compaction_end", reason: "manual", ...noResult });
    const block = { type: "thinking" as const, thinking: "" };
    const partial: AssistantMessage = { role: "assistant", content: [block], stopReason: "stop" };
    const thinking = { type: "thinking_delta", contentIndex: 0, delta: "x", partial } as const;
    told.tell({ type: "message_start", message: partial });
    block.thinking = "I wonder.\nSo it is.";
    told.tell({ type: "message_update", message: partial, assistantMessageEvent: thinking });
    const fourth = watcher.view.frame(told.transcript, { ...size, nowMs: told.nowMs + 5000 });
    expect(fourth.finished).toEqual(["! Older messages were not summed up: no"]);
    expect(fourth.live).toEqual(["", "∴ Thinking… 5s", "  I wonder.", "  So it is."]);
    expect(fourth.nextChangeMs).toBe(told.nowMs + 6000);
    told.tell({ type: "message_end", message: reply(block, { type: "text", text: "So." }) });
    expect(blocksOf(told.transcript).at(-2)).toEqual({
      kind: "thinking",
      text: block.thinking,
      isHidden: false,
      isOpen: false,
    });
    const shownInFull = { ...size, nowMs: told.nowMs, isThinkingShown: true };
    expect(shown(watcher.view.frame(told.transcript, shownInFull).finished)).toBe(
      "\n∴ Thought\n  I wonder.\n  So it is.",
    );
  });

  it("another conversation begins below a rule, and of a long one only the end is shown", async () => {
    const messages: Message[] = Array.from({ length: 5000 }, (_, index) => ({
      role: "user",
      content: `message ${index}`,
      timestamp: 1,
    }));
    const view = new TranscriptView({ theme, earlierLines: 100 });
    const size = { columns: 60, rows: 20, nowMs: 0 };
    const { finished } = view.frame(session(messages), size);
    expect(finished.length).toBeLessThan(150);
    expect(shown(finished)).toMatch(
      /^… 49\d\d earlier parts of this conversation are not shown\n\n›/,
    );
    expect(shown(finished)).toMatch(/› message 4999$/);
    expect(view.frame(session([]), size).finished.map(stripSequences)).toEqual([
      "",
      "═".repeat(60),
    ]);
  });

  it("a delta costs the same in an empty conversation and after 10,000 messages", async () => {
    const messages: Message[] = Array.from({ length: 10_000 }, (_, index) =>
      index % 2 === 0
        ? { role: "user", content: `message ${index}`, timestamp: 1 }
        : reply({ type: "text", text: `answer ${index}` }),
    );
    const lex = await loadLexer();
    const at = vi.spyOn(BlockList.prototype, "at");
    const readsOf = (transcript: Transcript): number => {
      const told = new Told();
      told.transcript = transcript;
      const view = new TranscriptView({ theme, lex });
      view.frame(transcript, { columns: 80, rows: 20, nowMs: 0 });
      at.mockClear();
      for (const _ of told.stream("some words. ".repeat(50), 6))
        view.frame(told.transcript, { columns: 80, rows: 20, nowMs: 0 });
      return at.mock.calls.length;
    };
    const few = readsOf(session(messages.slice(0, 10)));
    expect(readsOf(session(messages))).toBe(few);
    expect(few / 100).toBeLessThan(30);
  });
});

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import type { AssistantMessage, JsonObject, Message } from "@tau-ts/ai";
import { createCodingAgent } from "@tau-ts/coding";
import type { CodingAgent, CodingAgentEvent, CodingAgentOptions } from "@tau-ts/coding";
import { readSession } from "../../../src/export/read-session.ts";
import type { Block } from "../../../src/interactive/transcript/block.ts";
import { reduceTranscript } from "../../../src/interactive/transcript/reduce-transcript.ts";
import { emptyTranscript } from "../../../src/interactive/transcript/transcript-state.ts";
import type { Transcript } from "../../../src/interactive/transcript/transcript-state.ts";
import { transcriptOf } from "../../../src/interactive/transcript/transcript-of.ts";
import { TranscriptView } from "../../../src/interactive/transcript/transcript-view.ts";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";

export const theme = themeFor({ TERM: "xterm-256color", COLORTERM: "truecolor" });
export const plainTheme = themeFor({ TERM: "dumb" });

/** Every block, in order. */
export function blocksOf({ finished, open }: Transcript): readonly Block[] {
  return [...finished, ...open];
}

/** The blocks that a session's record holds: not what was only said beside it. */
export function recordedBlocks(transcript: Transcript): readonly Block[] {
  return blocksOf(transcript).filter((block) => block.kind !== "notice" || block.role === "choice");
}

export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tau-tui-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A screen that shows a transcript, and everything it ever gave out. */
export class Watcher {
  readonly view: TranscriptView;
  readonly #width: number;
  readonly #lines: string[] = [];
  live: readonly string[] = [];

  constructor(width = 80, shownTheme = theme) {
    this.#width = width;
    this.view = new TranscriptView({ theme: shownTheme, earlierLines: 100_000 });
  }

  show(transcript: Transcript, nowMs: number = Date.now(), rows = 20): void {
    const frame = this.view.frame(transcript, { columns: this.#width, rows, nowMs });
    for (const line of [...frame.finished, ...frame.live])
      if (displayWidth(line) > this.#width) throw new Error(`too wide: ${JSON.stringify(line)}`);
    this.#lines.push(...frame.finished);
    this.live = frame.live;
  }

  /** All lines, once nothing is live any more. */
  async lines(transcript: Transcript): Promise<readonly string[]> {
    await vi.waitFor(() => {
      this.show(transcript);
      if (this.live.length > 0) throw new Error(`still live: ${this.live.join("\n")}`);
    });
    return this.#lines;
  }
}

export interface WatchedAgent {
  readonly agent: CodingAgent;
  readonly cwd: string;
  readonly events: readonly CodingAgentEvent[];
  /** The transcript as it was watched. */
  transcript(): Transcript;
  /** Every frame was shown here, one after each event. */
  readonly watcher: Watcher;
  /** The session is read from the disk: it has the same blocks and, line by line, looks the same. */
  expectReplayAlike(): Promise<void>;
}

/** A real agent in a folder of its own, watched from its beginning. It ends with the test. */
export async function watchAgent(options: CodingAgentOptions = {}): Promise<WatchedAgent> {
  const cwd = options.cwd ?? makeFolder();
  const home = makeFolder();
  const agent = await createCodingAgent({
    cwd,
    environment: { TAU_HOME: home, PATH: process.env["PATH"] },
    home,
    mode: "full",
    autoName: false,
    ...options,
  });
  onTestFinished(() => agent.dispose());
  const { provider = "unknown", id = "unknown" } = agent.model.info ?? {};
  const chosen = { model: `${provider}/${id}`, thinking: agent.thinking, mode: agent.mode };
  let transcript = emptyTranscript(chosen);
  const watcher = new Watcher();
  const events: CodingAgentEvent[] = [];
  agent.subscribe((event) => {
    events.push(event);
    transcript = reduceTranscript(transcript, event, Date.now());
    watcher.show(transcript);
  });
  return {
    agent,
    cwd,
    events,
    watcher,
    transcript: () => transcript,
    expectReplayAlike: async () => {
      await agent.whenIdle();
      const replayed = transcriptOf(await readSession(agent.session.path ?? ""));
      expect(recordedBlocks(transcript).map(withoutTime)).toEqual(
        blocksOf(replayed).map(withoutTime),
      );
      const hasNotices = blocksOf(transcript).length > recordedBlocks(transcript).length;
      if (hasNotices) return;
      const watchedLines = await watcher.lines(transcript);
      const replayedLines = await new Watcher().lines(replayed);
      expect(watchedLines.map(withoutTimeText)).toEqual(replayedLines.map(withoutTimeText));
    },
  };
}

/** A reply that asks for tool calls. */
export function asks(
  ...calls: readonly (readonly [name: string, args: JsonObject])[]
): AssistantMessage {
  const content = calls.map(([name, args], index) => ({
    type: "toolCall" as const,
    id: `c${index}-${name}`,
    name,
    arguments: args,
  }));
  return { role: "assistant", content, stopReason: "toolUse" };
}

/** A reply out of blocks. */
export function reply(...content: AssistantMessage["content"]): AssistantMessage {
  const hasCalls = content.some(({ type }) => type === "toolCall");
  return { role: "assistant", content, stopReason: hasCalls ? "toolUse" : "stop" };
}

/** The text of a transcript's tool results, for a look at what happened. */
export function resultTexts(messages: readonly Message[]): readonly string[] {
  return messages
    .filter((message) => message.role === "toolResult")
    .map(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")).join(""));
}

/** A busy machine makes a command take a second more or less, which is not what is compared. */
function withoutTime(block: Block): Block {
  if (block.kind !== "tool") return block;
  const { seconds: _, ...kept } = block;
  return kept;
}

function withoutTimeText(line: string): string {
  return line.replace(/ · \d+s/, "");
}

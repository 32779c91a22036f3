import { errorDiagnostic, type ProviderError } from "../errors.ts";
import type { AssistantEvent } from "../events.ts";
import type { JsonObject } from "../json.ts";
import type {
  AssistantContent,
  AssistantMessage,
  Cost,
  Diagnostic,
  TextContent,
  ThinkingContent,
  ToolCall,
  Usage,
} from "../messages.ts";
import { EventQueue } from "./event-queue.ts";
import type { OpenBlock } from "./open-block.ts";
import { TextBuffer } from "./text-buffer.ts";
import { ToolArguments } from "./tool-arguments.ts";

/** How a wire tells its open blocks apart: an index, or a name of its own. */
export type BlockKey = number | string;

type DeltaType = "text_delta" | "thinking_delta" | "toolcall_delta";

/** How a reply ends well. */
export type DoneReason = "stop" | "length" | "toolUse";

/** What is known of a reply before it begins, and what is done to it on the way. */
export interface AssistantStreamOptions {
  readonly api?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Takes secrets out of the text of a failure. Default: leaves it as it is. */
  readonly redact?: ((text: string) => string) | undefined;
  /** What the tokens cost; `undefined` when that is not known. */
  readonly costOf?: ((usage: Usage) => Cost | undefined) | undefined;
  /** May say more about a failure before it is reported. */
  readonly explain?: ((failure: ProviderError) => ProviderError) | undefined;
}

/** Token counts that a wire reports in pieces: a field that is there replaces what was known of it before. */
export type UsageUpdate = Partial<Omit<Usage, "totalTokens" | "cost">>;

/**
 * Builds one reply while events flow. There is one live message; a delta costs the same however long the message has
 * become. What a wire reports goes into `events`, in order, and ends with exactly one terminal: whatever is reported
 * after that is ignored. Blocks may be open side by side, each under its own key.
 */
export class AssistantStream {
  readonly events: EventQueue<AssistantEvent> = new EventQueue();
  /** The live message. Its `stopReason` means nothing before the terminal. */
  readonly partial: AssistantMessage;
  /** Whether a delta joins one of the same block that nobody has taken yet. Default: each as it was reported. */
  gathersDeltas = false;
  readonly #redact: (text: string) => string;
  readonly #costOf: AssistantStreamOptions["costOf"];
  readonly #explain: (failure: ProviderError) => ProviderError;
  readonly #open = new Map<BlockKey, OpenBlock>();
  #started = false;
  #settled = false;
  #hasContent = false;
  #complete = false;
  #failure: ProviderError | undefined;

  constructor(options: AssistantStreamOptions = {}) {
    const { api, provider, model, now = Date.now, redact = (text) => text } = options;
    this.#redact = redact;
    this.#costOf = options.costOf;
    this.#explain = options.explain ?? ((failure) => failure);
    this.partial = {
      role: "assistant",
      content: [],
      ...(api !== undefined && { api }),
      ...(provider !== undefined && { provider }),
      ...(model !== undefined && { model }),
      stopReason: "stop",
      timestamp: now(),
    };
  }

  /** Whether anything of the answer arrived: text, thinking or a tool call. After that a call is never repeated. */
  get hasContent(): boolean {
    return this.#hasContent;
  }

  /** Whether the terminal was reported. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Whether the reply ended well. */
  get isComplete(): boolean {
    return this.#complete;
  }

  /** Why the reply failed, when it failed for a provider's reason. */
  get failure(): ProviderError | undefined {
    return this.#failure;
  }

  /** Announces the reply. Every other report does so by itself. */
  start(): void {
    if (this.#started || this.#settled) return;
    this.#started = true;
    this.events.push({ type: "start", partial: this.partial });
  }

  /** What the provider calls the reply and the model; a model that is known already stays. */
  identify(facts: { readonly responseId?: string; readonly model?: string }): void {
    if (facts.responseId !== undefined) this.partial.responseId = facts.responseId;
    if (facts.model !== undefined) this.partial.model ??= facts.model;
  }

  /** Takes what is new of the token counts, and prices the whole. */
  updateUsage(update: UsageUpdate): void {
    const known = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...this.partial.usage };
    const usage = { ...known, ...update };
    const totalTokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
    const cost = this.#costOf?.({ ...usage, totalTokens });
    this.partial.usage = { ...usage, totalTokens, ...(cost !== undefined && { cost }) };
  }

  /** News for programs that is no failure. */
  note(diagnostic: Diagnostic): void {
    (this.partial.diagnostics ??= []).push(diagnostic);
  }

  startText(key: BlockKey): void {
    if (this.#settled) return;
    const block: TextContent = { type: "text", text: "" };
    const at = this.#append(key, block);
    this.#open.set(key, { kind: "text", at, block, words: new TextBuffer() });
    this.events.push({ type: "text_start", contentIndex: at, partial: this.partial });
  }

  /** Text for the block of that key; starts one if none is open. Text for an open call is no text. */
  text(key: BlockKey, delta: string): void {
    if (delta === "" || this.#settled) return;
    const open = this.#open.get(key);
    if (open?.kind === "toolCall") return;
    if (open?.kind !== "text") {
      this.startText(key);
      this.text(key, delta);
      return;
    }
    this.#hasContent = true;
    open.block.text = open.words.append(delta);
    this.#report("text_delta", open.at, delta);
  }

  /** The signature of an open text block; a later one takes its place. */
  textSignature(key: BlockKey, signature: string): void {
    const open = this.#open.get(key);
    if (open?.kind === "text" && !this.#settled) open.block.textSignature = signature;
  }

  startThinking(key: BlockKey): void {
    if (this.#settled) return;
    const block: ThinkingContent = { type: "thinking", thinking: "" };
    const at = this.#append(key, block);
    this.#open.set(key, { kind: "thinking", at, block, words: new TextBuffer(), signature: "" });
    this.events.push({ type: "thinking_start", contentIndex: at, partial: this.partial });
  }

  /** Reasoning for the block of that key; starts one if none is open. */
  thinking(key: BlockKey, delta: string): void {
    if (delta === "" || this.#settled) return;
    const open = this.#open.get(key);
    if (open?.kind === "toolCall") return;
    if (open?.kind !== "thinking") {
      this.startThinking(key);
      this.thinking(key, delta);
      return;
    }
    this.#hasContent = true;
    open.block.thinking = open.words.append(delta);
    this.#report("thinking_delta", open.at, delta);
  }

  /** A piece of the signature of an open thinking block. */
  signature(key: BlockKey, piece: string): void {
    const open = this.#open.get(key);
    if (open?.kind !== "thinking" || this.#settled) return;
    this.#hasContent ||= piece !== "";
    open.signature += piece;
  }

  /** Reasoning that only its provider can read; `data` goes back unchanged. */
  redactedThinking(key: BlockKey, data: string): void {
    this.startThinking(key);
    const open = this.#open.get(key);
    if (open?.kind !== "thinking") return;
    open.block.redacted = true;
    this.signature(key, data);
  }

  /** `initial`: arguments that came as an object with the start of the call. */
  startToolCall(
    key: BlockKey,
    call: { readonly id: string; readonly name: string; readonly thoughtSignature?: string },
    initial?: JsonObject,
  ): void {
    if (this.#settled) return;
    const text = new ToolArguments(initial);
    const block: ToolCall = { type: "toolCall", ...call, arguments: text.live };
    const at = this.#append(key, block);
    this.#open.set(key, { kind: "toolCall", at, block, text });
    this.#hasContent = true;
    this.events.push({ type: "toolcall_start", contentIndex: at, partial: this.partial });
  }

  /** A fragment of the argument text of an open call. */
  toolCallDelta(key: BlockKey, delta: string): void {
    const open = this.#open.get(key);
    if (open?.kind !== "toolCall" || delta === "" || this.#settled) return;
    open.text.append(delta);
    open.block.arguments = open.text.live;
    this.#report("toolcall_delta", open.at, delta);
  }

  /** The block of that key is complete. Does nothing when none is open. */
  end(key: BlockKey): void {
    const open = this.#open.get(key);
    if (open === undefined || this.#settled) return;
    this.#open.delete(key);
    const { at: contentIndex } = open;
    const { partial } = this;
    if (open.kind === "text") {
      this.events.push({ type: "text_end", contentIndex, content: open.block.text, partial });
    } else if (open.kind === "thinking") {
      if (open.signature !== "") open.block.thinkingSignature = open.signature;
      const { thinking: content } = open.block;
      this.events.push({ type: "thinking_end", contentIndex, content, partial });
    } else {
      Object.assign(open.block, open.text.finish());
      this.events.push({ type: "toolcall_end", contentIndex, toolCall: open.block, partial });
    }
  }

  /** The reply is complete. Blocks still open end here, except that a call the output limit cut off is left out. */
  done(reason: DoneReason): void {
    if (this.#settled) return;
    for (const [key, open] of this.#open) {
      if (open.kind !== "toolCall" || reason !== "length") this.end(key);
    }
    this.#complete = true;
    const message = this.#settle({ stopReason: reason });
    this.events.push({ type: "done", reason, message });
  }

  /** The provider failed. */
  fail(reason: ProviderError): void {
    if (this.#settled) return;
    const failure = this.#explain(reason);
    this.#failure = failure;
    this.note(errorDiagnostic(failure));
    const errorMessage = this.#redact(failure.message);
    const error = this.#settle({ stopReason: "error", errorMessage });
    this.events.push({ type: "error", reason: "error", error });
  }

  /** The caller stopped the reply. */
  abort(text: string): void {
    if (this.#settled) return;
    const error = this.#settle({ stopReason: "aborted", errorMessage: text });
    this.events.push({ type: "error", reason: "aborted", error });
  }

  #report(type: DeltaType, contentIndex: number, delta: string): void {
    const newest = this.gathersDeltas ? this.events.newest : undefined;
    if (newest?.type === type && newest.contentIndex === contentIndex) newest.delta += delta;
    else this.events.push({ type, contentIndex, delta, partial: this.partial });
  }

  #append(key: BlockKey, block: AssistantContent): number {
    this.start();
    this.end(key);
    return this.partial.content.push(block) - 1;
  }

  /** The final message: another object than the live one, without calls that never ended and without empty blocks. */
  #settle(fields: Pick<AssistantMessage, "stopReason" | "errorMessage">): AssistantMessage {
    this.start();
    this.#settled = true;
    const open = new Set<AssistantContent>();
    for (const { block } of this.#open.values()) open.add(block);
    this.#open.clear();
    const content = this.partial.content.filter((block) => {
      if (block.type === "toolCall") return !open.has(block);
      if (block.type === "text") return block.text !== "" || block.textSignature !== undefined;
      return block.thinking !== "" || block.thinkingSignature !== undefined;
    });
    return { ...this.partial, content, ...fields };
  }
}

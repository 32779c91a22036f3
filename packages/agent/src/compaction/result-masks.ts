import type { Message } from "@tau-ts/ai";
import { estimateTokens, reachesTokens, usedTokensOf } from "./estimate.ts";
import { maskedResult, outputTokens } from "./mask-old-results.ts";

/**
 * The outputs of old tool calls that requests no longer show: the cheap way to room, taken before a summary is asked for.
 * Nothing is lost, since the record stays whole. One object belongs to one conversation; `view` is made for
 * `hooks.transformContext`, and {@link compactDuringRun} and {@link maybeCompact} take the object as `masks`.
 *
 * A mask stays once it is put on, and they are put on many at a time: from turn to turn a request begins as the one
 * before it did, and a provider's prompt cache holds.
 */
export class ResultMasks {
  #masks = new WeakMap<Message, Message>();
  #isInUse = false;
  #hasLooked = false;
  /** The last usage was told of a request that had masks already. */
  #isUsageMasked = false;
  /** What the newest masks spare of what the last usage told of, until a reply to a masked request tells its own. */
  #unproven: { readonly last: Message | undefined; readonly tokens: number } | undefined;

  /** The messages as requests show them; the very array while nothing is masked. */
  readonly view = (messages: readonly Message[]): readonly Message[] =>
    this.#isInUse ? messages.map((message) => this.#masks.get(message) ?? message) : messages;

  /** Whether a request with the messages is estimated to take fewer tokens than `most`. */
  fits(messages: readonly Message[], most: number): boolean {
    const view = this.view(messages);
    const fits = estimateTokens(view) - this.#sparedSince(messages) < most;
    if (this.#hasLooked || !fits) return fits;
    // What was told before this process began may be the usage of a masked request, and the masks are gone.
    this.#hasLooked = true;
    this.#isUsageMasked = reachesTokens(view, most);
    return !this.#isUsageMasked;
  }

  /**
   * Whether a request with the messages takes fewer tokens than `most`, if need be with masks: then every output is masked
   * but the newest, of which about `keepRecentTokens` stay readable.
   */
  makeRoom(messages: readonly Message[], most: number, keepRecentTokens: number): boolean {
    if (this.fits(messages, most)) return true;
    this.mask(messages, keepRecentTokens);
    return this.fits(messages, most);
  }

  /** Takes all masks off. Meant for masks that no request has shown yet. */
  reset(): void {
    this.#masks = new WeakMap();
    this.#isInUse = false;
    this.#hasLooked = false;
    this.#isUsageMasked = false;
    this.#unproven = undefined;
  }

  /** Masks every output but the newest, of which about so many tokens stay readable. */
  mask(messages: readonly Message[], keepRecentTokens: number): void {
    const anchor = messages.findLastIndex((message) => usedTokensOf(message) > 0);
    let [recent, spared] = [0, 0];
    for (const [index, message] of [...messages.entries()].toReversed()) {
      if (message.role !== "toolResult" || this.#masks.has(message)) continue;
      const tokens = outputTokens(message);
      const masked = maskedResult(message);
      if (recent + tokens <= keepRecentTokens) recent += tokens;
      else if (masked !== message) {
        // What is older goes too, even where it would fit: masks come before what is shown.
        recent = keepRecentTokens;
        this.#masks.set(message, masked);
        this.#isInUse = true;
        if (index < anchor && !this.#isUsageMasked) spared += tokens - outputTokens(masked);
      }
    }
    this.#isUsageMasked = false;
    if (spared > 0)
      this.#unproven = { last: messages.at(-1), tokens: spared + this.#sparedSince(messages) };
  }

  #sparedSince(messages: readonly Message[]): number {
    if (this.#unproven === undefined) return 0;
    const { last, tokens } = this.#unproven;
    const end = last === undefined ? -1 : messages.lastIndexOf(last);
    const isProven = end === -1 || messages.slice(end + 1).some((one) => usedTokensOf(one) > 0);
    if (isProven) this.#unproven = undefined;
    return isProven ? 0 : tokens;
  }
}

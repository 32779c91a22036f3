import type { HLJSApi } from "highlight.js";
import type { Theme } from "../../terminal/text/theme.ts";
import { languageOf, languages } from "./languages.ts";
import { paintHighlight } from "./paint-highlight.ts";
import type { CodePiece } from "./piece.ts";

/** Longer code is shown without colours: looking for them would hold up the screen. */
const maxCharacters = 40_000;

export interface HighlighterOptions {
  readonly theme: Theme;
  /** Called when code that was asked for has its colours, or will never have any. */
  readonly onReady: () => void;
  /** Calls back soon, but not now. Default: `setImmediate`. */
  readonly defer?: ((callback: () => void) => void) | undefined;
}

/** Gives closed code its colours: never at once, so that no frame waits for it, and each piece once. */
export class Highlighter {
  readonly #theme: Theme;
  readonly #onReady: () => void;
  readonly #defer: (callback: () => void) => void;
  readonly #painted = new WeakMap<CodePiece, readonly string[] | "plain" | "wanted">();
  readonly #known = new Set<string>();
  readonly #loading = new Map<string, Promise<HLJSApi>>();
  #api: HLJSApi | undefined;

  constructor({ theme, onReady, defer = setImmediate }: HighlighterOptions) {
    this.#theme = theme;
    this.#onReady = onReady;
    this.#defer = defer;
  }

  /**
   * The lines of the code with their colours, "plain" when it gets none, or "pending": `onReady` is called when that has
   * changed.
   */
  linesOf(piece: CodePiece): readonly string[] | "plain" | "pending" {
    const painted = this.#painted.get(piece);
    if (painted !== undefined) return painted === "wanted" ? "pending" : painted;
    const language = languageFor(piece);
    if (language === undefined) {
      this.#painted.set(piece, "plain");
      return "plain";
    }
    this.#painted.set(piece, "wanted");
    void this.#highlightSoon(piece, language);
    return "pending";
  }

  /** The lines of code that has its colours already; "plain" for any other. */
  knownLinesOf(piece: CodePiece): readonly string[] | "plain" {
    const painted = this.#painted.get(piece);
    return painted === undefined || painted === "wanted" ? "plain" : painted;
  }

  /** The lines of the code as well as they can be had at once. For code that was shown before. */
  linesNow(piece: CodePiece): readonly string[] | "plain" {
    const painted = this.#painted.get(piece);
    if (painted !== undefined && painted !== "wanted") return painted;
    const language = languageFor(piece);
    if (language === undefined || !this.#api || !this.#known.has(language)) return "plain";
    return this.#highlight(piece, language, this.#api);
  }

  async #highlightSoon(piece: CodePiece, language: string): Promise<void> {
    try {
      const api = await this.#load(language);
      await new Promise<void>((resolve) => this.#defer(resolve));
      this.#highlight(piece, language, api);
    } catch {
      // A language that cannot be loaded, or that its grammar fails on, is shown without colours: all of its text is there.
      this.#painted.set(piece, "plain");
    }
    this.#onReady();
  }

  #highlight(piece: CodePiece, language: string, api: HLJSApi): readonly string[] {
    const { value } = api.highlight(piece.lines.join("\n"), { language, ignoreIllegals: true });
    const lines = paintHighlight(value, this.#theme);
    this.#painted.set(piece, lines);
    return lines;
  }

  #load(language: string): Promise<HLJSApi> {
    const loading = this.#loading.get(language) ?? this.#loadNow(language);
    this.#loading.set(language, loading);
    return loading;
  }

  async #loadNow(language: string): Promise<HLJSApi> {
    const [core, grammar] = await Promise.all([
      import("highlight.js/lib/core"),
      languages[language]?.(),
    ]);
    this.#api ??= core.default.newInstance();
    if (grammar) this.#api.registerLanguage(language, grammar.default);
    this.#known.add(language);
    return this.#api;
  }
}

function languageFor({ language, lines }: CodePiece): string | undefined {
  const known = languageOf(language);
  if (known === undefined) return undefined;
  let length = 0;
  for (const line of lines) length += line.length + 1;
  return length > maxCharacters ? undefined : known;
}

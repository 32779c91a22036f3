import type { Lexer, Token, Tokenizer, Tokens } from "marked";

/** Where the links of `[text][name]` lead: the definitions that a text has given so far. */
export type Links = Record<string, { readonly href: string; readonly title?: string | null }>;

/** Cuts Markdown into its blocks. The blocks' `raw`s make up the text. Never throws. */
export interface Lex {
  (source: string, links?: Links): readonly Token[];
  /** Reads the words of a paragraph. The `raw`s make up the text here, too. */
  readonly inline?: (source: string, links?: Links) => readonly Token[];
}

/** Quotes within quotes that are told apart. */
const maxQuoteDepth = 6;

/** Loads the Markdown parser: some milliseconds, once. */
export async function loadLexer(): Promise<Lex> {
  const marked = await import("marked");
  return lexWith(marked.Lexer, marked.Tokenizer);
}

function lexWith(LexerClass: typeof Lexer, TokenizerClass: typeof Tokenizer): Lex {
  class QuoteTokenizer extends TokenizerClass {
    #depth = 0;

    /** Takes the quoted lines as they stand, in one pass for each level: nested quotes cost no more than their text. */
    override blockquote(source: string): Tokens.Blockquote | undefined {
      const raw = this.#depth < maxQuoteDepth ? quotedLines(source) : "";
      if (raw === "") return undefined;
      const text = raw.replaceAll(/^ {0,3}> ?/gm, "").replace(/\n+$/, "");
      this.#depth += 1;
      try {
        const { lexer } = this;
        const { top } = lexer.state;
        lexer.state.top = true;
        const tokens = lexer.blockTokens(text, []);
        lexer.state.top = top;
        return { type: "blockquote", raw, text, tokens };
      } finally {
        this.#depth -= 1;
      }
    }
  }
  const lexerWith = (links: Links): Lexer => {
    const lexer = new LexerClass({ gfm: true, tokenizer: new QuoteTokenizer() });
    Object.assign(lexer.tokens.links, links);
    return lexer;
  };
  // Nested deeper than the stack: then the text stands for itself.
  const lex = (source: string, links: Links = {}): readonly Token[] => {
    try {
      return lexerWith(links).lex(source);
    } catch {
      return plainLex(source);
    }
  };
  const inline = (source: string, links: Links = {}): readonly Token[] => {
    try {
      return lexerWith(links).inlineTokens(source);
    } catch {
      return [{ type: "text", raw: source, text: source }];
    }
  };
  return Object.assign(lex, { inline });
}

/** The text as one block without any markup. */
export const plainLex: Lex = (source) => [
  { type: "html", raw: source, pre: false, text: source.replace(/\n+$/, ""), block: true },
];

/** The lines at the beginning that begin with `>`. */
function quotedLines(source: string): string {
  return /^(?: {0,3}>[^\n]*(?:\n|$))+/.exec(source)?.[0] ?? "";
}

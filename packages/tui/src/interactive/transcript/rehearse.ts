import type { Highlighter } from "../markdown/highlighter.ts";
import type { Lex } from "../markdown/lexer.ts";
import type { Place } from "./place.ts";
import { TextView } from "./text-view.ts";

/** Of everything that Markdown knows a little, in the order in which an answer may grow. */
const sample = [
  "A word, `code` and **bold** or *slanted*.\n\n",
  "# A title 🙂\n\n> quoted\n\n",
  "- one\n- [x] two\n\n1. three\n\n",
  "| a | b |\n| - | - |\n| 1 | 2 |\n\n---\n\n",
  "~~no~~ [to](https://example.org) <https://example.org> &amp; \\*\n\n",
  "```ts\nconst end = `${1}`; // of the language that most code is in\n```\n",
];

/**
 * Lays out a text that nobody sees. The parser has a hundred regular expressions, each compiled when it is first used, and
 * colours are loaded with the first code: the first answer need not wait for that. Between two parts everything else has
 * its turn.
 */
export async function rehearse(lex: Lex, highlighter: Highlighter, place: Place): Promise<void> {
  const view = new TextView(lex, highlighter);
  let text = "";
  for (const part of sample) {
    await new Promise((resolve) => setImmediate(resolve));
    text += part;
    view.frame({ kind: "text", text, isOpen: true }, place, 24);
  }
}

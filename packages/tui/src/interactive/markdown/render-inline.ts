import type { Token } from "marked";
import { cleanText } from "../../terminal/text/clean.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { decodeEntities } from "./decode-entities.ts";

/** Addresses that a click may open. */
const openable = /^(?:https?|file|mailto):/i;

/** Words within a block as styled text; line breaks are `\n`. */
export function renderInline(tokens: readonly Token[] | undefined, theme: Theme): string {
  return (tokens ?? []).map((token) => inlineText(token, theme)).join("");
}

function inlineText(token: Token, theme: Theme): string {
  switch (token.type) {
    case "strong":
      return theme.paint("bold", renderInline(token.tokens, theme));
    case "em":
      return theme.paint("italic", renderInline(token.tokens, theme));
    case "del":
      return theme.paint("strike", renderInline(token.tokens, theme));
    case "codespan":
      return theme.paint("code", textOf(token));
    case "br":
      return "\n";
    case "link":
      return linkText(addressOf(token), renderInline(token.tokens, theme), textOf(token), theme);
    case "image":
      return linkText(addressOf(token), `[image: ${textOf(token)}]`, "", theme);
    case "checkbox":
      return "";
    case "html":
      return /^<br *\/?>$/i.test(token.raw) ? "\n" : token.raw;
    case "escape":
      return textOf(token);
    default:
      return token.type === "text" && "tokens" in token && token.tokens
        ? renderInline(token.tokens, theme)
        : cleanText(decodeEntities(textOf(token)));
  }
}

/** A link to where the terminal may lead. Where the words do not say so, the address stands beside them. */
function linkText(url: string, label: string, plainLabel: string, theme: Theme): string {
  const bare = url.replace(/^mailto:/i, "");
  const saysWhere = plainLabel === url || plainLabel === bare;
  if (!openable.test(url)) return saysWhere || url === "" ? label : `${label} (${url})`;
  const looksElsewhere = !saysWhere && /^(?:https?:\/\/|www\.)/i.test(plainLabel);
  const link = theme.link(url, theme.paint("link", label));
  return looksElsewhere ? `${link} (${url})` : link;
}

function addressOf(token: Token): string {
  const href: unknown = "href" in token ? token.href : "";
  return typeof href === "string" ? cleanText(href).replaceAll("\n", "") : "";
}

/** The words of a token without their styles. */
function textOf(token: Token): string {
  const text: unknown = "text" in token ? token.text : token.raw;
  return typeof text === "string" ? text : token.raw;
}

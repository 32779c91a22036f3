import type { Token, Tokens } from "marked";
import { isFencedCode } from "./fence.ts";

/** What is closed at the beginning of a text, and what comes after it. */
export type Cut =
  | { readonly kind: "none" }
  | { readonly kind: "block"; readonly closed: readonly Token[]; readonly to: number }
  | { readonly kind: "fence"; readonly closed: readonly Token[]; readonly at: number }
  | {
      readonly kind: "definition";
      readonly token: Tokens.Def;
      readonly at: number;
      readonly to: number;
    };

/** Where the closed blocks at the beginning end: at the last block, or at the first that is read in another way. */
export function cutOf(tokens: readonly Token[], source: string, completeLength: number): Cut {
  let at = 0;
  let cut: Cut = { kind: "none" };
  for (const [index, token] of tokens.entries()) {
    const lineEnd = source.indexOf("\n", at);
    if (lineEnd === -1 || lineEnd >= completeLength) return cut;
    if (!source.startsWith(token.raw, at)) return cut;
    const to = at + token.raw.length;
    if (isDefinition(token)) return { kind: "definition", token, at, to };
    if (isFencedCode(token)) return { kind: "fence", closed: tokens.slice(0, index), at };
    if (token.type !== "space" && index > 0 && !isAllSpace(tokens, index))
      cut = { kind: "block", closed: tokens.slice(0, index), to: at };
    at = to;
  }
  return cut;
}

function isAllSpace(tokens: readonly Token[], end: number): boolean {
  for (let index = 0; index < end; index += 1) if (tokens[index]?.type !== "space") return false;
  return true;
}

function isDefinition(token: Token): token is Tokens.Def {
  return token.type === "def";
}

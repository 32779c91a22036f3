import type { Key } from "../../terminal/input/input-event.ts";
import { previousBoundary } from "./clusters.ts";
import { blankWordStart } from "./words.ts";

/**
 * What a key makes of a short text that is edited at its end only, such as what a list is searched for; undefined for a key
 * that writes nothing. Backspace takes a character, with Ctrl or Alt (or Ctrl+W) a word, and Ctrl+U everything.
 */
export function editAtEnd(text: string, { name, text: typed, ctrl, alt }: Key): string | undefined {
  if (!ctrl && !alt && typed !== "") return text + typed;
  if ((ctrl && name === "w") || (name === "backspace" && (ctrl || alt)))
    return text.slice(0, blankWordStart(text, text.length));
  if (name === "backspace" || (ctrl && name === "h"))
    return text.slice(0, previousBoundary(text, text.length));
  return ctrl && name === "u" ? "" : undefined;
}

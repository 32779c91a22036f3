import type { Ask } from "@tau-ts/coding";
import { stripControls } from "../terminal/text/strip-controls.ts";
import type { LinePrompt } from "./line-prompt.ts";

/**
 * Puts a permission question to the person at the terminal, with why it is asked and what "always" would allow: `y` or
 * `yes` allows the call, `a` or `always` every call like it, `n`, `no` and an empty line refuse it. Any other words refuse
 * it too, and the model is told them.
 */
export function askPermissionAt(prompt: LinePrompt): Ask {
  return async (question, { signal }) => {
    const { text, reason, rule } = question;
    const why = reason === undefined ? "" : ` Asked because: ${reason}.`;
    const always = rule === undefined ? "" : ` Always would allow: ${rule}.`;
    const asked = stripControls(`${text}${why}${always}`.replaceAll("\n", " "));
    const line = await prompt.ask(`${asked} [y]es, [n]o, [a]lways: `, { signal, isFresh: true });
    if (line === undefined) return false;
    const words = line.trim();
    switch (words.toLowerCase()) {
      case "y":
      case "yes":
        return true;
      case "a":
      case "always":
        return "always";
      case "":
      case "n":
      case "no":
        return false;
      default:
        return { deny: words };
    }
  };
}

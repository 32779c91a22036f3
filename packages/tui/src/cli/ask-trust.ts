import type { AskTrust, TrustReply } from "@tau-ts/coding";
import { stripControls } from "../terminal/text/strip-controls.ts";
import type { LinePrompt } from "./line-prompt.ts";

const replies: Readonly<Record<string, TrustReply>> = {
  y: "trust",
  yes: "trust",
  o: "trust-once",
  once: "trust-once",
  p: "trust-parent",
  parent: "trust-parent",
  never: "decline",
};

/** Asks the person at the terminal whether what a project brings along may be loaded. Anything but a yes is a no for now. */
export function askTrustAt(prompt: LinePrompt): AskTrust {
  return async ({ root, files, changed }, { signal }) => {
    const news = changed.length > 0 ? ` New or changed since then: ${changed.join(", ")}.` : "";
    const text = `Trust ${root}? It brings ${files.join(", ")}.${news} [y]es, [o]nce, [p]arent folder too, [n]o, never: `;
    const line = await prompt.ask(stripControls(text), { signal, isFresh: true });
    return replies[line?.trim().toLowerCase() ?? ""] ?? "decline-once";
  };
}

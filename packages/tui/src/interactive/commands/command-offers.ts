import { thinkingLevels } from "@tau-ts/ai";
import type { Briefing } from "@tau-ts/coding";
import type { ArgumentOffer, CommandOffer } from "../completion/commands.ts";
import { modes } from "./choice-pickers.ts";
import { commandFacts } from "./command-list.ts";
import type { CommandName } from "./command-list.ts";

/** What may follow a command, where that is a short list. */
const argumentsOf: Readonly<Partial<Record<CommandName, readonly ArgumentOffer[]>>> = {
  thinking: thinkingLevels.map((value) => ({ value })),
  mode: Object.entries(modes).map(([value, help]) => ({ value, help })),
};

/** What can be typed behind a slash: commands, and what the agent knows by name. */
export function commandOffers(briefing: Briefing | undefined): readonly CommandOffer[] {
  const { skills = [], templates = [] } = briefing ?? {};
  return [
    // Each of them does something sensible without an argument: Enter sends it.
    ...commandFacts.map(({ name, help }) => ({ name, help, arguments: argumentsOf[name] })),
    ...skills.map(({ name, description }) => ({
      name: `skill:${name}`,
      help: description,
      argument: "",
    })),
    ...templates.map(({ name, description }) => ({ name, help: description, argument: "" })),
  ];
}

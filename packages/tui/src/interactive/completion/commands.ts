import { mostOffered } from "./completion-menu.ts";
import type { CompletionItem } from "./completion-menu.ts";
import type { CompletionRequest } from "./completion-request.ts";
import { fuzzyTarget, rank } from "./fuzzy.ts";

/** Something to be typed behind `/`: a command, a skill (`skill:name`), a prompt template. */
export interface CommandOffer {
  readonly name: string;
  readonly help?: string | undefined;
  /** What has to follow it; without it Enter sends the command at once. */
  readonly argument?: string | undefined;
  /** What may follow it. */
  readonly arguments?: readonly ArgumentOffer[] | undefined;
}

/** What may stand behind a command. */
export interface ArgumentOffer {
  readonly value: string;
  readonly help?: string | undefined;
}

/** What fits a request for a command or its argument, best first. A name that is typed in full comes first. */
export function completeCommand(
  { kind, query, command }: CompletionRequest,
  offers: readonly CommandOffer[],
): readonly CompletionItem[] {
  if (kind === "command")
    return rank(query, offers, ({ name }) => fuzzyTarget(name), mostOffered).map(commandItem);
  const values = offers.find(({ name }) => name === command)?.arguments ?? [];
  return rank(query, values, ({ value }) => fuzzyTarget(value), mostOffered).map(
    ({ value, help }) => ({
      label: value,
      detail: help,
      insert: value,
      isWhole: true,
      isSent: true,
    }),
  );
}

function commandItem({ name, help, argument }: CommandOffer): CompletionItem {
  return {
    label: `/${name}`,
    detail: [argument, help].filter((part) => part !== undefined).join(" · ") || undefined,
    insert: `/${name}`,
    isWhole: true,
    isSent: argument === undefined,
  };
}

import type { CompletionRequest } from "./completion-request.ts";
import { fuzzyTarget, rank } from "./fuzzy.ts";

/** One thing that can be put at the cursor. */
export interface CompletionItem {
  readonly label: string;
  readonly detail?: string | undefined;
  /** What is put in the place of what was typed. */
  readonly insert: string;
  /** Nothing more belongs to it: a blank follows. A folder is not whole. */
  readonly isWhole: boolean;
  /** Enter sends it at once: a command that needs nothing behind it. */
  readonly isSent?: boolean | undefined;
}

/** What is offered, best first. */
export interface CompletionMenu {
  readonly request: CompletionRequest;
  /** At least one. */
  readonly items: readonly CompletionItem[];
  /** An index of `items`; -1 when none is chosen yet and Enter means what it means without a menu. */
  readonly selected: number;
}

/** As many are offered. */
export const mostOffered = 50;

/** A menu of items that answer the request; undefined when there are none. */
export function openMenu(
  request: CompletionRequest,
  items: readonly CompletionItem[],
  earlier?: CompletionMenu,
): CompletionMenu | undefined {
  if (items.length === 0) return undefined;
  const chosen = earlier && earlier.selected > 0 ? earlier.items[earlier.selected] : undefined;
  const kept = chosen ? items.findIndex(({ insert }) => insert === chosen.insert) : -1;
  const first = request.kind === "argument" && request.query === "" ? -1 : 0;
  return { request, items, selected: kept === -1 ? first : kept };
}

/** The menu while the answer to a changed request is not there yet: what still fits of the items. */
export function narrowMenu(
  menu: CompletionMenu,
  request: CompletionRequest,
): CompletionMenu | undefined {
  const { kind, from, command } = menu.request;
  if (request.kind !== kind || request.from !== from || request.command !== command)
    return undefined;
  const folder = request.query.lastIndexOf("/");
  if (kind === "path" && folder !== menu.request.query.lastIndexOf("/")) return undefined;
  const items = rank(request.query, menu.items, ({ label }) => fuzzyTarget(label));
  return openMenu(request, items, menu);
}

/** Chooses another item, around the ends. */
export function moveSelection(menu: CompletionMenu, steps: number): CompletionMenu {
  const count = menu.items.length;
  const from = menu.selected === -1 && steps < 0 ? 0 : menu.selected;
  return { ...menu, selected: (from + steps + count) % count };
}

/** Whether two requests ask for the same. */
export function isSameRequest(
  a: CompletionRequest | undefined,
  b: CompletionRequest | undefined,
): boolean {
  if (!a || !b) return a === b;
  return a.kind === b.kind && a.from === b.from && a.query === b.query && a.command === b.command;
}

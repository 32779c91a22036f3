/**
 * Long pastes stand in the editor's text as one code point each, so that moves, deletions, the kill ring and undo treat
 * a paste as one thing and need not know of it. Plane 16 is private and empty in practice; whatever of it a person does
 * insert is kept as an entry of its own, so that no text can be mistaken for a placeholder.
 */
export interface Pastes {
  /** What stands for the n-th placeholder. Only ever grows: text that was killed or undone may come back. */
  readonly entries: readonly PasteEntry[];
}

/** One code point of the editor's text that stands for more. */
export interface PasteEntry {
  readonly text: string;
  /** What the screen shows instead of the text. */
  readonly label: string;
}

/** Text that may stand in the editor, and what its placeholders mean. */
export interface TakenIn {
  readonly text: string;
  readonly pastes: Pastes;
}

/** A paste of more lines or characters is shown as a placeholder. */
export const longPaste: { readonly lines: number; readonly characters: number } = {
  lines: 10,
  characters: 1_000,
};

const firstPlaceholder = 0x10_00_00;
/** The last two code points of a plane are no characters. */
const mostPlaceholders = 0xff_fe;

const placeholders = /[\u{100000}-\u{10fffd}]/gu;
/** A run of what could be taken for placeholders. Without the `u` flag, so that half a pair is found as well. */
const ambiguous = /(?:[\uDBC0-\uDBFF][\uDC00-\uDFFF]?)+/g;

/** No pastes yet. */
export function noPastes(): Pastes {
  return { entries: [] };
}

/** Whether the code unit begins a placeholder. */
export function beginsPlaceholder(unit: number): boolean {
  return unit >= 0xdb_c0 && unit <= 0xdb_ff;
}

/** What the placeholder means; undefined for other text. */
export function placeholderEntry(pastes: Pastes, cluster: string): PasteEntry | undefined {
  if (!beginsPlaceholder(cluster.charCodeAt(0))) return undefined;
  return pastes.entries[(cluster.codePointAt(0) ?? 0) - firstPlaceholder];
}

/** Makes text fit for the editor: its line ends are `\n`, and nothing in it looks like a placeholder. */
export function takeIn(pastes: Pastes, raw: string): TakenIn {
  const text = raw.replaceAll(/\r\n?/g, "\n");
  if (text.search(ambiguous) === -1) return { text, pastes };
  const entries = [...pastes.entries];
  const safe = text.replaceAll(ambiguous, (found) =>
    addEntry(entries, { text: found, label: "\uFFFD" }),
  );
  return { text: safe, pastes: { entries } };
}

/** Makes a paste fit for the editor: a long one becomes a placeholder. */
export function takeInPaste(pastes: Pastes, raw: string): TakenIn {
  const text = raw.replaceAll(/\r\n?/g, "\n");
  const lines = countLines(text);
  const isLong = lines > longPaste.lines || text.length > longPaste.characters;
  if (!isLong || pastes.entries.length >= mostPlaceholders) return takeIn(pastes, text);
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
  const number = pastes.entries.filter(({ label }) => label.startsWith("[")).length + 1;
  const entries = [...pastes.entries];
  const placeholder = addEntry(entries, { text, label: `[paste ${number}: ${size}]` });
  return { text: placeholder, pastes: { entries } };
}

/** The text with every placeholder filled in. */
export function fillIn(pastes: Pastes, text: string): string {
  if (text.search(placeholders) === -1) return text;
  return text.replaceAll(placeholders, (found) => placeholderEntry(pastes, found)?.text ?? found);
}

/** Text that came back from elsewhere: pastes that `before` held and that are in it unchanged are placeholders again. */
export function takeBack(pastes: Pastes, before: string, raw: string): TakenIn {
  let rest = raw.replaceAll(/\r\n?/g, "\n");
  const parts: string[] = [];
  let known = pastes;
  for (const [placeholder] of before.matchAll(placeholders)) {
    const entry = placeholderEntry(pastes, placeholder);
    const at = entry ? rest.indexOf(entry.text) : -1;
    if (!entry || at === -1) continue;
    const taken = takeIn(known, rest.slice(0, at));
    known = taken.pastes;
    parts.push(taken.text, placeholder);
    rest = rest.slice(at + entry.text.length);
  }
  const last = takeIn(known, rest);
  return { text: parts.join("") + last.text, pastes: last.pastes };
}

/** Answers the new placeholder. When there is no code point left for one, the label itself. */
function addEntry(entries: PasteEntry[], entry: PasteEntry): string {
  if (entries.length >= mostPlaceholders) return entry.label;
  entries.push(entry);
  return String.fromCodePoint(firstPlaceholder + entries.length - 1);
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return text.endsWith("\n") ? count - 1 : count;
}

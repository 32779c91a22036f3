import { cleanLine } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { displayWidth } from "../../terminal/text/width.ts";
import { counted, shortCount } from "../../wording/counts.ts";
import type { StatusFacts } from "./status-facts.ts";

export interface StatusLineOptions {
  readonly width: number;
  readonly theme: Theme;
  /** The user's home folder, which is shown as `~`. */
  readonly home: string;
  /** Messages that wait to be said. */
  readonly queued: number;
}

/** One piece of the line. Of too many the ones with the highest rank go first; rank 0 stays. */
interface Piece {
  readonly text: string;
  readonly rank: number;
  readonly role?: "warning" | "accent" | undefined;
}

const separator = " · ";
/** From this share of the window on, the context is shown as a warning. */
const nearlyFull = 0.8;

/** One line of at most `width` columns: what matters most is on it, however narrow it is. */
export function statusLine(facts: StatusFacts, options: StatusLineOptions): string {
  const { width, theme } = options;
  let pieces = piecesOf(facts, options);
  while (pieces.length > 1 && widthOf(pieces) > width) pieces = withoutLeast(pieces);
  if (widthOf(pieces) > width)
    return theme.paint("muted", fitText(pieces.map(({ text }) => text).join(separator), width));
  const painted = pieces.map(({ text, role = "muted" as const }) => theme.paint(role, text));
  return painted.join(theme.paint("muted", separator));
}

function piecesOf(facts: StatusFacts, { home, queued }: StatusLineOptions): readonly Piece[] {
  const { model, thinking, mode, jobs, branch, sessionName } = facts;
  const folder = shownFolder(facts.cwd, home);
  const place = branch === undefined ? folder : `${folder} (${cleanLine(branch)})`;
  const level = thinking === "off" ? "" : `:${thinking}`;
  const pieces: (Piece | undefined)[] = [
    model === undefined ? undefined : { text: `${cleanLine(model)}${level}`, rank: 2 },
    mode === undefined
      ? undefined
      : { text: mode, rank: 1, role: mode === "full" ? "warning" : undefined },
    contextPiece(facts),
    facts.usd > 0 || facts.isCostPartial ? { text: costText(facts), rank: 4 } : undefined,
    { text: place, rank: 5 },
    queued === 0 ? undefined : { text: `${queued} queued`, rank: 0, role: "accent" },
    jobs === 0 ? undefined : { text: counted(jobs, "job"), rank: 0, role: "accent" },
    sessionName === undefined ? undefined : { text: cleanLine(sessionName), rank: 6 },
  ];
  return pieces.filter((piece) => piece !== undefined);
}

function contextPiece({ contextTokens, contextWindow }: StatusFacts): Piece | undefined {
  if (contextTokens === 0) return undefined;
  if (contextWindow === 0) return { text: `${shortCount(contextTokens)} tokens`, rank: 3 };
  const share = contextTokens / contextWindow;
  const text = `${Math.round(share * 100)}% of ${shortCount(contextWindow)}`;
  return { text, rank: 3, role: share >= nearlyFull ? "warning" : undefined };
}

function costText({ usd, isCostPartial }: StatusFacts): string {
  if (usd === 0) return "$?";
  const digits = usd < 1 ? 3 : 2;
  return `$${usd.toFixed(digits)}${isCostPartial ? "+" : ""}`;
}

function shownFolder(cwd: string, home: string): string {
  if (cwd === home) return "~";
  const isBelow = home !== "" && home !== "/" && cwd.startsWith(`${home}/`);
  return cleanLine(isBelow ? `~${cwd.slice(home.length)}` : cwd);
}

function widthOf(pieces: readonly Piece[]): number {
  const texts = pieces.reduce((sum, { text }) => sum + displayWidth(text), 0);
  return texts + separator.length * Math.max(0, pieces.length - 1);
}

function withoutLeast(pieces: readonly Piece[]): readonly Piece[] {
  const most = Math.max(...pieces.map(({ rank }) => rank));
  const at = pieces.findLastIndex(({ rank }) => rank === most);
  return pieces.toSpliced(at, 1);
}

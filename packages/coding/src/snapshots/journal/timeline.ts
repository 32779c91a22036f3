import type { JournalRow, MarkRow, StateRow } from "./rows.ts";

/** A moment that can be gone back to: before what followed the words of a user. */
export interface Point {
  /** What `undo({ to })` takes. */
  readonly id: string;
  /** When the words were said, in milliseconds since 1970. */
  readonly at: number;
  /** The words. */
  readonly text: string;
  readonly session: string;
  readonly run: string;
}

/** Milliseconds since 1970 on a message, or the `id` of a {@link Point}. */
export type PointReference = string | { readonly timestamp: number };

/**
 * What has led to the present, oldest first: of what was undone nothing is left. Rows follow one another in the file
 * unless they say otherwise.
 */
export function chainOf(rows: readonly JournalRow[]): JournalRow[] {
  const places = new Map(rows.map((row, place) => [row.id, place]));
  const chain: JournalRow[] = [];
  const voids: NonNullable<StateRow["voids"]>[] = [];
  const revived = new Set<number>();
  for (let place: number | undefined = rows.length - 1; place !== undefined && place >= 0;) {
    const row: JournalRow | undefined = rows[place];
    if (!row) break;
    if (row.type !== "state") {
      const { id, session } = row;
      if (!voids.some((one) => one.session === session && id > one.after)) chain.push(row);
    } else {
      chain.push(row);
      if (row.revives !== undefined) revived.add(row.revives);
      if (row.voids && !revived.has(row.id)) voids.push(row.voids);
    }
    place = row.parent === undefined ? place - 1 : places.get(row.parent);
  }
  return chain.toReversed();
}

/** How the row after an undo or a redo goes on: from the state gone back to, unless others have worked since. */
export function continuation(
  chain: readonly JournalRow[],
  { direction, target, since }: Goal,
  session: string | undefined,
): Pick<StateRow, "parent" | "isUndo" | "voids" | "revives"> {
  const isUndo = direction === "undo" ? { isUndo: true } : {};
  const hasOthers = rowsAfter(chain, since).some(
    (row) => isAgents(row, undefined) && !isAgents(row, session),
  );
  if (session === undefined || !hasOthers) return { parent: target.id, ...isUndo };
  return direction === "undo"
    ? { ...isUndo, voids: { session, after: target.id } }
    : { revives: since.id };
}

/** Where an undo or a redo goes. */
export interface Goal {
  readonly direction: "undo" | "redo";
  readonly target: StateRow;
  /** The row since which changes count as somebody else's or the agent's. */
  readonly since: StateRow;
}

/** What a chain says after one of its rows. */
export function rowsAfter(chain: readonly JournalRow[], row: JournalRow): readonly JournalRow[] {
  const place = chain.findIndex(({ id }) => id === row.id);
  return place < 0 ? [] : chain.slice(place + 1);
}

/** Whether a row says that an agent, of this session if one is named, did something. */
export function isAgents(row: JournalRow, session: string | undefined): boolean {
  const isWork = row.type === "call" || row.type === "touch";
  return isWork && (session === undefined || row.session === session);
}

/** The states before the runs that did something, newest first. */
export function runStarts(chain: readonly JournalRow[], session: string | undefined): StateRow[] {
  const runs = new Set(chain.filter((row) => isAgents(row, session)).map(({ run }) => run));
  const starts = [...runs].flatMap((run) => {
    const start = chain.find(
      (row): row is StateRow => row.type === "state" && row.run === run && row.left === undefined,
    );
    return start ? [start] : [];
  });
  return starts.toSorted((one, other) => chain.indexOf(other) - chain.indexOf(one));
}

/** The points that something followed, newest first. */
export function pointsOf(chain: readonly JournalRow[], session: string | undefined): Point[] {
  const points: Point[] = [];
  let open: MarkRow | undefined;
  for (const row of chain) {
    if (row.type === "mark") open = row;
    else if (open && row.run === open.run && isAgents(row, session)) {
      const { id, messageAt: at, text, session: said, run } = open;
      points.push({ id: String(id), at, text, session: said, run });
      open = undefined;
    }
  }
  return points.toReversed();
}

/**
 * The state before what followed a point: `unknown` when there is no such point, undefined when nothing followed it.
 * A message that nothing was written down for has changed nothing itself; what came after it counts.
 */
export function stateAt(
  chain: readonly JournalRow[],
  to: PointReference,
): StateRow | "unknown" | undefined {
  const isMark = (row: JournalRow): row is MarkRow =>
    row.type === "mark" &&
    (typeof to === "string" ? String(row.id) === to : row.messageAt === to.timestamp);
  const place = chain.findIndex(isMark);
  if (place < 0 && typeof to === "string") return "unknown";
  const after = chain.slice(place + 1);
  return after.find(
    (row): row is StateRow =>
      row.type === "state" && (place >= 0 || typeof to === "string" || row.at >= to.timestamp),
  );
}

/** The undo that a redo takes back, and the state it goes to; undefined when an agent has worked since, or there is none. */
export function redoTarget(
  rows: readonly JournalRow[],
  chain: readonly JournalRow[],
  session: string | undefined,
): { readonly undone: StateRow; readonly target: StateRow } | undefined {
  const revived = new Set<number>();
  for (const row of chain.toReversed()) {
    if (isAgents(row, session)) return undefined;
    if (row.type !== "state") continue;
    if (row.revives !== undefined) revived.add(row.revives);
    if (row.isUndo !== true || revived.has(row.id)) continue;
    const target = rows.find((one) => one.id === row.left);
    return target?.type === "state" ? { undone: row, target } : undefined;
  }
  return undefined;
}

/** Between two states, what an agent did: everything that changed, or files with what it left in them. */
export interface Interval {
  readonly before: StateRow;
  readonly after: StateRow;
  readonly isByAgent: boolean;
  readonly touched: ReadonlyMap<string, string | null>;
}

/** The time from a state to the end of the chain, cut at every state in between. */
export function intervalsFrom(
  chain: readonly JournalRow[],
  from: StateRow,
  session: string | undefined,
): Interval[] {
  const intervals: Interval[] = [];
  let before = from;
  let touched = new Map<string, string | null>();
  let isByAgent = false;
  for (const row of rowsAfter(chain, from)) {
    if (row.type === "state") {
      intervals.push({ before, after: row, isByAgent, touched });
      [before, touched, isByAgent] = [row, new Map(), false];
    } else if (isAgents(row, session)) {
      if (row.type === "call") isByAgent = true;
      else if (row.type === "touch") touched.set(row.key, row.content);
    }
  }
  return intervals;
}

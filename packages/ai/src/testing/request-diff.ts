import type { JsonObject, JsonValue } from "../json.ts";

/** Differences that are told one by one. */
const MAX_DIFFERENCES = 8;
/** Characters of a long text that are shown around the first one that differs. */
const EXCERPT_BEFORE = 20;
const EXCERPT_LENGTH = 100;

interface Difference {
  readonly path: string;
  readonly recorded: string | undefined;
  readonly asked: string | undefined;
}

/** A text that tells two requests apart exactly when they differ, in whatever order their fields are. */
export function requestKey(request: JsonObject): string {
  return JSON.stringify(leaves(request).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What differs between a request and the nearest of the recorded ones, like a diff: `-` recorded, `+` asked for. */
export function describeMiss(asked: JsonObject, recorded: readonly JsonObject[]): string {
  const [nearest] = recorded
    .map((request, at) => ({ at, differences: compare(request, asked) }))
    .toSorted((one, other) => one.differences.length - other.differences.length);
  if (nearest === undefined) return "The cassette is empty.";
  const { at, differences } = nearest;
  const lines = differences.slice(0, MAX_DIFFERENCES).flatMap(describe);
  const more = differences.length - MAX_DIFFERENCES;
  if (more > 0) lines.push(`  … and ${more} more`);
  const heading = `Compared with the nearest recorded request, ${at + 1} of ${recorded.length} (- recorded, + asked for):`;
  return [heading, ...lines].join("\n");
}

function compare(recorded: JsonObject, asked: JsonObject): Difference[] {
  const before = new Map(leaves(recorded));
  const after = new Map(leaves(asked));
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path) => {
    const [one, other] = [before.get(path), after.get(path)];
    return one === other ? [] : [{ path, recorded: one, asked: other }];
  });
}

function describe({ path, recorded, asked }: Difference): string[] {
  const from = firstDifference(recorded, asked);
  return [
    `  ${path}`,
    ...(recorded === undefined ? [] : [`  - ${excerpt(recorded, from)}`]),
    ...(asked === undefined ? [] : [`  + ${excerpt(asked, from)}`]),
  ];
}

function firstDifference(one: string = "", other: string = ""): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}

function excerpt(text: string, around: number): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const from = Math.max(0, Math.min(around, text.length) - EXCERPT_BEFORE);
  const to = from + EXCERPT_LENGTH;
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

/** Every place of a JSON value that holds no other, such as `messages[0].content`, with its JSON text. */
function leaves(value: JsonValue, path = ""): (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) return [[path, JSON.stringify(value)]];
  if (Array.isArray(value)) {
    if (value.length === 0) return [[path, "[]"]];
    return value.flatMap((item, at) => leaves(item, `${path}[${at}]`));
  }
  const fields = Object.entries(value);
  if (fields.length === 0) return [[path, "{}"]];
  return fields.flatMap(([name, field]) => leaves(field, path === "" ? name : `${path}.${name}`));
}

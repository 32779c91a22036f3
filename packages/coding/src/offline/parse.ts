import { isCommand, stepsOfClause } from "./grammar.ts";
import { isQuotation, slicePhrase, toPhrase, trimPhrase } from "./quotes.ts";
import type { Phrase } from "./quotes.ts";
import type { Step } from "./steps.ts";

/** What a request comes to. Nothing is done in part: one clause that is not understood, and there is no plan. */
export type ParsedRequest =
  | { readonly kind: "plan"; readonly steps: readonly Step[] }
  /** A greeting or a question about what can be asked. */
  | { readonly kind: "help" }
  | { readonly kind: "notUnderstood"; readonly part: string };

/** In characters. A longer request is not a list of steps. */
const longestRequest = 50_000;

/** More joints than this in one clause is prose, not a list of steps. */
const mostJoints = 60;

/**
 * Reads a request as a chain of steps.
 *
 * `then` always parts two steps. `and`, commas, semicolons, full stops and new lines part them only where steps are
 * understood on both sides: `find salt and pepper` is one step, `read a.txt and run make` are two. A semicolon never
 * parts an unquoted command, where it belongs to the shell. Nothing inside quotation marks parts anything.
 */
export function parseRequest(text: string): ParsedRequest {
  if (text.length > longestRequest) return { kind: "notUnderstood", part: text };
  const request = toPhrase(text);
  if (isHelp(tidy(request).mask)) return { kind: "help" };
  const steps: Step[] = [];
  for (const segment of segmentsOf(request)) {
    const found = stepsOfSegment(segment);
    if (!found) return { kind: "notUnderstood", part: trimPhrase(segment).text };
    steps.push(...found);
  }
  return steps.length === 0 ? { kind: "help" } : { kind: "plan", steps };
}

const thenWords = /(?:^|[\s,;]+)(?:and\s+)?(?:then|after\s+that|afterwards)(?=[\s,:]|$)[\s,:]*/giu;

/** Parts at `then`. Empty segments, as before a leading `then`, are left out. */
function segmentsOf(request: Phrase): readonly Phrase[] {
  const segments: Phrase[] = [];
  let start = 0;
  for (const match of request.mask.matchAll(thenWords)) {
    segments.push(slicePhrase(request, start, match.index));
    start = match.index + match[0].length;
  }
  segments.push(slicePhrase(request, start));
  return segments.filter((segment) => segment.mask.trim() !== "");
}

const jointWords = /\s*;\s*|\s*,\s+(?:and\s+)?|\s+and\s+|(?<=\S)[.!?]\s+|\s*\n\s*/giu;

/** The steps between two `then`s: parted at the first joint that leaves steps on both sides, else one clause. */
function stepsOfSegment(segment: Phrase): readonly Step[] | undefined {
  const joints = [...segment.mask.matchAll(jointWords)];
  if (joints.length > mostJoints) return undefined;
  const known = new Map<number, readonly Step[] | undefined>();
  const stepsFrom = (start: number): readonly Step[] | undefined => {
    if (known.has(start)) return known.get(start);
    const found = partedSteps(start) ?? stepsOfClause(tidy(slicePhrase(segment, start)));
    known.set(start, found);
    return found;
  };
  const partedSteps = (start: number): readonly Step[] | undefined => {
    for (const joint of joints) {
      if (joint.index <= start) continue;
      const left = tidy(slicePhrase(segment, start, joint.index));
      if (joint[0].includes(";") && isUnquotedCommand(left)) continue;
      const first = stepsOfClause(left);
      const rest = first && stepsFrom(joint.index + joint[0].length);
      if (rest) return [...first, ...rest];
    }
    return undefined;
  };
  return stepsFrom(0);
}

function isUnquotedCommand(clause: Phrase): boolean {
  const command = trimPhrase(slicePhrase(clause, clause.mask.search(/\s/)));
  return isCommand(clause) && !isQuotation(command);
}

const openings =
  /^(?:(?:please|kindly|now|first|firstly|also|next|finally|lastly|and|just|so|ok|okay|hey|hi|hello|well|tau|(?:can|could|would|will)\s+you|i(?:['’]d|\s+would)?\s+(?:like|want|need)\s+(?:you\s+)?to|let(?:['’]s|s|\s+us)|go\s+ahead\s+and|help\s+me|(?:show|tell)\s+me(?=\s+(?:what|which)))[\s,:!]+|(?:\d+[.)]|[-*•])\s+)+/iu;
const closings =
  /(?:\s*,\s*|\s+)(?:please|thanks|thank\s+you|for\s+me|to\s+me|too|now|as\s+well)$/iu;
const closingsOfCommand = /\s*,\s*(?:please|thanks|thank\s+you)$/iu;
/** Not the dots of `list ..` or `list .`, which are a path. */
const punctuation = /(?<=[^\s.!?,;:])[.!?,;:]+$/u;
/** In a command only what closes a sentence after a word: ` .`, `/.` and `*?` mean something to a shell. */
const punctuationOfCommand = /(?<=[\p{L}\p{N}\uE000])[.?]$/u;
const punctuationAfterQuotation = /(?<=\uE000)[.!?,;:]+$/u;

/** A clause without politeness around it and without closing punctuation. */
function tidy(phrase: Phrase): Phrase {
  let clause = trimPhrase(phrase);
  clause = slicePhrase(clause, openings.exec(clause.mask)?.[0].length ?? 0);
  const isShell = isCommand(clause);
  const endings = isShell
    ? [closingsOfCommand, punctuationAfterQuotation, punctuationOfCommand]
    : [closings, punctuation];
  for (let before = -1; before !== clause.mask.length;) {
    before = clause.mask.length;
    for (const ending of endings) {
      clause = trimPhrase(slicePhrase(clause, 0, ending.exec(clause.mask)?.index));
    }
  }
  return clause;
}

function isHelp(mask: string): boolean {
  return /^(?:|help|help me|hi|hello|hey|who are you|what are you|what can (?:you|i) (?:do|ask|say)|what do you understand)$/i.test(
    mask,
  );
}

import { isQuotation, quotedMark, slicePhrase, trimPhrase, valueOf } from "./quotes.ts";
import type { Phrase } from "./quotes.ts";
import type { Step } from "./steps.ts";

/** The parts a rule's expression found, by name. */
type Parts = Readonly<Record<string, Phrase>>;

interface Rule {
  readonly expression: RegExp;
  /** The steps, or nothing when the words fit but make no sense. */
  steps(parts: Parts): readonly Step[] | undefined;
}

const q = `${quotedMark}+`;
const the = String.raw`(?:(?:all|the|a|an|every|any|of)\s+)*`;
const aFile = String.raw`(?:(?:the|a|an)\s+)?(?:new\s+)?(?:text\s+)?(?:file\s+)?(?:(?:called|named)\s+)?`;
const textWords = String.raw`(?:the\s+)?(?:(?:text|words?|string|line|contents?|phrase)\s*:?\s+)?`;
const inside = String.raw`(?:in|inside|of|under|at|within|from)`;
const files = String.raw`(?:files?|(?:files?\s+and\s+)?(?:folders?|directories)|entries|everything|items)`;
const replaceVerb = "(?:replace|change|swap|substitute)";
const replacement = "(?:with|by|to|for|into)";
const findVerb = "(?:find|grep(?: -[a-z]+)*|search|look for|look up)";
const searchWords = String.raw`(?:(?:for|the|all|every|any|text|word|string|phrase|occurrences?\s+of|mentions?\s+of|uses?\s+of|lines?\s+(?:with|containing))\s+)*`;

/** Tried from the top; the first rule that gives steps wins. */
const rules: readonly Rule[] = [
  rule(
    `${replaceVerb} ${textWords}(?<old>${q}|.+?) ${replacement} ${textWords}(?<new>${q}|.+?) (?:in|inside) ${aFile}(?<path>.+)`,
    replaceSteps,
  ),
  rule(
    `(?:in|edit|open|update) ${aFile}(?<path>${q}|.+?)(?: and|[,:])? ${replaceVerb} ${textWords}(?<old>${q}|.+?) ${replacement} ${textWords}(?<new>.+)`,
    replaceSteps,
  ),
  rule(
    `(?:write|save|put|store) ${textWords}(?<content>${q}) (?:to|into|in|as) ${aFile}(?<path>.+)`,
    writeSteps,
  ),
  rule(
    `(?:(?:create|write|save)|(?:make|add)(?= .*\\bfile\\b)) ${aFile}(?<path>${q}|.+?)[,:]? (?:with|containing|saying|reading|that (?:says|contains|reads)) ${textWords}(?<content>${q})`,
    writeSteps,
  ),
  rule(`write (?:to|into) ${aFile}(?<path>${q}|.+?)[,:]? (?<content>${q})`, writeSteps),
  rule(
    `(?:create|make|add) (?:(?:the|an?) )?(?:new )?empty file (?:(?:called|named) )?(?<path>.+)`,
    ({ path }) => {
      const file = pathOf(path);
      return file === undefined ? undefined : [{ kind: "write", content: "", path: file }];
    },
  ),
  rule("(?:list|ls|dir)(?: here)?", () => [{ kind: "list" }]),
  rule(
    `(?:list|ls|dir|show|display|print|see) (?:me )?${the}${files}(?: here| there)?(?: (?:that are |there are )?${inside} (?<path>.+?))?(?: here)?`,
    listInsideSteps,
  ),
  rule(`(?:list|ls|dir) (?:me )?${the}contents? of (?<path>.+)`, listSteps),
  rule(
    `(?:what|which) (?:files|folders|directories)(?: (?:are|exist))?(?: there)?(?: here| (?:are )?${inside} (?<path>.+))?`,
    listInsideSteps,
  ),
  rule(`what(?: is|'s|’s) (?:there )?(?:here|${inside} (?<path>.+))`, readOrListSteps),
  rule(`ls(?: -[a-z0-9]+)+(?: (?<path>.+))?`, listSteps),
  rule(`(?:list|ls|dir) (?:(?:the )?(?:files? )?(?:in )?)?(?<path>.+)`, listSteps),
  rule(
    `search (?!for )(?:in |through |inside )?(?<path>${q}|.+?) for ${searchWords}(?<text>.+)`,
    findSteps,
  ),
  rule(`grep (?!for )(?:-[a-z]+ )*(?<text>${q}|\\S+) (?<path>${q}|[^\\s-]\\S*)`, findSteps),
  rule(
    `${findVerb} ${searchWords}(?<text>${q}|.+) (?:in|inside|under|within) (?<path>.+)`,
    findSteps,
  ),
  rule(`${findVerb} ${searchWords}(?<text>${q}) (?:here|everywhere)`, findSteps),
  rule(`${findVerb} ${searchWords}(?<text>.+)`, findSteps),
  rule(
    `(?:show|display|open|see|view|look at) (?:me )?(?:the )?(?<path>(?:folder|directory) .+|.+ (?:folder|directory))`,
    listSteps,
  ),
  rule(`what does ${aFile}(?<path>.+) (?:say|contain)`, readSteps),
  rule(
    `(?:read|open|show|cat|print|display|view|look at|take a look at) (?:me )?(?:(?:the )?contents? of )?(?:the )?(?:files? )?(?:(?:called|named) )?(?<path>.+)`,
    readSteps,
  ),
  rule(
    `(?:run|execute|exec):? (?:(?:the )?(?:(?:shell|bash) )?command:? )?(?<command>.+)`,
    ({ command }) => runSteps(command),
  ),
];

/** More than this outside quotation marks is prose; the limit also bounds the work of the expressions. */
const mostCharacters = 1000;

/** The steps of one clause that has been freed from politeness and closing punctuation, if a rule understands it. */
export function stepsOfClause(clause: Phrase): readonly Step[] | undefined {
  if (clause.mask.replaceAll(quotedMark, "").length > mostCharacters) return undefined;
  for (const candidate of rules) {
    const match = candidate.expression.exec(clause.mask);
    const found = match && candidate.steps(partsOf(clause, match));
    if (found) return found;
  }
  return undefined;
}

/** True for `run` and its like, whose command may hold any words and signs. */
export function isCommand(clause: Phrase): boolean {
  return /^(?:run|execute|exec)[\s:]/i.test(clause.mask);
}

/** A blank in `source` stands for any white space. The expression must fit the whole clause. */
function rule(source: string, steps: Rule["steps"]): Rule {
  return { expression: new RegExp(`^${source.replaceAll(" ", "\\s+")}$`, "disu"), steps };
}

function partsOf(clause: Phrase, match: RegExpExecArray): Parts {
  const found: Record<string, Phrase> = {};
  // A group that took no part has no range, whatever the type of `groups` says.
  const ranges: Readonly<Record<string, [number, number] | undefined>> =
    match.indices?.groups ?? {};
  for (const [name, range] of Object.entries(ranges))
    if (range) found[name] = trimPhrase(slicePhrase(clause, range[0], range[1]));
  return found;
}

function replaceSteps(parts: Parts): readonly Step[] | undefined {
  const path = pathOf(parts["path"]);
  const oldText = wordsOf(parts["old"]);
  const newText = wordsOf(parts["new"]);
  // Nothing cannot be found, so it cannot be replaced.
  if (path === undefined || !oldText || newText === undefined) return undefined;
  return [{ kind: "replace", oldText, newText, path }];
}

function writeSteps({ content, path }: Parts): readonly Step[] | undefined {
  const file = pathOf(path);
  const text = wordsOf(content);
  return file === undefined || text === undefined
    ? undefined
    : [{ kind: "write", content: text, path: file }];
}

function readSteps({ path }: Parts): readonly Step[] | undefined {
  return pathsOf(path)?.map((file) => ({ kind: "read", path: file }));
}

function listSteps({ path }: Parts): readonly Step[] | undefined {
  if (path === undefined || isHere(path)) return [{ kind: "list" }];
  return pathsOf(path)?.map((folder) => ({ kind: "list", path: folder }));
}

/** After `in` even several plain words are one folder. */
function listInsideSteps(parts: Parts): readonly Step[] | undefined {
  const steps = listSteps(parts);
  const folder = steps ? undefined : pathOf(parts["path"], "folder");
  return folder === undefined ? steps : [{ kind: "list", path: folder }];
}

function readOrListSteps(parts: Parts): readonly Step[] | undefined {
  const { path } = parts;
  if (path === undefined || isHere(path)) return [{ kind: "list" }];
  const looksLikeFile = /\.\w+$/.test(valueOf(path));
  return looksLikeFile ? readSteps(parts) : listInsideSteps(parts);
}

function findSteps({ text, path }: Parts): readonly Step[] | undefined {
  const words = wordsOf(text);
  // Looking for files by name is another tool's work.
  if (!words || /^(?:files?|folders?|director\w+)(?:\s|$)/i.test(text?.mask ?? ""))
    return undefined;
  if (path === undefined || isHere(path)) return [{ kind: "find", text: words }];
  return pathsOf(path)?.map((place) => ({ kind: "find", text: words, path: place }));
}

function runSteps(phrase: Phrase | undefined): readonly Step[] | undefined {
  if (phrase === undefined) return undefined;
  const command = valueOf(phrase).trim();
  // "run the tests" names no command.
  const isProse = !isQuotation(phrase) && /^(?:the|an?|my|your|our|all|this|that)\s/i.test(command);
  return command === "" || isProse ? undefined : [{ kind: "run", command }];
}

/** A quotation or unquoted words, but not a mixture of both, whose meaning would be a guess. */
function wordsOf(phrase: Phrase | undefined): string | undefined {
  if (phrase === undefined) return undefined;
  return isQuotation(phrase) || !phrase.mask.includes(quotedMark) ? valueOf(phrase) : undefined;
}

const hereWords =
  /^(?:here|there|everywhere|(?:(?:the|this|my|our)\s+)?(?:(?:current|working|whole|entire)\s+)*(?:folder|directory|dir|project|repo|repository|workspace|code|codebase)|(?:all\s+)?(?:the\s+)?files)$/i;

function isHere(path: Phrase): boolean {
  return hereWords.test(path.mask);
}

/** `a.txt, b.txt and "c d"`: every part must be a path. */
function pathsOf(phrase: Phrase | undefined): readonly string[] | undefined {
  if (phrase === undefined) return undefined;
  const paths: string[] = [];
  let start = 0;
  const joints = [...phrase.mask.matchAll(/\s*,\s+(?:and\s+)?|\s+and\s+/gi)];
  for (const joint of [...joints, { index: phrase.mask.length, 0: "" }]) {
    const path = pathOf(trimPhrase(slicePhrase(phrase, start, joint.index)));
    if (path === undefined) return undefined;
    paths.push(path);
    start = joint.index + joint[0].length;
  }
  return paths;
}

/** Words that stand in a sentence and seldom in the name of a file. A name that holds one has to be quoted. */
const prose =
  /(?:^|[\s,])(?:and|of|in|from|to|with|for|about|how|what|why|where|when|who|which|whether|if|is|are|lines?)(?:\s|$)/i;

/** The names of folders seldom have a dot in them, so several unquoted words may well be one. */
type PathKind = "file" | "folder";

/**
 * A quotation, one word, or several words that look like a name. Around an unquoted one `the`, `file`, `folder` and
 * `directory` are dropped.
 */
function pathOf(phrase: Phrase | undefined, kind: PathKind = "file"): string | undefined {
  if (phrase === undefined) return undefined;
  if (isQuotation(phrase)) return valueOf(phrase).trim() === "" ? undefined : valueOf(phrase);
  if (phrase.mask.includes(quotedMark)) return unwrapped(phrase);
  const path = phrase.text
    .replace(/^the\s+/i, "")
    .replace(nounBefore, "")
    .replace(nounAfter, "");
  if (path === "") return undefined;
  if (!/\s/.test(path)) return path;
  const looksLikeName = kind === "folder" || /[./\\~]/.test(path);
  return looksLikeName && !prose.test(path) && !shellSigns.test(path) ? path : undefined;
}

const shellSigns = /[|<>;&]/;
const nounBefore = /^(?:file|folder|directory|dir)\s+(?=\S)/i;
const nounAfter = /(?<=\S)\s+(?:file|folder|directory|dir)$/i;

/** `the folder "a b"`, `"a b" directory`. */
function unwrapped(phrase: Phrase): string | undefined {
  const match = new RegExp(
    `^(?:the\\s+)?(?:(?:file|folder|directory|dir)\\s+)?(?<path>${q})(?:\\s+(?:file|folder|directory|dir))?$`,
    "di",
  ).exec(phrase.mask);
  const range = match?.indices?.groups?.["path"];
  const path = range && slicePhrase(phrase, range[0], range[1]);
  return path && isQuotation(path) ? pathOf(path) : undefined;
}

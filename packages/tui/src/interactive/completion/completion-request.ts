/** What is to be completed, read from the text before the cursor. */
export interface CompletionRequest {
  /**
   * `command`: a name behind `/` at the start; `argument`: what follows it; `file`: a path behind `@`; `path`: a word of
   * a command behind `!`.
   */
  readonly kind: "command" | "argument" | "file" | "path";
  /** The offsets of the text that the completion takes the place of. */
  readonly from: number;
  readonly to: number;
  /** What is looked for, without quotes and escapes. */
  readonly query: string;
  /** The command whose argument it is. */
  readonly command?: string | undefined;
}

/** A word behind `@` that long is no file's name. */
const longestWord = 1024;

const commandName = /^\/([^\s/]*)$/;
const commandArgument = /^\/([^\s/]+)[ \t]+(\S[^\n]*|)$/;
const fileWord = /(?:^|[\s([{])@(?:"([^"\n]*)|([^\s"]*))$/;
/** The last word of a command line: escaped characters and an open quote belong to it. */
const shellWord = /(?:^|[\s;&|<>()=])((?:"[^"\n]*|'[^'\n]*|(?:\\.|[^\s\\;&|<>()="'])*))$/;

/** What can be completed at the cursor; undefined when there is nothing. */
export function completionRequest(text: string, cursor: number): CompletionRequest | undefined {
  const before = text.slice(Math.max(0, cursor - longestWord), cursor);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const isStart = line.length === cursor;
  return (
    (isStart ? commandRequest(line, cursor) : undefined) ??
    fileRequest(line, cursor) ??
    (text.startsWith("!") ? pathRequest(line, cursor, isStart) : undefined)
  );
}

function commandRequest(line: string, cursor: number): CompletionRequest | undefined {
  const name = commandName.exec(line)?.[1];
  if (name !== undefined) return { kind: "command", from: 0, to: cursor, query: name };
  const [, command, argument] = commandArgument.exec(line) ?? [];
  if (command === undefined || argument === undefined) return undefined;
  const file = fileRequest(line, cursor);
  const from = cursor - argument.length;
  return file ?? { kind: "argument", from, to: cursor, query: argument, command };
}

function fileRequest(line: string, cursor: number): CompletionRequest | undefined {
  const [found, quoted, plain] = fileWord.exec(line) ?? [];
  if (found === undefined) return undefined;
  const from = cursor - (found.length - found.indexOf("@"));
  return { kind: "file", from, to: cursor, query: quoted ?? plain ?? "" };
}

function pathRequest(
  line: string,
  cursor: number,
  isFirst: boolean,
): CompletionRequest | undefined {
  const command = isFirst ? line.replace(/^!!?/, "") : line;
  const word = shellWord.exec(command)?.[1];
  if (word === undefined) return undefined;
  const query = /^["']/.test(word) ? word.slice(1) : word.replaceAll(/\\(.)/g, "$1");
  return { kind: "path", from: cursor - word.length, to: cursor, query };
}

/** A path as it stands in a prompt behind `@`. With `isOpen` more of it is to come. */
export function fileWordFor(path: string, isOpen: boolean): string {
  if (!/[\s"]/.test(path)) return `@${path}`;
  return isOpen ? `@"${path}` : `@"${path}"`;
}

/** A path as a word of a command line. */
export function shellWordFor(path: string): string {
  const home = path.startsWith("~/") ? "~/" : "";
  const rest = path.slice(home.length);
  return (
    home +
    rest.replaceAll(/[^\p{L}\p{N}\p{M}_@%+=:,./-]/gu, (character) =>
      character === "\n" ? "$'\\n'" : `\\${character}`,
    )
  );
}

import type { HereDoc, Redirect, Redirection } from "unbash";
import type { Stdin } from "./program.ts";
import { readWord } from "./read-word.ts";
import type { FileUse } from "./reading.ts";
import { openWord } from "./word.ts";

/** The files that a redirection opens. Copies of file descriptors and `/dev/null` are none. */
export function readRedirection(redirection: Redirection): readonly FileUse[] {
  if (redirection.type !== "Redirect") return [];
  const { operator, target } = redirection;
  const path = target ? readWord(target) : openWord("");
  const use = { path, text: `${operator} ${path.text}`, isRedirection: true };
  switch (operator) {
    case "<":
      return [{ ...use, kind: "read" }];
    case "<&":
      return isDescriptor(path.value) ? [] : [{ ...use, kind: "read" }];
    case ">&":
      return isDescriptor(path.value) ? [] : [{ ...use, kind: "write" }];
    case ">":
    case ">>":
    case ">|":
    case "&>":
    case "&>>":
    case "<>":
      return isProcess(redirection) || harmlessTargets.has(path.value ?? "")
        ? []
        : [{ ...use, kind: "write" }];
  }
}

const harmlessTargets = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"]);

function isDescriptor(value: string | undefined): boolean {
  return value !== undefined && /^\d*-?$/.test(value);
}

/** `> >(command)`: the command is judged where it stands. */
function isProcess({ target }: Redirect): boolean {
  return target?.parts?.length === 1 && target.parts[0]?.type === "ProcessSubstitution";
}

/** What the command reads: the last redirection of descriptor 0 counts. */
export function stdinOf(redirections: readonly Redirection[]): Stdin {
  let stdin: Stdin = { kind: "inherited" };
  for (const redirection of redirections) {
    const { descriptor } = redirection;
    if (descriptor && !(descriptor.type === "FileDescriptor" && descriptor.value === 0)) continue;
    if (redirection.type === "HereDoc") stdin = { kind: "text", value: bodyOf(redirection) };
    else if (redirection.type === "HereString")
      stdin = { kind: "text", value: redirection.target && readWord(redirection.target).value };
    else if (["<", "<&", "<>"].includes(redirection.operator)) stdin = { kind: "file" };
    else if (descriptor) stdin = { kind: "file" };
  }
  return stdin;
}

function bodyOf({ operator, delimiter, body }: HereDoc): string | undefined {
  const text = textOf(body, delimiter?.quoted === true);
  return operator === "<<-" ? text?.replace(/^\t+/gm, "") : text;
}

/** The body of a here-document; `undefined` when it holds expansions. */
function textOf(body: HereDoc["body"], isQuoted: boolean): string | undefined {
  if (isQuoted) return body.text;
  if (!body.parts) return unescape(body.text);
  const texts = body.parts.map((part) => (part.type === "Literal" ? part.value : undefined));
  return texts.includes(undefined) ? undefined : texts.join("");
}

/** In a here-document a backslash quotes these four only. */
function unescape(text: string): string {
  return text.replace(/\\([$`\\\n])/g, (_, character: string) =>
    character === "\n" ? "" : character,
  );
}

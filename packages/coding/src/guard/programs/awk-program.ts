/**
 * Whether an awk program may run commands or write files. It looks at characters and not at the grammar, where a `/` may
 * begin a pattern or divide, so it errs on the side of yes.
 */
export function readAwkProgram(text: string): { readonly runs: boolean; readonly writes: boolean } {
  const runs = /system|getline|@|\bclose\b/.test(text) || pipesOutput(text);
  const print = text.indexOf("print");
  return { runs, writes: print !== -1 && text.indexOf(">", print) !== -1 };
}

/** A single `|` after a `print`. Before it, as in `/a|b/ {print}`, it can only be part of a pattern. */
function pipesOutput(text: string): boolean {
  const print = text.indexOf("print");
  return print !== -1 && text.slice(print).replaceAll("||", "").includes("|");
}

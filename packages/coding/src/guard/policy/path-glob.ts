import { resolve } from "node:path";
import type { Whereabouts } from "./word-paths.ts";

/**
 * Whether the pattern of a rule means the absolute path. `*` and `?` stay within a folder, `**` does not. A pattern that
 * begins with `=` is the path itself, whatever characters are in it.
 */
export function meansPath(
  pattern: string,
  path: string,
  { cwd, home }: Pick<Whereabouts, "cwd" | "home">,
): boolean {
  if (pattern.startsWith("=")) return pattern.slice(1).trim() === path;
  const absolute =
    pattern === "~" || pattern.startsWith("~/")
      ? `${home}${pattern.slice(1)}`
      : resolve(cwd, pattern);
  return new RegExp(`^${globSource(absolute)}$`).test(path);
}

function globSource(glob: string): string {
  return glob.replace(/\/\*\*(?=\/|$)|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === "/**") return "(?:/.*)?";
    if (found === "**") return ".*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
}

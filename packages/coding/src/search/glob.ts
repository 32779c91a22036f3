import { parseIgnoreLine } from "./ignore-pattern.ts";

/**
 * A test for paths, relative and with `/`, by a pattern as in `.gitignore` plus `{a,b}`: `*.ts` means at any depth,
 * `src/**` means below `src`, and a leading `!` turns the meaning round.
 */
export function globFilter(pattern: string): (path: string) => boolean {
  const isNegated = pattern.startsWith("!");
  const bare = (isNegated ? pattern.slice(1) : pattern).replace(/^\.\//, "/");
  const patterns = expandBraces(bare).flatMap((choice) => parseIgnoreLine(choice) ?? []);
  return (path) => {
    const names = path.split("/");
    const isMatch = patterns.some(({ matches }) =>
      names.some((_, index) =>
        matches(names.slice(0, index + 1).join("/"), index < names.length - 1),
      ),
    );
    return isMatch !== isNegated;
  };
}

/** More alternatives than anybody writes on purpose. */
const maxAlternatives = 1000;

/** `a{b,c}d` as `abd` and `acd`, nested ones too. A brace without a partner stands for itself. */
function expandBraces(pattern: string): string[] {
  const group = innermostGroup(pattern);
  if (!group) return [pattern];
  const [whole, inside = ""] = group;
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + whole.length);
  const expanded = inside.split(",").flatMap((choice) => expandBraces(before + choice + after));
  return [...new Set(expanded)].slice(0, maxAlternatives);
}

function innermostGroup(pattern: string): RegExpExecArray | null {
  return /\{([^{}]*,[^{}]*)\}/.exec(pattern);
}

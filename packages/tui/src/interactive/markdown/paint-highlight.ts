import type { Role, Theme } from "../../terminal/text/theme.ts";

/** What the classes of highlight.js look like; the others look like code. */
const roles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["keyword", "keyword"],
  ["literal", "keyword"],
  ["meta", "comment"],
  ["comment", "comment"],
  ["doctag", "comment"],
  ["quote", "comment"],
  ["string", "string"],
  ["regexp", "string"],
  ["char", "string"],
  ["symbol", "string"],
  ["number", "number"],
  ["type", "type"],
  ["built_in", "type"],
  ["class", "type"],
  ["tag", "keyword"],
  ["name", "keyword"],
  ["selector-tag", "keyword"],
  ["selector-class", "type"],
  ["selector-id", "type"],
  ["attr", "function"],
  ["attribute", "function"],
  ["property", "function"],
  ["title", "function"],
  ["section", "heading"],
  ["addition", "added"],
  ["deletion", "removed"],
  ["link", "link"],
  ["emphasis", "italic"],
  ["strong", "bold"],
]);

const references: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#x27;", "'"],
]);

/** Lines of styled code out of the HTML that highlight.js makes. The innermost class of a part counts. */
export function paintHighlight(html: string, theme: Theme): readonly string[] {
  const lines: string[] = [];
  const open: (Role | undefined)[] = [];
  let line = "";
  for (const [part = ""] of html.matchAll(/<span class="[^"]*">|<\/span>|[^<]+/g)) {
    if (part.startsWith("</")) {
      open.pop();
      continue;
    }
    if (part.startsWith("<")) {
      open.push(roleOf(part) ?? open.at(-1));
      continue;
    }
    const [first = "", ...rest] = decoded(part).split("\n");
    const paint = (text: string): string => (text === "" ? "" : styled(text, open.at(-1), theme));
    line += paint(first);
    for (const text of rest) {
      lines.push(line);
      line = paint(text);
    }
  }
  lines.push(line);
  return lines;
}

function styled(text: string, role: Role | undefined, theme: Theme): string {
  return role === undefined ? text : theme.paint(role, text);
}

/** The role of `<span class="hljs-title function_">`. */
function roleOf(tag: string): Role | undefined {
  return roles.get(/hljs-([\w-]+)/.exec(tag)?.[1] ?? "");
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (name) => references.get(name) ?? name);
}

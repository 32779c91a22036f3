import { sessionLabels } from "@tau-ts/agent";
import { activePath, treesOf } from "../session-tree.ts";
import type { EntryNode } from "../session-tree.ts";
import { oneLine, shortened } from "../wording/lines.ts";
import { blocksOf, roleTitles } from "./blocks.ts";
import type { Block, Role } from "./blocks.ts";
import { escapeHtml } from "./escape-html.ts";
import { pageStyle } from "./html-style.ts";
import { imageUrl } from "./image-url.ts";
import { costText, titleOf, usageByModel } from "./session-view.ts";
import type { ExportedSession } from "./session-view.ts";

/** The browser itself is told to run and to fetch nothing, should anything of the texts ever read as markup. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * The whole session as one page that needs nothing else: every branch, pictures, usage and cost by model. It has no
 * script and no link out; texts are shown letter by letter, and what cannot be seen in them is named.
 */
export function sessionHtml(session: ExportedSession): string {
  const page = new Page(session);
  const title = escapeHtml(titleOf(session));
  const { header } = session;
  const about = [header.cwd, header.timestamp, `session ${header.id}`].map(escapeHtml).join(" · ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<h1>${title}</h1>
<p class="notice">${about}</p>
${page.outline()}
<main>
${page.conversation()}
</main>
${usageTable(session)}
</body>
</html>
`;
}

/** The branches of a session, the active one in front. */
class Page {
  readonly #roots: readonly EntryNode[];
  readonly #active: ReadonlySet<string>;
  readonly #labels: ReadonlyMap<string, string>;

  constructor(session: ExportedSession) {
    this.#roots = treesOf(session.entries);
    this.#active = new Set(activePath(session).map(({ id }) => id));
    this.#labels = sessionLabels(session.entries);
  }

  /** The prompts of each branch, as links into the page. */
  outline(): string {
    const items = this.#outlineOf(this.#roots);
    return items === "" ? "" : `<nav><details><summary>Outline</summary>${items}</details></nav>`;
  }

  conversation(): string {
    return this.#conversationOf(this.#roots);
  }

  #outlineOf(siblings: readonly EntryNode[]): string {
    const items: string[] = [];
    for (const { node, branches } of this.#line(siblings)) {
      for (const branch of branches) {
        const inner = this.#outlineOf([branch]);
        if (inner !== "") items.push(`<li>branch${inner}</li>`);
      }
      const [heading, first] = blocksOf(node.entry);
      if (heading?.kind !== "heading" || heading.role !== "user") continue;
      const words =
        first?.kind === "prose" ? shortened(oneLine(first.text.slice(0, 200)), 80) : "(picture)";
      items.push(`<li><a href="#${anchor(node)}">${escapeHtml(words)}</a></li>`);
    }
    return items.length === 0 ? "" : `<ul>${items.join("\n")}</ul>`;
  }

  #conversationOf(siblings: readonly EntryNode[]): string {
    const parts: string[] = [];
    for (const { node, branches } of this.#line(siblings)) {
      for (const branch of branches)
        parts.push(
          `<details class="branch"><summary>Another branch</summary>\n${this.#conversationOf([branch])}\n</details>`,
        );
      parts.push(this.#entry(node));
    }
    return parts.join("\n");
  }

  /** The entries one below the other, from the active one of the siblings on; what else hangs there are branches. */
  *#line(siblings: readonly EntryNode[]): Generator<{ node: EntryNode; branches: EntryNode[] }> {
    for (let here = siblings; here.length > 0;) {
      const node = here.find(({ entry }) => this.#active.has(entry.id)) ?? here.at(-1);
      if (!node) return;
      yield { node, branches: here.filter((other) => other !== node) };
      here = node.children;
    }
  }

  #entry(node: EntryNode): string {
    const blocks = blocksOf(node.entry);
    const label = this.#labels.get(node.entry.id);
    if (blocks.length === 0 && label === undefined) return "";
    const mark = label === undefined ? "" : `<p class="notice">★ ${escapeHtml(label)}</p>`;
    const heading = blocks.find((block) => block.kind === "heading");
    const role = heading?.kind === "heading" ? heading.role : "application";
    return `<section id="${anchor(node)}">${mark}${blocks.map((block) => blockHtml(block, role)).join("\n")}</section>`;
  }
}

/** Ids of entries come from a file, so only what is harmless is kept of them. */
function anchor({ entry }: EntryNode): string {
  return `e-${entry.id.replaceAll(/[^\w-]/g, "_")}`;
}

function blockHtml(block: Block, role: Role): string {
  switch (block.kind) {
    case "heading":
      return `<h2>${roleTitles[block.role]} <small>${escapeHtml(block.note)}</small></h2>`;
    case "prose":
      return `<div class="text ${role}">${escapeHtml(block.text)}</div>`;
    case "thinking":
      return `<div class="text thinking">${escapeHtml(block.text)}</div>`;
    case "code": {
      const open = block.isFolded ? "" : " open";
      return `<details${open}><summary>${escapeHtml(block.title)}</summary><pre>${escapeHtml(block.text)}</pre></details>`;
    }
    case "image": {
      const url = imageUrl(block.image);
      return url === undefined
        ? `<p class="notice">(a picture that cannot be shown: ${escapeHtml(block.image.mimeType)})</p>`
        : `<img alt="picture" src="${url}">`;
    }
    case "notice":
      return `<p class="notice">${escapeHtml(block.text)}</p>`;
  }
}

function usageTable({ entries }: ExportedSession): string {
  const rows = usageByModel(entries);
  if (rows.length === 0) return "";
  const head = ["model", "calls", "input", "output", "cache read", "cache write", "cost"];
  const body = rows.map((row) =>
    [row.model, row.calls, row.input, row.output, row.cacheRead, row.cacheWrite, costText(row)]
      .map((cell) => `<td>${escapeHtml(String(cell))}</td>`)
      .join(""),
  );
  return `<h2>Usage</h2>
<table>
<tr>${head.map((name) => `<th>${name}</th>`).join("")}</tr>
${body.map((cells) => `<tr>${cells}</tr>`).join("\n")}
</table>`;
}

import { activePath } from "../session-tree.ts";
import { oneLine } from "../wording/lines.ts";
import { blocksOf, roleTitles } from "./blocks.ts";
import type { Block } from "./blocks.ts";
import { costText, titleOf, usageByModel } from "./session-view.ts";
import type { ExportedSession } from "./session-view.ts";

/** The conversation as Markdown: the branch it is at, without pictures. What other branches hold is counted at the end. */
export function sessionMarkdown(session: ExportedSession): string {
  const { header, entries } = session;
  const path = activePath(session);
  const parts = [
    `# ${oneLine(titleOf(session))}`,
    `${header.cwd}, ${header.timestamp}, session ${header.id}`,
    ...path.flatMap((entry) => blocksOf(entry).map(blockMarkdown)),
  ];
  const elsewhere = entries.length - path.length;
  if (elsewhere > 0) parts.push(`---\n\n${elsewhere} entries are on other branches.`);
  const table = usageTable(session);
  if (table !== "") parts.push("---", table);
  return `${parts.join("\n\n")}\n`;
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `## ${roleTitles[block.role]}${block.note === "" ? "" : `: ${oneLine(block.note)}`}`;
    case "prose":
      return block.text;
    case "thinking":
      return block.text
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n");
    case "code":
      return `${oneLine(block.title)}:\n\n${fenced(block.text)}`;
    case "image":
      return `*(picture, ${oneLine(block.image.mimeType)}, ${block.image.data.length} base64 characters)*`;
    case "notice":
      return `*${oneLine(block.text)}*`;
  }
}

/** A fence longer than any run of backticks in the text. */
function fenced(text: string): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}

function usageTable({ entries }: ExportedSession): string {
  const rows = usageByModel(entries);
  if (rows.length === 0) return "";
  const cells = rows.map((row) =>
    [row.model, row.calls, row.input, row.output, row.cacheRead, row.cacheWrite, costText(row)]
      .map((cell) => oneLine(String(cell)).replaceAll("|", String.raw`\|`))
      .join(" | "),
  );
  return [
    "| model | calls | input | output | cache read | cache write | cost |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...cells.map((cell) => `| ${cell} |`),
  ].join("\n");
}

const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

// Control characters but tab and newline, what changes the direction of writing, and halves of surrogate pairs.
const unseen =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as HTML, in elements and in quoted attributes: nothing of it is markup, and what cannot be seen is named. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(unseen, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      return `⟨U+${code}⟩`;
    })
    .replaceAll(/[&<>"']/g, (character) => named[character] ?? "");
}

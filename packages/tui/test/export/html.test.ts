import type { SessionEntry } from "@tau-ts/agent";
import { sessionHtml, sessionMarkdown } from "@tau-ts/tui";
import type { ExportedSession } from "@tau-ts/tui";
import { describe, expect, it } from "vitest";
import { hostileSession, hostileTexts } from "../support/hostile-session.ts";

const png = "iVBORw0KGgo=";

function session(entries: readonly SessionEntry[], leafId?: string): ExportedSession {
  return {
    header: { id: "s-1", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/work" },
    entries,
    leafId: leafId ?? entries.at(-1)?.id ?? null,
  };
}

function message(id: string, parentId: string | null, fields: object): SessionEntry {
  const entry: SessionEntry = {
    type: "message",
    id,
    parentId,
    timestamp: "2026-01-01T00:00:00.000Z",
    message: JSON.parse(JSON.stringify(fields)),
  };
  return entry;
}

const user = (text: string): object => ({ role: "user", content: text, timestamp: 1 });
const reply = (text: string, total = 0.25): object => ({
  role: "assistant",
  content: [{ type: "text", text }],
  provider: "p",
  model: "m",
  stopReason: "stop",
  usage: {
    input: 10,
    output: 5,
    cacheRead: 2,
    cacheWrite: 1,
    totalTokens: 18,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total },
  },
});

describe("sessionHtml", () => {
  it("C14 nothing of a hostile session is markup: there is no element that the page did not make itself", () => {
    const html = sessionHtml(hostileSession());
    const tags = new Set(Array.from(html.matchAll(/<(\/?[a-z][a-z0-9]*)/gi), ([, tag]) => tag));
    for (const tag of tags)
      expect(tag).toMatch(
        /^\/?(?:html|head|meta|title|style|body|h1|h2|p|nav|details|summary|ul|li|a|main|section|small|div|pre|img|table|tr|th|td)$/,
      );
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(html).not.toMatch(/<[a-z][^>]*\son\w+=/i);
    expect(html).not.toMatch(/(?:href|src)="(?!#e-|data:image\/png;base64,)/);
    // oxlint-disable-next-line no-control-regex
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(html).toContain("default-src 'none'");
  });

  it("C14 every text shows, with what cannot be seen in it named", () => {
    const html = sessionHtml(hostileSession());
    for (const text of hostileTexts)
      expect(html).toContain(
        text
          .replaceAll("&", "&amp;")
          .replaceAll("<", "&lt;")
          .replaceAll(">", "&gt;")
          .replaceAll('"', "&quot;")
          .replaceAll("'", "&#39;"),
      );
    expect(html).toContain("⟨U+001B⟩");
    expect(html).toContain("⟨U+202E⟩");
  });

  it("C14 every branch is there, the active one in front, and usage and cost are added up by model", () => {
    const html = sessionHtml(
      session([
        message("a", null, user("question")),
        message("b", "a", reply("left branch")),
        message("c", "a", reply("right branch")),
        message("d", "c", user("further")),
      ]),
    );
    expect(html.indexOf("left branch")).toBeGreaterThan(html.indexOf('<details class="branch">'));
    expect(html).toContain("right branch");
    expect(html).toContain(
      "<td>p/m</td><td>2</td><td>20</td><td>10</td><td>4</td><td>2</td><td>$0.5000</td>",
    );
  });

  it("C14 a conversation of ten thousand entries does not overflow the stack", () => {
    const entries = Array.from({ length: 10_000 }, (_, at) =>
      message(`e${at}`, at === 0 ? null : `e${at - 1}`, user(`words ${at}`)),
    );
    expect(sessionHtml(session(entries))).toContain("words 9999");
    expect(sessionMarkdown(session(entries))).toContain("words 9999");
  });

  it("C14 a picture is shown, one that could run something is not", () => {
    const image = (mimeType: string): object => ({
      role: "user",
      content: [{ type: "image", data: png, mimeType }],
      timestamp: 1,
    });
    const html = sessionHtml(
      session([message("a", null, image("image/png")), message("b", "a", image("image/svg+xml"))]),
    );
    expect(html).toContain(`src="data:image/png;base64,${png}"`);
    expect(html).not.toContain("data:image/svg");
  });
});

describe("sessionMarkdown", () => {
  it("C14 shows the active branch, fences longer than what they hold, and the usage", () => {
    const call = {
      role: "assistant",
      content: [{ type: "toolCall", id: "c", name: "bash", arguments: { command: "ls" } }],
      stopReason: "toolUse",
    };
    const result = {
      role: "toolResult",
      toolCallId: "c",
      toolName: "bash",
      content: [{ type: "text", text: "````\nfence" }],
      isError: false,
      timestamp: 1,
    };
    const markdown = sessionMarkdown(
      session([
        message("a", null, user("question")),
        message("b", "a", reply("another branch")),
        message("c", "a", call),
        message("d", "c", result),
        message("e", "d", reply("done", 0.5)),
      ]),
    );
    expect(markdown).toContain("## User\n\nquestion");
    expect(markdown).toContain("`````\n````\nfence\n`````");
    expect(markdown).not.toContain("another branch");
    expect(markdown).toContain("1 entries are on other branches.");
    expect(markdown).toContain("| p/m | 2 | 20 | 10 | 4 | 2 | $0.7500 |");
  });
});

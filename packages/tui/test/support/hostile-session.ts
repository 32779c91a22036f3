import type { SessionEntry } from "@tau-ts/agent";
import type { ExportedSession } from "@tau-ts/tui";

/** What a model, a tool or a person may have written to make a page run something. */
export const hostileTexts: readonly string[] = [
  "<script>window.hacked = 1</script>",
  "</pre></div><script>window.hacked = 2</script>",
  '<img src=x onerror="window.hacked = 3">',
  "[click](javascript:window.hacked=4)",
  "<a href='javascript:window.hacked=5'>click</a>",
  "<svg onload=window.hacked=6>",
  '"><iframe srcdoc="<script>parent.hacked=7</script>">',
  "</style><script>window.hacked=8</script>",
  "</title><script>window.hacked=9</script>",
  "<!--><script>window.hacked=10</script>-->",
  "&lt;script&gt;window.hacked=11&lt;/script&gt;",
];

/** A session with hostile text in every place that text can be in. */
export function hostileSession(): ExportedSession {
  const all = `${hostileTexts.join("\n")}\n\u001b[31mred\u0007\u202egnp.exe\u0000`;
  const [script = ""] = hostileTexts;
  const timestamp = "2026-01-01T00:00:00.000Z";
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 };
  const lines: object[] = [
    { type: "session_info", name: `</title>${script}` },
    { type: "message", message: { role: "user", content: all, timestamp: 1 } },
    {
      type: "message",
      message: {
        role: "assistant",
        model: script,
        provider: script,
        usage,
        content: [
          { type: "thinking", thinking: all },
          { type: "text", text: all },
          { type: "toolCall", id: script, name: script, arguments: { [script]: all } },
        ],
        stopReason: "error",
        errorMessage: all,
      },
    },
    {
      type: "message",
      message: {
        role: "toolResult",
        toolCallId: script,
        toolName: script,
        content: [
          { type: "text", text: all },
          { type: "image", mimeType: 'image/png" onerror="window.hacked=12', data: "AAAA" },
          { type: "image", mimeType: "image/png", data: '" onerror="window.hacked=13' },
          { type: "image", mimeType: "image/svg+xml", data: "PHN2Zy8+" },
          { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" },
        ],
        isError: true,
        timestamp: 1,
      },
    },
    {
      type: "message",
      message: {
        role: "bashExecution",
        command: all,
        output: all,
        cancelled: false,
        truncated: false,
        timestamp: 1,
      },
    },
    { type: "custom_message", customType: script, content: all, display: true },
    { type: "compaction", summary: all, firstKeptEntryId: "x", tokensBefore: 1 },
    { type: "branch_summary", summary: all, fromId: null },
    { type: "model_change", provider: script, modelId: script },
  ];
  const entries = lines.map((line, at): SessionEntry => {
    const id = at === 1 ? `e1"><script>window.hacked=14</script>` : `e${at}`;
    const before = at === 2 ? `e1"><script>window.hacked=14</script>` : `e${at - 1}`;
    const entry: SessionEntry = JSON.parse(
      JSON.stringify({ ...line, id, parentId: at === 0 ? null : before, timestamp }),
    );
    return entry;
  });
  const label: SessionEntry = {
    type: "label",
    id: "label",
    parentId: "e8",
    timestamp,
    targetId: "e2",
    label: script,
  };
  return {
    header: { id: script, timestamp: script, cwd: script },
    entries: [...entries, label],
    leafId: "label",
  };
}

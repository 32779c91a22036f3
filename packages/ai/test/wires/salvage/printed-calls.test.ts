import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStream, textOf, toolCalls, type AssistantMessage } from "../../../src/index.ts";
import { chunked } from "../../support/bytes.ts";
import { content, done, finish } from "../../support/chat.ts";
import { blockTypes, collect, finalMessage, types } from "../../support/events.ts";

const tools = [
  {
    name: "read",
    description: "Reads.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string" },
        limit: { type: "integer" },
        all: { type: "boolean" },
      },
    },
  },
  { name: "now", description: "Tells the time.", parameters: { type: "object" } },
];

async function final(
  pieces: readonly string[],
  reason: string | null = "stop",
  salvageToolCalls = true,
): Promise<AssistantMessage> {
  const end = reason === null ? done : finish(reason) + done;
  const body = [...pieces.map(content), end];
  const options = { compat: { salvageToolCalls }, tools };
  return finalMessage(await collect(parseStream("openai-completions", chunked(body), options)));
}

const summary = (message: AssistantMessage): unknown => [
  textOf(message).trim(),
  toolCalls(message).map(({ name, arguments: given }) => [name, given]),
  message.stopReason,
];

const hermes = '<tool_call>\n{"name": "read", "arguments": {"path": "a.txt"}}\n</tool_call>';

describe("calls that local models print as text", () => {
  it.each<[string, string, unknown]>([
    ["Hermes", hermes, [["read", { path: "a.txt" }]]],
    [
      "Hermes, two of them",
      `${hermes}\n<tool_call>{"name":"now"}</tool_call>`,
      [
        ["read", { path: "a.txt" }],
        ["now", {}],
      ],
    ],
    ["Hermes without its end", '<tool_call>{"name":"now","arguments":{}}', [["now", {}]]],
    [
      "Qwen",
      "<tool_call>\n<function=read>\n<parameter=path>\na\nb.txt\n</parameter>\n<parameter=limit>\n5\n</parameter>\n<parameter=all>\ntrue\n</parameter>\n</function>\n</tool_call>",
      [["read", { path: "a\nb.txt", limit: 5, all: true }]],
    ],
    [
      "Qwen without its frame",
      "<function=read><parameter=path>5</parameter></function>",
      [["read", { path: "5" }]],
    ],
    [
      "Mistral",
      '[TOOL_CALLS][{"name":"read","arguments":{"path":"a"}},{"name":"now","arguments":{}}]',
      [
        ["read", { path: "a" }],
        ["now", {}],
      ],
    ],
    [
      "Mistral, newer",
      '[TOOL_CALLS]read[ARGS]{"path":"a"}[TOOL_CALLS]now{}</s>',
      [
        ["read", { path: "a" }],
        ["now", {}],
      ],
    ],
    [
      "Llama",
      '<|python_tag|>{"name": "read", "parameters": {"path": "a"}}; {"name": "now", "parameters": {}}<|eom_id|>',
      [
        ["read", { path: "a" }],
        ["now", {}],
      ],
    ],
    [
      "arguments as text",
      '<tool_call>{"function":{"name":"read","arguments":"{\\"path\\":\\"a\\"}"}}</tool_call>',
      [["read", { path: "a" }]],
    ],
  ])("C13.4 %s", async (_, printed, expected) => {
    for (const pieces of [[printed], Array.from(printed), ["Let me ", "look.\n", printed]]) {
      const message = await final(pieces);
      const text = pieces.length === 3 ? "Let me look." : "";
      expect(summary(message)).toEqual([text, expected, "toolUse"]);
      const ids = toolCalls(message).map(({ id }) => id);
      expect([new Set(ids).size, ids.every((id) => id.startsWith("call_"))]).toEqual([
        ids.length,
        true,
      ]);
    }
  });

  it("C13.3 text before and behind a call are blocks of their own, and every block starts and ends", async () => {
    const body = [content("Before "), content(`${hermes} after`), finish("stop"), done];
    const options = { compat: { salvageToolCalls: true }, tools };
    const all = await collect(parseStream("openai-completions", chunked(body), options));
    expect(types(all)).toEqual([
      "start",
      ...blockTypes("text", 1),
      ...blockTypes("toolcall", 0),
      ...blockTypes("text", 1),
      "done",
    ]);
  });

  const fenced = [
    `\`\`\`\n${hermes}\n\`\`\``,
    `~~~xml\n${hermes}\n~~~`,
    `\`\`\`\`md\n\`\`\`\n${hermes}\n\`\`\`\n\`\`\`\``,
    `   \`\`\`\n${hermes}`,
    `As \`${hermes}\``,
  ];
  const others = [
    '<tool_call>{"name": "rm", "arguments": {}}</tool_call>',
    "<tool_call>call me later</tool_call>",
    '<tool_call>{"name": "read", "arguments": [1]}</tool_call>',
    '[TOOL_CALLS] is how "read" is called.',
    "<function=rm></function>",
    "a < b, [TOO, <tool_ and <|python",
    `<tool_call>{"name":"now"}{"name":"rm"}</tool_call>`,
  ];

  it.each([...fenced, ...others])("C13.4 stays text, letter by letter: %j", async (text) => {
    for (const pieces of [[text], Array.from(text)]) {
      const message = await final(pieces);
      expect([textOf(message), toolCalls(message), message.stopReason]).toEqual([text, [], "stop"]);
    }
  });

  it("C13.4 behind a code block, and behind marks of code in a sentence, a call is a call", async () => {
    for (const text of ["```js\nlet a;\n```\n", "```inline``` code\n"]) {
      expect(summary(await final([text + hermes]))).toMatchObject([
        text.trim(),
        [["read", { path: "a.txt" }]],
        "toolUse",
      ]);
    }
  });

  it("F10 F7 a block that the limit or the end cut off is no call", async () => {
    const cut = '<tool_call>{"name":"now","arguments":{}}';
    expect(summary(await final([cut], "length"))).toEqual([cut, [], "length"]);
    expect(summary(await final([cut], null))).toEqual([cut, [], "stop"]);
  });

  it("C13.4 off unless the server is known for it, and without tools", async () => {
    expect(summary(await final([hermes], "stop", false))).toEqual([hermes, [], "stop"]);
    const body = [content(hermes), finish("stop"), done];
    const options = { compat: { salvageToolCalls: true } };
    const all = await collect(parseStream("openai-completions", chunked(body), options));
    expect(textOf(finalMessage(all))).toBe(hermes);
  });

  it("C13.3 no text is lost or changed, however it is cut", async () => {
    const bits = fc.constantFrom(
      "<",
      "<tool_call>",
      "</tool_call>",
      "[TOOL_CALLS]",
      "```",
      "\n",
      "a {",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bits, { minLength: 1, maxLength: 12 }), async (pieces) => {
        expect(textOf(await final(pieces))).toBe(pieces.join(""));
      }),
      { numRuns: 100 },
    );
  });
});

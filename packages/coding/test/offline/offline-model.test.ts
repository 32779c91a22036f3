import { textOf, toolCalls, userMessage } from "@tau-ts/ai";
import type {
  AssistantEvent,
  AssistantMessage,
  JsonValue,
  Message,
  ModelRequest,
  ToolResultMessage,
} from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { offlineModel } from "../../src/offline/offline-model.ts";

const tools = ["ls", "read", "grep", "write", "edit", "bash"].map((name) => ({
  name,
  description: name,
  parameters: {},
}));

async function eventsOf(request: ModelRequest): Promise<AssistantEvent[]> {
  const events: AssistantEvent[] = [];
  for await (const event of offlineModel().stream(request)) events.push(event);
  return events;
}

async function reply(
  messages: readonly Message[],
  more: Partial<ModelRequest> = {},
): Promise<AssistantMessage> {
  const last = (await eventsOf({ messages, tools, ...more })).at(-1);
  if (last?.type === "done") return last.message;
  if (last?.type === "error") return last.error;
  throw new Error(`the stream ended with ${last?.type ?? "nothing"}`);
}

/** The result of the one call of `message`. */
function resultOf(
  message: AssistantMessage,
  text: string,
  more: { readonly isError?: boolean; readonly details?: JsonValue } = {},
): ToolResultMessage {
  const [call] = toolCalls(message);
  if (!call) throw new Error("the reply asks for no tool");
  const content: ToolResultMessage["content"] = [{ type: "text", text }];
  return {
    role: "toolResult",
    toolCallId: call.id,
    toolName: call.name,
    content,
    isError: false,
    timestamp: 2,
    ...more,
  };
}

/** Asks, answers each call with the next result, and returns the last reply and how many calls were made. */
async function converse(
  request: string,
  results: readonly (string | { text: string; isError?: boolean; details?: JsonValue })[],
): Promise<{ readonly text: string; readonly calls: readonly string[] }> {
  const messages: Message[] = [userMessage(request, 1)];
  const calls: string[] = [];
  for (;;) {
    const message = await reply(messages);
    const [call] = toolCalls(message);
    if (!call) return { text: textOf(message), calls };
    const result = results[calls.length];
    if (result === undefined) throw new Error(`no result for ${call.name}`);
    calls.push(call.name);
    const { text, ...more } = typeof result === "string" ? { text: result } : result;
    messages.push(message, resultOf(message, text, more));
  }
}

describe("events", () => {
  it("C13.3 a text reply is start, one block in deltas that make up the text, and done", async () => {
    const events = await eventsOf({ messages: [userMessage("hello", 1)], tools });
    expect(events.map(({ type }) => type).filter((type) => type !== "text_delta")).toEqual([
      "start",
      "text_start",
      "text_end",
      "done",
    ]);
    const deltas = events.flatMap((event) => (event.type === "text_delta" ? event.delta : []));
    const last = events.at(-1);
    expect(deltas.length).toBeGreaterThan(3);
    expect(last).toMatchObject({ type: "done", reason: "stop", message: { stopReason: "stop" } });
    expect(last?.type === "done" && textOf(last.message)).toBe(deltas.join(""));
  });

  it("C13.4 a call is streamed as fragments of the JSON text of its arguments", async () => {
    const content = "grüße 👋 ".repeat(10);
    const messages = [userMessage(`write "${content}" to a.txt`, 1)];
    const events = await eventsOf({ messages, tools });
    const fragments = events.flatMap((event) =>
      event.type === "toolcall_delta" ? event.delta : [],
    );
    const end = events.find((event) => event.type === "toolcall_end");
    expect(fragments.length).toBeGreaterThan(3);
    expect(fragments.every((fragment) => fragment.isWellFormed())).toBe(true);
    expect(JSON.parse(fragments.join(""))).toEqual({ path: "a.txt", content });
    expect(end?.toolCall).toMatchObject({ name: "write", arguments: { path: "a.txt", content } });
    expect(events.at(-1)).toMatchObject({
      type: "done",
      reason: "toolUse",
      message: {
        role: "assistant",
        api: "offline",
        provider: "offline",
        model: "offline-demo",
        stopReason: "toolUse",
        content: [end?.toolCall],
      },
    });
  });

  it("C6.4 a signal that has aborted gives one terminal, aborted, with nothing in it", async () => {
    const events = await eventsOf({
      messages: [userMessage("list files", 1)],
      tools,
      signal: AbortSignal.abort(),
    });
    expect(events).toEqual([
      {
        type: "error",
        reason: "aborted",
        error: expect.objectContaining({
          content: [],
          stopReason: "aborted",
          errorMessage: "Operation aborted",
        }),
      },
    ]);
  });

  it("C6.4 an abort on the way keeps the text that was handed out and leaves out an unfinished call", async () => {
    for (const [text, lastType] of [
      ["hello", "text_delta"],
      ["list files", "toolcall_delta"],
    ] as const) {
      const aborter = new AbortController();
      let handedOut = "";
      let last: AssistantEvent | undefined;
      const request = { messages: [userMessage(text, 1)], tools, signal: aborter.signal };
      for await (const event of offlineModel().stream(request)) {
        last = event;
        if (event.type === "text_delta") handedOut += event.delta;
        if (event.type === lastType) aborter.abort();
      }
      const content = lastType === "text_delta" ? [{ type: "text", text: handedOut }] : [];
      expect(last).toMatchObject({ type: "error", reason: "aborted", error: { content } });
    }
  });
});

describe("state", () => {
  it("says what it is", () => {
    expect(offlineModel().info).toEqual({ id: "offline-demo", provider: "offline" });
  });

  it("the same request gets the same reply, from any object, however often", async () => {
    const messages = [userMessage("list files then read a.txt", 1)];
    const first = await reply(messages);
    expect(await reply(messages)).toEqual(first);
    messages.push(userMessage("never mind", 2));
    messages.pop();
    expect(await reply(messages)).toEqual(first);
  });

  it("ids of calls differ within a transcript, also for the same step twice", async () => {
    const messages: Message[] = [userMessage("ls then ls", 1)];
    const first = await reply(messages);
    messages.push(first, resultOf(first, "a"));
    const second = await reply(messages);
    messages.push(second, resultOf(second, "a"));
    expect(toolCalls(first)[0]?.id).not.toBe(toolCalls(second)[0]?.id);
    expect(textOf(await reply(messages))).toContain("The files here");
  });

  it("words that arrive in the middle become the new request", async () => {
    const messages: Message[] = [userMessage("list files then read a.txt", 1)];
    const first = await reply(messages);
    messages.push(first, resultOf(first, "a"), userMessage("run echo hi instead.txt", 3));
    expect(toolCalls(await reply(messages))).toMatchObject([
      { name: "bash", arguments: { command: "echo hi instead.txt" } },
    ]);
  });

  it("the request of a message of several texts is the last one", async () => {
    const content = [
      { type: "text" as const, text: "The last run was stopped." },
      { type: "text" as const, text: "list files" },
    ];
    expect(toolCalls(await reply([userMessage(content, 1)]))).toMatchObject([{ name: "ls" }]);
  });

  it("calls of another model in between are passed over", async () => {
    const messages: Message[] = [userMessage("list files then read a.txt", 1)];
    const own = await reply(messages);
    const other: AssistantMessage = {
      role: "assistant",
      content: [{ type: "toolCall", id: "x", name: "read", arguments: { path: "z" } }],
      stopReason: "toolUse",
    };
    messages.push(other, resultOf(other, "z"), own, resultOf(own, "a"));
    expect(toolCalls(await reply(messages))).toMatchObject([{ arguments: { path: "a.txt" } }]);
  });
});

describe("answers", () => {
  it("quote what the tools said, in order, and say that this is no language model", async () => {
    const { text, calls } = await converse('ls then find "x" in src then write "hi" to b.txt', [
      "a.txt\nsrc/",
      "src/a.ts:1: x",
      "Successfully wrote to b.txt.",
    ]);
    expect(calls).toEqual(["ls", "grep", "write"]);
    expect(text).toBe(
      [
        "The files here:\n```\na.txt\nsrc/\n```",
        'Searching for "x" in src gave:\n```\nsrc/a.ts:1: x\n```',
        'I did write "hi" to b.txt:\n```\nSuccessfully wrote to b.txt.\n```',
        "(I am the offline demo: a small program that follows set phrases, not a language model.)",
      ].join("\n\n"),
    );
  });

  it("show the beginning of a long file and the end of a long output, and say how much", async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join("\n");
    const file = await converse("read a.txt", [lines]);
    expect(file.text).toContain("From a.txt (the first 20 of 100 lines of the tool's answer):");
    expect(file.text).toContain("\nline 20\n```");
    expect(file.text).not.toContain("line 21");
    const output = await converse("run make", [lines]);
    expect(output.text).toContain(
      "(the last 20 of 100 lines of the tool's answer):\n```\nline 81\n",
    );
    expect(output.text).toContain("\nline 100\n```");
  });

  it("cut long lines between characters and say so", async () => {
    const { text } = await converse("read a.txt", ["👋".repeat(300)]);
    expect(text).toContain(`From a.txt (long lines cut at …):\n\`\`\`\n${"👋".repeat(199)}…\n`);
  });

  it("fence a text that holds a fence, and say so when there is no text", async () => {
    const { text } = await converse("read a.md", ["````js\n1\n````"]);
    expect(text).toContain("`````\n````js\n1\n````\n`````");
    expect((await converse("read a.md", [""])).text).toContain(
      "From a.md. The tool answered with no text.",
    );
  });

  it.each([
    ["a tool error", "read a.txt", { text: "File not found: a.txt", isError: true }],
    ["a bad exit code", "run make", { text: "boom", details: { exitCode: 2 } }],
    ["a signal", "run make", { text: "boom", details: { exitCode: null, signal: "SIGSEGV" } }],
    ["a time-out", "run make", { text: "boom", details: { exitCode: null, timedOut: true } }],
    ["a cancelled command", "run make", { text: "boom", details: { cancelled: true } }],
    ["a bad exit code in the text alone", "run make", { text: "boom\nCommand exited with code 2" }],
  ])("say so when %s stops the chain, and what was not done", async (_, request, result) => {
    const { text, calls } = await converse(`ls then ${request} then read b.txt`, ["a", result]);
    expect(calls).toHaveLength(2);
    expect(text).toContain(
      `I tried to ${request.replace("run make", "run `make`")}:\n\`\`\`\n${result.text}\n\`\`\``,
    );
    expect(text).toContain("That failed, so I stopped. Not done: read b.txt.");
  });

  it("an exit code of 0 is a success, whatever the output says", async () => {
    const { calls } = await converse("run make then ls", [
      { text: "Command exited with code 2", details: { exitCode: 0, signal: null } },
      "a",
    ]);
    expect(calls).toEqual(["bash", "ls"]);
  });

  it("a failed last step has nothing left undone", async () => {
    const { text } = await converse("read a.txt", [{ text: "no", isError: true }]);
    expect(text).toContain("That failed, so I stopped.\n\n(");
  });

  it("list what is understood and how to name a real model when a part is not understood", async () => {
    const text = textOf(await reply([userMessage("list files then juggle", 1)]));
    expect(text).toContain('I did not understand "juggle", so I did nothing.');
    for (const word of [
      "list files",
      "read FILE",
      "find TEXT",
      "write",
      "replace",
      "run COMMAND",
    ]) {
      expect(text).toContain(word);
    }
    expect(text).toContain("not a language model");
    expect(text).toContain("tau --model PROVIDER/MODEL");
  });

  it("say which tool is missing before anything is done", async () => {
    const messages = [userMessage("list files then run make", 1)];
    const some = tools.filter(({ name }) => name !== "bash");
    const message = await reply(messages, { tools: some });
    expect(toolCalls(message)).toEqual([]);
    expect(textOf(message)).toContain(
      "To run `make` I need the tool bash, which I may not use here, so I did nothing.",
    );
    expect(toolCalls(await reply(messages, { toolChoice: "none" }))).toEqual([]);
  });

  it("say what was done when a tool went missing on the way", async () => {
    const messages: Message[] = [userMessage("list files then run make", 1)];
    const first = await reply(messages);
    messages.push(first, resultOf(first, "a.txt"));
    const text = textOf(await reply(messages, { tools: [] }));
    expect(text).toContain("The files here:\n```\na.txt\n```");
    expect(text).toContain("I need the tool bash, which I may not use here, so I stopped there.");
  });

  it("C10.3 a request for a summary fails honestly, so that nothing is compacted", async () => {
    const messages = [userMessage("<conversation>\nlist files\n</conversation>", 1)];
    expect(await reply(messages, { tools: undefined })).toMatchObject({
      stopReason: "error",
      content: [],
      errorMessage: "The offline demo cannot summarise: it is no language model.",
    });
  });

  it("explain themselves when nothing was asked", async () => {
    expect(textOf(await reply([]))).toContain("I understand:");
  });
});

import { textOf, toolCalls, userMessage } from "@tau-ts/ai";
import type { Message } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { converse, reply, resultOf, tools } from "./support/conversation.ts";

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

import { describe, expect, it } from "vitest";
import {
  failedMessage,
  textOf,
  userMessage,
  type AssistantMessage,
  type Message,
  type Model,
  type ModelRequest,
} from "../../src/index.ts";
import {
  recordModel,
  renderRequest,
  replayModel,
  scriptedModel,
  type Exchange,
} from "../../src/testing/index.ts";
import { collect, countListeners, finalMessage, outcome, types } from "../support/events.ts";

const ask = (text: string, timestamp = 1): ModelRequest => ({
  messages: [userMessage(text, timestamp)],
});
const call: AssistantMessage = {
  role: "assistant",
  content: [
    { type: "thinking", thinking: "hm", thinkingSignature: "SIG" },
    { type: "toolCall", id: "c1", name: "read", arguments: { path: "a.txt" } },
  ],
  usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3 },
  stopReason: "toolUse",
  timestamp: 5,
};

async function record(
  model: Model,
  requests: readonly ModelRequest[],
): Promise<readonly Exchange[]> {
  const cassette: Exchange[] = [];
  const recorded = recordModel(model, cassette);
  for (const request of requests) await collect(recorded.stream(request));
  return cassette;
}

function toolResult(text: string, details: string): Message {
  const content = [{ type: "text" as const, text }];
  const toolName = "read";
  return {
    role: "toolResult",
    toolCallId: "c1",
    toolName,
    content,
    details,
    isError: false,
    timestamp: 9,
  };
}

describe("recordModel and replayModel", () => {
  it("C13.3 recording changes nothing; replaying gives the same events and the same messages", async () => {
    const cassette: Exchange[] = [];
    const replies = ["Hello big world", call, failedMessage("boom")];
    const model = recordModel(scriptedModel(replies), cassette);
    expect(model.info?.id).toBe("scripted");
    const requests = ["one", "two", "three"].map((text) => ask(text));
    const seen = [];
    for (const request of requests) seen.push(await collect(model.stream(request)));
    expect(cassette.map(({ response }) => response.stopReason)).toEqual([
      "stop",
      "toolUse",
      "error",
    ]);
    const replay = replayModel(JSON.parse(JSON.stringify(cassette)));
    for (const [at, request] of requests.entries()) {
      const events = await collect(replay.stream(request));
      expect(types(events)).toEqual(types(seen[at] ?? []));
      expect(finalMessage(events)).toEqual(finalMessage(seen[at] ?? []));
    }
    expect(replay.unplayed).toEqual([]);
  });

  it("C13.3 the request decides, not the turn; what a model does not see does not matter", async () => {
    const cassette = await record(scriptedModel(["first", "second"]), [ask("one"), ask("two")]);
    const replay = replayModel(cassette);
    expect(replay.unplayed.length).toBe(2);
    expect(textOf(await outcome(replay.stream(ask("two", 99))))).toBe("second");
    const rich = { ...ask("one"), sessionId: "s", onRequest: () => undefined, tools: undefined };
    expect(textOf(await outcome(replay.stream(rich)))).toBe("first");
    const history = (details: string, timestamp: number): ModelRequest => ({
      system: "S",
      messages: [userMessage("go", timestamp), { ...call, timestamp }, toolResult("text", details)],
    });
    const [exchange] = await record(scriptedModel(["ok"]), [history("a", 1)]);
    expect(renderRequest(history("b", 2))).toEqual(exchange?.request);
  });

  it("C13.3 a request that was recorded several times gets its replies in order, then the last", async () => {
    const cassette = await record(scriptedModel(["a", "b"]), [ask("same"), ask("same")]);
    const replay = replayModel(cassette);
    const texts = [];
    for (let count = 0; count < 4; count++)
      texts.push(textOf(await outcome(replay.stream(ask("same")))));
    expect(texts).toEqual(["a", "b", "b", "b"]);
  });

  it("C13.3 replies that are played twice do not share an object", async () => {
    const replay = replayModel(await record(scriptedModel([call]), [ask("x")]));
    const one = await outcome(replay.stream(ask("x")));
    one.content.length = 0;
    expect((await outcome(replay.stream(ask("x")))).content.length).toBe(2);
  });

  it("C13.3 a miss is an error that says what differs from the nearest recorded request", async () => {
    const long = "x".repeat(300);
    const cassette = await record(scriptedModel(["a", "b"]), [
      { ...ask("read a.txt"), system: `${long} on Monday` },
      ask("something else entirely"),
    ]);
    const replay = replayModel(cassette);
    const asked = { ...ask("read b.txt"), system: `${long} on Tuesday`, maxTokens: 5 };
    const message = await outcome(replay.stream(asked));
    expect(message.stopReason).toBe("error");
    expect(message.errorMessage).toBe(
      [
        "replayModel: this request was not recorded. Compared with the nearest recorded request, 1 of 2 (- recorded, + asked for):",
        "  system",
        `  - …${"x".repeat(16)} on Monday"`,
        `  + …${"x".repeat(16)} on Tuesday"`,
        "  messages[0].content",
        '  - "read a.txt"',
        '  + "read b.txt"',
        "  maxTokens",
        "  + 5",
        "Record the cassette again if the new request is right.",
      ].join("\n"),
    );
    const empty = await outcome(replayModel([]).stream(asked));
    expect(empty.errorMessage).toContain("The cassette is empty.");
  });

  it("C13.3 a long list of differences is cut", async () => {
    const cassette = await record(scriptedModel(["a"]), [ask("x")]);
    const messages = Array.from({ length: 20 }, (_, at) => userMessage(`message ${at}`, 1));
    const { errorMessage } = await outcome(replayModel(cassette).stream({ messages }));
    expect(errorMessage).toContain("  … and 31 more\n");
  });

  it("C1.3 secrets are not recorded, wherever they are, and do not get in the way of replaying", async () => {
    const secrets = {
      key: "sk-ant-api03-0123456789abcdef0123",
      bearer: "abcdefghijklmnopqrstuvwxyz",
      password: "hunter2hunter2",
      own: "my-own-secret",
    };
    const request: ModelRequest = {
      ...ask(
        `OPENAI_API_KEY=${secrets.password} then ${secrets.key} at https://me:${secrets.password}@host/`,
      ),
      system: `Authorization: Bearer ${secrets.bearer} ${secrets.own}`,
      extraBody: { nested: [{ apiKey: secrets.password }] },
    };
    const scrub = (text: string): string => text.replaceAll(secrets.own, "<own>");
    const cassette: Exchange[] = [];
    const reply = { ...call, content: [{ type: "text" as const, text: `it is ${secrets.key}` }] };
    await collect(recordModel(scriptedModel([reply]), cassette, { scrub }).stream(request));
    const text = JSON.stringify(cassette);
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    expect(text).toContain(
      "OPENAI_API_KEY=[redacted] then [redacted] at https://me:[redacted]@host/",
    );
    const replay = replayModel(cassette, { scrub });
    expect(textOf(await outcome(replay.stream(request)))).toBe("it is [redacted]");
    expect(request.extraBody).toEqual({ nested: [{ apiKey: secrets.password }] });
  });

  it("C13.3 pictures are told apart without being kept", async () => {
    const picture = (data: string): ModelRequest => ({
      messages: [userMessage([{ type: "image", data, mimeType: "image/png" }], 1)],
    });
    const cassette = await record(scriptedModel(["cat"]), [picture("AAAA")]);
    expect(JSON.stringify(cassette)).not.toContain("AAAA");
    const replay = replayModel(cassette);
    expect(textOf(await outcome(replay.stream(picture("AAAA"))))).toBe("cat");
    expect((await outcome(replay.stream(picture("AAAB")))).errorMessage).toContain("checksum");
  });

  it("C6.4 a reply that was stopped or left is not kept", async () => {
    const cassette: Exchange[] = [];
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const model = recordModel(scriptedModel(["one two three"], { repeatLast: true }), cassette);
    for await (const event of model.stream({ ...ask("x"), signal: controller.signal })) {
      if (event.type === "text_delta") controller.abort();
    }
    for await (const event of model.stream(ask("x"))) if (event.type === "text_delta") break;
    expect(cassette).toEqual([]);
    expect(listeners()).toBe(0);
  });

  it("C6.4 replaying honours the signal", async () => {
    const replay = replayModel(await record(scriptedModel(["one two three"]), [ask("x")]));
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const all = [];
    for await (const event of replay.stream({ ...ask("x"), signal: controller.signal })) {
      all.push(event);
      if (event.type === "text_delta") controller.abort();
    }
    expect(finalMessage(all)).toMatchObject({ stopReason: "aborted", content: [{ text: "one " }] });
    expect(listeners()).toBe(0);
  });

  it("C13.3 an exchange is kept before its end is told, and a sink that fails is told", async () => {
    const order: string[] = [];
    const slow = recordModel(scriptedModel(["a"]), async () => {
      await Promise.resolve();
      order.push("kept");
    });
    for await (const event of slow.stream(ask("x"))) if (event.type === "done") order.push("told");
    expect(order).toEqual(["kept", "told"]);
    const full = recordModel(scriptedModel(["a"]), () => Promise.reject(new Error("disk full")));
    expect(await outcome(full.stream(ask("x")))).toMatchObject({
      stopReason: "error",
      errorMessage: "the exchange could not be recorded: disk full",
      content: [{ text: "a" }],
    });
  });

  it("C13.3 the messages are recorded as they were when the call began", async () => {
    const cassette: Exchange[] = [];
    const messages = [userMessage("one", 1)];
    const stream = recordModel(scriptedModel(["a"]), cassette).stream({ messages });
    messages.push(userMessage("two", 2));
    await collect(stream);
    expect(cassette[0]?.request).toEqual({ messages: [{ role: "user", content: "one" }] });
  });
});

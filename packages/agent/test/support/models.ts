import type {
  AssistantEvent,
  AssistantMessage,
  JsonObject,
  Model,
  ModelRequest,
  ToolCall,
} from "@tau-ts/ai";

/** A tool call block. */
export function call(id: string, name: string, args: JsonObject = {}): ToolCall {
  return { type: "toolCall", id, name, arguments: args };
}

/** A reply that says something. */
export function says(text: string): AssistantMessage {
  return { role: "assistant", content: [{ type: "text", text }], stopReason: "stop" };
}

/** A reply that asks for tools. */
export function asks(...calls: ToolCall[]): AssistantMessage {
  return { role: "assistant", content: calls, stopReason: "toolUse" };
}

export function done(message: AssistantMessage): AssistantEvent {
  const reason =
    message.stopReason === "length" || message.stopReason === "toolUse"
      ? message.stopReason
      : "stop";
  return { type: "done", reason, message };
}

export interface TestModel extends Model {
  readonly requests: ModelRequest[];
}

type Reply =
  | AssistantMessage
  | ((request: ModelRequest) => AssistantMessage | AsyncIterable<AssistantEvent>);

/** Plays replies one a call, with nothing but the terminal event; remembers its requests. */
export function playing(...replies: Reply[]): TestModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    async *stream(request) {
      requests.push({ ...request, messages: [...request.messages] });
      const reply = replies[requests.length - 1];
      if (!reply) throw new Error(`no reply left for call ${requests.length}`);
      const played = typeof reply === "function" ? reply(request) : reply;
      if (Symbol.asyncIterator in played) yield* played;
      else if (played.stopReason === "error" || played.stopReason === "aborted")
        yield { type: "error", reason: played.stopReason, error: played };
      else yield done(played);
    },
  };
}

/** Streams a text delta by delta, then ends. */
export async function* streaming(...deltas: string[]): AsyncGenerator<AssistantEvent> {
  const partial = says("");
  const block = { type: "text" as const, text: "" };
  partial.content = [block];
  yield { type: "start", partial };
  yield { type: "text_start", contentIndex: 0, partial };
  for (const delta of deltas) {
    block.text += delta;
    yield { type: "text_delta", contentIndex: 0, delta, partial };
  }
  yield { type: "text_end", contentIndex: 0, content: block.text, partial };
  yield done(partial);
}

/** Streams some text, then nothing more, whatever anybody says; `heard` resolves when the text is out. */
export function deafAfter(...deltas: string[]): {
  reply: () => AsyncIterable<AssistantEvent>;
  heard: Promise<void>;
} {
  const heard = Promise.withResolvers<void>();
  return {
    heard: heard.promise,
    async *reply() {
      for await (const event of streaming(...deltas)) {
        if (event.type === "text_end") break;
        yield event;
      }
      heard.resolve();
      await new Promise(() => undefined);
    },
  };
}

/** Streams some text, waits for the request's signal, then ends as aborted. */
export function polite(
  ...deltas: string[]
): (request: ModelRequest) => AsyncIterable<AssistantEvent> {
  return async function* (request) {
    let partial = says("");
    for await (const event of streaming(...deltas)) {
      if (event.type === "text_end") break;
      if ("partial" in event) partial = event.partial;
      yield event;
    }
    await aborted(request.signal);
    yield {
      type: "error",
      reason: "aborted",
      error: { ...partial, stopReason: "aborted", errorMessage: "Operation aborted" },
    };
  };
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

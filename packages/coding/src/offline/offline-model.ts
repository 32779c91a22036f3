import type { AssistantEvent, AssistantMessage, Model, ModelRequest, ToolCall } from "@tau-ts/ai";
import { finalAnswer, helpAnswer, missingToolAnswer, notUnderstoodAnswer } from "./answer.ts";
import { parseRequest } from "./parse.ts";
import { latestRequest, outcomesOf, requestText } from "./progress.ts";
import { failureEvent, replyEvents } from "./reply-events.ts";
import { callFor } from "./steps.ts";
import type { Step } from "./steps.ts";

const info = { id: "offline-demo", provider: "offline" } as const;

/** What the model does next: one tool call, an answer, or a refusal to take part. */
type Move =
  | { readonly kind: "call"; readonly call: ToolCall }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "failure"; readonly text: string };

/**
 * A model for trying things out without a key and without a network. It is **no language model** and says so: it knows
 * six set phrases and answers everything else with the list of them.
 *
 * | phrase | tool call |
 * |---|---|
 * | `list files [in DIR]` (also ls, show files, what files are here) | `ls {path?}` |
 * | `read FILE` (show, open, cat, print, look at; several files too) | `read {path}` |
 * | `find TEXT [in DIR]` (search for, grep, look for) | `grep {pattern, path?}`, `pattern` matches TEXT literally |
 * | `write "TEXT" to FILE` (save; `create FILE with "TEXT"`; `create an empty file FILE`) | `write {path, content}` |
 * | `replace "A" with "B" in FILE` (change, swap, substitute) | `edit {path, edits: [{oldText, newText}]}` |
 * | `run COMMAND` (execute) | `bash {command}` |
 *
 * Steps are joined by `then`, or by `and`, commas, semicolons, full stops and new lines where steps stand on both sides.
 * An unquoted command reaches up to `then`, or up to an `and` or a comma that a step follows: `run make and read log.txt`
 * is two steps, `run echo salt and pepper` is one command. Anything that must not be read as grammar goes into quotation
 * marks (`"…"`, `'…'`, `` `…` ``, `“…”`).
 *
 * One step per turn; the answer at the end quotes what the tools really said. A tool error, or a command that exits with
 * something else than 0, ends the chain. If any part of a request is not understood, nothing is done.
 *
 * It keeps no state: each reply is a function of `request.messages` and the names in `request.tools` alone. The request is
 * the newest user message; how far it got is read from the calls and results after it. A stream never throws; after
 * `request.signal` aborts it ends with the terminal `error`, reason `aborted`.
 */
export function offlineModel(): Model {
  return { info, stream };
}

async function* stream(request: ModelRequest): AsyncGenerator<AssistantEvent, void> {
  const message: AssistantMessage = {
    role: "assistant",
    content: [],
    api: "offline",
    provider: info.provider,
    model: info.id,
    stopReason: "stop",
  };
  const move = nextMove(request);
  switch (move.kind) {
    case "call":
      yield* replyEvents(message, move.call, request.signal);
      return;
    case "answer":
      yield* replyEvents(message, { type: "text", text: move.text }, request.signal);
      return;
    case "failure":
      yield failureEvent(message, move.text);
      return;
  }
}

function nextMove(request: ModelRequest): Move {
  const latest = latestRequest(request.messages);
  if (!latest) return { kind: "answer", text: helpAnswer() };
  const text = requestText(latest.message);
  if (isSummaryRequest(request, text)) {
    // An honest failure: whoever asked keeps the conversation as it is.
    return { kind: "failure", text: "The offline demo cannot summarise: it is no language model." };
  }
  const parsed = parseRequest(text);
  switch (parsed.kind) {
    case "help":
      return { kind: "answer", text: helpAnswer() };
    case "notUnderstood":
      return { kind: "answer", text: notUnderstoodAnswer(parsed.part) };
    case "plan": {
      const outcomes = outcomesOf(parsed.steps, latest.after);
      return nextInPlan(request, parsed.steps, outcomes, latest.message.timestamp);
    }
  }
}

function nextInPlan(
  request: ModelRequest,
  steps: readonly Step[],
  outcomes: ReturnType<typeof outcomesOf>,
  timestamp: number,
): Move {
  const remaining = steps.slice(outcomes.length);
  const [next] = remaining;
  if (!next || outcomes.at(-1)?.failed) {
    return { kind: "answer", text: finalAnswer(steps, outcomes) };
  }
  // All that is still to come is looked at, so that a chain that cannot be finished is not begun.
  const blocked = remaining.find((step) => !mayCall(request, callFor(step).name));
  if (blocked) {
    const text = missingToolAnswer(outcomes, blocked, callFor(blocked).name);
    return { kind: "answer", text };
  }
  // Unlike any other id in the transcript: it grows with every call, and no two requests share a time.
  const id = `offline_${timestamp}_${request.messages.length}`;
  return { kind: "call", call: { type: "toolCall", id, ...callFor(next) } };
}

function mayCall(request: ModelRequest, name: string): boolean {
  return request.toolChoice !== "none" && (request.tools ?? []).some((tool) => tool.name === name);
}

/** Compaction asks for a summary of a conversation in tags, and offers no tools. */
function isSummaryRequest(request: ModelRequest, text: string): boolean {
  return (request.tools ?? []).length === 0 && text.includes("<conversation>");
}

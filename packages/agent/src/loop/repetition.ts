import type { JsonValue, ToolCall } from "@tau-ts/ai";
import { LimitError } from "../limits.ts";
import type { ToolResult } from "../tool/tool.ts";

/** After how many equal failures in a row the model is told, and after how many the run ends. */
export interface RepetitionOptions {
  /** Default 3. */
  readonly warnAt?: number | undefined;
  /** Default 6. */
  readonly endAt?: number | undefined;
}

/** Notices a model that makes the same call with the same arguments and gets the same error, again and again. */
export class RepetitionGuard {
  readonly #warnAt: number;
  readonly #endAt: number;
  #last = "";
  #count = 0;
  #exhausted: LimitError | undefined;

  constructor(options: RepetitionOptions = {}) {
    this.#warnAt = options.warnAt ?? 3;
    this.#endAt = options.endAt ?? 6;
  }

  /** Set when the run should end. */
  get exhausted(): LimitError | undefined {
    return this.#exhausted;
  }

  /** Counts a result; the answer is the result, with a word about the repetition when it is time for one. */
  look(call: ToolCall, result: ToolResult): ToolResult {
    const key = result.isError === true ? keyOf(call, result) : "";
    this.#count = key !== "" && key === this.#last ? this.#count + 1 : 1;
    this.#last = key;
    if (key === "" || this.#count < this.#warnAt) return result;
    if (this.#count >= this.#endAt)
      this.#exhausted ??= new LimitError(
        "repetition",
        this.#endAt,
        this.#count,
        `: ${call.name} failed ${this.#count} times in a row with the same arguments and the same error`,
      );
    const text = `This call has now failed ${this.#count} times in a row with the same arguments and the same error. Do something else.`;
    return { ...result, content: [...result.content, { type: "text", text }] };
  }
}

function keyOf(call: ToolCall, result: ToolResult): string {
  return JSON.stringify([call.name, sorted(call.arguments), result.content]);
}

/** The same value with the keys of its objects in order, so that their order makes no difference. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

import type { JsonObject } from "@tau-ts/ai";
import { untilAborted } from "../until-aborted.ts";

/** One question to a person. */
export interface Question {
  /** `Allow <tool> <arguments as JSON>?` */
  readonly text: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** Why it is asked and about which part of the call, when a rule said so. */
  readonly reason?: string;
  /**
   * The rule it is about: the one that "always" would add (`permissionMode`), or the one that asks (`shellRules`, where
   * "always" means this very command line). Without it "always" means the same tool with the same arguments.
   */
  readonly rule?: string;
}

/** `always` allows this call and later ones like it, see `rule`. `deny` says why not, for the model to read. */
export type Answer = boolean | "always" | { readonly deny: string };

/**
 * Puts a question to a person. When `signal` aborts the question is withdrawn: take it off the screen; a later answer is
 * ignored.
 */
export type Ask = (
  question: Question,
  context: { readonly signal: AbortSignal },
) => Promise<Answer>;

const nobody =
  "nobody is there to be asked. Start the agent in a terminal to be asked, or allow it beforehand with a permission mode or a rule";

/** A question, and who is told what came of it. */
export interface QuestionToPut {
  readonly tool: string;
  readonly args: JsonObject;
  readonly reason?: string | undefined;
  readonly rule?: string | undefined;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Asked when its turn has come: an earlier answer may have settled it. */
  readonly isSettled: () => boolean;
  /** Told of the answer "always". */
  readonly onAlways: () => void;
}

/** Puts questions to one person: one at a time, in the order they came. */
export class Questions {
  readonly #ask: Ask | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(ask: Ask | undefined) {
    this.#ask = ask;
  }

  /** `undefined` for a yes, otherwise why not. Rejects when the question was withdrawn or its answer is neither. */
  async put(question: QuestionToPut): Promise<string | undefined> {
    if (!this.#ask)
      return question.reason === undefined
        ? nobody
        : `${nobody}. It is asked about: ${question.reason}`;
    const before = this.#last;
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    this.#last = promise;
    try {
      await before;
      return await this.#putNow(this.#ask, question);
    } finally {
      finish();
    }
  }

  async #putNow(ask: Ask, put: QuestionToPut): Promise<string | undefined> {
    const { tool, args, signal } = put;
    signal.throwIfAborted();
    if (put.isSettled()) return undefined;
    const question: Question = {
      text: `Allow ${tool} ${JSON.stringify(args)}?`,
      tool,
      args,
      ...(put.reason === undefined ? {} : { reason: put.reason }),
      ...(put.rule === undefined ? {} : { rule: put.rule }),
    };
    // The next question must not wait for one that was withdrawn and that nobody will ever answer.
    const answer = await untilAborted(ask(question, { signal }), signal);
    if (answer === "always") put.onAlways();
    return reasonOf(answer);
  }
}

function reasonOf(answer: unknown): string | undefined {
  if (answer === true || answer === "always") return undefined;
  if (answer === false) return "the user said no";
  if (
    typeof answer === "object" &&
    answer !== null &&
    "deny" in answer &&
    typeof answer.deny === "string"
  )
    return answer.deny === "" ? "the user said no" : `the user said no: ${answer.deny}`;
  throw new TypeError(
    `the question was answered with ${JSON.stringify(answer)}, which is neither yes nor no`,
  );
}

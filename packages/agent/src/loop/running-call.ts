import type { ToolCall } from "@tau-ts/ai";
import type { Clock, Timer } from "../clock.ts";
import type { FatalToolError } from "../errors.ts";
import type { ToolHooks } from "../hooks.ts";
import type { CancelToken } from "../stopping/cancel-token.ts";
import { CALL_CANCELLED, CALL_CANCELLED_RUNNING, errorText } from "../texts.ts";
import { settleCall, textResult } from "../tool/run-tool.ts";
import type { ArgumentChecker } from "../tool/tool-arguments.ts";
import type { AnyTool, ToolResult } from "../tool/tool.ts";

/** What one call is run with. */
export interface CallContext {
  readonly tools: readonly AnyTool[];
  readonly hooks: ToolHooks | undefined;
  readonly clock: Clock;
  readonly checker: ArgumentChecker;
}

/** One call on its way from the reply that asked for it to its result on the record. */
export class RunningCall {
  readonly call: ToolCall;
  isRecorded = false;
  /** This call alone was asked to stop. */
  isCancelled = false;
  /** Set when the tool asked for the whole run to end. */
  fatal: FatalToolError | undefined;
  /** What was amended in the arguments before the tool got them. */
  repairs: readonly string[] = [];
  readonly #context: CallContext;
  readonly #token: CancelToken & Disposable;
  readonly #onNews: () => void;
  /** The newest update nobody has seen yet. */
  #update: ToolResult | undefined;
  /** The tool's own result, as soon as there is one: it survives whatever comes after. */
  #completed: ToolResult | undefined;
  #settled: ToolResult | undefined;
  /** The settled result was shown early, ahead of its turn to be recorded. */
  #isShown = false;
  #graceTimer: Timer | undefined;

  constructor(call: ToolCall, token: CancelToken, context: CallContext, onNews: () => void) {
    this.call = call;
    this.#token = token.child();
    this.#context = context;
    this.#onNews = onNews;
  }

  get isSettled(): boolean {
    return this.#settled !== undefined;
  }

  /** The result there is, also while a hook still looks at it. */
  get result(): ToolResult | undefined {
    return this.#settled ?? this.#completed;
  }

  start(): void {
    if (this.isSettled) return;
    const { tools, hooks, clock, checker } = this.#context;
    const options = {
      signal: this.#token.signal,
      abandoned: this.#token.abandoned,
      hooks,
      checker,
      now: () => clock.now(),
      onUpdate: (partial: ToolResult): void => {
        this.#update = partial;
        this.#onNews();
      },
    };
    settleCall(tools, this.call, options, (result) => void (this.#completed = result))
      .then(({ result, fatal, wasRun, repairs = [] }) => {
        if (!this.isSettled) {
          this.fatal = fatal;
          this.repairs = repairs;
        }
        this.answer(this.isCancelled && !wasRun ? textResult(CALL_CANCELLED, true) : result);
      })
      .catch((error: unknown) => this.answer(textResult(errorText(error), true)));
  }

  /** Settles the call. What comes after the first answer is dropped. */
  answer(result: ToolResult): void {
    if (this.isSettled) return;
    this.#settled = result;
    this.#context.clock.clearTimeout(this.#graceTimer);
    this.#onNews();
  }

  /**
   * Cancels this call alone. Waiting, it is not run; running, it keeps what it returns within the grace. Returns false
   * when it has already settled.
   */
  cancel(graceMs: number, isStarted: boolean): boolean {
    if (this.isSettled) return false;
    this.isCancelled = true;
    if (!isStarted) {
      this.answer(textResult(CALL_CANCELLED, true));
      return true;
    }
    this.#token.cancel("the call was cancelled");
    this.#graceTimer ??= this.#context.clock.setTimeout(() => {
      this.#token.abandon();
      this.answer(this.#completed ?? textResult(CALL_CANCELLED_RUNNING, true));
    }, graceMs);
    return true;
  }

  /** What nobody has seen yet: the newest update, or the result of a call that has to wait for its turn. */
  takeProgress(): { readonly partial: ToolResult; readonly isFinal: boolean } | undefined {
    if (this.#isShown) return undefined;
    this.#isShown = this.isSettled;
    const partial = this.#settled ?? this.#update;
    this.#update = undefined;
    return partial && { partial, isFinal: this.#isShown };
  }

  /** Lets go of the call. One that still runs is told that nobody waits. */
  close(): void {
    if (!this.result) this.#token.abandon();
    this.#context.clock.clearTimeout(this.#graceTimer);
    this.#token[Symbol.dispose]();
  }
}

/** One fault that somebody might build in. `find` is there exactly once in `src/<file>`. */
export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export const mutations: readonly Mutation[] = [
  {
    name: "no check at the top of a turn",
    file: "loop/loop.ts",
    find: `    if (this.#token.isCancelled) return yield* this.#closeFor();
    const { limits } = this.#options;
    const usedUp = limits?.exceeded();
    if (usedUp) return yield* this.#closeFor(usedUp);
    if ((yield* this.#room.make("threshold")) === ABANDONED) return yield* this.#tear();
    if (this.#token.isCancelled) return yield* this.#closeFor();
`,
    replace: `    const { limits } = this.#options;
    const usedUp = limits?.exceeded();
    if (usedUp) return yield* this.#closeFor(usedUp);
    if ((yield* this.#room.make("threshold")) === ABANDONED) return yield* this.#tear();
`,
  },
  {
    name: "no check between the hooks of a turn and its model call",
    file: "loop/loop.ts",
    find: "    if (this.#token.isCancelled) return yield* this.#closeFor();\n    limits?.begin();",
    replace: "    limits?.begin();",
  },
  {
    name: "no check before a tool",
    file: "tool/run-tool.ts",
    find: "  if (signal.aborted) return refused(ABORTED);\n  const tool",
    replace: "  const tool",
  },
  {
    name: "no check after the hook of a call",
    file: "tool/run-tool.ts",
    find: "if (options.signal.aborted || verdict === ABANDONED) return",
    replace: "if (verdict === ABANDONED) return",
  },
  {
    name: "a stream is not told of a stop",
    file: "loop/loop.ts",
    find: "{ ...prepared.request, signal: callToken.signal }",
    replace: "prepared.request",
  },
  {
    name: "no check in a back-off: a hard stop waits for it",
    file: "loop/reply.ts",
    find: "const step = await gate.wait(events.next());",
    replace: "const step = await (progress.announced ? gate.wait(events.next()) : events.next());",
  },
  {
    name: "no check in a stream: a hard stop waits for it",
    file: "loop/reply.ts",
    find: "const step = await gate.wait(events.next());",
    replace: "const step = await (progress.announced ? events.next() : gate.wait(events.next()));",
  },
  {
    name: "a hard stop waits for a hook",
    file: "loop/prepare-turn.ts",
    find: "const messages = await gate.call(() => hooks?.transformContext?.(view, context) ?? view);",
    replace: "const messages = await (hooks?.transformContext?.(view, context) ?? view);",
  },
  {
    name: "a message is announced before it is recorded",
    file: "loop/loop.ts",
    find: '      this.#record.push(message);\n      yield { type: "message_start", message };\n      yield { type: "message_end", message };',
    replace:
      '      yield { type: "message_start", message };\n      yield { type: "message_end", message };\n      this.#record.push(message);',
  },
  {
    name: "a late result is accepted",
    file: "loop/batch.ts",
    find: "    this.#hasNews = true;\n",
    replace:
      "    this.#hasNews = true;\n    if (this.#isOver) for (const late of this.#calls) if (late.result && !late.isRecorded) this.#append(late, late.result);\n",
  },
  {
    name: "results are recorded in the order of completion",
    file: "loop/batch.ts",
    find: "const head = this.#calls[this.#results.length];",
    replace:
      "const head = this.#calls.find((call) => call.isSettled && !call.isRecorded) ?? this.#calls.find((call) => !call.isRecorded);",
  },
  {
    name: "a finished tool reads as aborted",
    file: "loop/running-call.ts",
    find: "this.answer(this.isCancelled && !wasRun ? textResult(CALL_CANCELLED, true) : result);",
    replace:
      'this.answer(this.#token.isCancelled ? textResult("Operation aborted", true) : result);',
  },
  {
    name: "held results are dropped at a hard stop",
    file: "loop/batch.ts",
    find: "if (running.result) yield* this.#record(running);",
    replace: "if (running.result && !running.isSettled) yield* this.#record(running);",
  },
  {
    name: "the token is used again by the next run",
    file: "harness/harness.ts",
    find: "const token = CancelToken.from(options.signal);",
    replace:
      "const kept: { token?: CancelToken } = this.#options; const token = (kept.token ??= CancelToken.from(options.signal));",
  },
  {
    name: "the stop is not passed on to a tool",
    file: "loop/running-call.ts",
    find: "signal: this.#token.signal,",
    replace: "signal: new AbortController().signal,",
  },
  {
    name: "the cancel of a call reaches the whole run",
    file: "stopping/cancel-token.ts",
    find: "    if (this.isCancelled) child.cancel(this.reason);\n",
    replace:
      '    if (this.isCancelled) child.cancel(this.reason);\n    child.signal.addEventListener("abort", () => this.cancel(child.reason));\n',
  },
  {
    name: "a listener is left on the signal of a prompt",
    file: "stopping/cancel-token.ts",
    find: 'signal?.removeEventListener("abort", cancel);',
    replace: "",
  },
  {
    name: "the run is over before the savers have heard agent_end",
    file: "harness/run.ts",
    find: 'if (event.type === "agent_end") this.#ending = event;',
    replace: 'if (event.type === "agent_end") (this.#ending = event), this.#finish();',
  },
  {
    name: "words are asked for after a stop",
    file: "loop/loop.ts",
    find: "if (!source || this.#token.isCancelled) return [];",
    replace: "if (!source) return [];",
  },
  {
    name: "a hard stop does not wait for a compaction that is being written",
    file: "loop/make-room.ts",
    find: "await commitment.close(clock, flushMs);",
    replace: "await commitment.close(clock, 0);",
  },
  {
    name: "a consumer that leaves does not stop the run",
    file: "harness/run.ts",
    find: "if (!this.#isOver) this.#end(this.#context.graceMs, undefined);",
    replace: "",
  },
  {
    name: "a listener that fails keeps the others from hearing",
    file: "harness/listeners.ts",
    find: "        onError(error);\n",
    replace: "        onError(error);\n        return;\n",
  },
];

/**
 * Where a run can be when it is stopped. Each is a place where somebody waits:
 *
 * - `start`: between `prompt()` and the first event
 * - `turn-top`: the listeners hear `turn_start`
 * - `stream`, `back-off`: a model streams, or waits before it tries again
 * - `before-tool`, `after-tool`: the listeners hear a call's start or end
 * - `in-tool`: a tool runs
 * - `hook`: a hook thinks
 * - `question`: a person is asked something
 * - `compaction`: old messages are being summarised
 * - `session-write`: a message is on its way to the log
 * - `listener`: the listeners hear any other event
 * - `consumer`: the consumer of the run looks at an event
 * - `end`: between `agent_end` and the consumer
 */
export const stopPlaces = [
  "start",
  "turn-top",
  "stream",
  "back-off",
  "before-tool",
  "in-tool",
  "after-tool",
  "hook",
  "question",
  "compaction",
  "session-write",
  "listener",
  "consumer",
  "end",
] as const;

/** The name of such a place. */
export type StopPlace = (typeof stopPlaces)[number];

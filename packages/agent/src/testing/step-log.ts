import type { SessionLog } from "../session/log.ts";
import type { StopPlace } from "./places.ts";
import type { StepScheduler } from "./step-scheduler.ts";

/**
 * The log, with a step before each write, when nothing is written yet, and one after it, when the writer does not know
 * yet (`session-write`, of a compaction `compaction`). The write itself may be real: time stands still meanwhile.
 */
export function stepLog(steps: StepScheduler, log: SessionLog): SessionLog {
  const written = async <T>(
    write: () => Promise<T>,
    place: StopPlace = "session-write",
  ): Promise<T> => {
    await steps.step(place);
    const answer = await steps.external(write());
    await steps.step(place);
    return answer;
  };
  return {
    append: (message) => written(() => log.append(message)),
    appendCompaction: (...entry) => written(() => log.appendCompaction(...entry), "compaction"),
    appendEntry: (entry) => written(() => log.appendEntry(entry)),
    entries: () => steps.external(log.entries()),
    rows: () => steps.external(log.rows()),
    replay: () => steps.external(log.replay()),
    branch: (entryId) => steps.external(log.branch(entryId)),
    close: () => steps.external(log.close()),
  };
}

import type { SessionLog } from "../../src/index.ts";
import type { World } from "./world.ts";

/** The log, with the writes that fail in this scenario. */
export function failingLog(world: World, log: SessionLog): Pick<SessionLog, "append"> {
  let writes = 0;
  return {
    append(message) {
      const { scenario, isCalm } = world;
      const { failingWrite, failingWrites, toleratesWriteErrors } = scenario;
      writes += 1;
      const isFailing = writes >= failingWrite && writes < failingWrite + failingWrites;
      if (failingWrite === 0 || !isFailing || isCalm) return log.append(message);
      if (!toleratesWriteErrors) return Promise.reject(world.failListener());
      return Promise.reject(new Error("the disk is full"));
    },
  };
}

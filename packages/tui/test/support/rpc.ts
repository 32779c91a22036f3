import { RpcClient } from "@tau-ts/tui";
import type { RpcRecord } from "@tau-ts/tui";
import { tauWords } from "./tau.ts";
import type { Place } from "./tau.ts";

/** The built command in RPC mode, and everything it has said. */
export class DrivenTau extends RpcClient {
  readonly records: RpcRecord[] = [];
  readonly #onRecord = new Set<() => void>();

  constructor(words: readonly string[], place: Place) {
    super({
      words: [...tauWords, "--mode", "rpc", ...words],
      cwd: place.cwd,
      environment: place.env,
    });
    this.subscribe((record) => {
      this.records.push(record);
      for (const look of this.#onRecord) look();
    });
  }

  /** Resolves with the first record of that type, which may have come already. */
  async until(isIt: (record: RpcRecord) => boolean): Promise<RpcRecord> {
    const { promise, resolve } = Promise.withResolvers<RpcRecord>();
    const look = (): void => {
      const found = this.records.find(isIt);
      if (found) resolve(found);
    };
    this.#onRecord.add(look);
    look();
    try {
      return await promise;
    } finally {
      this.#onRecord.delete(look);
    }
  }
}

/** Milliseconds that it takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

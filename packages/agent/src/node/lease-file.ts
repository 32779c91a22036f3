import { isJsonObject } from "@tau-ts/ai";
import type { ProcessIdentity } from "./process-identity.ts";

/** What a lease file says. The token tells this lease from every other, of the same process too. */
export interface LeaseHolder extends ProcessIdentity {
  readonly token: string;
}

/** A lease file is one line of JSON. */
export function formatHolder(holder: LeaseHolder): string {
  return `${JSON.stringify(holder)}\n`;
}

/** `undefined` when the text is not, or not yet, a whole lease. */
export function parseHolder(text: string): LeaseHolder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Half written or foreign: the caller decides by its age.
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { pid, host, token, startedAt, bootId, namespace } = value;
  if (typeof pid !== "number" || typeof host !== "string" || typeof token !== "string")
    return undefined;
  return {
    pid,
    host,
    token,
    startedAt: typeof startedAt === "string" ? startedAt : undefined,
    bootId: typeof bootId === "string" ? bootId : undefined,
    namespace: typeof namespace === "string" ? namespace : undefined,
  };
}

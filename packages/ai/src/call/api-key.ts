import { ProviderError, thrownText } from "../errors.ts";
import { STOPPED, type StopSwitch } from "./stop-switch.ts";

type KeyGiver = () => string | undefined | Promise<string | undefined>;

/** A key, or a function that is asked for one at each call: keys of some providers expire. */
export type ApiKey = string | KeyGiver;

/** Variables of an environment, such as `process.env`. Passed in, never looked up. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Who wants a key. */
interface KeyTarget {
  readonly label: string;
  /** What to do when there is none; absent where a key need not be. */
  readonly missingKey: string | undefined;
}

/** The first of some variables that says something. */
export function variableOf(
  names: readonly string[] | undefined,
  env: Environment | undefined,
): string | undefined {
  return names
    ?.map((name) => env?.[name]?.trim())
    .find((value) => value !== undefined && value !== "");
}

/**
 * The key for one call. Throws a ProviderError (`auth`) when whoever should give it fails, or when there is none where
 * one is needed.
 */
export async function resolveApiKey(
  give: KeyGiver,
  target: KeyTarget,
  stop: StopSwitch,
): Promise<string | undefined | typeof STOPPED> {
  const outcome = await stop.wait(Promise.resolve().then(give)).catch((cause: unknown) => {
    throw noKeyError(target.label, thrownText(cause), cause);
  });
  if (outcome === STOPPED) return STOPPED;
  return checkedKey(typeof outcome === "string" ? outcome : undefined, target);
}

/** A key that needs no waiting. Throws as `resolveApiKey` does when there is none. */
export function checkedKey(
  key: string | undefined,
  { label, missingKey }: KeyTarget,
): string | undefined {
  if (key !== undefined && key !== "") return key;
  if (missingKey !== undefined) throw noKeyError(label, missingKey);
  return undefined;
}

function noKeyError(label: string, reason: string, cause?: unknown): ProviderError {
  const options = { kind: "auth", retryable: false, cause } as const;
  return new ProviderError(`no API key for ${label}: ${reason}`, options);
}

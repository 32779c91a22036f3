import { SessionError } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import type { JsonlLogOptions } from "@tau-ts/agent/node";

/** Opens a session file; a last line that was cut off is moved into a file beside it first, with a warning. */
export async function openWhole(
  path: string,
  options: JsonlLogOptions,
  onWarning: (warning: string) => void,
): Promise<JsonlLog> {
  const log = await openOrRecover(path, options, onWarning);
  for (const warning of log.warnings) onWarning(warning);
  return log;
}

async function openOrRecover(
  path: string,
  options: JsonlLogOptions,
  onWarning: (warning: string) => void,
): Promise<JsonlLog> {
  try {
    return await JsonlLog.open(path, options);
  } catch (error) {
    if (!SessionError.isInstance(error) || error.kind !== "torn") throw error;
    const tail = await JsonlLog.recover(path);
    if (tail)
      onWarning(
        `The last line of session ${path} was cut off when it was written; its ${tail.bytes} bytes were moved to ${tail.movedTo}, and the session goes on without them.`,
      );
    return JsonlLog.open(path, options);
  }
}

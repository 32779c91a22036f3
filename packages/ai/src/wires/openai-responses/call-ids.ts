import { portableToolCallId } from "../../portable.ts";

/** `call_id|item_id`: an id that was recorded here. */
const RECORDED = /^([A-Za-z0-9_-]{1,64})\|(fc_[A-Za-z0-9_-]+)$/;

/** The id under which a call is recorded. An item's id that nobody wants back is left out. */
export function recordedCallId(callId: string, itemId: string): string {
  const both = `${callId}|${itemId}`;
  return RECORDED.test(both) ? both : callId;
}

/** The item of a recorded id. */
export function itemIdOf(recordedId: string): string | undefined {
  return RECORDED.exec(recordedId)?.[2];
}

/** Makes the `call_id` of recorded ids: its own half if it has one, and never the same for two of them. */
export function callIdMaker(): (recordedId: string) => string {
  const owners = new Map<string, string>();
  return (recordedId) => {
    const half = RECORDED.exec(recordedId)?.[1] ?? portableToolCallId(recordedId);
    const owner = owners.get(half);
    if (owner !== undefined && owner !== recordedId) return portableToolCallId(recordedId);
    owners.set(half, recordedId);
    return half;
  };
}

import { portableToolCallId } from "../../transcript/call-ids.ts";

/** `call_id|item_id`. */
const RECORDED = /^([A-Za-z0-9_-]+)\|(fc_[A-Za-z0-9_-]+)$/;
const MAX_CALL_ID_LENGTH = 64;

/** The id under which a call is recorded. An item's id that nobody wants back is left out. */
export function recordedCallId(callId: string, itemId: string): string {
  const both = `${callId}|${itemId}`;
  return halvesOf(both) === undefined ? callId : both;
}

/** The item of a recorded id. */
export function itemIdOf(recordedId: string): string | undefined {
  return halvesOf(recordedId)?.itemId;
}

/** Makes the `call_id` of recorded ids: its own half if it has one, and never the same for two of them. */
export function callIdMaker(): (recordedId: string) => string {
  const owners = new Map<string, string>();
  return (recordedId) => {
    const half = halvesOf(recordedId)?.callId ?? portableToolCallId(recordedId);
    const owner = owners.get(half);
    if (owner !== undefined && owner !== recordedId) return portableToolCallId(recordedId);
    owners.set(half, recordedId);
    return half;
  };
}

/** The two halves of an id that was recorded here, and `undefined` for any other. */
function halvesOf(
  recordedId: string,
): { readonly callId: string; readonly itemId: string } | undefined {
  const [, callId = "", itemId = ""] = RECORDED.exec(recordedId) ?? [];
  const isRecorded = callId !== "" && callId.length <= MAX_CALL_ID_LENGTH;
  return isRecorded ? { callId, itemId } : undefined;
}

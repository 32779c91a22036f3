import { portableToolCallId } from "../transcript/call-ids.ts";

/** An id of at most `length` characters that every provider accepts. A valid one stays as it is. */
export function shortToolCallId(id: string, length: number): string {
  const portable = portableToolCallId(id);
  return portable.length <= length ? portable : `tc_${hashOf(id)}`.slice(0, length);
}

/** An id of exactly nine letters and digits. A valid one stays as it is. */
export function nineCharacterId(id: string): string {
  if (/^[A-Za-z0-9]{9}$/.test(id)) return id;
  const number = BigInt(`0x${hashOf(id)}`);
  return number.toString(36).padStart(9, "0").slice(-9);
}

/** Sixteen hexadecimal digits. An id with a bar is not portable, so that its portable form ends with its hash. */
function hashOf(id: string): string {
  return portableToolCallId(`${id}|`).slice(-16);
}

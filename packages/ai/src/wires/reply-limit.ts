/** The limit for the reply, in tokens; `undefined`: the server's own. */
export function replyLimit(
  wanted: number | undefined,
  maxOutput: number | undefined,
): number | undefined {
  return wanted === undefined ? undefined : Math.min(wanted, maxOutput ?? Infinity);
}

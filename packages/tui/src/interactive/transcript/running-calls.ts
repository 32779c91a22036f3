import type { CodingAgentEvent } from "@tau-ts/coding";
import type { ToolBlock } from "./block.ts";
import { abandonedCall, appended, settled } from "./transcript-state.ts";
import type { Transcript } from "./transcript-state.ts";

type EventOf<Type> = Extract<CodingAgentEvent, { readonly type: Type }>;

/** A call runs from now on. */
export function startCall(
  transcript: Transcript,
  event: EventOf<"tool_execution_start">,
  nowMs: number,
): Transcript {
  const { toolCallId: id, toolName: name, args } = event;
  const call: ToolBlock = { kind: "tool", id, name, args, state: "running", startedMs: nowMs };
  return withCall(transcript, id, () => call) ?? appended(transcript, [call]);
}

/** A call says what it has so far. */
export function updateCall(
  transcript: Transcript,
  event: EventOf<"tool_execution_update">,
): Transcript {
  const { toolCallId, partialResult: result } = event;
  return withCall(transcript, toolCallId, (call) => ({ ...call, result })) ?? transcript;
}

/** Nobody waits for a call any more. */
export function abandonCall(transcript: Transcript, toolCallId: string): Transcript {
  const changed = withCall(transcript, toolCallId, abandonedCall);
  return changed ? settled(changed) : transcript;
}

function withCall(
  transcript: Transcript,
  id: string,
  change: (call: ToolBlock) => ToolBlock,
): Transcript | undefined {
  const { open } = transcript;
  const place = open.findIndex(
    (block) =>
      block.kind === "tool" &&
      block.id === id &&
      (block.state === "waiting" || block.state === "running"),
  );
  const call = open[place];
  if (call?.kind !== "tool") return undefined;
  const changed = [...open];
  changed[place] = change(call);
  return { ...transcript, open: changed };
}

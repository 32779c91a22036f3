import type { ServerResponse } from "node:http";
import { setImmediate as nextMacrotask } from "node:timers/promises";
import type { BodyPart, ModelTurn, Pause } from "./turn.ts";

/**
 * Plays one turn on a response. Resolves when everything was sent and ended, or, for a stall, when the connection is
 * gone. Returns early, without an error, once `gone` aborts. Rejects with what a pause of the script rejects with.
 * `onDrop` is called just before the script itself drops the connection.
 */
export async function playTurn(
  turn: ModelTurn,
  response: ServerResponse,
  gone: AbortSignal,
  onDrop: () => void,
): Promise<void> {
  if (turn.beforeHead !== undefined) await wait(turn.beforeHead, gone);
  if (turn.withoutHead !== true) await sendHeadAndBody(turn, response, gone);
  if (gone.aborted) return;
  switch (turn.ending ?? "end") {
    case "end":
      await finish(response, gone);
      return;
    case "cut":
      onDrop();
      response.socket?.destroy();
      return;
    case "reset":
      onDrop();
      response.socket?.resetAndDestroy();
      return;
    case "stall":
      await stall(response, turn.pingEveryMs, gone);
      return;
  }
}

async function sendHeadAndBody(
  turn: ModelTurn,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  if (gone.aborted) return;
  const status = turn.status ?? 200;
  const contentType = status < 400 ? "text/event-stream" : "application/json";
  response.writeHead(status, { "content-type": contentType, ...turn.headers });
  response.flushHeaders();
  for (const part of bodyParts(turn.body)) {
    if (gone.aborted) return;
    if (isPause(part)) await wait(part.pause, gone);
    else await write(response, part, gone);
  }
}

function bodyParts(body: ModelTurn["body"]): readonly BodyPart[] {
  if (body === undefined) return [];
  return typeof body === "string" || body instanceof Uint8Array ? [body] : body;
}

function isPause(part: BodyPart): part is { readonly pause: Pause } {
  return typeof part === "object" && !(part instanceof Uint8Array);
}

/** One socket write. Waits until the kernel has it and one macrotask more, so that two chunks do not share a write. */
async function write(
  response: ServerResponse,
  chunk: string | Uint8Array,
  gone: AbortSignal,
): Promise<void> {
  await untilGone(
    // The write's own error is the client leaving, which `gone` reports.
    new Promise<void>((resolve) => response.write(chunk, () => resolve())),
    gone,
  );
  await nextMacrotask();
}

async function finish(response: ServerResponse, gone: AbortSignal): Promise<void> {
  await untilGone(new Promise<void>((resolve) => response.end(() => resolve())), gone);
}

async function stall(
  response: ServerResponse,
  pingEveryMs: number | undefined,
  gone: AbortSignal,
): Promise<void> {
  const ping = pingEveryMs === undefined ? undefined : setInterval(sendPing, pingEveryMs);
  function sendPing(): void {
    response.write(": ping\n\n");
  }
  try {
    await untilGone(new Promise<never>(() => {}), gone);
  } finally {
    clearInterval(ping);
  }
}

async function wait(pause: Pause, gone: AbortSignal): Promise<void> {
  if (typeof pause !== "number") {
    await untilGone(pause, gone);
    return;
  }
  let timer: NodeJS.Timeout | undefined;
  try {
    await untilGone(new Promise((resolve) => (timer = setTimeout(resolve, pause))), gone);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles with `promise`, or resolves when `gone` aborts, whichever is first. Leaves no listener behind. */
async function untilGone(promise: Promise<unknown>, gone: AbortSignal): Promise<void> {
  if (gone.aborted) {
    // Nobody waits for it any more, so a late rejection has nowhere to go.
    promise.catch(() => {});
    return;
  }
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const leave = (): void => resolve();
  gone.addEventListener("abort", leave, { once: true });
  try {
    await Promise.race([promise, left]);
  } finally {
    gone.removeEventListener("abort", leave);
  }
}

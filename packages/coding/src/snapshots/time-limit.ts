/** A signal that aborts with another one, or after some time. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  readonly isOver: boolean;
}

/** Its timer and its listener go when it is disposed of. */
export function timeLimit(milliseconds: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(new Error(`it took longer than ${milliseconds} ms`));
  }, milliseconds);
  const forward = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) forward();
  outer?.addEventListener("abort", forward);
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", forward);
    },
  };
}

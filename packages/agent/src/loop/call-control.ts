/** Cancels one call of the batch with this id; false when it has settled or is unknown. */
type CancelOne = (id: string, graceMs: number) => boolean;

/** Reaches the calls of a run from outside. A batch attaches itself while it runs. */
export class CallControl {
  #cancelOne: CancelOne | undefined;

  attach(cancelOne: CancelOne): void {
    this.#cancelOne = cancelOne;
  }

  detach(): void {
    this.#cancelOne = undefined;
  }

  /** Cancels one call without ending the run; `graceMs` is how long a running one may take to return. */
  cancel(id: string, graceMs: number): boolean {
    return this.#cancelOne?.(id, graceMs) ?? false;
  }
}

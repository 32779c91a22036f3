import { CodingError } from "../errors.ts";

/** `io`: git or the disk failed. `damaged`: what was kept cannot be read. `input`: there is no such point to go back to. */
export type SnapshotErrorKind = "io" | "damaged" | "input";

/** A snapshot could not be taken or gone back to. */
export class SnapshotError extends CodingError {
  readonly kind: SnapshotErrorKind;

  constructor(kind: SnapshotErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

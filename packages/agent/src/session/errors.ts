/** What went wrong with a session. Only `io` may go away by itself; every other kind asks for a decision. */
export type SessionErrorKind =
  /** A line in the file cannot be read. */
  | "damaged"
  /** The last line has no newline: its writer died in the middle of it. `JsonlLog.recover` moves it aside. */
  | "torn"
  /** Another process, or another log of this one, is writing the session. */
  | "locked"
  /** The session was taken over, replaced or changed by somebody else while it was open. */
  | "lease-lost"
  /** The file is something else; it is left as it is. */
  | "not-a-session"
  /** The file is a session of a version that this package cannot read. */
  | "unsupported-version"
  /** The system refused to read or write; `cause` is what it said. */
  | "io"
  /** The log was opened for reading only. */
  | "read-only"
  /** The log was closed. */
  | "closed"
  /** What was to be written does not have the shape of an entry. */
  | "invalid"
  /** No entry of the session has this id. */
  | "unknown-entry";

/** Who holds the lease of a session. What is not known is left out. */
export interface SessionHolder {
  readonly pid?: number | undefined;
  readonly host?: string | undefined;
}

/** Where and why, for programs. */
export interface SessionErrorDetails extends ErrorOptions {
  readonly path?: string | undefined;
  /** Lines count from 1; the header is line 1. */
  readonly line?: number | undefined;
  readonly holder?: SessionHolder | undefined;
}

const sessionErrorBrand: unique symbol = Symbol.for("tau-ts.SessionError");

/** A session could not be opened, read or written. The text says what was tried, what happened and what to do. */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly kind: SessionErrorKind;
  /** The session file, where there is one. */
  readonly path?: string;
  /** The line that cannot be read, counted from 1. */
  readonly line?: number;
  /** Who holds the session; present for `locked`. */
  readonly holder?: SessionHolder;

  constructor(kind: SessionErrorKind, message: string, details: SessionErrorDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.kind = kind;
    if (details.path !== undefined) this.path = details.path;
    if (details.line !== undefined) this.line = details.line;
    if (details.holder !== undefined) this.holder = details.holder;
    Object.defineProperty(this, sessionErrorBrand, { value: true });
  }

  /** Recognises the class across copies of this package. */
  static isInstance(value: unknown): value is SessionError {
    return value instanceof Error && sessionErrorBrand in value;
  }
}

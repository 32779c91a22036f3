import { errorText } from "./texts.ts";

/** What went wrong in the use of a harness. */
export type HarnessErrorKind =
  /** A run is going on and the call needs an idle harness. */
  | "busy"
  /** An option has a value that makes no sense. */
  | "options"
  /** A run was iterated a second time, or after `result` had begun to drive it. */
  | "iterated"
  /** A listener threw; `cause` is what it threw. */
  | "listener"
  /** The loop itself failed, which is a fault of this package. */
  | "internal";

const harnessErrorBrand: unique symbol = Symbol.for("tau-ts.HarnessError");
const fatalToolErrorBrand: unique symbol = Symbol.for("tau-ts.FatalToolError");

/** A harness was used in a way it does not allow, or one of its listeners failed. */
export class HarnessError extends Error {
  override readonly name = "HarnessError";
  readonly kind: HarnessErrorKind;

  constructor(kind: HarnessErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    Object.defineProperty(this, harnessErrorBrand, { value: true });
  }

  /** Recognises the class across copies of this package. */
  static isInstance(value: unknown): value is HarnessError {
    return value instanceof Error && harnessErrorBrand in value;
  }
}

/**
 * Thrown by a tool to end the whole run: its call reads the message, the calls after it are not run, and the run closes
 * with an error. Every other failure of a tool goes back to the model.
 */
export class FatalToolError extends Error {
  override readonly name = "FatalToolError";
  readonly kind = "fatal";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, fatalToolErrorBrand, { value: true });
  }

  /** Recognises the class across copies of this package. */
  static isInstance(value: unknown): value is FatalToolError {
    return value instanceof Error && fatalToolErrorBrand in value;
  }
}

/** The failure of a listener, as whoever drives the harness hears of it. */
export function listenerFailure(error: unknown): HarnessError {
  return new HarnessError("listener", `a listener failed: ${errorText(error)}`, { cause: error });
}

/** A failure of the loop itself, which nothing that a model, a tool or a hook does should bring about. */
export function internalFailure(error: unknown): HarnessError {
  const text = `the loop failed: ${errorText(error)}; this is a fault of @tau-ts/agent, please report it`;
  return new HarnessError("internal", text, { cause: error });
}

/** What was thrown, as an Error; anything else becomes its cause. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(errorText(error), { cause: error });
}

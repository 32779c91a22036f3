/** `usage`: the command line or the configuration makes no sense, exit code 2. `failed`: the work failed, exit code 1. */
export type CommandErrorKind = "usage" | "failed";

const commandErrorBrand: unique symbol = Symbol.for("tau-ts.CommandError");

/** Ends the command with one line on standard error: the message says what was tried, what happened and what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly kind: CommandErrorKind;

  constructor(kind: CommandErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    Object.defineProperty(this, commandErrorBrand, { value: true });
  }

  /** Recognises the class across copies of this package. */
  static isInstance(value: unknown): value is CommandError {
    return value instanceof Error && commandErrorBrand in value;
  }
}

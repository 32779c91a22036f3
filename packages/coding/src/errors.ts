/** Why a file could not be used. */
export type WorkspaceErrorKind =
  | "not-found"
  | "is-directory"
  | "not-directory"
  /** A FIFO, a socket or a device: something that reading could wait on for ever. */
  | "not-regular"
  | "denied"
  /** Outside the folder that the workspace is limited to. */
  | "outside"
  /** A path that no file can have. */
  | "path"
  /** Somebody else changed the file since it was read. */
  | "changed"
  /** The bytes are not what the tool works on: binary, not UTF-8, too large. */
  | "content"
  /** Anything else the disk said. */
  | "io";

/** Why a command could not be started. */
export type ShellErrorKind = "folder" | "command" | "spawn";

/**
 * Why something of the user's could not be read or kept. `damaged`: a file is not what it should be, and is left as it
 * is. `locked`: another process does not let go of it. `value`: what was given is not allowed there.
 */
export type SettingsErrorKind = "damaged" | "locked" | "value";

/** Why no model could be chosen: what names it makes no sense or is not known, or there is no key. */
export type ModelChoiceErrorKind = "reference" | "provider" | "model" | "key";

/** `io`: git or the disk failed. `damaged`: what was kept cannot be read. `input`: there is no such point to go back to. */
export type SnapshotErrorKind = "io" | "damaged" | "input";

/**
 * Every kind of failure this package raises. `input`: the arguments of a call make no sense. `edit`: an edit did not
 * apply.
 */
export type CodingErrorKind =
  | WorkspaceErrorKind
  | ShellErrorKind
  | SettingsErrorKind
  | ModelChoiceErrorKind
  | SnapshotErrorKind
  | "input"
  | "edit";

/** The base of every error this package raises on purpose. The message is written for a model and for people. */
export abstract class CodingError extends Error {
  abstract readonly kind: CodingErrorKind;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    // One brand for each class it is of, this one the last.
    let ofClass: unknown = new.target;
    while (typeof ofClass === "function" && ofClass !== Error) {
      Object.defineProperty(this, brandOf(ofClass.name), { value: true });
      ofClass = Object.getPrototypeOf(ofClass);
    }
  }

  /** Recognises the class it is asked of, and its subclasses, across copies of this package. */
  static isInstance<Kind extends CodingError>(
    this: abstract new (...parameters: never[]) => Kind,
    value: unknown,
  ): value is Kind {
    return value instanceof Error && brandOf(this.name) in value;
  }
}

function brandOf(name: string): symbol {
  return Symbol.for(`tau-ts.${name}`);
}

/** A file or folder could not be used. */
export class WorkspaceError extends CodingError {
  readonly kind: WorkspaceErrorKind;
  /** The file or folder, as it was asked for. */
  readonly path: string;

  constructor(kind: WorkspaceErrorKind, path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.path = path;
  }
}

/** A command could not be started. A command that ran and failed is no error but a result. */
export class ShellError extends CodingError {
  readonly kind: ShellErrorKind;

  constructor(kind: ShellErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** The arguments of a call make no sense. */
export class ToolInputError extends CodingError {
  readonly kind = "input";
}

/** An edit did not apply; the file is untouched. */
export class EditError extends CodingError {
  readonly kind = "edit";
}

/** A file of the user's could not be used, or a value not be kept in it. */
export class SettingsError extends CodingError {
  readonly kind: SettingsErrorKind;
  /** The file. */
  readonly path: string;

  constructor(kind: SettingsErrorKind, path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.path = path;
  }
}

/** No model could be chosen. */
export class ModelChoiceError extends CodingError {
  readonly kind: ModelChoiceErrorKind;

  constructor(kind: ModelChoiceErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** A snapshot could not be taken or gone back to. */
export class SnapshotError extends CodingError {
  readonly kind: SnapshotErrorKind;

  constructor(kind: SnapshotErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** What went wrong, for people: the message of an Error, its name when there is none, anything else as a string. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

/** The system's code of a failure, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  // By shape: an error from another realm (`node:vm`) is no instance of this one's Error.
  return typeof error === "object" &&
    error !== null &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : undefined;
}

/** Whether the system says that nothing is at a path. */
export function isGone(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

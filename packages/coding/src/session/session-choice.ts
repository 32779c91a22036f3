import type { SessionHolder } from "@tau-ts/agent";

/**
 * Which session an agent works on. `new`: one that is kept from its first message on. `none`: one that is not kept.
 * `latest`: the one of this working directory that was written last, else a new one. `id`: one of any working directory,
 * by the beginning of its id. `fork`: a copy of the conversation of another one, by path or id. `import`: a copy of a
 * session file of Tau or Pi, with all its branches.
 */
export type SessionChoice =
  | "new"
  | "none"
  | "latest"
  | { readonly id: string }
  | { readonly path: string }
  | { readonly fork: string; readonly entryId?: string | null | undefined }
  | { readonly import: string };

/** A session that another process is writing. */
export interface HeldSession {
  readonly path: string;
  /** The process, as far as it is known. */
  readonly holder: SessionHolder;
  /** For people: who holds it, and what can be done. */
  readonly message: string;
}

/**
 * Asks what to do about a session that somebody else is writing: look at it, or go on in a copy. Nothing means neither:
 * opening it then fails with the SessionError `locked`. When `signal` aborts the question is withdrawn.
 */
export type AskHeld = (
  held: HeldSession,
  context: { readonly signal: AbortSignal },
) => Promise<"read-only" | "fork" | undefined>;

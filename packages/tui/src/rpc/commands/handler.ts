import type { Fields } from "../fields.ts";
import type { RpcCommandName, RpcCommands } from "../messages.ts";
import type { RpcSession } from "../rpc-session.ts";

export interface HandlerContext<Answer> {
  readonly session: RpcSession;
  readonly fields: Fields;
  /** The `id` of the command. */
  readonly id: string | undefined;
  /** Answers before the handler is done; what it resolves with is then ignored. */
  readonly respond: (answer: Answer) => void;
}

/** Carries out one command; an error it throws is its error response. */
export type Handler<Name extends RpcCommandName> = (
  context: HandlerContext<RpcCommands[Name]["out"]>,
) => RpcCommands[Name]["out"] | Promise<RpcCommands[Name]["out"]>;

export type Handlers<Names extends RpcCommandName> = { readonly [Name in Names]: Handler<Name> };

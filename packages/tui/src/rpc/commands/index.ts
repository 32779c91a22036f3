import { contextHandlers } from "./context.ts";
import { inspectionHandlers } from "./inspection.ts";
import { modelHandlers } from "./models.ts";
import { promptingHandlers } from "./prompting.ts";
import { sessionHandlers } from "./sessions.ts";
import type { HandlerContext } from "./handler.ts";

const handlers: typeof promptingHandlers &
  typeof modelHandlers &
  typeof contextHandlers &
  typeof inspectionHandlers &
  typeof sessionHandlers = {
  ...promptingHandlers,
  ...modelHandlers,
  ...contextHandlers,
  ...inspectionHandlers,
  ...sessionHandlers,
};

/** Commands of one session. */
export type SessionCommandName = keyof typeof handlers;

/** How each command of a session is carried out. */
export const commandHandlers: Readonly<
  Record<SessionCommandName, (context: HandlerContext<unknown>) => unknown>
> = handlers;

export function isCommandName(name: string): name is SessionCommandName {
  return Object.hasOwn(handlers, name);
}

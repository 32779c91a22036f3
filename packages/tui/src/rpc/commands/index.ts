import { bashHandlers } from "./bash.ts";
import { compactionHandlers } from "./compaction.ts";
import type { HandlerContext } from "./handler.ts";
import { inspectionHandlers } from "./inspection.ts";
import { modelHandlers } from "./models.ts";
import { promptingHandlers } from "./prompting.ts";
import { sessionHandlers } from "./sessions.ts";

const handlers: typeof promptingHandlers &
  typeof modelHandlers &
  typeof compactionHandlers &
  typeof bashHandlers &
  typeof inspectionHandlers &
  typeof sessionHandlers = {
  ...promptingHandlers,
  ...modelHandlers,
  ...compactionHandlers,
  ...bashHandlers,
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

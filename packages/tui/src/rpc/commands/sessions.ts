import { stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { sessionHtml } from "../../export/html.ts";
import { RpcFieldError } from "../fields.ts";
import type { RpcSession } from "../rpc-session.ts";
import type { Handlers } from "./handler.ts";
import { userText } from "./inspection.ts";

export const sessionHandlers: Handlers<
  "new_session" | "switch_session" | "fork" | "clone" | "set_session_name" | "export_html"
> = {
  async new_session({ session, fields }) {
    const { agent } = session;
    const parent = fields.optionalText("parentSession");
    if (parent !== undefined) await agent.openSession({ fork: parent, entryId: null });
    else if (agent.session.path === undefined) await agent.openSession("none");
    else await agent.newSession();
    return { cancelled: false, sessionId: session.id };
  },

  async switch_session({ session, fields }) {
    const path = resolve(session.agent.cwd, fields.text("sessionPath"));
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isThere) throw new RpcFieldError(`There is no session file ${path}.`);
    await session.agent.openSession({ path });
    return { cancelled: false, sessionId: session.id };
  },

  async fork({ session, fields }) {
    const { agent } = session;
    const entryId = fields.text("entryId");
    const entry = (await agent.session.entries()).find(({ id }) => id === entryId);
    const text = entry && userText(entry);
    if (!entry || text === undefined)
      throw new RpcFieldError(`There is no user message ${entryId}. See get_fork_messages.`);
    await goToCopy(session, entry.parentId);
    return { text, cancelled: false, sessionId: session.id };
  },

  async clone({ session }) {
    const { agent } = session;
    if (agent.session.path === undefined || agent.session.leafId === null)
      throw new RpcFieldError("There is nothing to clone: the session is not kept, or is empty.");
    await agent.fork();
    return { cancelled: false, sessionId: session.id };
  },

  async set_session_name({ session, fields }) {
    const name = fields.text("name").trim();
    if (name === "") throw new RpcFieldError("name must not be empty.");
    await session.agent.session.setName(name);
    return undefined;
  },

  async export_html({ session: { agent }, fields }) {
    const { session, cwd } = agent;
    const { id, leafId } = session;
    const path = resolve(cwd, fields.optionalText("outputPath") ?? `tau-session-${id}.html`);
    const header = { id, cwd, timestamp: new Date().toISOString() };
    await writeFile(path, sessionHtml({ header, entries: await session.entries(), leafId }));
    return { path };
  },
};

/** A conversation that is not kept has no file to copy: it goes on on another branch. */
async function goToCopy({ agent }: RpcSession, entryId: string | null): Promise<void> {
  if (agent.session.path === undefined) await agent.branch(entryId);
  else await agent.fork(entryId);
}

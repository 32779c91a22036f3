import { AgentCore } from "./agent/agent-core.ts";
import type { CodingAgentOptions } from "./agent/agent-options.ts";
import { assemble } from "./agent/assemble.ts";
import { openConversation } from "./agent/open-conversation.ts";
import { CodingAgent } from "./coding-agent.ts";
import { openSession } from "./session/open-session.ts";

/**
 * Puts a coding agent together: looks whether the project is trusted, reads settings and instructions, finds the model,
 * opens the session. Rejects with ModelChoiceError when there is no model, SessionError when the session cannot be
 * opened, HarnessError `options` or ToolInputError for options that make no sense; nothing is held then.
 *
 * @example
 * const agent = await createCodingAgent({ model: "anthropic/claude-sonnet-4-5" });
 * const { text } = await agent.prompt("What is this project about?");
 * await agent.dispose();
 */
export async function createCodingAgent(options: CodingAgentOptions = {}): Promise<CodingAgent> {
  const assembly = await assemble(options);
  const { model, thinking, mode, session: choice = "new", signal } = options;
  const opened = await openSession({ ...assembly.sessionOptions, choice, now: new Date(), signal });
  try {
    const wanted = { model, ...(thinking && { thinking }), ...(mode && { mode }) };
    const open = await openConversation(assembly.parts, opened, wanted, undefined);
    return new CodingAgent(new AgentCore(assembly, open));
  } catch (error) {
    await opened.log.close();
    throw error;
  }
}

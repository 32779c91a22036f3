import type { AgentCore } from "./agent-core.ts";

/** So many messages are looked at in one go: some 50 ms of work. Smaller parts would leave more behind to be swept up. */
const part = 2000;

/** Has the model look at the conversation in parts, between which everything else has its turn. */
export async function prepareAhead(core: AgentCore): Promise<void> {
  const { conversation } = core;
  const { model } = conversation;
  const isOver = (): boolean =>
    core.occupancy.isBusy || core.conversation !== conversation || conversation.model !== model;
  await wait();
  if (!model.prepare || isOver()) return;
  const messages = conversation.ahead;
  for (let end = part; ; end += part) {
    await wait();
    if (isOver()) return;
    try {
      model.prepare({ messages: messages.slice(0, end) });
    } catch {
      // A model is foreign code. What it cannot do ahead fails, and is told of, with the request itself.
      return;
    }
    if (end >= messages.length) return;
  }
}

function wait(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

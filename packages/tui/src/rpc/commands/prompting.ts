import { textOf } from "@tau-ts/ai";
import { RpcFieldError } from "../fields.ts";
import type { Handlers } from "./handler.ts";

const queueModes = ["all", "one-at-a-time"] as const;

export const promptingHandlers: Handlers<
  | "prompt"
  | "steer"
  | "follow_up"
  | "abort"
  | "clear_queue"
  | "set_steering_mode"
  | "set_follow_up_mode"
> = {
  async prompt({ session, fields, respond }) {
    const behaviour = fields.optionalChoice("streamingBehavior", ["steer", "followUp"]);
    const input = fields.spoken();
    if (!session.agent.isRunning) {
      await session.begin(input, () => respond({ disposition: "started" }));
      return { disposition: "started" };
    }
    if (behaviour === undefined)
      throw new RpcFieldError(
        'The agent is busy. Give streamingBehavior "steer" or "followUp" to queue the message.',
      );
    await session.agent[behaviour](input);
    return { disposition: "queued" };
  },

  async steer({ session, fields }) {
    await session.agent.steer(fields.spoken());
    return { disposition: "queued" };
  },

  async follow_up({ session, fields }) {
    await session.agent.followUp(fields.spoken());
    return { disposition: "queued" };
  },

  async abort({ session }) {
    await session.agent.stop();
    return undefined;
  },

  clear_queue({ session }) {
    const { steering, followUp } = session.agent.clearQueues();
    return { steering: steering.map(textOf), followUp: followUp.map(textOf) };
  },

  set_steering_mode({ session, fields }) {
    session.agent.setQueueModes({ steering: fields.choice("mode", queueModes) });
    return undefined;
  },

  set_follow_up_mode({ session, fields }) {
    session.agent.setQueueModes({ followUp: fields.choice("mode", queueModes) });
    return undefined;
  },
};

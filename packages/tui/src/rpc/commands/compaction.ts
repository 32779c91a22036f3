import { toldUsage } from "../../frontends/told-usage.ts";
import type { Handlers } from "./handler.ts";

export const compactionHandlers: Handlers<"compact" | "set_auto_compaction"> = {
  async compact({ session, fields }) {
    const result = await session.agent.compact(fields.optionalText("customInstructions"));
    if (result) return result.usage ? { ...result, usage: toldUsage(result.usage) } : result;
    throw new Error(session.compactionError ?? "Nothing was compacted.");
  },

  set_auto_compaction({ session, fields }) {
    session.setAutoCompaction(fields.isTrue("enabled"));
    return undefined;
  },
};

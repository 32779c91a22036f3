import { toldUsage } from "../../frontends/told-usage.ts";
import type { Handlers } from "./handler.ts";

export const contextHandlers: Handlers<"compact" | "set_auto_compaction" | "bash" | "abort_bash"> =
  {
    async compact({ session, fields }) {
      const result = await session.agent.compact(fields.optionalText("customInstructions"));
      if (result) return result.usage ? { ...result, usage: toldUsage(result.usage) } : result;
      throw new Error(session.compactionError ?? "Nothing was compacted.");
    },

    set_auto_compaction({ session, fields }) {
      session.setAutoCompaction(fields.isTrue("enabled"));
      return undefined;
    },

    async bash({ session, fields, id }) {
      const command = fields.text("command");
      const excludeFromContext = fields.optionallyTrue("excludeFromContext");
      const { output, exitCode, cancelled, truncated, fullOutputPath } = await session.stoppable(
        (signal) => session.agent.bash({ command, excludeFromContext }, { id, signal }),
      );
      return {
        output,
        ...(exitCode === undefined ? {} : { exitCode }),
        cancelled,
        truncated,
        ...(fullOutputPath === undefined ? {} : { fullOutputPath }),
      };
    },

    abort_bash({ session }) {
      session.stopCommands();
      return undefined;
    },
  };

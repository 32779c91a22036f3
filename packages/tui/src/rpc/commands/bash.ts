import type { Handlers } from "./handler.ts";

export const bashHandlers: Handlers<"bash" | "abort_bash"> = {
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

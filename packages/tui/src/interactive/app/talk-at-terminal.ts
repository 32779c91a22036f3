import { userFolders } from "@tau-ts/coding";
import { SystemClock } from "../../terminal/system-clock.ts";
import { TtyTerminal } from "../../terminal/tty-terminal.ts";
import type { InteractiveEnd, RunInteractiveOptions } from "../run-interactive.ts";
import { App } from "./app.ts";

/** The application at the terminal of this process. What else is written to standard error comes after it. */
export function talkAtTerminal(options: RunInteractiveOptions): Promise<InteractiveEnd> {
  const { stdin: input, stdout: output, stderr } = process;
  const variables = options.variables ?? process.env;
  const user = userFolders({ environment: variables, home: options.home });
  const clock = new SystemClock();
  const terminal = new TtyTerminal({
    input,
    output,
    host: process,
    quiet: [stderr],
    clock,
    variables,
  });
  const app = new App({
    ...options,
    cwd: options.cwd ?? process.cwd(),
    home: user.home,
    tauHome: options.tauHome ?? user.tauHome,
    variables,
    terminal,
    clock,
  });
  return app.run();
}

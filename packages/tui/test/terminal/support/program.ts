// A small program with a screen, for tests in real terminals: what it does at the end is its argument.
import { Screen } from "../../../src/terminal/renderer/screen.ts";
import type { TerminalClock } from "../../../src/terminal/terminal.ts";
import { TtyTerminal } from "../../../src/terminal/tty-terminal.ts";

const clock: TerminalClock = {
  now: () => performance.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
};
const { stdin: input, stdout: output, stderr } = process;
const terminal = new TtyTerminal({
  input,
  output,
  host: process,
  quiet: [stderr],
  clock,
  variables: process.env,
});
const typed: string[] = [];
const view = {
  frame: () => ({ finished: [], live: [`process ${process.pid}`, `typed:${typed.join(",")}.`] }),
  recent: () => [],
};
const screen = new Screen({ terminal, view, clock, strict: true });

async function leave(code: number): Promise<void> {
  screen.stop();
  await terminal.stop();
  process.exitCode = code;
}

const acts: Readonly<Record<string, () => void>> = {
  q: () => void leave(0),
  z: () => terminal.suspend(),
  e: () => process.exit(3),
  c: () => {
    throw new Error("a crash of the program");
  },
  r: () => void Promise.reject(new Error("a rejection of the program")),
  w: () => void stderr.write("a warning of the program\n"),
};

process.on("SIGTERM", () => void leave(143));
process.on("SIGHUP", () => void leave(129));
terminal.onInput((event) => {
  if (event.type !== "key") return;
  acts[event.name]?.();
  typed.push(event.name);
  screen.invalidate();
});
terminal.setTitle("program");
terminal.start();
screen.invalidate();

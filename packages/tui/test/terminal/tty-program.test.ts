import { describe, expect, it, vi } from "vitest";
import { PtyProgram, programCommand } from "./support/pty.ts";
import type { PtyOptions } from "./support/pty.ts";
import { usedRows } from "./support/xterm.ts";

const modes = [
  ["bracketed paste", "\u001b[?2004h", "\u001b[?2004l"],
  ["focus reports", "\u001b[?1004h", "\u001b[?1004l"],
  ["modified keys", "\u001b[>4;1m", "\u001b[>4m"],
  ["the keyboard protocol", "\u001b[>5u", "\u001b[<u"],
  ["the title", "\u001b[22;0t", "\u001b[23;0t"],
] as const;

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Every mode was taken back as often as it was put on, and the last word is that it is off. */
function expectGivenBack(output: string, times = 1): void {
  for (const [name, on, off] of modes) {
    expect([name, count(output, on), count(output, off)]).toEqual([name, times, times]);
    expect(output.lastIndexOf(off)).toBeGreaterThan(output.lastIndexOf(on));
  }
  expect(output.lastIndexOf("\u001b[?25h")).toBeGreaterThan(output.lastIndexOf("\u001b[?25l"));
  expect(output.lastIndexOf("\u001b[?7h")).toBeGreaterThan(output.lastIndexOf("\u001b[?7l"));
}

function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 8000, interval: 10 });
}

/** Starts the program; after it, a shell looks at the terminal's settings and at what was left to read. */
async function start(options: PtyOptions = {}): Promise<PtyProgram> {
  const program = new PtyProgram(
    `${programCommand}; code=$?; stty -a; read -rt 0.1 rest; echo "code=$code rest=[$rest]"`,
    options,
  );
  await until(() => expect(program.output).toContain("typed:."));
  return program;
}

function processIdOf(program: PtyProgram): number {
  return Number(/process (\d+)/.exec(program.output)?.[1]);
}

/** Resolves when the shell has told of the stopped program and reads the next command: what is typed before may be lost. */
function shellAsks(program: PtyProgram): Promise<void> {
  return until(() => expect(program.output).toMatch(/Stopped[^]*\$ $/));
}

/** Ends the shell around the program, once it asks for the next command. */
async function leaveShell(program: PtyProgram): Promise<void> {
  await until(() => expect(program.output).toMatch(/\$ $/));
  program.type("exit\r");
  await program.finished;
}

describe("a real terminal", { timeout: 30_000 }, () => {
  it.each([
    ["quit", "q", 0, undefined],
    ["process.exit", "e", 3, undefined],
    ["an uncaught error", "c", 1, "a crash of the program"],
    ["an unhandled rejection", "r", 1, "a rejection of the program"],
  ])("F95 is given back at the end by %s", async (_name, key, code, errorText) => {
    await using program = await start();
    program.type(key);
    await program.finished;
    expectGivenBack(program.output);
    expect(program.output).toContain(`code=${code} rest=[]`);
    expect(program.output).toMatch(/[^-]icanon/);
    expect(program.output).toMatch(/[^-]echo /);
    if (errorText !== undefined)
      expect(program.output.indexOf(errorText)).toBeGreaterThan(
        program.output.lastIndexOf("\u001b[<u"),
      );
    // The screen's live rows are gone: what follows begins on a clean line.
    expect(usedRows(program.xterm).join("\n")).not.toContain("typed:");
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("F95 is given back at the end by %s", async (signal, code) => {
    await using program = await start();
    process.kill(processIdOf(program), signal);
    await program.finished;
    expectGivenBack(program.output);
    expect(program.output).toContain(`code=${code} rest=[]`);
    expect(program.output).toMatch(/[^-]icanon/);
  });

  it("bug 48: kill -TSTP takes the modes back too, and kill -CONT puts them on once", async () => {
    await using program = new PtyProgram(programCommand, { isInteractive: true });
    await until(() => expect(program.output).toContain("typed:."));
    process.kill(processIdOf(program), "SIGTSTP");
    await shellAsks(program);
    expectGivenBack(program.output);
    program.type("fg\r");
    await until(() => expect(usedRows(program.xterm).join("\n")).toContain("typed:."));
    program.type("q");
    await until(() => expectGivenBack(program.output, 2));
    await leaveShell(program);
  });

  it("bug 48: after kill -STOP, which nobody can catch, fg puts the modes on without another entry", async () => {
    await using program = new PtyProgram(programCommand, { isInteractive: true });
    await until(() => expect(program.output).toContain("typed:."));
    // Behind the key come no more of the terminal's replies: the shell would take them for a command.
    program.type("a");
    await until(() => expect(usedRows(program.xterm).join("\n")).toContain("typed:a."));
    process.kill(processIdOf(program), "SIGSTOP");
    await shellAsks(program);
    program.type("fg\r");
    await until(() => expect(program.output).toContain("\u001b[=5u"));
    program.type("x");
    await until(() => expect(usedRows(program.xterm).join("\n")).toContain("typed:a,x."));
    program.type("q");
    await until(() => expect(count(program.output, "\u001b[<u")).toBe(1));
    expect(count(program.output, "\u001b[>5u")).toBe(1);
    await leaveShell(program);
  });

  it("bug 48: a reply that comes while it stops does not reach the shell", async () => {
    await using program = await start({ answers: false });
    program.type("q");
    await until(() => expect(program.output).toContain("\u001b[<u"));
    program.type("\u001b[?0u\u001b[?62;22c");
    await program.finished;
    expect(program.output).toContain("code=0 rest=[]");
    expect(program.output).not.toContain("62;22c");
  });

  it("bug 48: what the process writes to standard error meanwhile is shown at the end, not on the screen", async () => {
    await using program = await start();
    program.type("w");
    await until(() => expect(usedRows(program.xterm).join("\n")).toContain("typed:w."));
    expect(program.output).not.toContain("a warning");
    program.type("q");
    await program.finished;
    expect(program.output.indexOf("a warning of the program")).toBeGreaterThan(
      program.output.lastIndexOf("\u001b[<u"),
    );
  });

  it("a window that changes its size is painted anew, once", async () => {
    await using program = await start();
    program.resize(40, 10);
    program.type("x");
    await until(() => expect(usedRows(program.xterm).join("\n")).toContain("typed:x."));
    expect(count(usedRows(program.xterm).join("\n"), "typed:")).toBe(1);
    program.type("q");
    await program.finished;
    expectGivenBack(program.output);
  });

  it("Ctrl+Z gives it to the shell, and fg brings the screen back whole", async () => {
    await using program = new PtyProgram(programCommand, { isInteractive: true });
    await until(() => expect(program.output).toContain("typed:."));
    program.type("z");
    await shellAsks(program);
    expectGivenBack(program.output);
    // The screen is drawn a moment after the bytes have come.
    await until(() => expect(usedRows(program.xterm).join("\n")).not.toContain("typed:"));
    program.type("stty -a; fg\r");
    await until(() => expect(usedRows(program.xterm).join("\n")).toContain("typed:z."));
    await until(() => expect(count(usedRows(program.xterm).join("\n"), "typed:")).toBe(1));
    program.type("x");
    await until(() => expect(usedRows(program.xterm).join("\n")).toContain("typed:z,x."));
    program.type("q");
    await until(() => expectGivenBack(program.output, 2));
    await leaveShell(program);
  });
});

import type { Program } from "../shell/program.ts";
import { knownStart, openWord } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { wordSet } from "../word-set.ts";
import { scanOptions } from "./options.ts";
import { tableOf } from "./table.ts";

/** Programs that run commands which they put together from arguments, input or files. */
export function inspectRunner(program: Program, name: string): boolean {
  const inspect = runners.get(name);
  const known = subcommands.get(name);
  if (known) return runSubcommand(program, name, known);
  if (inspect) inspect(program);
  else if (always.has(name)) program.open(`${name} runs commands that it is handed as text`);
  else return false;
  return true;
}

/** Programs that exist to run what they are told: no argument of theirs can be judged. */
const always: ReadonlySet<string> = wordSet(
  "parallel entr at batch crontab start-stop-daemon expect run-parts incrontab anacron pee",
  "screen tmux dtach abduco zellij nix-shell nix rlwrap gdb lldb rr fzf peco sk watchexec",
  "nodemon hyperfine chpst proot bwrap capsh enter-chroot ssh-agent dbus-launch xinit startx",
  "xterm konsole gnome-terminal logsave lxc-execute emacs emacsclient vim nvim vi view ex ed",
  "red nano pico joe mc ranger gnuplot maxima gp ftp lftp mutt mail mailx gforth sage pry",
  "jrunscript tig lynx w3m vimdiff rvim gvim rview lazygit kotlin crystal nim mongo mongosh",
  "jshell doit invoke fab machinectl distrobox toolbox multipass vagrant ansible salt pssh pdsh",
  "clush dsh",
);

/** Subcommands after which another command follows, with the number of words between. */
const subcommands: ReadonlyMap<string, Readonly<Record<string, number>>> = tableOf<
  Readonly<Record<string, number>>
>({
  npm: { exec: 0, x: 0 },
  pnpm: { exec: 0, dlx: 0 },
  yarn: { exec: 0, dlx: 0 },
  bun: { x: 0 },
  bundle: { exec: 0 },
  poetry: { run: 0 },
  pipenv: { run: 0 },
  uv: { run: 0 },
  pdm: { run: 0 },
  hatch: { run: 0 },
  conda: { run: 0 },
  direnv: { exec: 1 },
  mise: { exec: 0, x: 0 },
  asdf: { exec: 0 },
  rbenv: { exec: 0 },
  pyenv: { exec: 0 },
  perf: { stat: 0, record: 0 },
});

/** Returns false for other subcommands: what those do is for others to judge. */
function runSubcommand(
  program: Program,
  name: string,
  known: Readonly<Record<string, number>>,
): boolean {
  const [, subcommand, ...rest] = program.words;
  if (!subcommand) return false;
  const { value } = subcommand;
  const isHidden =
    value?.startsWith("-") === true &&
    rest.some((word) => word.value !== undefined && Object.hasOwn(known, word.value));
  if (value === undefined || isHidden) program.open(`what ${name} runs shows only when it runs`);
  if (value === undefined || !Object.hasOwn(known, value)) return false;
  const label = `${name} ${value}`;
  const between = known[value] ?? 0;
  const words = rest.slice(between + (rest[between]?.value === "--" ? 1 : 0));
  if (words[0]?.value?.startsWith("-") === true)
    program.open(`what ${label} runs is hidden behind its options`);
  else if (words.length > 0) program.run(words, label);
  return true;
}

const runners: ReadonlyMap<string, (program: Program) => void> = tableOf<
  (program: Program) => void
>({
  xargs: inspectXargs,
  watch: inspectWatch,
  flock: inspectFlock,
  su: inspectSu,
  runuser: inspectSu,
  script: inspectScript,
  ssh: inspectSsh,
  npx: inspectNpx,
  bunx: inspectNpx,
  pnpx: inspectNpx,
  coproc: (program) => program.run(program.words.slice(1), "coproc"),
});

function inspectXargs(program: Program): void {
  const { options, operands, strange } = scanOptions(program.words.slice(1), {
    flags: "0oprtxe",
    values: "adEILnPsR",
    longFlags: [
      "null",
      "no-run-if-empty",
      "verbose",
      "exit",
      "interactive",
      "open-tty",
      "show-limits",
      "replace",
      "eof",
      "max-lines",
    ],
    longValues: ["arg-file", "delimiter", "max-args", "max-procs", "max-chars", "process-slot-var"],
  });
  if (strange)
    return program.open(`what xargs runs shows only when it runs, because of ${strange.text}`);
  if (operands.length === 0) return;
  const replaced = options.find(({ name }) => name === "-I" || name === "--replace");
  if (!replaced) return program.run([...operands, openWord("…")], "xargs");
  const mark = replaced.value ? replaced.value.value : "{}";
  const words = operands.map((word) => fillIn(word, mark));
  program.run(words, "xargs");
}

/** Where the mark stands, input will stand. */
function fillIn(word: ReadWord, mark: string | undefined): ReadWord {
  if (mark === undefined) return openWord(word.text);
  const { value } = word;
  const at = value?.indexOf(mark) ?? -1;
  if (value === undefined || at === -1) return word;
  return { text: word.text, value: undefined, pieces: [value.slice(0, at), { open: "expansion" }] };
}

function inspectWatch(program: Program): void {
  const { options, operands, strange } = scanOptions(program.words.slice(1), {
    flags: "bcCdegprtwx",
    values: "nqs",
    longFlags: [
      "beep",
      "color",
      "no-color",
      "differences",
      "errexit",
      "chgexit",
      "precise",
      "no-title",
      "no-wrap",
      "exec",
    ],
    longValues: ["interval", "equexit"],
  });
  if (strange)
    return program.open(`what watch runs shows only when it runs, because of ${strange.text}`);
  if (options.some(({ name }) => name === "-x" || name === "--exec"))
    return program.run(operands, "watch");
  const values = operands.map(({ value }) => value);
  program.script(values.includes(undefined) ? undefined : values.join(" "), "watch", "other-shell");
}

function inspectFlock(program: Program): void {
  const { options, operands, strange } = scanOptions(program.words.slice(1), {
    flags: "sexnuoFv",
    values: "wE",
    longFlags: ["shared", "exclusive", "unlock", "nonblock", "nb", "close", "no-fork", "verbose"],
    longValues: ["timeout", "wait", "conflict-exit-code"],
  });
  const [, second, third] = operands;
  if (strange || options.some(({ name }) => name === "-c"))
    return program.open(`what flock runs shows only when it runs`);
  if (second?.value === "-c" || second?.value === "--command")
    return program.script(third?.value, "flock -c", "other-shell");
  if (operands.length > 1) program.run(operands.slice(1), "flock");
}

function inspectSu(program: Program): void {
  const { options, operands, strange } = scanOptions(program.words.slice(1), {
    flags: "lmpPfh",
    values: "cCsgGuwT",
    longFlags: ["login", "preserve-environment", "fast", "pty"],
    longValues: [
      "command",
      "session-command",
      "shell",
      "group",
      "supp-group",
      "user",
      "whitelist-environment",
    ],
    isPermuting: true,
  });
  const code = options.find(({ name }) =>
    ["-c", "-C", "--command", "--session-command"].includes(name),
  );
  const user = options.find(({ name }) => name === "-u" || name === "--user");
  if (strange)
    program.open(`what ${program.name} runs shows only when it runs, because of ${strange.text}`);
  else if (code) program.script(code.value?.value, `${program.name} -c`, "other-shell");
  else if (user && operands.length > 0) program.run(operands, program.name);
  else program.open(`${program.name} starts a shell`);
}

function inspectScript(program: Program): void {
  const { options, strange } = scanOptions(program.words.slice(1), {
    flags: "aefqdr",
    values: "cEIOBTmot",
    longFlags: ["append", "return", "flush", "force", "quiet"],
    longValues: ["command", "echo", "log-in", "log-out", "log-io", "log-timing", "output-limit"],
    isPermuting: true,
  });
  const code = options.find(({ name }) => name === "-c" || name === "--command");
  if (strange || !code) program.open("script starts a shell");
  else program.script(code.value?.value, "script -c", "other-shell");
}

/** The command of `ssh host command` runs elsewhere, but an option can name one that runs here. */
function inspectSsh(program: Program): void {
  const runsHere = program.words.slice(1).some((word) => {
    // What an expansion begins may be any option.
    const start = word.value ?? (knownStart(word) || "-");
    return (
      (/^-[A-Za-z0-9]*[oFEISJ]|^-$|command|exec/i.test(start) && start.startsWith("-")) ||
      /ProxyCommand|LocalCommand|KnownHostsCommand|Match/i.test(start)
    );
  });
  if (runsHere) program.open("options of ssh can run commands on this machine");
  else if (program.words.length > 2)
    program.open("what it runs on the other machine cannot be judged");
}

function inspectNpx(program: Program): void {
  const words = program.words.slice(1);
  const start = words.findIndex(
    ({ value }) =>
      value === undefined ||
      !["-y", "--yes", "--no", "--no-install", "-q", "--quiet", "--"].includes(value),
  );
  if (start === -1) return;
  const rest = words.slice(start);
  if (rest[0]?.value?.startsWith("-") === true)
    program.open(`what ${program.name} runs is hidden behind its options`);
  else program.run(rest, program.name);
}

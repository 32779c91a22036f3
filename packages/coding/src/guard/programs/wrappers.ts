import { baseName } from "../shell/program-name.ts";
import type { Program } from "../shell/program.ts";
import { literalWord } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { scanOptions } from "./options.ts";
import type { OptionSpec } from "./options.ts";
import { tableOf } from "./table.ts";

interface Wrapper extends OptionSpec {
  /** Words between the options and the command that is run. */
  readonly operands?: number;
  /** `NAME=value` words may stand before the command. */
  readonly hasVariables?: boolean;
  /** Without a command it starts a shell. */
  readonly startsShell?: boolean;
  /** With one of these options it runs nothing. */
  readonly only?: readonly string[];
}

const namespaces = ["mount", "uts", "ipc", "net", "pid", "user", "cgroup", "time"];

const wrappers: ReadonlyMap<string, Wrapper> = tableOf<Wrapper>({
  command: { flags: "pvV", only: ["-v", "-V"] },
  builtin: {},
  exec: { flags: "cl", values: "a" },
  nohup: { longFlags: ["version", "help"] },
  time: {
    flags: "apqvVl",
    values: "fo",
    longFlags: ["append", "portability", "quiet", "verbose"],
    longValues: ["format", "output"],
  },
  timeout: {
    flags: "vfp",
    values: "ks",
    operands: 1,
    longFlags: ["foreground", "preserve-status", "verbose"],
    longValues: ["kill-after", "signal"],
  },
  nice: { values: "n", longValues: ["adjustment"], isNumeric: true },
  ionice: { flags: "t", values: "cn", longFlags: ["ignore"], longValues: ["class", "classdata"] },
  chrt: { flags: "abdfimoprRv", values: "TPD", operands: 1 },
  taskset: { flags: "ac", operands: 1, longFlags: ["all-tasks", "cpu-list"] },
  setsid: { flags: "cfw", longFlags: ["ctty", "fork", "wait"] },
  stdbuf: { values: "ioe", longValues: ["input", "output", "error"] },
  unbuffer: { flags: "p" },
  sudo: {
    flags: "AbBEHknNPS",
    values: "aCcDghpRrTtUu",
    longFlags: [
      "askpass",
      "background",
      "preserve-env",
      "set-home",
      "non-interactive",
      "preserve-groups",
      "stdin",
      "reset-timestamp",
      "bell",
    ],
    longValues: [
      "user",
      "group",
      "host",
      "prompt",
      "chdir",
      "chroot",
      "close-from",
      "role",
      "type",
      "command-timeout",
    ],
    hasVariables: true,
  },
  doas: { flags: "Ln", values: "aCu" },
  env: {
    flags: "i0v",
    values: "uCS",
    longFlags: [
      "ignore-environment",
      "null",
      "debug",
      "list-signal-handling",
      "block-signal",
      "default-signal",
      "ignore-signal",
    ],
    longValues: ["unset", "chdir", "split-string"],
    hasVariables: true,
  },
  chroot: {
    longValues: ["userspec", "groups"],
    longFlags: ["skip-chdir"],
    operands: 1,
    startsShell: true,
  },
  unshare: {
    flags: "muinpUCTfrc",
    longFlags: [
      ...namespaces,
      "fork",
      "map-root-user",
      "map-current-user",
      "mount-proc",
      "kill-child",
    ],
    startsShell: true,
  },
  nsenter: {
    flags: "muinpUCTaF",
    values: "tSG",
    longFlags: [...namespaces, "all", "no-fork"],
    longValues: ["target"],
    startsShell: true,
  },
  setpriv: {
    longFlags: ["clear-groups", "keep-groups", "init-groups", "no-new-privs", "reset-env"],
    longValues: ["reuid", "regid", "groups", "inh-caps", "bounding-set"],
  },
  prlimit: {
    flags: "cdefilmnqrstuvxy",
    longFlags: ["nofile", "nproc", "as", "cpu", "core", "data", "fsize", "stack"],
  },
  strace: {
    flags: "CcdfFhiknqrtTvVwxyYzZ",
    values: "abeEIoOpPsSuUX",
    longFlags: ["follow-forks", "summary-only"],
    longValues: ["trace", "output"],
  },
  ltrace: { flags: "CcfhiLrStTV", values: "aADeFlnopsux" },
  setarch: { flags: "vRBFILSTXZ3", operands: 1, startsShell: true },
  linux32: { flags: "vRBFILSTXZ3", startsShell: true },
  linux64: { flags: "vRBFILSTXZ3", startsShell: true },
  i386: { flags: "vRBFILSTXZ3", startsShell: true },
  x86_64: { flags: "vRBFILSTXZ3", startsShell: true },
  numactl: { values: "ipmNCl" },
  cpulimit: { flags: "bfiqrvz", values: "lceP" },
  fakeroot: { values: "lsibu", startsShell: true },
  faketime: { flags: "mp", values: "f", operands: 1 },
  valgrind: {
    flags: "qv",
    longFlags: ["leak-check", "tool", "error-exitcode", "quiet", "track-origins", "log-file"],
  },
  caffeinate: { flags: "dimsu", values: "tw" },
  chronic: { flags: "ve" },
  ifne: { flags: "n" },
  eatmydata: {},
  catchsegv: {},
  proxychains: { flags: "q", values: "f" },
  torsocks: { flags: "i" },
  firejail: { longFlags: ["quiet", "net", "private", "noprofile"], startsShell: true },
  "dbus-run-session": {},
  "xvfb-run": {
    flags: "a",
    values: "nsefp",
    longFlags: ["auto-servernum"],
    longValues: ["server-args"],
  },
  "systemd-run": {
    flags: "tPdGqr",
    values: "pu",
    longFlags: ["user", "scope", "wait", "pty", "pipe", "quiet", "collect"],
    longValues: ["unit", "property"],
  },
  "systemd-inhibit": { longValues: ["what", "who", "why", "mode"] },
  "run-one": {},
  gosu: { operands: 1 },
  "su-exec": { operands: 1 },
  pkexec: { longValues: ["user"] },
  "dumb-init": { flags: "cv" },
  tini: { flags: "svwg" },
  busybox: { longFlags: ["list", "list-full", "help"], only: ["--list", "--list-full", "--help"] },
  toybox: {},
  "ld.so": { longValues: ["library-path", "preload"] },
});

/** Programs that run the command among their own arguments. */
export function inspectWrapper(program: Program, name: string): boolean {
  const isLoader = /^ld-(?:linux|musl)[-\w.]*$|^ld[-.\d]*\.so/.test(name);
  const wrapper = isLoader
    ? wrappers.get("ld.so")
    : (wrappers.get(baseName(program.name)) ?? wrappers.get(name));
  if (!wrapper) return false;
  const { options, operands, strange } = scanOptions(program.words.slice(1), wrapper);
  if (options.some((option) => wrapper.only?.includes(option.name))) return true;
  const split = options.find((option) => option.name === "-S" || option.name === "--split-string");
  if (strange)
    program.open(`what ${name} runs shows only when it runs, because of ${strange.text}`);
  else if (name === "env" && split) splitString(program, split.value, operands);
  else runRest(program, name, wrapper, operands);
  return true;
}

function runRest(
  program: Program,
  name: string,
  wrapper: Wrapper,
  words: readonly ReadWord[],
): void {
  const rest = words.slice(wrapper.operands ?? 0);
  if (name === "env" && rest[0]?.value === "-") rest.shift(); // An old way to say -i.
  while (wrapper.hasVariables === true && rest[0] && takeVariable(program, rest[0])) rest.shift();
  if (rest.length > 0) program.run(rest, name);
  else if (wrapper.startsShell === true) program.open(`without a command ${name} starts a shell`);
}

function takeVariable(program: Program, word: ReadWord): boolean {
  const [start] = word.pieces;
  const end = typeof start === "string" ? start.indexOf("=") : -1;
  if (typeof start !== "string" || end === -1) return false;
  const value =
    word.value === undefined
      ? undefined
      : { ...word, value: word.value.slice(end + 1), pieces: [word.value.slice(end + 1)] };
  program.assign(start.slice(0, end), value);
  return true;
}

/** `env -S 'a b'` splits the text by rules of its own, which agree with the shell's for plain words only. */
function splitString(
  program: Program,
  value: ReadWord | undefined,
  operands: readonly ReadWord[],
): void {
  const text = value?.value;
  if (text === undefined || !/^[\w\s./:,+@%=-]*$/.test(text))
    return program.open("env -S splits text into a command, which shows only when it runs");
  const split = text.split(/\s+/).filter((part) => part !== "");
  const words = split.map(literalWord);
  const [first] = words;
  program.run([literalWord("env"), ...words, ...operands], first ? "env -S" : "env");
}

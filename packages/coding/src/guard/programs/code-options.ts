import type { Program } from "../shell/program.ts";
import { knownStart, mayBeOption } from "../shell/word.ts";
import { tableOf } from "./table.ts";

interface CodeOptions {
  /** A word that makes the program run something, or read instructions that may. */
  readonly pattern: RegExp;
  /** Whether a word that an expansion leaves open may be such an option. */
  readonly isOpenRisky?: boolean;
}

/** Programs of other trades with an option, or a language of commands, that runs programs. */
const codeOptions: ReadonlyMap<string, CodeOptions> = tableOf<CodeOptions>({
  tar: {
    pattern: /^(?:-[A-Za-z]*[IF]|--(?:to-?c?(?:=|$)|to-c|us|checkpoint-|inf|new|rs|rm))/,
    isOpenRisky: true,
  },
  bsdtar: { pattern: /^--use-compress/ },
  cpio: { pattern: /^--(?:rs|rm)/ },
  sort: { pattern: /^--com/, isOpenRisky: true },
  split: { pattern: /^--f/, isOpenRisky: true },
  rsync: { pattern: /^(?:-[A-Za-z]*e|--rsh|--rsync-path)/, isOpenRisky: true },
  scp: { pattern: /^-[A-Za-z]*[SoF]/, isOpenRisky: true },
  sftp: { pattern: /^-[A-Za-z]*[SoFbD]/, isOpenRisky: true },
  zip: { pattern: /^(?:-[A-Za-z]*TT|--unzip-command|-[A-Za-z]*T)/ },
  man: { pattern: /^(?:-[A-Za-z]*[PHCE]|--(?:pager|html|config-file|preprocessor|browser))/ },
  rg: { pattern: /^--(?:pre$|pre=|hostname-bin)/, isOpenRisky: true },
  ag: { pattern: /^--pager/ },
  ack: { pattern: /^--(?:pager|ackrc)/ },
  bat: { pattern: /^--pager/ },
  wget: { pattern: /^(?:--use-askpass|-[A-Za-z]*e|--execute|--config|-[A-Za-z]*i$)/ },
  curl: { pattern: /^(?:-[A-Za-z]*K|--config|--engine)/ },
  psql: { pattern: /^(?:-[A-Za-z]*[cfo]|--(?:command|file|output))/ },
  mysql: { pattern: /^(?:-[A-Za-z]*e|--execute|--pager)/ },
  sqlite: { pattern: /^-(?:cmd|init)|(?:^|\n)\s*\./ },
  nc: { pattern: /^-[A-Za-z]*[ec]/ },
  ncat: { pattern: /^(?:-[A-Za-z]*[ec]|--(?:sh-exec|exec|lua-exec))/ },
  netcat: { pattern: /^-[A-Za-z]*[ec]/ },
  socat: { pattern: /EXEC|SYSTEM|SHELL/i, isOpenRisky: true },
  tcpdump: { pattern: /^-[A-Za-z]*z/ },
  nmap: { pattern: /^--(?:script|interactive)/ },
  openssl: { pattern: /^-(?:engine|provider)/ },
  ip: { pattern: /^(?:exec|-[A-Za-z]*b|-batch|vrf)$/ },
  gcc: { pattern: /^-(?:wrapper|fplugin|B|specs)/ },
  clang: { pattern: /^-(?:fplugin|Xclang|load)/ },
  cc: { pattern: /^-(?:wrapper|fplugin|B|specs)/ },
  ld: { pattern: /^-plugin/ },
  troff: { pattern: /^-[A-Za-z]*U/ },
  tex: { pattern: /^-+(?:shell-escape|enable-write18)/ },
  latex: { pattern: /^-+(?:shell-escape|enable-write18)/ },
  pdflatex: { pattern: /^-+(?:shell-escape|enable-write18)/ },
  rpm: { pattern: /^-{1,2}(?:eval|E|pipe)/ },
  dpkg: { pattern: /^--(?:pre-invoke|post-invoke|path)/ },
  apt: { pattern: /^(?:-o|--option|-c)/ },
  "apt-get": { pattern: /^(?:-o|--option|-c)/ },
  logrotate: { pattern: /./ },
  "ssh-keygen": { pattern: /^-[A-Za-z]*D/ },
  "ssh-add": { pattern: /^-[A-Za-z]*s/ },
  less: { pattern: /^\+|^--(?:lesskey)/ },
  more: { pattern: /^\+/ },
  ctags: { pattern: /^--(?:options|_?xcmd)/ },
  gh: { pattern: /^(?:alias|extension)$/ },
  mount: { pattern: /^-[A-Za-z]*t(?:fuse)?/ },
});

export function inspectCodeOptions(program: Program, name: string): void {
  const known = codeOptions.get(name);
  if (!known) return;
  // The old style of tar: the first word is a cluster of options without a dash.
  const [, first] = program.words;
  if (name === "tar" && /^[A-Za-z]*[IF]/.test(first?.value ?? "-"))
    program.open(`${first?.text} makes tar run a program`);
  for (const word of program.words.slice(1)) {
    const start = knownStart(word);
    if (known.pattern.test(start))
      return program.open(`${word.text} can make ${name} run a command`);
    if (known.isOpenRisky === true && word.value === undefined && mayBeOption(word))
      return program.open(
        `${word.text} may turn out to be an option that makes ${name} run a command`,
      );
  }
  // A database and a query: then nothing is read from standard input.
  const operands = program.words.slice(1).filter(({ value }) => value?.startsWith("-") !== true);
  if (readsCommands.has(name) && operands.length < 2)
    program.open(`${name} runs commands that it reads`);
}

/** Programs whose input is a language that can run commands. */
const readsCommands = new Set(["sqlite", "psql", "mysql"]);

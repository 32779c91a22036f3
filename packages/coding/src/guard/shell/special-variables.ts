import { wordSet } from "../word-set.ts";
import type { ReadWord } from "./word.ts";

/** Variables that change which program a name means, or what is loaded into it. */
const lookup = /^(?:PATH|CDPATH|EXECIGNORE|LD_\w+|DYLD_\w+)$/;

/** Variables whose value some program runs as a command, or as code. */
const code = wordSet(
  "BASH_ENV ENV PROMPT_COMMAND BASH_ALIASES BASH_CMDS BASHOPTS SHELLOPTS SHELL FCEDIT EDITOR",
  "VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE MANOPT SYSTEMD_PAGER AWS_PAGER RSYNC_RSH",
  "CVS_RSH SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR TAR_OPTIONS RSYNC_OPTIONS ZIPOPT PERL5OPT",
  "PERL5DB PERL5LIB PERLLIB RUBYOPT RUBYLIB NODE_OPTIONS NODE_PATH LUA_INIT LUA_PATH",
  "PYTHONSTARTUP PYTHONPATH PYTHONHOME PYTHONWARNINGS PYTHONBREAKPOINT PYTHONINSPECT AWKPATH",
  "AWKLIBPATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAKEFLAGS MFLAGS GNUMAKEFLAGS",
  "MAKEFILES VIMINIT EXINIT GCONV_PATH LOCPATH TERMINFO HOSTALIASES TMOUT GZIP_OPTIONS",
  "POSIXLY_CORRECT LESS MORE PHPRC",
);

/** Tools that build things are named by these; any other program would be run in their place. */
const toolName =
  /^(?:CC|CXX|CPP|LD|AR|AS|NM|FC|LEX|YACC|RANLIB|STRIP|INSTALL|RM|MAKE|CCACHE|PKG_CONFIG|PYTHON|RUBY|PERL|NODE|RUSTC|RUSTC_WRAPPER|CARGO)$/;
const usualTool =
  /^(?:(?:ccache )?(?:[\w-]+-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)|ld|gold|lld|ar|as|nm|ranlib|strip|python\d?|ruby|perl|node|rustc|cargo|sccache|ccache|make|gmake)(?:-?\d+(?:\.\d+)?)?$/;

/** Git runs commands from most of its variables; these only name people, dates and behaviour. */
const harmlessGit =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|TERMINAL_PROMPT|PAGER_IN_USE|OPTIONAL_LOCKS|MERGE_AUTOEDIT|TRACE\w*|CURL_VERBOSE|FLUSH|LFS_SKIP_SMUDGE|CEILING_DIRECTORIES|ADVICE|REFLOG_ACTION)$/;

/** Prompts are expanded like a double-quoted word each time they are shown. */
const prompts = /^PS[0-4]$/;

const harmlessValues = wordSet("cat less more true : vi vim nano false");

/**
 * What setting a variable may lead to: `lookup` when names may mean other programs afterwards, or the reason why it cannot
 * be judged. Nothing for an ordinary variable.
 */
export function riskOfVariable(name: string, value: ReadWord | undefined): string | undefined {
  if (lookup.test(name)) return "lookup";
  if (prompts.test(name)) {
    const isPlain = value?.value !== undefined && !/[$`\\]/.test(value.value);
    return isPlain ? undefined : `the shell expands ${name} as code`;
  }
  if (name.startsWith("BASH_FUNC_"))
    return `${name} defines a function in every shell that is started`;
  if (toolName.test(name))
    return usualTool.test(value?.value ?? "") ? undefined : `build tools run what ${name} says`;
  const runsCode = code.has(name) || (name.startsWith("GIT_") && !harmlessGit.test(name));
  if (!runsCode || (value?.value !== undefined && isHarmless(name, value.value))) return undefined;
  return `programs run what ${name} says`;
}

function isHarmless(name: string, value: string): boolean {
  if (name === "BASH_ENV" || name === "ENV") return value === "";
  if (name === "NODE_OPTIONS")
    return /^(?:\s*--(?:max[-_]old[-_]space[-_]size=\d+|trace-warnings|no-warnings|enable-source-maps))*\s*$/.test(
      value,
    );
  if (name === "MAKEFLAGS") return /^(?:\s*-{0,2}j\s*\d*)*\s*$/.test(value);
  if (name === "PYTHONWARNINGS") return /^[a-z]*$/.test(value);
  return harmlessValues.has(value) || (name === "LESS" && /^-[A-Za-z]+$/.test(value));
}

import { knownStart } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { wordSet } from "../word-set.ts";

/** A setting made for one call. */
export interface GitSetting {
  /** In lower case; `undefined` when it is not known. */
  readonly key: string | undefined;
  readonly text: string;
}

/** A call of git, taken apart. */
export interface GitCall {
  readonly subcommand: string | undefined;
  readonly rest: readonly ReadWord[];
  /** `-c key=value`. */
  readonly settings: readonly GitSetting[];
  readonly strange: ReadWord | undefined;
  /** `--git-dir`, `--work-tree`, `--exec-path`: not the repository of the folder. */
  readonly isElsewhere: boolean;
  /** Folders given with `-C`. */
  readonly folders: readonly ReadWord[];
}

const plainOptions = wordSet(
  "--no-pager -P -p --paginate --bare --no-replace-objects --literal-pathspecs --version --help",
  "--glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-advice -v -h",
  "--no-lazy-fetch",
);

/** Options that name another repository, or where git's own programs are. */
const elsewhere = /^--(?:git-dir|work-tree|namespace|exec-path|super-prefix|attr-source)(?==|$)/;

/** Finds the subcommand behind git's own options. */
export function readGitCall(words: readonly ReadWord[]): GitCall {
  const settings: GitSetting[] = [];
  const folders: ReadWord[] = [];
  let isElsewhere = false;
  let index = 1;
  for (; index < words.length; index++) {
    const word = words[index];
    const next = words[index + 1];
    const start = word ? knownStart(word) : "";
    if (!word || (word.value !== undefined && !start.startsWith("-"))) break;
    if (elsewhere.test(start)) {
      isElsewhere = true;
      if (word.value !== undefined && !start.includes("=")) index++;
    } else if (start.startsWith("--config-env")) {
      settings.push({ key: undefined, text: word.text });
    } else if (word.value === "-c" || word.value === "-C") {
      if (word.value === "-c") settings.push(settingOf(next));
      else if (next) folders.push(next);
      index++;
    } else if (!plainOptions.has(word.value ?? "")) {
      return { subcommand: undefined, rest: [], settings, strange: word, isElsewhere, folders };
    }
  }
  const subcommand = words[index]?.value;
  const rest = words.slice(index + 1);
  return { subcommand, rest, settings, strange: undefined, isElsewhere, folders };
}

function settingOf(word: ReadWord | undefined): GitSetting {
  const [start] = word?.pieces ?? [];
  const key = typeof start === "string" ? /^[^=]+(?==|$)/.exec(start)?.[0] : undefined;
  return { key: key?.toLowerCase(), text: word?.text ?? "" };
}

/** Settings that only name people, colours and behaviour. Everything else may name a command. */
export const harmlessSetting: RegExp =
  /^(?:user\.(?:name|email)|color\..*|advice\..*|init\.defaultbranch|core\.(?:quotepath|autocrlf|filemode|abbrev|longpaths|ignorecase|safecrlf|eol)|commit\.gpgsign|tag\.gpgsign|log\.[a-z]+|diff\.(?:renames|noprefix|algorithm|mnemonicprefix|renamelimit|context|colormoved)|merge\.(?:conflictstyle|renames|ff)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|rebase\.(?:autosquash|autostash)|fetch\.prune|http\.(?:postbuffer|sslverify|lowspeedlimit|lowspeedtime)|gc\.auto|safe\.directory|status\.[a-z]+|protocol\.version|submodule\.recurse|maintenance\.auto|column\.ui|branch\.sort)$/;

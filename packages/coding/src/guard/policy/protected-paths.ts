import { wordSet } from "../word-set.ts";

/** What protection depends on. */
export interface ProtectedPlace {
  /** The user's home. */
  readonly home: string;
  /** The folder of our own settings, trust and credentials. */
  readonly ownFolder: string;
}

/** Lower case throughout: some disks do not tell cases apart. */
const secretFile =
  /^(?:\.env(?:\.(?!(?:example|sample|template|dist|defaults|test)$).*)?|\.netrc|\.git-credentials|\.pgpass|\.pypirc|\.vault-token|credentials\.json|auth\.json)$/;
const exampleFile = /^\.env\.(?:example|sample|template|dist|defaults|test)$/;
const secretFolder = /^(?:\.ssh|\.gnupg|\.password-store)$/;
const secretPath =
  /(?:\/\.aws\/credentials|\/\.docker\/config\.json|\/\.kube\/config|\/\.config\/gh\/hosts\.yml|^\/etc\/(?:shadow|gshadow|sudoers)|^\/proc\/[^/]+\/(?:environ|mem|task\/[^/]+\/environ))$/;

const startupFile =
  /^(?:\.envrc|\.bashrc|\.bash_profile|\.bash_login|\.bash_logout|\.bash_aliases|\.profile|\.zshrc|\.zshenv|\.zprofile|\.zlogin|\.zlogout|\.kshrc|\.cshrc|\.tcshrc|\.login|\.inputrc|\.gitconfig|\.vimrc|\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pam_environment|\.xprofile|\.xinitrc)$/;
const startupPath =
  /(?:^\/etc\/(?:profile|bash|zsh|environment|cron|systemd|ld\.so)|\/\.config\/(?:git|fish|autostart|systemd|environment\.d)(?:\/|$)|\/library\/launchagents(?:\/|$)|^\/var\/spool\/cron)/;
const ownFolderName = /^\.tau(?:-ts)?$/;

/** Why reading the absolute path is asked about; `undefined` when it is an ordinary file. */
export function readProtection(path: string, { ownFolder }: ProtectedPlace): string | undefined {
  const lower = path.toLowerCase();
  const parts = lower.split("/");
  const name = parts.at(-1) ?? "";
  if (exampleFile.test(name)) return undefined;
  if (
    parts.some((part) => secretFolder.test(part)) ||
    secretFile.test(name) ||
    secretPath.test(lower)
  )
    return `${path} may hold secrets`;
  const isOwnSecret =
    isBelow(lower, ownFolder.toLowerCase()) && /^(?:credentials|auth|trust|models)\b/.test(name);
  return isOwnSecret ? `${path} holds this agent's credentials` : undefined;
}

/** Why writing to the absolute path is asked about. */
export function writeProtection(path: string, place: ProtectedPlace): string | undefined {
  const lower = path.toLowerCase();
  const parts = lower.split("/");
  if (
    isBelow(lower, place.ownFolder.toLowerCase()) ||
    parts.some((part) => ownFolderName.test(part))
  )
    return `${path} belongs to this agent's own settings`;
  if (parts.includes(".git")) return `${path} can make git run commands`;
  if (startupFile.test(parts.at(-1) ?? "") || startupPath.test(lower))
    return `${path} is read by programs when they start, and can make them run commands`;
  if (/^\/dev\/(?!null$|tty$|std(?:in|out|err)$|fd\/|shm\/)/.test(lower))
    return `${path} is a device`;
  return readProtection(path, place);
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** Names that a pattern of the shell such as `.e*` might stand for. */
export const sampleNames: ReadonlySet<string> = wordSet(
  ".env .env.local .env.production .ssh .gnupg .netrc .git-credentials .pgpass .git environ",
  ".envrc .bashrc .profile .zshrc .gitconfig .aws .tau .tau-ts credentials.json",
);

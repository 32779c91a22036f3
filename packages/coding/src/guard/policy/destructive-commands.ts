import { meansCommand, readPattern } from "../rules/command-pattern.ts";
import type { SimpleCommand } from "../shell/reading.ts";

const lost = "what it deletes is gone for good";
const work = "changes that were not committed are lost";
const others = "it changes what other people see";
const machine = "it affects the whole machine";

/** Commands that are asked about even where a broader rule allows them, with what to tell the person. */
const destructive: readonly (readonly [pattern: string, reason: string])[] = [
  ["rm -r", lost],
  ["rm -f", lost],
  ["shred", lost],
  ["wipefs", lost],
  ["mkfs", lost],
  ["dd", "it can overwrite disks"],
  ["fdisk", "it can overwrite disks"],
  ["parted", "it can overwrite disks"],
  ["truncate", lost],
  ["git push --force", others],
  ["git push --force-with-lease", others],
  ["git push --delete", others],
  ["git push --mirror", others],
  ["git reset --hard", work],
  ["git clean", "files that git does not know are gone for good"],
  ["git checkout --force", work],
  ["git checkout .", work],
  ["git restore", work],
  ["git branch -D", "the branch's commits may be lost"],
  ["git stash drop", work],
  ["git stash clear", work],
  ["git filter-branch", "it rewrites history"],
  ["git reflog expire", "it removes what could be restored"],
  ["git gc --prune", "it removes what could be restored"],
  ["git update-ref", "it moves branches without a trace"],
  ["chmod -R", "it changes the permissions of many files"],
  ["chown -R", "it changes the owner of many files"],
  ["sudo", "it runs as the administrator"],
  ["doas", "it runs as the administrator"],
  ["su", "it runs as another user"],
  ["reboot", machine],
  ["shutdown", machine],
  ["halt", machine],
  ["poweroff", machine],
  ["killall", "it stops processes by name, yours included"],
  ["pkill", "it stops processes by name, yours included"],
  ["systemctl", machine],
  ["crontab", machine],
  ["userdel", machine],
  ["iptables", machine],
  ["docker system prune", lost],
  ["docker volume", lost],
  ["kubectl delete", others],
  ["terraform destroy", others],
  ["terraform apply", others],
  ["npm publish", others],
  ["npm unpublish", others],
  ["pnpm publish", others],
  ["yarn publish", others],
  ["cargo publish", others],
  ["twine upload", others],
  ["gh repo delete", others],
  ["gh release", others],
  ["dropdb", lost],
  ["redis-cli", "it can delete all data"],
];

/** Answers why a command is dangerous; undefined when it is not known to be. */
export type DangerFinder = (command: SimpleCommand) => string | undefined;

/** Finds why a command is dangerous, if it is. */
export function dangerFinder(): DangerFinder {
  const known = destructive.map(([pattern, reason]) => ({ pattern: readPattern(pattern), reason }));
  return (command) => {
    if (command.name.startsWith("mkfs.")) return lost;
    const isRefspec =
      command.words[1]?.value === "push" &&
      command.words.some(({ value }) => /^[+:]./.test(value ?? ""));
    if (command.name === "git" && isRefspec) return others;
    return known.find(({ pattern }) => meansCommand(pattern, command) === "yes")?.reason;
  };
}

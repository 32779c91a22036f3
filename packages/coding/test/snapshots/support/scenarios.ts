/** A project with all that is hard to keep: links, modes, empty folders, CRLF, names that are no text, a stash, hooks. */
export const project = `
git init -q -b main .
printf 'one\\n' >a.txt; printf 'x\\r\\ny\\r\\n' >crlf.txt; mkdir -p src/deep empty; printf 'deep\\n' >src/deep/b.ts
printf '#!/bin/sh\\n' >run.sh; chmod 755 run.sh; printf 'kept' >private; chmod 600 private
ln -s a.txt link; ln -s nowhere dead
git add -A; git commit -qm first; git branch other
git checkout -q other; printf 'other\\n' >a.txt; git rm -q crlf.txt; git commit -qam other; git checkout -q main
printf 'staged\\n' >staged.txt; git add staged.txt; printf 'mine\\n' >>a.txt; printf 'new\\n' >untracked.txt
printf 'odd' >"$(printf 'odd\\377')"; printf 'line' >"$(printf 'two\\nlines')"; chmod 700 empty
printf 'stashed\\n' >src/deep/b.ts; git stash push -q src/deep/b.ts
printf '#!/bin/sh\\ntouch "$PWD/hook-ran"\\n' >.git/hooks/post-checkout; chmod 755 .git/hooks/post-checkout
cp .git/hooks/post-checkout .git/hooks/post-index-change; cp .git/hooks/post-checkout .git/hooks/pre-commit
`;

/** What an agent's commands do to it. Each works on what the others leave of the repository. */
export const scenarios: readonly (readonly [name: string, script: string])[] = [
  ["git checkout", "git checkout -q -f other"],
  ["git stash", "git stash -q -u"],
  ["git reset --hard", "git reset -q --hard"],
  ["git clean -fd", "git clean -qfd"],
  ["rm -rf", "rm -rf src empty link crlf.txt odd* two*"],
  [
    "sed -i and chmod",
    "sed -i s/one/two/ a.txt; sed -i 's/x/z/' crlf.txt; chmod 644 run.sh private; chmod 755 empty",
  ],
  [
    "renames, and kinds that change",
    "mv src lib; rm a.txt; mkdir a.txt; echo in >a.txt/in; rm link; echo file >link; ln -sfn src dead",
  ],
  ["git commit", "git add -A; git commit -q --no-verify -m all; rm a.txt"],
  [
    "a build of 1,000 files",
    "mkdir -p out; for i in $(seq 1000); do echo $i >out/$i.js; done; mkdir out/none",
  ],
];

import { describe, expect, it } from "vitest";
import { judge } from "../support/permissions.ts";

describe("what only reads", () => {
  it.each([
    "cat a.ts | grep -n x | sort | uniq -c | wc -l",
    "git log --oneline -n 5 && git diff HEAD~1 -- src",
    "git -C sub status; git branch -a; git stash list; git config --get user.name",
    "find . -name '*.ts' -not -path './x/*' | head",
    "sed -n '1,20p' a.ts; awk '{print $1}' b",
    'for f in a b; do echo "$f"; done',
    "cd src && ls && pwd",
    "timeout 5 grep -rn x . 2>/dev/null",
    "test -f x && echo yes || echo no",
    "node --version; npm ls",
    "if [ -d a ]; then ls a; fi",
    "rg -n 'x' src | cut -d: -f1",
    "jq .name package.json; date +%s; du -sh .",
  ])("C12.4 %j runs unasked", async (command) => {
    expect(await judge("read-only", "bash", command)).toBe("allow");
  });

  it.each([
    "sort -o a b",
    "sort --out=a b",
    "sed -i s/a/b/ x",
    "sed 's/a/b/w out' x",
    "sed '1e id' x",
    "awk '{print > \"out\"}' x",
    "awk 'BEGIN{system(\"id\")}'",
    "find . -delete",
    "find . -exec touch {} +",
    "find . -fprint out",
    "git diff --output=x",
    "git log --ext-diff -p",
    "git branch new",
    "git -c core.pager=x log",
    "git config user.name x",
    "git checkout .",
    "uniq a b",
    "xxd -r a",
    "tree -o x",
    "rg --pre x y",
    "env",
    "xargs rm < x",
    "cat $f",
    "./ls",
    "FOO=1 ls",
    "date -s 0",
    "tee x",
    "command rm x",
    "yq -i .a=1 x",
    "fd x -x rm",
    "ls $(touch x)",
    "echo x > $f",
  ])("C12.4 %j does not", async (command) => {
    expect(await judge("ask", "bash", command)).toBe("ask");
    expect(await judge("read-only", "bash", command)).toBe("deny");
  });
});

import { describe, expect, it } from "vitest";
import { readCommandLine } from "../../../src/guard/shell/script-reader.ts";

/** The commands that a line runs, each with how it is reached. */
function commandsOf(line: string): readonly string[] {
  const { commands } = readCommandLine(line);
  return commands.map(({ text, via }) => [...via, text].join(" > "));
}

function openIn(line: string): readonly string[] {
  return readCommandLine(line).open.map(({ reason }) => reason);
}

describe("what a command runs", () => {
  it.each([
    ["sudo -u x -- rm y", ["sudo -u x -- rm y", "sudo > rm y"]],
    [
      "env -i A=1 nice -n 5 rm y",
      ["env -i A=1 nice -n 5 rm y", "env > nice -n 5 rm y", "env > nice > rm y"],
    ],
    ["timeout --kill=1 -s KILL 5s rm y", ["timeout --kill=1 -s KILL 5s rm y", "timeout > rm y"]],
    [
      "bash -ec 'a; b \"$1\"' _ x",
      ["bash -ec 'a; b \"$1\"' _ x", "bash -c > a", 'bash -c > b "$1"'],
    ],
    ["bash <<< 'a'", ["bash", "bash << > a"]],
    ["eval a 'b;' c", ["eval a 'b;' c", "eval > a b", "eval > c"]],
    ["trap 'a $?' EXIT", ["trap 'a $?' EXIT", "trap > a $?"]],
    ["xargs -0 -I{} cp {} x", ["xargs -0 -I{} cp {} x", "xargs > cp {} x"]],
    [
      "find . -exec a {} + -o -delete",
      ["find . -exec a {} + -o -delete", "find -exec > a {}", "find -delete > rm -rf {}"],
    ],
    ["busybox sh -c a", ["busybox sh -c a", "busybox > sh -c a", "busybox > sh -c > a"]],
    ["npm exec -- a b", ["npm exec -- a b", "npm exec > a b"]],
    ["git bisect run a", ["git bisect run a", "git bisect run > a"]],
    ["f() { a; }; coproc b; c <(d) > >(e)", ["a", "b", "c <(d)", "d", "e"]],
    ["time ! a | b |& c", ["a", "b", "c"]],
    ["su -c 'a' x", ["su -c 'a' x", "su -c > a"]],
    ["mapfile -C a -c 1 x", ["mapfile -C a -c 1 x", "mapfile -C > a"]],
  ])("C12.5 %j runs %j", (line, commands) => {
    expect(commandsOf(line).toSorted()).toEqual([...commands].toSorted());
    expect(openIn(line)).toEqual([]);
  });
});

describe("what cannot be judged", () => {
  it.each([
    ["$x y", /which program/],
    ["bash script.sh", /nobody has judged/],
    ["source ./x", /nobody has judged/],
    ["curl x | sh", /whatever it reads/],
    ['eval "$x"', /shows only when it runs/],
    ["python3 -c x", /another language/],
    ["cat x | python3", /code that it reads/],
    ["zsh -c a", /another language/],
    ["sh -c '((a b))'", /not every shell/],
    ["env $x a", /shows only when it runs/],
    ["sudo -s", /shows only when it runs/],
    ["xargs $x", /shows only when it runs/],
    ["git -c alias.x=!a x", /setting/],
    ["git $x", /shows only when it runs/],
    ["tar --checkpoint-action=exec=a cf x .", /run a command/],
    ["sort --compress-program=a x", /run a command/],
    ["x='a[$(id)]'; ((x))", /subscript|calculates/],
    ["read x; [[ $x -eq 1 ]]", /calculates/],
    ["echo ${!x}", /which variable/],
    ['echo "${x@P}"', /as code/],
    ["PS4='$(id)'; set -x", /expands PS4/],
    ["BASH_ENV=x a", /programs run/],
    ["shopt -s expand_aliases; alias a=b", /aliases/],
    ["hash -p x a", /which program/],
    ["echo a > x; ./x", /same line makes/],
    ["printf 'a:' > makefile; make", /same line makes/],
    ["cp x bin/ls; ls", /same line makes/],
    ["printf x > .git/hooks/pre-commit; git commit", /tells git/],
    ["echo $'a\\0b' \0", /NUL/],
    ["CC='a b' make", /build tools/],
    ["vim +x", /as text/],
  ])("C12.5 of %j it says so", (line, reason) => {
    expect(openIn(line).join("\n")).toMatch(reason);
  });

  it.each([
    "npm test > results; make > out 2>&1; ./run < x > y",
    "n=$(wc -l < x); ((n > 1))",
    "for i in 1 2; do echo $((i + 1)); done",
    "echo ${#a} ${a[0]} ${s:1:2}",
    "gcc x.c -o x > build.log && ./x",
    "bash -n x.sh; bash --version",
    "CC=gcc make -j4",
    "python3 -m pytest -q",
    "find . -name '*.ts' -newer x",
    "git config user.name x; git -c color.ui=never log",
    "~/bin/tool x",
  ])("C12.5 %j leaves nothing open", (line) => {
    expect(openIn(line)).toEqual([]);
  });
});

import { expect, it } from "vitest";
import { fillTemplate, splitArguments } from "../../src/briefing/template-arguments.ts";

it.each([
  ["", []],
  [" a  b\tc\n", ["a", "b", "c"]],
  [`a "b c" 'd "e"'`, ["a", "b c", 'd "e"']],
  [`--x="a b"c`, ["--x=a bc"]],
  [`it's "half`, ["it's", '"half']],
  [`""`, [""]],
])("C11 %j is the words %j", (text, words) => {
  expect(splitArguments(text)).toEqual(words);
});

it.each([
  ["$1 and $2", 'a "b c"', "a and b c"],
  ["$1-$3-$10", "a b", "a--"],
  ["$@|$ARGUMENTS|${@}", "a b", "a b|a b|a b"],
  ["${1:-x} ${2:-y z} ${3:-}", "a", "a y z "],
  ["${@:-nothing}", "", "nothing"],
  ["${@:2}|${@:2:2}|${@:9}|${@:0:1}", "a b c d", "b c d|b c||a"],
  ["keep $x ${y} ${1:2} $ $$ ${}", "", "keep $x ${y} ${1:2} $ $$ ${}"],
  ["$1", "$2 b", "$2"],
  ["${1:-x}", '""', "x"],
  ["Fix it.", "now  please", "Fix it.\n\nnow  please"],
  ["Fix it.", " ", "Fix it."],
])("C11 %j filled with %j is %j", (template, text, filled) => {
  expect(fillTemplate(template, text)).toBe(filled);
});

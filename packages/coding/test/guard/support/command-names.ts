import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { forEachChild, parse } from "unbash";
import type { SyntaxNode } from "unbash";
import { Language, Parser } from "web-tree-sitter";
import type { Node } from "web-tree-sitter";

/** The names of the commands of a script as written, in order; `undefined` when the script is not understood. */
export type NameReader = (script: string) => readonly string[] | undefined;

/** By the parser that the guard uses. */
export const namesByUnbash: NameReader = (script) => {
  const names: string[] = [];
  let isUnderstood = true;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Script" && node.errors && node.errors.length > 0) isUnderstood = false;
    if ("script" in node && node.script === undefined) isUnderstood = false;
    if (node.type === "Command" && node.name) names.push(node.name.text);
    forEachChild(node, visit);
  };
  visit(parse(script));
  return isUnderstood ? names.toSorted() : undefined;
};

/** Builtins that the other grammar has nodes of their own for, with the name as the first child. */
const ownNodes = new Set(["declaration_command", "unset_command"]);

/** By the grammar of tree-sitter, as a second opinion. */
export async function loadTreeSitterReader(): Promise<NameReader> {
  await Parser.init();
  const require = createRequire(import.meta.url);
  const language = await Language.load(
    readFileSync(require.resolve("tree-sitter-bash/tree-sitter-bash.wasm")),
  );
  const parser = new Parser();
  parser.setLanguage(language);
  return (script) => {
    const tree = parser.parse(script);
    if (!tree) return undefined;
    try {
      return tree.rootNode.hasError ? undefined : namesBelow(tree.rootNode).toSorted();
    } finally {
      tree.delete();
    }
  };
}

function namesBelow(node: Node): readonly string[] {
  const own =
    node.type === "command_name"
      ? [node.text]
      : ownNodes.has(node.type)
        ? [node.child(0)?.text ?? ""]
        : [];
  // `[ … ]` is a command; `[[ … ]]` is not.
  const test = node.type === "test_command" && node.child(0)?.text === "[" ? ["["] : [];
  return [...own, ...test, ...node.children.flatMap((child) => (child ? namesBelow(child) : []))];
}

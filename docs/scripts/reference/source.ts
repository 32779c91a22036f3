import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const packages = join(import.meta.dirname, "../../../packages");

/** A source file of a package, parsed; `path` begins with the package's folder. */
export function parse(path: string): ts.SourceFile {
  const text = readFileSync(join(packages, path), "utf8");
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** What the comment above a declaration says, on one line; empty without one. */
export function commentOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The comment right above a part of a union, which the compiler's tree does not hold: it stands before the bar. */
export function partComment(union: ts.UnionTypeNode, index: number): string {
  const { text } = union.getSourceFile();
  const from = index === 0 ? union.getFullStart() : (union.types[index - 1]?.end ?? 0);
  const between = text.slice(from, union.types[index]?.getStart() ?? from);
  return [...between.matchAll(/\/\*\*?(.*?)\*\//gs)]
    .map(([, comment = ""]) => comment.replaceAll(/^\s*\*/gm, " "))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The source of a type on one line. */
export function typeText(node: ts.Node | undefined): string {
  const text = node?.getText().replaceAll(/\/\*.*?\*\//gs, "") ?? "";
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll("readonly ", "")
    .replaceAll(/; \}/g, " }")
    .replace(/^\| /, "")
    .trim();
}

export function findInterface(file: ts.SourceFile, name: string): ts.InterfaceDeclaration {
  return found(
    file.statements.filter(ts.isInterfaceDeclaration).find((each) => each.name.text === name),
    file,
    name,
  );
}

export function findAlias(file: ts.SourceFile, name: string): ts.TypeAliasDeclaration {
  return found(
    file.statements.filter(ts.isTypeAliasDeclaration).find((each) => each.name.text === name),
    file,
    name,
  );
}

export function findClass(file: ts.SourceFile, name: string): ts.ClassDeclaration {
  return found(
    file.statements.filter(ts.isClassDeclaration).find((each) => each.name?.text === name),
    file,
    name,
  );
}

export function found<T>(value: T | undefined, { fileName }: ts.SourceFile, what: string): T {
  if (value === undefined)
    throw new Error(`${fileName} has no ${what}: look where it went, and change the reference`);
  return value;
}

import { dirname, join } from "node:path";
import ts from "typescript";
import { code, prose, table } from "./markdown.ts";
import { commentOf, findAlias, findClass, partComment, parse, typeText } from "./source.ts";

/** The lists of public names in which error classes are looked for. */
const indexes = [
  ["@tau-ts/ai", "ai/src/index.ts"],
  ["@tau-ts/agent", "agent/src/index.ts"],
  ["@tau-ts/agent/testing", "agent/src/testing/index.ts"],
  ["@tau-ts/coding", "coding/src/index.ts"],
  ["@tau-ts/tui", "tui/src/index.ts"],
] as const;

/** Every error class that is exported, with its kinds. */
export function errorsReference(): string {
  return indexes.flatMap(([name, index]) => classes(name, index)).join("\n");
}

function classes(packageName: string, index: string): readonly string[] {
  const exports = parse(index).statements.filter(ts.isExportDeclaration);
  return exports.flatMap(({ exportClause, moduleSpecifier, isTypeOnly }) => {
    if (isTypeOnly || !exportClause || !ts.isNamedExports(exportClause)) return [];
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    const path = join(dirname(index), moduleSpecifier.text);
    return exportClause.elements
      .map((element) => (element.propertyName ?? element.name).getText())
      .filter((name) => /^[A-Z]\w*Error$/.test(name))
      .map((name) => section(packageName, path, name));
  });
}

function section(packageName: string, path: string, name: string): string {
  const file = parse(path);
  const declaration = findClass(file, name);
  const kind = declaration.members
    .filter(ts.isPropertyDeclaration)
    .find((member) => member.name.getText() === "kind");
  const heading = `## ${name}\n\nFrom \`${packageName}\`. ${prose(commentOf(declaration))}\n`;
  const type = kind?.type;
  if (type && ts.isTypeReferenceNode(type)) {
    const alias = findAlias(file, type.getText());
    return [heading, prose(commentOf(alias)), "", kinds(file, alias.type)].join("\n");
  }
  const literal = kind?.initializer?.getText() ?? typeText(type);
  return literal === "" ? heading : `${heading}\n\`kind\` is ${code(literal)}.\n`;
}

function kinds(file: ts.SourceFile, type: ts.TypeNode): string {
  if (!ts.isUnionTypeNode(type)) return `\`kind\` is ${code(typeText(type))}.\n`;
  const rows = type.types.map((part, index): readonly [string, string] => {
    if (!ts.isTypeReferenceNode(part))
      return [code(part.getText().replaceAll('"', "")), prose(partComment(type, index))];
    const alias = findAlias(file, part.getText());
    return [`those of ${code(alias.name.text)}`, prose(commentOf(alias))];
  });
  const hasMeanings = rows.some(([, meaning]) => meaning !== "");
  return hasMeanings
    ? table(["kind", "meaning"], rows)
    : `\`kind\`: ${rows.map(([name]) => name).join(", ")}.\n`;
}

import ts from "typescript";
import { code, prose, table } from "./markdown.ts";
import { commentOf, findAlias, findInterface, found, parse, typeText } from "./source.ts";

const path = "agent/src/session/entries.ts";

/** The header and the entries of a session file: `type`, fields, meaning. */
export function sessionEntriesReference(): string {
  const file = parse(path);
  const union = findAlias(file, "KnownEntry").type;
  const names = ts.isUnionTypeNode(union) ? union.types.map((each) => each.getText()) : [];
  if (names.length === 0) throw new Error(`${path}: KnownEntry is no union any more`);
  return table(
    ["type", "fields", "meaning"],
    ["SessionHeader", ...names].map((name) => row(file, name)),
  );
}

function row(file: ts.SourceFile, name: string): readonly string[] {
  const declaration = findInterface(file, name);
  const fields = declaration.members.filter(ts.isPropertySignature);
  const type = found(
    fields.find((field) => field.name.getText() === "type"),
    file,
    `${name}.type`,
  );
  const others = fields
    .filter((field) => field !== type)
    .map((field) => {
      const optional = field.questionToken === undefined ? "" : "?";
      return code(`${field.name.getText()}${optional}: ${typeText(field.type)}`);
    });
  return [
    code(typeText(type.type).replaceAll('"', "")),
    others.join(", "),
    prose(commentOf(declaration)),
  ];
}

import ts from "typescript";
import { code, prose, table } from "./markdown.ts";
import { commentOf, findInterface, found, parse, typeText } from "./source.ts";

const path = "tui/src/rpc/messages.ts";

/** Every command with what it carries and what it is answered with, and the shapes these speak of. */
export function rpcReference(): { readonly commands: string; readonly shapes: string } {
  const file = parse(path);
  const members = findInterface(file, "RpcCommands").members.filter(ts.isPropertySignature);
  const commands = table(
    ["command", "carries", "answers with", ""],
    members.map((member) => [
      code(member.name.getText()),
      nothing(typeText(part(file, member, "in")), "object"),
      nothing(typeText(part(file, member, "out")), "undefined"),
      prose(commentOf(member)),
    ]),
  );
  const shapes = file.statements
    .filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each))
    .filter(({ name }) => !["RpcCommands", "RpcCommandName", "RpcCommand"].includes(name.text))
    .map((each) => each.getText().replace(/^export /, ""));
  return { commands, shapes: `\`\`\`ts\n${shapes.join("\n\n")}\n\`\`\`\n` };
}

function part(file: ts.SourceFile, member: ts.PropertySignature, name: string): ts.TypeNode {
  const literal = member.type;
  const parts = literal && ts.isTypeLiteralNode(literal) ? literal.members : undefined;
  const property = parts
    ?.filter(ts.isPropertySignature)
    .find((each) => each.name.getText() === name);
  return found(property?.type, file, `${member.name.getText()}.${name}`);
}

function nothing(text: string, word: string): string {
  return text === word ? "–" : code(text);
}

import type { ParameterExpansionPart, SyntaxNode, TestExpression } from "unbash";
import type { Findings } from "./findings.ts";
import { readWord } from "./read-word.ts";
import type { ReadWord } from "./word.ts";

/** Operators of `[[ … ]]` that calculate both sides. */
const calculating = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** Notes what the shell calculates, assigns or expands again in places that are no commands. */
export function readExpression(node: SyntaxNode, findings: Findings): void {
  switch (node.type) {
    case "ArithmeticWord":
      calculate(node.value, findings);
      break;
    case "ArithmeticBinary":
      if (/^(?:=|[^=!<>]=|<<=|>>=)$/.test(node.operator) && node.left.type === "ArithmeticWord")
        readArithmeticAssignment(node.left.value, findings);
      break;
    case "Assignment":
      if (node.index) calculate(node.index.text, findings);
      checkSubscripts(
        node.text,
        node.value.type === "Word" ? [readWord(node.value)] : node.value.elements.map(readWord),
        findings,
      );
      break;
    case "ParameterExpansion":
      readParameter(node, findings);
      break;
    case "TestUnary":
    case "TestBinary":
      readTest(node, findings);
      break;
    case "Slice":
      calculate(node.offset.text, findings);
      if (node.length) calculate(node.length.text, findings);
      break;
    default:
      break;
  }
}

function readArithmeticAssignment(name: string, findings: Findings): void {
  if (/^[A-Za-z_]\w*$/.test(name)) findings.values.assign(name, undefined, true);
}

/** Quotes and backslashes in an expression hide what is evaluated in the second round. */
export function calculate(expression: string, findings: Findings): void {
  if (expression === "@" || expression === "*") return;
  if (/['\\]/.test(expression) && /[$`]/.test(expression))
    findings.open(expression, "the shell calculates it, and its quoting hides what that runs");
  findings.values.use(expression);
}

/** `x='a[$(id)]'`: harmless as text, but a command as soon as it is used as the name of a variable. */
export function hidesSubscript(text: string): boolean {
  return /\[[^\]]*[$`]/.test(text);
}

function checkSubscripts(text: string, values: readonly ReadWord[], findings: Findings): void {
  for (const { pieces } of values)
    for (const piece of pieces)
      if (typeof piece === "string" && hidesSubscript(piece) && /\$\(|`|\$\{/.test(piece))
        findings.open(text, "it holds a subscript with a command in it");
}

function readParameter(node: ParameterExpansionPart, findings: Findings): void {
  const { prefix, index, operation, parameter } = node;
  const isEach = index?.text === "@" || index?.text === "*";
  if (index) calculate(index.text, findings);
  if (prefix === "!" && !isEach && operation?.type !== "Names")
    findings.open(node.text, `which variable ${node.text} means shows only when it runs`);
  if (operation?.type === "Unknown")
    findings.open(node.text, "the shell parser does not understand it");
  if (
    operation?.type === "Transform" &&
    operation.operand.value !== undefined &&
    /[PE]/.test(operation.operand.text)
  )
    findings.open(node.text, "it expands the value of a variable as code");
  if (operation?.type === "Default" && operation.operator.endsWith("=")) {
    const value = readWord(operation.operand);
    findings.assign(parameter, value);
    findings.values.assign(parameter, value);
  }
}

function readTest(
  node: Extract<TestExpression, { type: "TestUnary" | "TestBinary" }>,
  findings: Findings,
): void {
  if (node.type === "TestBinary") {
    if (!calculating.has(node.operator)) return;
    for (const side of [node.left, node.right]) calculate(side.text.replaceAll('"', ""), findings);
  } else if (node.operator === "-v" || node.operator === "-R") {
    const { value, text } = readWord(node.operand);
    if (value === undefined || hidesSubscript(value))
      findings.open(text, "the shell looks up a variable by a name that may hold a command");
  }
}

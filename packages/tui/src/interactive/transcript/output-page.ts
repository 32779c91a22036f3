import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { cleanText } from "../../terminal/text/clean.ts";
import type { Role } from "../../terminal/text/theme.ts";
import { duration } from "../../wording/times.ts";
import { markerText } from "./block-lines.ts";
import type { Block, ShellBlock, ToolBlock } from "./block.ts";
import { callOutcome, resultText, shellOutcome } from "./call-outcome.ts";
import { callTitle } from "./call-title.ts";
import { imageName } from "./image-name.ts";

/** A text to be looked at in full. */
export interface OutputPage {
  readonly title: string;
  readonly lines: readonly PageLine[];
}

/** One line, without control characters. */
export interface PageLine {
  readonly text: string;
  readonly role?: Role;
}

/** All there is to see of a block that is shown in short: a tool's result, a command's output, thoughts, a summary. */
export function outputPage(block: Block): OutputPage | undefined {
  switch (block.kind) {
    case "tool":
      return block.result ? callPage(block) : undefined;
    case "shell":
      return shellPage(block);
    case "thinking":
      if (block.isOpen || block.text.trim() === "") return undefined;
      return { title: "What the model thought", lines: pageLines(block.text) };
    case "marker":
      if (block.summary === undefined) return undefined;
      return { title: markerText(block), lines: pageLines(block.summary) };
    default:
      return undefined;
  }
}

/** A text as lines. */
export function pageLines(text: string, role?: Role): PageLine[] {
  const lines = cleanText(text.replace(/\n+$/, "")).split("\n");
  return lines.map((line) => (role ? { text: line, role } : { text: line }));
}

function callPage(call: ToolBlock): OutputPage {
  const { name, args, seconds, result = { content: [] } } = call;
  const { note } = callOutcome(call);
  const time = seconds === undefined ? "" : duration(seconds);
  const facts = [note, time].filter((fact) => fact !== "").join(" · ");
  const images = result.content.filter((part) => part.type === "image");
  const lines = [
    ...(facts === "" ? [] : pageLines(facts, "muted")),
    ...argumentLines(name, args),
    { text: "" },
    ...diffOf(result.details),
    ...pageLines(resultText(result)),
    ...images.map((image, index) => ({ text: imageName(image, index), role: "muted" as const })),
  ];
  return { title: callTitle(call), lines };
}

function shellPage(block: ShellBlock): OutputPage {
  const { command, output, fullOutputPath } = block.message;
  const { note } = shellOutcome(block);
  const where = fullOutputPath === undefined ? [] : [`Full output: ${fullOutputPath}`];
  const facts = [note, ...where].filter((fact) => fact !== "");
  return {
    title: "Your command",
    lines: [
      ...pageLines(`! ${command}`, "code"),
      ...facts.flatMap((fact) => pageLines(fact, "muted")),
      { text: "" },
      ...pageLines(output),
    ],
  };
}

/** What a call was given, text by text. */
function argumentLines(name: string, args: JsonObject): readonly PageLine[] {
  if (name === "bash" && typeof args["command"] === "string")
    return pageLines(`$ ${args["command"]}`, "code");
  return Object.entries(args).flatMap(([key, value]) => {
    // What an edit replaces is in its diff.
    if (name === "edit" && key === "edits") return [];
    const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
    const isLong = text.includes("\n");
    return pageLines(isLong ? `${key}:\n${text}` : `${key}: ${text}`, "code");
  });
}

function diffOf(details: unknown): readonly PageLine[] {
  const diff = isJsonObject(details) ? details["diff"] : undefined;
  if (typeof diff !== "string") return [];
  return [...diff.split("\n").flatMap(diffLine), { text: "" }];
}

function diffLine(line: string): readonly PageLine[] {
  if (line.startsWith("@@")) return pageLines(line, "muted");
  if (line.startsWith("+")) return pageLines(line, "added");
  return pageLines(line, line.startsWith("-") ? "removed" : undefined);
}

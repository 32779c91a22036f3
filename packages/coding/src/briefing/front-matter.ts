import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { errorText } from "../errors.ts";

/** A Markdown file in two parts. */
export interface FrontMatter {
  /** What stands between the `---` lines at its top; empty when there are none. */
  readonly fields: JsonObject;
  /** Everything below, without blank lines around it. */
  readonly body: string;
}

/** Parts a file into its front matter and its body. Rejects when the front matter is no YAML, or no mapping. */
export async function parseFrontMatter(text: string): Promise<FrontMatter> {
  const fence = /^---[ \t]*\r?\n(?:([^]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!fence) {
    if (/^---[ \t]*\r?\n/.test(text)) throw new Error("its front matter has no closing --- line");
    return { fields: {}, body: text.trim() };
  }
  return { fields: await parseYaml(fence[1] ?? ""), body: text.slice(fence[0].length).trim() };
}

async function parseYaml(text: string): Promise<JsonObject> {
  const { parseDocument } = await import("yaml");
  let value: unknown;
  try {
    const document = parseDocument(text);
    if (document.errors[0]) throw document.errors[0];
    value = document.toJS(); // Refuses aliases that would multiply without end.
  } catch (error) {
    const [summary] = errorText(error).split("\n");
    throw new Error(`its front matter is not YAML: ${summary?.replace(/:$/, "")}`, {
      cause: error,
    });
  }
  if (value === null || value === undefined) return {};
  if (!isJsonObject(value))
    throw new Error("its front matter must be a list of `key: value` lines");
  return value;
}

/** A field as text on one line; undefined when it is absent, empty or something else. */
export function textField(fields: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim() || undefined : undefined;
}

/** The first line that says something, without the marks of a heading. */
export function firstLine(body: string): string | undefined {
  return /^[#\s]*(\S.*)$/m.exec(body)?.[1]?.trim();
}

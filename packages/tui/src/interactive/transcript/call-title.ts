import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";
import { cleanText } from "../../terminal/text/clean.ts";
import type { ToolBlock } from "./block.ts";

/** What a call is about, in one line without control characters. As long as it is: whoever shows it cuts it. */
export function callTitle({ name, args, preview, result }: ToolBlock): string {
  const known = preview?.args ?? args;
  const facts = result && isJsonObject(result.details) ? result.details : {};
  return oneLine(titleOf(name, known, facts, preview?.edits));
}

function titleOf(
  name: string,
  args: JsonObject,
  facts: JsonObject,
  edits: number | undefined,
): string {
  const path = text(args["path"]);
  switch (name) {
    case "bash":
      return `$ ${text(args["command"])}${args["background"] === true ? " &" : ""}`;
    case "read":
      return `read ${path}${lineRange(args)}`;
    case "write":
      return `write ${path}`;
    case "edit": {
      const count = edits ?? (Array.isArray(args["edits"]) ? args["edits"].length : 0);
      return `edit ${path}${count > 1 ? ` (${count} places)` : ""}`;
    }
    case "grep":
      return `grep ${JSON.stringify(args["pattern"] ?? "")}${within(args)}${counted(facts["matches"], "match", "matches")}`;
    case "find":
      return `find ${text(args["pattern"])}${within(args)}${counted(facts["files"], "file", "files")}`;
    case "ls":
      return `ls ${path === "" ? "." : path}${counted(facts["entries"], "entry", "entries")}`;
    case "jobs":
      return `jobs ${text(args["action"])} ${text(args["id"])}`;
    default:
      return `${name} ${otherArguments(args)}`;
  }
}

function lineRange({ offset, limit }: JsonObject): string {
  if (typeof offset !== "number" && typeof limit !== "number") return "";
  const first = typeof offset === "number" ? offset : 1;
  return typeof limit === "number" ? `:${first}-${first + limit - 1}` : `:${first}-`;
}

function within({ path, glob }: JsonObject): string {
  const place = text(path) === "" ? "" : ` in ${text(path)}`;
  return text(glob) === "" ? place : `${place} (${text(glob)})`;
}

function counted(count: JsonValue | undefined, one: string, many: string): string {
  return typeof count === "number" ? ` · ${count} ${count === 1 ? one : many}` : "";
}

function otherArguments(args: JsonObject): string {
  const names = Object.keys(args);
  const [only] = names;
  if (names.length === 1 && only !== undefined && typeof args[only] === "string") return args[only];
  return names.length === 0 ? "" : JSON.stringify(args).slice(0, 2000);
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Long texts are cut before they are looked at: a line holds only so much. */
function oneLine(title: string): string {
  return cleanText(title.slice(0, 2000)).replaceAll(/\s+/g, " ").trim();
}

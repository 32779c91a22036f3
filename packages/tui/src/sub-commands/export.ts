import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { listSessions } from "@tau-ts/coding";
import { readWords } from "../cli/arguments/read-words.ts";
import { isSessionFile } from "../cli/choose-session.ts";
import { CommandError } from "../cli/command-error.ts";
import { sessionHtml } from "../export/html.ts";
import { sessionMarkdown } from "../export/markdown.ts";
import { readSession } from "../export/read-session.ts";
import { exportOptions } from "./options.ts";
import type { SubCommand } from "./run-sub-command.ts";

const formats = ["jsonl", "markdown", "html"] as const;
type Format = (typeof formats)[number];

/** Writes a session in another format. */
export const exportSession: SubCommand = async ({ words, cwd, tauHome, io }) => {
  const given = readWords(words, exportOptions);
  const [id, ...extra] = given.words;
  if (id === undefined || extra.length > 0)
    throw given.usage("tau export needs the id or the file of one session. See tau sessions.");
  const output = given.text("output");
  const format = given.choice("format", formats) ?? formatOf(output);
  const text = await exported(await sessionPath(id, cwd, tauHome), format);
  if (output === undefined) void io.stdout.write(text);
  else await writeFile(resolve(cwd, output), text);
  return 0;
};

function formatOf(output = ""): Format {
  if (/\.html?$/i.test(output)) return "html";
  return /\.jsonl$/i.test(output) ? "jsonl" : "markdown";
}

async function exported(path: string, format: Format): Promise<string> {
  const session = await readSession(path);
  if (format === "html") return sessionHtml(session);
  return format === "markdown" ? sessionMarkdown(session) : await readFile(path, "utf8");
}

async function sessionPath(id: string, cwd: string, tauHome: string): Promise<string> {
  if (await isSessionFile(id, cwd)) return resolve(cwd, id);
  const found = (await listSessions({ tauHome })).filter((session) => session.id.startsWith(id));
  const exact = found.filter((session) => session.id === id);
  const [session, other] = exact.length > 0 ? exact : found;
  if (session && !other) return session.path;
  const what = other
    ? "several sessions begin so. Give more of the id"
    : "there is no such session";
  throw new CommandError("usage", `tau export ${id}: ${what}. See tau sessions --all.`);
}

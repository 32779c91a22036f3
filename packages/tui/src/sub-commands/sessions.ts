import { realpath } from "node:fs/promises";
import { listSessions } from "@tau-ts/coding";
import { readWords } from "../cli/arguments/read-words.ts";
import { minute } from "../wording/times.ts";
import { sessionsOptions } from "./options.ts";
import type { SubCommand } from "./run-sub-command.ts";
import { tableText } from "./table.ts";

/** Lists sessions, the one written last first. */
export const sessions: SubCommand = async ({ words, cwd, tauHome, io }) => {
  const given = readWords(words, sessionsOptions);
  const [extra] = given.words;
  if (extra !== undefined) throw given.usage(`tau sessions knows no ${JSON.stringify(extra)}.`);
  const isAll = given.has("all");
  const found = await listSessions({ tauHome, ...(isAll ? {} : { cwd: await realpath(cwd) }) });
  if (given.has("json")) {
    void io.stdout.write(found.map((session) => `${JSON.stringify(session)}\n`).join(""));
    return 0;
  }
  const rows = found.map((session) => [
    session.id.slice(0, 8),
    minute(session.modifiedMs),
    ...(isAll ? [session.cwd] : []),
    session.problem ?? session.name ?? session.firstWords ?? "",
  ]);
  if (rows.length === 0)
    io.notify(isAll ? "there is no session." : `there is no session of ${cwd}.`);
  void io.stdout.write(tableText(rows));
  return 0;
};

// Judges the guard's corpus, with bash as the witness. Usage: node --conditions=tau-ts:source scripts/judge-corpus.ts
import { describeDecision } from "../src/guard/rules/describe.ts";
import { distinctRows, readCorpus } from "../test/guard/support/corpus.ts";
import type { CorpusRow } from "../test/guard/support/corpus.ts";
import { judge } from "../test/guard/support/judge.ts";
import { callsStub, mapWide } from "../test/guard/support/real-bash.ts";

const width = 3;

async function judgeSmuggled(): Promise<boolean> {
  const rows = readCorpus("smuggled");
  const called = await mapWide(rows, width, ({ command }) => callsStub(command));
  const proven = rows.filter((_, index) => called[index]);
  for (const row of rows.filter((_, index) => !called[index])) tell("does not reach the stub", row);
  const counted = distinctRows(proven);
  const kinds = [...Map.groupBy(counted, ({ kind }) => kind)];
  const full = kinds.filter(([, ofKind]) => ofKind.length >= 8).length;
  for (const [kind, ofKind] of kinds)
    if (ofKind.length < 8) print(`only ${ofKind.length} distinct rows: ${kind}`);
  const allowed = proven.filter(({ command }) => judge(command).action === "allow");
  for (const row of allowed) tell("ALLOWED", row);
  print(
    `smuggled: ${rows.length} rows, ${proven.length} reach the stub, ${counted.length} of them distinct, in ${full} kinds of 8 or more; ${allowed.length} allowed`,
  );
  return allowed.length === 0 && counted.length >= 300 && full >= 25;
}

async function judgeHarmless(): Promise<boolean> {
  const rows = readCorpus("harmless");
  const called = await mapWide(rows, width, ({ command }) => callsStub(command));
  for (const row of rows.filter((_, index) => called[index])) tell("reaches the stub", row);
  const counted = distinctRows(rows.filter((_, index) => !called[index]));
  const stopped = counted.filter(({ command }) => judge(command).action !== "allow");
  for (const row of stopped) tell(`stopped, ${describeDecision(judge(row.command))}`, row);
  const share = (100 * stopped.length) / counted.length;
  print(
    `harmless: ${rows.length} rows, ${counted.length} distinct; ${stopped.length} asked or refused (${share.toFixed(1)} %)`,
  );
  return share <= 2 && counted.length >= 300;
}

function tell(what: string, { kind, command }: CorpusRow): void {
  print(`${what} [${kind}]: ${JSON.stringify(command)}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const isFine = [await judgeSmuggled(), await judgeHarmless()].every(Boolean);
process.exitCode = isFine ? 0 : 1;

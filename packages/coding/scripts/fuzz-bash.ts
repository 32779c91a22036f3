// Compares the guard with bash on random scripts: what runs the stub must not be allowed.
// Usage: node --conditions=tau-ts:source scripts/fuzz-bash.ts [scripts] [seed]
import { judge } from "../test/guard/support/judge.ts";
import { callsStub, mapWide } from "../test/guard/support/real-bash.ts";
import { ScriptGenerator } from "../test/guard/support/script-generator.ts";

const count = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 1);
const generator = new ScriptGenerator(seed);
const scripts = Array.from({ length: count }, () => generator.next());

const outcomes = await mapWide(scripts, 3, async (script) => {
  const { action } = judge(script);
  return { script, action, ran: await callsStub(script, 3000) };
});

const ran = outcomes.filter((outcome) => outcome.ran);
const missed = ran.filter(({ action }) => action === "allow");
const harmless = outcomes.filter((outcome) => !outcome.ran);
const free = harmless.filter(({ action }) => action === "allow");
for (const { script } of missed) print(`MISSED ${JSON.stringify(script)}`);
print(
  `seed ${seed}: ${count} scripts, ${ran.length} ran the stub, ${missed.length} missed; of ${harmless.length} that did not run it ${free.length} were allowed`,
);
process.exitCode = missed.length === 0 ? 0 : 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// Compares the names of commands that two parsers find in random scripts, and sorts the differences by their cause.
// Usage: node --conditions=tau-ts:source scripts/fuzz-grammar.ts [scripts] [seed]
import { spawnSync } from "node:child_process";
import { loadTreeSitterReader, namesByUnbash } from "../test/guard/support/command-names.ts";
import { ScriptGenerator } from "../test/guard/support/script-generator.ts";

function causeOf(
  script: string,
  ours: readonly string[] | undefined,
  theirs: readonly string[] | undefined,
): string {
  if (!ours)
    return isValid(script)
      ? "ours reports an error that bash finds only when it runs, so it is asked about"
      : "not valid bash: ours reports it, so it is asked about";
  if (!theirs)
    return isValid(script)
      ? "valid bash that only the other grammar does not understand"
      : "not valid bash: ours reads the part before the error, as bash runs it";
  const left = [...ours];
  const missing = theirs.filter((name) => {
    const at = left.indexOf(name);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  if (missing.length === 0) return "the other grammar finds fewer commands";
  if (missing.every((name) => ["time", "coproc", "}", "!"].includes(name)))
    return "the other grammar takes the keywords time and coproc for commands";
  const known = knownCauses.find(([, isCause]) => isCause(script));
  return (
    known?.[0] ??
    `? the other grammar finds ${JSON.stringify(missing)}, ours ${JSON.stringify(left)}`
  );
}

/** Differences that were looked at: in each of them bash does as ours says. */
const knownCauses: readonly (readonly [string, (script: string) => boolean])[] = [
  [
    "the other grammar takes a lone $ for the start of an expansion",
    (script) => /\$\s/.test(script),
  ],
  ["the other grammar ends a word at an escaped blank", (script) => /\\[ \t]/.test(script)],
  ["the other grammar ends a word at a line continuation", (script) => script.includes("\\\n")],
  [
    "the other grammar reads backquoted code before its backslashes are taken away",
    (script) => script.includes("`"),
  ],
  [
    "the other grammar takes a ! that is part of a word for the keyword",
    (script) => /![^\s(]/.test(script),
  ],
  [
    "the other grammar takes code in arithmetic for part of the expression",
    (script) => script.includes("$((") || script.includes("(("),
  ],
  [
    "the other grammar keeps the keyword coproc in its group",
    (script) => script.includes("coproc"),
  ],
  ["not valid bash, read differently up to the error", (script) => !isValid(script)],
];

function isValid(script: string): boolean {
  return spawnSync("bash", ["-n", "-c", script], { stdio: "ignore" }).status === 0;
}

const count = Number(process.argv[2] ?? 5000);
const seed = Number(process.argv[3] ?? 1);
const generator = new ScriptGenerator(seed);
const namesByTreeSitter = await loadTreeSitterReader();
const causes = new Map<string, string[]>();
let same = 0;

for (let index = 0; index < count; index++) {
  const script = generator.next();
  const [ours, theirs] = [namesByUnbash(script), namesByTreeSitter(script)];
  if (JSON.stringify(ours) === JSON.stringify(theirs)) same++;
  else {
    const cause = causeOf(script, ours, theirs);
    causes.set(cause, [...(causes.get(cause) ?? []), script]);
  }
}

process.stdout.write(`seed ${seed}: ${count} scripts, ${same} read alike\n`);
for (const [cause, scripts] of causes) {
  process.stdout.write(`${String(scripts.length).padStart(6)}  ${cause}\n`);
  if (cause.startsWith("?"))
    for (const script of scripts.slice(0, 40))
      process.stdout.write(`        ${JSON.stringify(script)}\n`);
}
process.exitCode = [...causes.keys()].some((cause) => cause.startsWith("?")) ? 1 : 0;

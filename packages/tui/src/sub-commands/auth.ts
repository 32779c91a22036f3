import { CredentialStore, ModelRegistry } from "@tau-ts/coding";
import type { ProviderEntry } from "@tau-ts/coding";
import { readWords } from "../cli/arguments/read-words.ts";
import { CommandError } from "../cli/command-error.ts";
import { isTerminal } from "../cli/is-terminal.ts";
import { nearest } from "../wording/nearest.ts";
import type { SubCommand, SubCommandWork } from "./run-sub-command.ts";
import { tableText } from "./table.ts";

/** Keeps, forgets and lists keys of providers. A key is never shown, and never a word of the command line. */
export const auth: SubCommand = async (work) => {
  const { words, tauHome, variables, io } = work;
  const given = readWords<never>(words, []);
  const [action, name, ...extra] = given.words;
  const registry = await ModelRegistry.load({ tauHome, environment: variables });
  for (const warning of registry.warnings) io.notify(warning);
  if (extra.length > 0)
    throw given.usage(
      "a key is not given as a word, where others can see it: it is read from standard input.",
    );
  if (action === "list" && name === undefined) return list(registry, work);
  if (name === undefined || (action !== "set" && action !== "remove"))
    throw given.usage("write tau auth set PROVIDER, tau auth remove PROVIDER, or tau auth list.");
  const provider = knownProvider(registry, name);
  const store = new CredentialStore(tauHome);
  if (action === "remove") await store.remove(provider.name);
  else await store.set(provider.name, { type: "api_key", key: await readKey(provider) });
  return 0;
};

async function list(registry: ModelRegistry, { tauHome, io }: SubCommandWork): Promise<number> {
  const kept = await new CredentialStore(tauHome).all();
  const rows: string[][] = [];
  for (const provider of registry.providers) {
    if (!(await registry.keys.has(provider))) continue;
    const isKept = provider.names.some((name) => kept.has(name)) || kept.has(provider.name);
    rows.push([provider.name, isKept ? "kept here" : "from the environment or models.json"]);
  }
  if (rows.length === 0) io.notify("there is no key. Keep one with tau auth set PROVIDER.");
  void io.stdout.write(tableText(rows));
  return 0;
}

function knownProvider(registry: ModelRegistry, name: string): ProviderEntry {
  const found = registry.provider(name);
  if (found) return found;
  const guess = nearest(
    name,
    registry.providers.map((provider) => provider.name),
  );
  const hint = guess === undefined ? "See tau models --all." : `Did you mean ${guess}?`;
  throw new CommandError("usage", `there is no provider ${JSON.stringify(name)}. ${hint}`);
}

async function readKey({ name }: ProviderEntry): Promise<string> {
  const text = isTerminal("stdin") ? await typedKey(name) : await pipedKey();
  const key = text.trim();
  if (key === "" || /\s/.test(key.startsWith("!") ? "" : key))
    throw new CommandError(
      "usage",
      `the key of ${name} must be one word, and came empty or in several. Pipe in nothing else, or type it when you are asked.`,
    );
  return key;
}

async function pipedKey(): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** What is typed is not shown: the terminal does not echo while it is in raw mode. */
async function typedKey(name: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(`The key of ${name} (it is not shown): `);
  stdin.setRawMode(true);
  try {
    let typed = "";
    for await (const chunk of stdin) {
      for (const character of String(chunk)) {
        if (character === "\u0003" || character === "\u0004")
          throw new CommandError("usage", "no key was given.");
        if (character === "\r" || character === "\n") return typed;
        typed = character === "\u007f" ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stderr.write("\n");
  }
}

import { execFile } from "node:child_process";
import { access, constants, mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import { LocalShell, ModelRegistry, loadSettings } from "@tau-ts/coding";
import { isTerminal } from "../cli/is-terminal.ts";
import { packageVersion } from "../cli/version.ts";
import type { SubCommand, SubCommandWork } from "./run-sub-command.ts";
import { tableText } from "./table.ts";

/** What was found: `ok`, `note` for what works in part, `fault` for what does not. */
interface Finding {
  readonly state: "ok" | "note" | "fault";
  readonly text: string;
}

/** Looks at everything the command needs, one line each. Exit code 1 when something does not work. */
export const doctor: SubCommand = async (work) => {
  const checks: readonly (readonly [string, () => Promise<Finding>])[] = [
    ["tau", async () => ok(packageVersion())],
    ["node", async () => ok(`${process.versions.node} at ${process.execPath}`)],
    ["terminal", async () => terminal(work)],
    ["shell", shell],
    ["git", () => program("git", ["--version"], "undo and the project's top are found without it")],
    [
      "ripgrep",
      () => program("rg", ["--version"], "the one that came along, or a slower search, is used"),
    ],
    ["home", () => homeFolder(work)],
    ["settings", () => settings(work)],
    ["keys", () => keys(work)],
    ["servers", () => servers(work)],
  ];
  const rows: string[][] = [];
  let code = 0;
  for (const [name, look] of checks) {
    const { state, text } = await look().catch((error: unknown) => fault(String(error)));
    if (state === "fault") code = 1;
    rows.push([state, name, text]);
  }
  void work.io.stdout.write(tableText(rows));
  return code;
};

function ok(text: string): Finding {
  return { state: "ok", text };
}

function note(text: string): Finding {
  return { state: "note", text };
}

function fault(text: string): Finding {
  return { state: "fault", text };
}

function terminal({ variables }: SubCommandWork): Finding {
  const { TERM = "", NO_COLOR } = variables;
  if (!isTerminal("stdin") || !isTerminal("stdout"))
    return note("none here: input or output is no terminal");
  const size = `${process.stdout.columns}x${process.stdout.rows}`;
  const colour = NO_COLOR ? ", NO_COLOR" : "";
  return TERM === "dumb"
    ? note(`${size}, TERM=dumb: lines only`)
    : ok(`${size}, TERM=${TERM}${colour}`);
}

async function shell(): Promise<Finding> {
  const local = new LocalShell();
  let printed = "";
  try {
    const exit = await local.run("echo $0", {
      cwd: process.cwd(),
      signal: AbortSignal.timeout(5000),
      abandoned: AbortSignal.timeout(5500),
      onOutput: (chunk) => (printed += Buffer.from(chunk).toString()),
    });
    return exit.exitCode === 0 ? ok(printed.trim()) : fault(`ended with code ${exit.exitCode}`);
  } finally {
    await local.dispose();
  }
}

async function program(name: string, words: readonly string[], without: string): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)(name, words, { timeout: 5000 });
    return ok(stdout.split("\n", 1)[0] ?? "");
  } catch {
    return note(`not found; ${without}`);
  }
}

async function homeFolder({ tauHome }: SubCommandWork): Promise<Finding> {
  try {
    await mkdir(tauHome, { recursive: true });
    await access(tauHome, constants.W_OK);
    return ok(tauHome);
  } catch (error) {
    return fault(`${tauHome} cannot be written: ${String(error)}`);
  }
}

async function settings({ tauHome, variables }: SubCommandWork): Promise<Finding> {
  const { warnings } = await loadSettings({ tauHome, environment: variables });
  return warnings.length === 0 ? ok("understood") : note(warnings.join(" "));
}

async function keys({ tauHome, variables }: SubCommandWork): Promise<Finding> {
  const registry = await ModelRegistry.load({ tauHome, environment: variables });
  const found: string[] = [];
  for (const provider of registry.providers)
    if (await registry.keys.has(provider)) found.push(provider.name);
  const warnings = registry.warnings.length === 0 ? "" : ` ${registry.warnings.join(" ")}`;
  if (found.length === 0) return note(`none; the offline demo answers.${warnings}`);
  return warnings === "" ? ok(found.join(", ")) : note(`${found.join(", ")}.${warnings}`);
}

/** Only servers of this machine are asked. */
async function servers({ tauHome, variables }: SubCommandWork): Promise<Finding> {
  const registry = await ModelRegistry.load({ tauHome, environment: variables });
  const found = await registry.offerLocal({ isRequested: true });
  const byProvider = new Map<string, number>();
  for (const { info } of found) {
    const { provider = "a server" } = info;
    byProvider.set(provider, (byProvider.get(provider) ?? 0) + 1);
  }
  const text = [...byProvider].map(([name, count]) => `${name} with ${count} models`).join(", ");
  return text === "" ? note("no model server answers on this machine") : ok(text);
}

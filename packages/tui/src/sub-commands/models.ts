import type { CatalogModel } from "@tau-ts/ai";
import { ModelRegistry } from "@tau-ts/coding";
import { readWords } from "../cli/arguments/read-words.ts";
import { modelsOptions } from "./options.ts";
import type { SubCommand } from "./run-sub-command.ts";
import { tableText } from "./table.ts";

/** Lists the models of providers there is a key for; of all providers when a word is looked for, or there is no key. */
export const models: SubCommand = async ({ words, tauHome, variables, io }) => {
  const given = readWords(words, modelsOptions);
  const registry = await ModelRegistry.load({ tauHome, environment: variables });
  for (const warning of registry.warnings) io.notify(warning);
  if (given.has("local")) {
    const found = await registry.offerLocal({ isRequested: true });
    void io.stdout.write(
      tableText(found.map(({ info, baseUrl }) => [`${info.provider ?? ""}/${info.id}`, baseUrl])),
    );
    return 0;
  }
  const wanted = given.words.join(" ").toLowerCase();
  const isAll = given.has("all") || wanted !== "" || !(await registry.hasAnyKey());
  const rows: string[][] = [];
  for (const provider of registry.providers) {
    const hasKey = provider.isKeyless || (await registry.keys.has(provider));
    if (!hasKey && !isAll) continue;
    const key = hasKey ? "" : `needs ${provider.keyVariables[0] ?? "a key"}`;
    for (const model of await registry.list(provider)) {
      const name = `${provider.name}/${model.id}`;
      if (!`${name} ${model.name}`.toLowerCase().includes(wanted)) continue;
      rows.push([name, ...columns(model), key]);
    }
  }
  if (rows.length === 0)
    io.notify(`no model is known whose name contains ${JSON.stringify(wanted)}.`);
  void io.stdout.write(tableText(rows));
  return rows.length === 0 ? 1 : 0;
};

function columns({ contextWindow, reasoning, inputs, prices }: CatalogModel): string[] {
  const window = contextWindow === undefined ? "?" : `${Math.round(contextWindow / 1000)}k`;
  const price = prices === undefined ? "?" : `$${prices.input}/${prices.output}`;
  return [window, reasoning ? "thinks" : "", inputs.includes("image") ? "sees" : "", price];
}

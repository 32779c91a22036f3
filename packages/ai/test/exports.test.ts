import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as main from "../src/index.ts";
import * as node from "../src/node/index.ts";
import * as testing from "../src/testing/index.ts";

describe("public names", () => {
  it("house rule 2: the runtime names of each entry are these and no others", () => {
    expect(Object.keys(main).toSorted()).toEqual([
      "ProviderError",
      "complete",
      "createModel",
      "failedMessage",
      "isJsonObject",
      "parseStream",
      "retryDelayMs",
      "textOf",
      "toWire",
      "toolCalls",
      "userMessage",
    ]);
    expect(Object.keys(testing)).toEqual(["scriptedModel"]);
    expect(Object.keys(node)).toEqual(["nodeTransport"]);
  });

  it("house rule 8: no file of the package imports a node: module at run time", () => {
    const source = readFileSync(new URL("../src/node/transport.ts", import.meta.url), "utf8");
    const imports = source.match(/^import .*"node:.*$/gm) ?? [];
    expect(imports.length).toBeGreaterThan(0);
    for (const line of imports) expect(line).toMatch(/^import type /);
  });
});

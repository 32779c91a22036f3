import { describe, expect, it } from "vitest";
import * as main from "../src/index.ts";
import * as node from "../src/node/index.ts";
import * as testing from "../src/testing/index.ts";
import * as testingNode from "../src/testing/node/index.ts";

describe("public names", () => {
  it("house rule 2: the runtime names of each entry are these and no others", () => {
    expect(Object.keys(main).toSorted()).toEqual([
      "ProviderError",
      "catalogOptions",
      "catalogProviders",
      "complete",
      "costOf",
      "createModel",
      "discoverLocalModels",
      "failedMessage",
      "findCatalogModel",
      "findProvider",
      "isJsonObject",
      "listCatalogModels",
      "parseStream",
      "providers",
      "retryDelayMs",
      "textOf",
      "thinkingLevels",
      "toWire",
      "toolCalls",
      "userMessage",
    ]);
    expect(Object.keys(testing).toSorted()).toEqual([
      "recordModel",
      "renderRequest",
      "replayModel",
      "scriptedModel",
    ]);
    expect(Object.keys(testingNode)).toEqual(["recordModelTo", "replayModelFrom"]);
    expect(Object.keys(node)).toEqual(["nodeTransport"]);
  });
});

import * as tui from "@tau-ts/tui";
import type { Frontend, TextWriter } from "@tau-ts/tui";
import { expect, expectTypeOf, it } from "vitest";

it("C14.1 the package exports its frontends, the interactive one among them, and nothing else", () => {
  expect(Object.keys(tui).toSorted()).toEqual([
    "JsonFrontend",
    "RpcClient",
    "RpcError",
    "TextFrontend",
    "TranscriptFrontend",
    "readSession",
    "runInteractive",
    "serveRpc",
    "sessionHtml",
    "sessionMarkdown",
  ]);
  expectTypeOf<tui.TextFrontend>().toExtend<Frontend>();
  expectTypeOf<tui.JsonFrontend>().toExtend<Frontend>();
  expectTypeOf<{ write(text: string): Promise<void> }>().toExtend<TextWriter>();
  expectTypeOf<NodeJS.WriteStream>().toExtend<TextWriter>();
});

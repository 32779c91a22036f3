import { fileURLToPath } from "node:url";
import { runReadme } from "@tau-ts/readme-runner";
import { describe, expect, it } from "vitest";
import * as main from "../src/index.ts";
import * as node from "../src/node/index.ts";

describe("what @tau-ts/agent offers", () => {
  it("exports these names", () => {
    expect(Object.keys(main).toSorted()).toEqual([
      "ABORTED",
      "CancelReason",
      "CancelToken",
      "FatalToolError",
      "Harness",
      "HarnessError",
      "INTERRUPTED",
      "Limits",
      "MemoryLog",
      "ResultMasks",
      "SessionError",
      "TOKENS_PER_IMAGE",
      "compact",
      "compactDuringRun",
      "contextForModel",
      "defineTool",
      "estimateTokens",
      "failedMessage",
      "fallbackModel",
      "findCut",
      "importTauSession",
      "isKnownEntry",
      "leaveBranch",
      "maskOldResults",
      "maybeCompact",
      "newSessionId",
      "persistTo",
      "renderTranscript",
      "repairToolHistory",
      "runAgent",
      "runTool",
      "sessionLabels",
      "sessionName",
      "sessionState",
      "summarize",
      "textOf",
      "toolCalls",
      "userMessage",
    ]);
    expect(Object.keys(node).toSorted()).toEqual(["JsonlLog"]);
  });

  it("errors are recognised across copies of the package", () => {
    const foreign = Object.assign(new Error("x"), { [Symbol.for("tau-ts.HarnessError")]: true });
    expect(main.HarnessError.isInstance(foreign)).toBe(true);
    expect(main.HarnessError.isInstance(new Error("x"))).toBe(false);
    expect(main.FatalToolError.isInstance(new main.FatalToolError("x"))).toBe(true);
  });

  it("the README's examples run as they stand", async () => {
    const folder = fileURLToPath(new URL("..", import.meta.url));
    expect(await runReadme(folder)).toBe("completed There you are. 4\n");
    const lines = (await runReadme(folder, [0, 1, 2, 3, 4, 5, 6, 7])).trim().split("\n");
    expect(lines).toEqual([
      "completed There you are. 4",
      "user",
      "assistant",
      "toolResult",
      "assistant",
      "abandoned",
      "roll the die, again, roll the die, and once more",
      "Agent stopped: the limit of 1 turns is used up",
      expect.stringMatching(/^stopped soft at each of \d+ steps$/),
      expect.stringMatching(/^stopped hard at each of \d+ steps$/),
      expect.stringMatching(/^stopped return at each of \d+ steps$/),
    ]);
  }, 60_000);
});

import { textOf } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../../src/harness/harness.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { tool } from "../support/tools.ts";

describe("message queues", () => {
  it("C3.8 C4.5 each queue has its mode, which can be changed while messages wait and a run goes on", async () => {
    const h = new Harness({
      model: playing(asks(call("c1", "add")), says("1"), says("2"), says("3")),
      tools: [
        tool("add", () => {
          for (const word of ["a", "b"]) h.steer(word);
          for (const word of ["c", "d"]) h.followUp(word);
          h.setQueueModes({ steering: "all" });
          return "added";
        }),
      ],
    });
    expect(h.queueModes).toEqual({ steering: "one-at-a-time", followUp: "one-at-a-time" });
    await h.prompt("go").result;
    h.setQueueModes({ followUp: "all" });
    expect(h.queueModes).toEqual({ steering: "all", followUp: "all" });
    expect(h.messages.map((message) => textOf(message))).toEqual([
      "go",
      "",
      "added",
      "a",
      "b",
      "1",
      "c",
      "2",
      "d",
      "3",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { RpcClient } from "../../src/rpc/rpc-client.ts";
import type { RpcRecord } from "../../src/rpc/rpc-client.ts";

/** Answers one command, and says other things on the same output. */
const talkative = `
process.stdin.once("data", (line) => {
  const { id } = JSON.parse(line);
  console.log("a notice of some library");
  console.log(JSON.stringify(3));
  console.log(JSON.stringify({ type: "agent_settled" }));
  console.log(JSON.stringify({ type: "response", id, success: true, data: { text: "here" } }));
});
process.stdin.on("end", () => process.exit());`;

describe("RpcClient", () => {
  it("C13 lines that are no records disturb nothing, and can be read", async () => {
    await using client = new RpcClient({ words: ["-e", talkative] });
    const records: RpcRecord[] = [];
    client.subscribe((record) => records.push(record));
    expect(await client.request("get_last_assistant_text", {})).toEqual({ text: "here" });
    expect(records).toEqual([{ type: "agent_settled" }]);
    expect(client.stderr).toBe("a notice of some library\n3\n");
  });
});

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { textOf, userMessage, type ModelRequest } from "../../../src/index.ts";
import { scriptedModel } from "../../../src/testing/index.ts";
import { recordModelTo, replayModelFrom } from "../../../src/testing/node/index.ts";
import { reply, runOver } from "../../support/calls.ts";
import { outcome } from "../../support/events.ts";

const ask = (text: string): ModelRequest => ({ messages: [userMessage(text, 1)] });

describe("cassettes in files", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cassette-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("C13.3 a call over a socket is recorded and replayed without one; no key is in the file", async () => {
    const path = join(folder, "deep", "hello.json");
    await runOver(undefined)([reply], async (model, server) => {
      const recorded = await outcome(recordModelTo(model, path).stream(ask("hi")));
      const replay = await replayModelFrom(path);
      expect(await outcome(replay.stream(ask("hi")))).toEqual(recorded);
      expect(replay.info).toMatchObject({ id: "claude-test", api: "anthropic-messages" });
      expect(server.requests.length).toBe(1);
    });
    const text = await readFile(path, "utf8");
    expect(text).not.toContain("sk-secret");
    expect(text).toContain('\n      "request": {\n        "messages": [\n');
    expect(await readdir(join(folder, "deep"))).toEqual(["hello.json"]);
  });

  it("C13.3 the file is whole after each exchange, also when calls overlap", async () => {
    const path = join(folder, "c.json");
    const model = recordModelTo(scriptedModel(["a", "b", "c"]), path);
    await Promise.all(["1", "2", "3"].map((text) => outcome(model.stream(ask(text)))));
    const replay = await replayModelFrom(path);
    expect(replay.unplayed.length).toBe(3);
    expect(textOf(await outcome(replay.stream(ask("2"))))).toBe("b");
  });

  it("C13.3 a file that cannot be written fails the reply, and the next one is written again", async () => {
    const path = join(folder, "sub", "c.json");
    await writeFile(join(folder, "sub"), "in the way");
    const model = recordModelTo(scriptedModel(["a", "b"]), path);
    expect((await outcome(model.stream(ask("1")))).errorMessage).toMatch(
      /^the exchange could not be recorded: /,
    );
    await rm(join(folder, "sub"));
    expect((await outcome(model.stream(ask("2")))).stopReason).toBe("stop");
    expect((await replayModelFrom(path)).unplayed.length).toBe(2);
  });

  it("C13.3 what is no cassette is refused with its name and the reason", async () => {
    const path = join(folder, "c.json");
    await expect(replayModelFrom(path)).rejects.toThrow(
      /^cannot read the cassette .*c\.json \(ENOENT.*\): record it first with recordModelTo$/,
    );
    for (const [text, what] of [
      ["{", "it is no JSON"],
      ["[]", 'it does not say "cassette": 1'],
      ['{"cassette":2}', 'it does not say "cassette": 1'],
      ['{"cassette":1}', "it has no list of exchanges"],
      ['{"cassette":1,"exchanges":[{"request":{}}]}', "exchange 1 has no request or no response"],
    ]) {
      await writeFile(path, text ?? "");
      await expect(replayModelFrom(path)).rejects.toThrow(`${path} is no cassette: ${what}`);
    }
  });
});

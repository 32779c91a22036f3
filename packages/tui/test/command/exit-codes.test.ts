import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { eventsOf, makePlace, modelWords, tau } from "../support/tau.ts";

const call = anthropicToolCall({ name: "bash", arguments: { command: "make install" } });

describe("exit codes", { timeout: 30_000 }, () => {
  it.each(["text", "json", "transcript"])(
    "C14 a call that was refused because nobody was there is 3 in %s mode; the answer is printed, and stderr names call and flag",
    async (mode) => {
      await using place = await makePlace();
      await using server = await startModelServer([call, anthropicText("I could not.")]);
      const words = ["-p", "go", "--mode", mode, ...modelWords(server.url)];
      const run = await tau(words, { place });
      expect(run.code).toBe(3);
      expect(run.stdout).toContain("I could not.");
      expect(run.stderr).toContain('bash {"command":"make install"} was refused');
      expect(run.stderr).toContain('--allow "bash(make)"');
      if (mode === "json") expect(eventsOf(run.stdout).at(-1)?.type).toBe("agent_settled");
    },
  );

  it("C14 the flag that was named allows the call, and --deny beats it", async () => {
    await using place = await makePlace();
    const touch = anthropicToolCall({ name: "bash", arguments: { command: "touch made" } });
    await using server = await startModelServer([
      touch,
      anthropicText("ok"),
      touch,
      anthropicText("no"),
    ]);
    const allow = ["--allow", "bash(touch)", ...modelWords(server.url)];
    expect(await tau(["-p", "go", ...allow], { place })).toMatchObject({ code: 0, stderr: "" });
    const denied = await tau(["-p", "go", "--deny", "bash", ...allow], { place });
    expect(denied).toMatchObject({ code: 0, stdout: "no\n" });
    expect(server.requests[3]?.rawBody).toContain("Tool call blocked");
  });

  it("C14 a skill of a project that nobody could be asked about is 3, and --approve loads it", async () => {
    await using place = await makePlace();
    const folder = join(place.cwd, ".tau/skills/release");
    await mkdir(folder, { recursive: true });
    await mkdir(join(place.cwd, ".git"));
    await writeFile(
      join(folder, "SKILL.md"),
      "---\nname: release\ndescription: How to release.\n---\nTag it first.\n",
    );
    await using server = await startModelServer([anthropicText("released")]);
    const words = ["-p", "/skill:release now", ...modelWords(server.url)];
    const refused = await tau(words, { place });
    expect(refused).toMatchObject({ code: 3, stdout: "" });
    expect(refused.stderr).toContain("--approve");
    expect(await tau([...words, "--approve"], { place })).toMatchObject({
      code: 0,
      stdout: "released\n",
    });
    expect(server.requests[0]?.rawBody).toContain("Tag it first.");
  });

  it.each(["text", "json", "transcript"])(
    "C6.14 a limit that is used up is 1 in %s mode",
    async (mode) => {
      await using place = await makePlace();
      await using server = await startModelServer(
        [anthropicToolCall({ name: "ls", arguments: {} })],
        {
          repeatLast: true,
        },
      );
      const words = ["-p", "go", "--mode", mode, "--limit-turns", "2", ...modelWords(server.url)];
      const run = await tau(words, { place });
      expect(run.code).toBe(1);
      expect(server.requests).toHaveLength(2);
      if (mode === "json") expect(eventsOf(run.stdout).at(-2)?.outcome).toBe("error");
      else expect(run.stderr).toContain("the limit of 2 turns is used up");
    },
  );

  it("C14.2 an answer that was cut off by the output limit is printed, and that is said aloud", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicText("half an ans", { stopReason: "max_tokens" }),
    ]);
    const run = await tau(["-p", "go", ...modelWords(server.url)], { place });
    expect(run).toEqual({
      code: 0,
      signal: null,
      stdout: "half an ans\n",
      stderr: "Warning: the answer was cut off by the output limit.\n",
    });
  });

  it("C14 an answer that has to fit a schema is checked, and printed as JSON", async () => {
    await using place = await makePlace();
    const schema = join(place.cwd, "schema.json");
    await writeFile(
      schema,
      '{"type":"object","properties":{"n":{"type":"number"}},"required":["n"],"additionalProperties":false}',
    );
    await using server = await startModelServer([
      anthropicText('```json\n{"n": 4}\n```'),
      anthropicText('{"m": 4}'),
      anthropicText("four"),
    ]);
    const words = ["-p", "2+2", "--output-schema", schema, ...modelWords(server.url)];
    expect(await tau(words, { place })).toMatchObject({ code: 0, stdout: '{"n":4}\n', stderr: "" });
    const unfit = await tau(words, { place });
    expect(unfit).toMatchObject({ code: 1, stdout: "" });
    expect(unfit.stderr).toMatch(/^Error: the answer does not fit the schema: /);
    expect(await tau(words, { place })).toMatchObject({ code: 1, stdout: "" });
    await writeFile(schema, "[]");
    expect(await tau(words, { place })).toMatchObject({ code: 2, stdout: "" });
  });

  it.each([
    [["--tools", "nothing"], /nothing/],
    [["--allow", "bash("], /the rule "bash\("/],
    [["--model", "nobody/x"], /no provider|no model/],
    [["--provider", "anthropc"], /anthropic/],
    [["@no-such-file"], /@no-such-file cannot be used/],
    [["--image", "no.png"], /no\.png/],
    [["--skill", "nowhere"], /--skill nowhere cannot be used: there is no such file or folder/],
    [["--prompt-template", "no.md"], /--prompt-template no\.md cannot be used/],
    [["-r", "zzz"], /no session with that id/],
    [["--session", "zzz"], /no session with that id/],
    [["-r"], /--resume needs an id here|there is no session/],
    [["--replay", "no.json"], /--replay/],
  ])("C14 %j is 2, with a line that names it, and no session", async (words, text) => {
    await using place = await makePlace();
    const run = await tau(["-p", "hi", ...words], { place });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toMatch(text);
    expect(await place.sessions()).toEqual([]);
  });
});

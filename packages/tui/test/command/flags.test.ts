import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { RunningTau, eventsOf, makePlace, modelWords, tau } from "../support/tau.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("flags", { timeout: 30_000 }, () => {
  it("C14 @files join the prompt with their path, and pictures are attached", async () => {
    await using place = await makePlace();
    await writeFile(join(place.cwd, "a.txt"), "alpha\n");
    await writeFile(join(place.cwd, "b.png"), png);
    await using server = await startModelServer([anthropicText("seen")]);
    const words = ["-p", "look", "@a.txt", "@b.png", "--image", "b.png", ...modelWords(server.url)];
    expect(await tau(words, { place })).toMatchObject({ code: 0, stdout: "seen\n" });
    const body = server.requests[0]?.rawBody ?? "";
    expect(body).toContain(
      JSON.stringify('<file path="a.txt">\nalpha\n</file>\n\nlook').slice(1, -1),
    );
    expect(body.split(png.toString("base64"))).toHaveLength(3);
  });

  it("C14 --models tells of each name that means no model, and the run goes on", async () => {
    await using place = await makePlace();
    const known = "anthropic/claude-sonnet-5-5:high,openai,offline/offline-demo";
    const words = ["-p", "say hello", "--offline-demo", "--models"];
    expect(await tau([...words, known], { place })).toMatchObject({ code: 0, stderr: "" });
    const run = await tau([...words, `${known},anthropic/claude-sonet-5-5,nonsense/none`], {
      place,
    });
    expect(run.code).toBe(0);
    expect(run.stderr.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^tau: --models: anthropic has no model .* Did you mean anthropic\//),
      expect.stringContaining('--models: There is no model "nonsense/none".'),
    ]);
    // At an address of one's own, every name may be known.
    await using server = await startModelServer([anthropicText("yes")]);
    const own = ["-p", "hi", "--models", "one,two", ...modelWords(server.url)];
    expect(await tau(own, { place })).toMatchObject({ code: 0, stdout: "yes\n", stderr: "" });
  });

  it("C11 context files and skills can be left out, and skills and templates be named", async () => {
    await using place = await makePlace();
    await mkdir(join(place.cwd, ".git"));
    await mkdir(join(place.cwd, "more/deploy"), { recursive: true });
    await mkdir(join(place.cwd, ".tau/skills/found"), { recursive: true });
    await writeFile(join(place.cwd, "AGENTS.md"), "Speak like a pirate.\n");
    await writeFile(
      join(place.cwd, ".tau/skills/found/SKILL.md"),
      "---\ndescription: Was found.\n---\nx\n",
    );
    await writeFile(
      join(place.cwd, "more/deploy/SKILL.md"),
      "---\ndescription: Was named.\n---\nx\n",
    );
    await writeFile(join(place.cwd, "ask.md"), "Is $1 right?\n");
    await using server = await startModelServer([anthropicText("ok")], { repeatLast: true });
    const words = [
      "-p",
      "/ask this",
      "--approve",
      "--skill",
      "more/deploy/SKILL.md",
      "--prompt-template",
      "ask.md",
    ];
    await tau([...words, ...modelWords(server.url)], { place });
    await tau([...words, "--no-context-files", "--no-skills", ...modelWords(server.url)], {
      place,
    });
    const [all, few] = server.requests.map(({ rawBody }) => rawBody);
    for (const text of ["pirate", "Was found.", "Was named.", "Is this right?"])
      expect(all).toContain(text);
    for (const text of ["pirate", "Was found."]) expect(few).not.toContain(text);
    expect(few).toContain("Was named.");
  });

  it("C14 tools can be chosen, left out, and all taken away", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("ok")], { repeatLast: true });
    for (const words of [["--tools", "read,ls"], ["--exclude-tools", "bash"], ["--no-tools"]])
      await tau(["-p", "hi", ...words, ...modelWords(server.url)], { place });
    const names = server.requests.map(({ rawBody }) =>
      Array.from(rawBody.matchAll(/"name":"(\w+)","description"/g), ([, name]) => name),
    );
    expect(names[0]?.toSorted()).toEqual(["ls", "read"]);
    expect(names[1]).not.toContain("bash");
    expect(names[1]).toContain("write");
    expect(names[2]).toEqual([]);
  });

  it("C14 --session-id begins a session of that id and goes on with it, and --name names it", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("ok")], { repeatLast: true });
    const words = ["--session-id", "ci-42", "--name", "The build", ...modelWords(server.url)];
    await tau(["-p", "one", ...words], { place });
    const run = await tau(["-p", "two", "--mode", "json", ...words], { place });
    expect(eventsOf(run.stdout)[0]).toMatchObject({ type: "session", id: "ci-42" });
    expect(server.requests[1]?.rawBody).toContain('"one"');
    const [path = ""] = await place.sessions();
    expect(path).toMatch(/_ci-42\.jsonl$/);
    expect(await readFile(path, "utf8")).toContain('"name":"The build"');
  });

  it("C14 --resume goes on by the beginning of an id, and --fork in a copy", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("ok")], { repeatLast: true });
    await tau(["-p", "one", "--session-id", "abcdef-1", ...modelWords(server.url)], { place });
    await tau(["-p", "two", "-r", "abcd", ...modelWords(server.url)], { place });
    await tau(["-p", "three", "--fork", "abcdef-1", ...modelWords(server.url)], { place });
    expect(
      server.requests.map(({ rawBody }) => rawBody.match(/"(?:one|two|three)"/g)?.length),
    ).toEqual([1, 2, 3]);
    expect(await place.sessions()).toHaveLength(2);
  });

  it("C9.6 -c without a prompt goes on with the run that was cut off, and says so when there is none", async () => {
    await using place = await makePlace();
    const sleep = anthropicToolCall({ name: "bash", arguments: { command: "sleep 60" } });
    await using server = await startModelServer([sleep, anthropicText("done")]);
    const words = ["--permission-mode", "full", ...modelWords(server.url)];
    {
      await using running = new RunningTau(["-p", "go", "--mode", "json", ...words], { place });
      await running.until(({ stdout }) => stdout.includes("tool_execution_start"));
      running.child.kill("SIGKILL");
      await running.finished;
    }
    const run = await tau(["-c", "-p", ...words], { place });
    expect(run).toMatchObject({ code: 0, stdout: "done\n" });
    expect(server.requests[1]?.rawBody).toContain("It may not have run");
    const again = await tau(["-c", "-p", ...words], { place });
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(again.stderr).toContain("nothing to go on with");
  });

  it("C14 --record, then --replay: the same JSON lines apart from times and ids, and no network", async () => {
    await using place = await makePlace();
    await writeFile(join(place.cwd, "a.txt"), "alpha\n");
    const words = ["-p", "do it", "--mode", "json", "--no-session", "--permission-mode", "full"];
    let recorded: string;
    {
      await using server = await startModelServer([
        anthropicToolCall({ name: "read", arguments: { path: "a.txt" }, text: "I look first." }),
        anthropicToolCall({ name: "bash", arguments: { command: "echo two" } }),
        anthropicToolCall({ name: "ls", arguments: {} }),
        anthropicText("It is done, in a few words."),
      ]);
      const run = await tau([...words, "--record", "tape.json", ...modelWords(server.url)], {
        place,
      });
      expect(run).toMatchObject({ code: 0, stderr: "" });
      recorded = run.stdout;
    }
    // The recording is in the folder that the agent lists: it is there when it is replayed as well.
    const replayed = await tau([...words, "--replay", "tape.json"], { place });
    expect(replayed).toMatchObject({ code: 0, stderr: "" });
    expect(timeless(replayed.stdout)).toBe(timeless(recorded));
    expect(replayed.stdout).toContain("in a few words");
  });

  it("C13.1 every wire can be named, and a provider's default address and key variable are its own", async () => {
    await using place = await makePlace();
    const chat = {
      body: [
        'data: {"choices":[{"delta":{"content":"from chat"}}]}\n\n',
        'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      ],
    };
    await using server = await startModelServer([chat], { repeatLast: true });
    const wire = ["--wire", "openai-completions", "--base-url", server.url, "--model", "m"];
    expect(await tau(["-p", "hi", ...wire], { place })).toMatchObject({ stdout: "from chat\n" });
    const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.url };
    const run = await tau(
      [
        "-p",
        "hi",
        "--model",
        "openai/some-model",
        "--wire",
        "openai-completions",
        "--base-url",
        server.url,
      ],
      { place, env },
    );
    expect(run).toMatchObject({ stdout: "from chat\n" });
    const missing = await tau(["-p", "hi", "--provider", "mistral"], { place });
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.stderr).toContain("MISTRAL_API_KEY");
  });
});

/** Without what differs from run to run: times, and ids that are made anew. */
function timeless(stdout: string): string {
  return stdout
    .replaceAll(/"(?:timestamp|durationMs)":(?:\d+|"[^"]*")/g, '"timestamp":0')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID");
}

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeTool } from "../../src/tools/write.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { call } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";

it("C8.3 answers that it wrote, by the path it was given", async () => {
  const cwd = makeFolder();
  const { text, isError, details } = await call(writeTool({ cwd }), {
    path: "./a/é",
    content: "é",
  });
  expect(text).toBe("Successfully wrote to ./a/é.");
  expect({ isError, details }).toEqual({ isError: false, details: { path: "./a/é", bytes: 2 } });
});

it("F70 writes exactly the content: nothing, no final line feed, CRLF, byte-order mark", async () => {
  const cwd = makeFolder();
  for (const content of ["", "a", "a\r\nb\r\n", "\uFEFFx", "“q” $& \u2028"]) {
    const { isError } = await call(writeTool({ cwd }), { path: "f", content });
    expect(isError).toBe(false);
    expect(readFileSync(join(cwd, "f"), "utf8")).toBe(content);
  }
});

it("F66 curly quotes are written as they are", async () => {
  const cwd = makeFolder();
  await call(writeTool({ cwd }), { path: "f", content: "“q”" });
  expect(readFileSync(join(cwd, "f")).toString("hex")).toBe("e2809c71e2809d");
});

it("F70 makes missing folders and refuses a parent that is a file", async () => {
  const cwd = makeFolder();
  await call(writeTool({ cwd }), { path: "a/b/c", content: "x" });
  expect(readFileSync(join(cwd, "a/b/c"), "utf8")).toBe("x");
  const { isError, text } = await call(writeTool({ cwd }), { path: "a/b/c/d", content: "x" });
  expect(isError).toBe(true);
  expect(text).toContain("a part of the path is a file");
});

it("PEER 39 writes of one file take effect in the order of the calls", async () => {
  const cwd = makeFolder();
  const tool = writeTool({ cwd });
  const contents = Array.from({ length: 30 }, (_, index) => "x".repeat(30_000 - index * 1000));
  await Promise.all(contents.map((content) => call(tool, { path: "f", content })));
  expect(readFileSync(join(cwd, "f"), "utf8")).toBe(contents.at(-1));
  expect(readdirSync(cwd)).toEqual(["f"]);
});

it("C2.10 a write that waits for its turn when the stop comes does not happen", async () => {
  const cwd = makeFolder();
  writeFileSync(join(cwd, "f"), "old");
  const workspace = new LocalWorkspace({ cwd });
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = workspace.lock(join(cwd, "f"), () => promise);
  const stop = new AbortController();
  const writing = call(
    writeTool({ workspace }),
    { path: "f", content: "new" },
    { signal: stop.signal },
  );
  stop.abort();
  resolve();
  await holding;
  expect((await writing).isError).toBe(true);
  expect(readFileSync(join(cwd, "f"), "utf8")).toBe("old");
});

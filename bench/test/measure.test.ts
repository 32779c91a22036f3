import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("../src/measure.ts", import.meta.url));

interface Outcome {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

async function measure(...words: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}

describe("measure.ts", () => {
  it("measures two commands and the floor and prints a line for each", async () => {
    const { code, stdout, stderr } = await measure(
      ..."--runs 2 --warmup 0 nothing= true --- node -e 1".split(" "),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [about, , header, ...rows] = stdout.trimEnd().split("\n");
    expect(about).toContain("2 runs of each, in turns, after 0 that did not count");
    expect(header).toMatch(/^command +CPU ms/);
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual(["node -e 0", "nothing", "node -e 1"]);
    for (const row of rows)
      expect(row).toMatch(/^.+?( +[\d.]+ +[\d.]+–[\d.]+ +[\d.]+){3} +exit 0$/);
  });

  it("exits with 1 when a run did not end with 0, and prints what it measured", async () => {
    const { code, stdout } = await measure("--runs", "1", "--warmup", "0", "--json", "false");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { command: { name: "node -e 0" }, samples: [{ ending: "exit 0" }] },
      { command: { name: "false" }, samples: [{ ending: "exit 1", cost: {} }] },
    ]);
  });

  it("exits with 1 when a command cannot be started, and says which", async () => {
    expect(await measure("--runs", "1", "--warmup", "0", "/no/such")).toEqual({
      code: 1,
      stdout: "",
      stderr: "cannot run /no/such: No such file or directory. Check its name and the PATH.\n",
    });
  });

  it("exits with 2 and the usage when the command line makes no sense", async () => {
    const { code, stderr } = await measure("--runs", "x", "true");
    expect(code).toBe(2);
    expect(stderr).toContain("--runs wants a number, but got x");
    expect(stderr).toContain("Usage: node bench/src/measure.ts");
  });
});

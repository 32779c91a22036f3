import { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { userMessage } from "@tau-ts/ai";
import type { SessionTreeLog } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSession } from "../../src/session/open-session.ts";
import type { OpenedSession } from "../../src/session/open-session.ts";
import type { AskHeld, SessionChoice } from "../../src/session/session-choice.ts";
import { says } from "../support/agent.ts";
import { makeFolder } from "../support/files.ts";

interface Place {
  readonly open: (choice: SessionChoice, askHeld?: AskHeld) => Promise<OpenedSession>;
  readonly warnings: string[];
  readonly tauHome: string;
}

function makePlace(): Place {
  const tauHome = makeFolder();
  const warnings: string[] = [];
  const open = async (choice: SessionChoice, askHeld?: AskHeld): Promise<OpenedSession> => {
    const onWarning = (warning: string): void => void warnings.push(warning);
    const opened = await openSession({
      choice,
      tauHome,
      cwd: "/work",
      now: new Date(),
      onWarning,
      askHeld,
    });
    onTestFinished(() => opened.log.close());
    return opened;
  };
  return { open, warnings, tauHome };
}

async function texts(log: SessionTreeLog): Promise<unknown[]> {
  return (await log.replay()).map((message) =>
    "content" in message ? message.content : message.role,
  );
}

/** A session with one exchange, closed again. */
async function spoken(
  { open }: Place,
  words = "hello",
): Promise<OpenedSession & { readonly path: string }> {
  const opened = await open("new");
  await opened.log.append(userMessage(words));
  await opened.log.append(says("hi"));
  await opened.log.close();
  return { path: "", ...opened };
}

describe("opening a session", () => {
  it("PEER-43 a new one leaves no file before its first message", async () => {
    const place = makePlace();
    const { path = "", log, id } = await place.open("new");
    expect(existsSync(dirname(path))).toBe(false);
    await log.append(userMessage("hello"));
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
    expect(path).toContain(id);
  });

  it("one that is not kept leaves nothing", async () => {
    const place = makePlace();
    const { log, path } = await place.open("none");
    await log.append(userMessage("hello"));
    expect(path).toBeUndefined();
    expect(readdirSync(place.tauHome)).toEqual([]);
  });

  it("C9.6 the latest, by id, by the beginning of an id, and by path", async () => {
    const place = makePlace();
    const { id, path } = await spoken(place, "first");
    for (const choice of ["latest", { id }, { id: id.slice(0, 8) }, { path }] as const) {
      const opened = await place.open(choice);
      expect(opened).toMatchObject({ id, path, isReadOnly: false, isOwn: true });
      expect((await texts(opened.log))[0]).toBe("first");
      await opened.log.close();
    }
    expect(place.warnings).toEqual([]);
  });

  it("without an earlier one the latest is a new one, and says so", async () => {
    const place = makePlace();
    expect((await place.open("latest")).log.leafId).toBeNull();
    expect(place.warnings).toEqual(["There is no earlier session of /work; this is a new one."]);
  });

  it("an id that means none, or several, says what there is", async () => {
    const place = makePlace();
    await spoken(place);
    await expect(place.open({ id: "zz" })).rejects.toThrow(
      /^Could not find session "zz": there is no/,
    );
    const folder = dirname((await spoken(place)).path);
    for (const name of ["x_aa1.jsonl", "x_aa2.jsonl"]) writeFileSync(join(folder, name), "");
    await expect(place.open({ id: "aa" })).rejects.toThrow(
      /2 sessions begin so: .*Give more of the id/,
    );
  });

  it("a file that somebody named otherwise is found by the id in its header", async () => {
    const place = makePlace();
    const { path, id } = await spoken(place);
    const other = join(dirname(path), "mine.jsonl");
    writeFileSync(other, readFileSync(path, "utf8").replace(id, "f00d"));
    expect((await place.open({ id: "f00d" })).path).toBe(other);
  });

  it("TAU-6.1.1 C9.2 a torn last line is moved aside and the session goes on", async () => {
    const place = makePlace();
    const { path } = await spoken(place);
    appendFileSync(path, '{"type":"message","id":"torn');
    const { log } = await place.open("latest");
    expect(await texts(log)).toHaveLength(2);
    await log.append(userMessage("more"));
    expect(place.warnings).toHaveLength(1);
    expect(place.warnings[0]).toContain("its 28 bytes were moved to");
    expect(readdirSync(dirname(path)).filter((name) => name.includes(".torn-"))).toHaveLength(1);
  });
});

describe("a session that somebody else writes", () => {
  it("C9.4 is not opened, and its holder is named", async () => {
    const place = makePlace();
    const { path } = await spoken(place);
    const held = await place.open({ path });
    await expect(place.open({ path })).rejects.toThrow(`in use by process ${process.pid}`);
    const asked: unknown[] = [];
    const refuse: AskHeld = async (question) => void asked.push(question);
    await expect(place.open({ path }, refuse)).rejects.toMatchObject({ kind: "locked" });
    expect(asked).toMatchObject([{ path, holder: { pid: process.pid } }]);
    await held.log.append(userMessage("still mine"));
  });

  it("C9.4 can be looked at, without writing, or gone on with in a copy", async () => {
    const place = makePlace();
    const { path } = await spoken(place);
    const held = await place.open({ path });
    const seen = await place.open({ path }, async () => "read-only");
    expect(seen.isReadOnly).toBe(true);
    await expect(seen.log.append(userMessage("x"))).rejects.toMatchObject({ kind: "read-only" });
    const copy = await place.open({ path }, async () => "fork");
    await copy.log.append(userMessage("in the copy"));
    await held.log.append(userMessage("in the original"));
    expect((await texts(copy.log)).at(-1)).toBe("in the copy");
    expect((await texts(held.log)).at(-1)).toBe("in the original");
    expect(readFileSync(copy.path ?? "", "utf8")).toContain(`"parentSession":"${path}"`);
  });
});

describe("copies", () => {
  it("a fork has the path to an entry and nothing else; the original stays as it is", async () => {
    const place = makePlace();
    const { path } = await spoken(place, "first");
    const log = await JsonlLog.open(path);
    const [first] = await log.rows();
    await log.branch(first?.id ?? null);
    await log.append(says("other"));
    await log.close();
    const before = readFileSync(path);
    const whole = await place.open({ fork: path });
    expect(await texts(whole.log)).toMatchObject(["first", [{ text: "other" }]]);
    expect(await whole.log.entries()).toHaveLength(2);
    const part = await place.open({ fork: path, entryId: first?.id });
    expect(await texts(part.log)).toEqual(["first"]);
    expect(await texts((await place.open({ fork: path, entryId: null })).log)).toEqual([]);
    await expect(place.open({ fork: path, entryId: "gone" })).rejects.toMatchObject({
      kind: "unknown-entry",
    });
    expect(readFileSync(path)).toEqual(before);
  });

  it("a session of Tau comes over with its conversation", async () => {
    const place = makePlace();
    const tau = join(makeFolder(), "tau.jsonl");
    const lines = [
      {
        id: "i",
        parent_id: null,
        timestamp: 1,
        type: "session_info",
        cwd: "/old",
        title: "A tour",
      },
      {
        id: "m1",
        parent_id: "i",
        timestamp: 2,
        type: "message",
        message: { role: "user", content: "from Tau" },
      },
    ];
    writeFileSync(tau, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { log, isOwn, cwd } = await place.open({ import: tau });
    expect(await texts(log)).toEqual(["from Tau"]);
    expect({ isOwn, cwd }).toEqual({ isOwn: false, cwd: "/work" });
  });

  it("a session of Pi comes over with every branch and what is not known", async () => {
    const place = makePlace();
    const pi = join(makeFolder(), "pi.jsonl");
    const base = { timestamp: "2030-01-01T00:00:00.000Z" };
    const lines = [
      { type: "session", version: 3, id: "p", cwd: "/old", ...base },
      {
        type: "message",
        id: "a",
        parentId: null,
        ...base,
        message: { role: "system", content: "s" },
      },
      {
        type: "message",
        id: "b",
        parentId: "a",
        ...base,
        message: { role: "user", content: "left" },
      },
      {
        type: "message",
        id: "c",
        parentId: "a",
        ...base,
        message: { role: "user", content: "taken" },
      },
    ];
    writeFileSync(pi, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { log, path = "" } = await place.open({ import: pi });
    expect(await texts(log)).toEqual(["taken"]);
    expect(await log.entries()).toHaveLength(3);
    expect(readFileSync(path, "utf8")).toContain('"role":"system"');
  });

  it("what is no session is left as it is and named", async () => {
    const place = makePlace();
    const file = join(makeFolder(), "notes.txt");
    writeFileSync(file, "just notes\n");
    await expect(place.open({ import: file })).rejects.toMatchObject({ kind: "damaged", line: 1 });
    await expect(place.open({ import: "/nowhere/x" })).rejects.toThrow("Cannot import /nowhere/x");
    await expect(place.open({ path: file })).rejects.toMatchObject({ kind: "not-a-session" });
    expect(readFileSync(file, "utf8")).toBe("just notes\n");
  });
});

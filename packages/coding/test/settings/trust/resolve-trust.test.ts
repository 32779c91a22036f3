import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { resolveTrust } from "../../../src/settings/trust/resolve-trust.ts";
import type {
  AskTrust,
  ResolveTrustOptions,
  TrustDecision,
  TrustReply,
} from "../../../src/settings/trust/resolve-trust.ts";
import { TrustStore } from "../../../src/settings/trust/trust-store.ts";
import { LocalWorkspace } from "../../../src/workspace/local-workspace.ts";
import { makeFolder } from "../../support/files.ts";
import { makeTree, writeTree } from "../../support/tree.ts";
import type { Tree } from "../../support/tree.ts";

interface Place {
  readonly root: string;
  readonly home: string;
  readonly store: TrustStore;
  decide(options?: Partial<ResolveTrustOptions>): Promise<TrustDecision>;
}

function makePlace(files: Tree = { ".git/HEAD": "", "AGENTS.md": "a" }): Place {
  const [folder, home] = [makeFolder(), makeFolder()];
  const root = join(folder, "project");
  mkdirSync(root);
  writeTree(root, files);
  const user = { home, tauHome: join(home, ".tau-ts") };
  const store = new TrustStore(user.tauHome);
  const workspace = new LocalWorkspace({ cwd: root, home });
  return {
    root,
    home,
    store,
    decide: (options) => resolveTrust({ workspace, cwd: root, user, store, ...options }),
  };
}

function answering(reply: TrustReply | undefined) {
  return vi.fn<AskTrust>(async () => reply);
}

it("C11 a project without anything to load needs no decision", async () => {
  const place = makePlace({ ".git/HEAD": "", "src/AGENTS.md": "below", ".tau/notes.txt": "x" });
  const ask = answering("decline");
  expect(await place.decide({ ask })).toMatchObject({
    isTrusted: true,
    source: "empty",
    files: [],
  });
  expect(ask).not.toHaveBeenCalled();
});

it("C11 nobody there to ask is a no that says so, and saves nothing", async () => {
  const place = makePlace();
  expect(await place.decide()).toEqual({
    isTrusted: false,
    source: "nobody",
    root: place.root,
    folders: [place.root],
    resourceFolders: [join(place.root, ".tau"), join(place.root, ".agents")],
    files: ["AGENTS.md"],
    warnings: [
      `Instructions, skills, templates and settings of ${place.root} were left out: nobody has said yet that the project is trusted, and nobody is there to ask.`,
    ],
  });
  expect(existsSync(place.store.path)).toBe(false);
});

it("C11 a saved yes holds for the content it was given for, from wherever the project is entered", async () => {
  const place = makePlace({ ".git/HEAD": "", "AGENTS.md": "a", "sub/AGENTS.md": "b", "sub/x": "" });
  const ask = answering("trust");
  expect(await place.decide({ ask })).toMatchObject({ isTrusted: true, source: "answer" });
  expect(await place.decide()).toMatchObject({ isTrusted: true, source: "saved" });
  expect(statSync(place.store.path).mode & 0o777).toBe(0o600);
  const cwd = join(place.root, "sub");
  expect(await place.decide({ cwd, ask })).toMatchObject({ isTrusted: true, source: "answer" });
  expect(ask.mock.lastCall?.[0]).toMatchObject({ changed: ["sub/AGENTS.md"] });
  for (const folder of [cwd, place.root])
    expect(await place.decide({ cwd: folder })).toMatchObject({ isTrusted: true, source: "saved" });
});

it.each([
  ["AGENTS.md", "other"],
  ["CLAUDE.md", "new"],
  [".tau/settings.json", "{}"],
  [".tau/SYSTEM.md", "new"],
  [".tau/skills/x/SKILL.md", "new"],
  [".tau/skills/x/scripts/deep/run.sh", "new"],
  [".agents/prompts/x.md", "new"],
])(
  "C11 a saved yes does not cover %s with other content, and says what is new",
  async (path, text) => {
    const place = makePlace();
    await place.decide({ ask: answering("trust") });
    writeTree(place.root, { [path]: text });
    const { isTrusted, warnings } = await place.decide();
    expect(isTrusted).toBe(false);
    expect(warnings[0]).toContain(
      `since it was trusted, these are new or changed: ${path}, and nobody`,
    );
    const ask = answering("trust");
    await place.decide({ ask });
    expect(ask.mock.lastCall?.[0]).toMatchObject({
      root: place.root,
      parent: dirname(place.root),
      changed: [path],
    });
    expect(await place.decide()).toMatchObject({ isTrusted: true, source: "saved" });
  },
);

it("C11 a file that went away changes nothing about a yes; a saved no stands whatever comes", async () => {
  const place = makePlace({ ".git/HEAD": "", "AGENTS.md": "a", ".tau/SYSTEM.md": "s" });
  await place.decide({ ask: answering("trust") });
  writeFileSync(join(place.root, ".tau/SYSTEM.md"), "");
  expect((await place.decide()).isTrusted).toBe(false);
  await place.decide({ ask: answering("decline") });
  writeTree(place.root, { "AGENTS.md": "b" });
  const ask = answering("trust");
  expect(await place.decide({ ask, defaultTrust: "always" })).toMatchObject({
    isTrusted: false,
    source: "saved",
  });
  expect(ask).not.toHaveBeenCalled();
});

it("C11 a yes about the folder above covers every project below, until one has an answer of its own", async () => {
  const place = makePlace();
  const parent = dirname(place.root);
  writeTree(parent, { "other/AGENTS.md": "o", "other/.git/HEAD": "" });
  await place.decide({ ask: answering("decline") });
  await place.store.forget(place.root);
  await place.decide({ ask: answering("trust-parent") });
  writeTree(place.root, { "AGENTS.md": "changed" });
  expect(await place.decide()).toMatchObject({ isTrusted: true, source: "parent" });
  const other = { cwd: join(parent, "other") };
  expect(await place.decide(other)).toMatchObject({
    isTrusted: true,
    source: "parent",
    root: other.cwd,
  });
  await place.store.save(other.cwd, { isTrusted: false, isAboutAllBelow: false, files: {} });
  expect(await place.decide(other)).toMatchObject({ isTrusted: false, source: "saved" });
});

it("C11 a folder whose name only begins like a trusted one is not below it", async () => {
  const place = makePlace();
  await place.store.save(place.root.slice(0, -1), {
    isTrusted: true,
    isAboutAllBelow: true,
    files: {},
  });
  expect((await place.decide()).isTrusted).toBe(false);
});

it.each([
  ["trust-once", true],
  ["decline-once", false],
  [undefined, false],
] as const)("C11 the answer %s holds once and is not saved", async (reply, isTrusted) => {
  const place = makePlace();
  expect(await place.decide({ ask: answering(reply) })).toMatchObject({
    isTrusted,
    source: "answer",
    warnings: [],
  });
  expect(existsSync(place.store.path)).toBe(false);
});

it("C11 the flag beats everything and is not saved; then the answers; then the default; then the question", async () => {
  const place = makePlace();
  expect(await place.decide({ defaultTrust: "always" })).toMatchObject({
    isTrusted: true,
    source: "default",
  });
  const never = await place.decide({ defaultTrust: "never", ask: answering("trust") });
  expect(never).toMatchObject({ isTrusted: false, source: "default" });
  await place.decide({ ask: answering("trust") });
  expect(await place.decide({ defaultTrust: "never" })).toMatchObject({
    isTrusted: true,
    source: "saved",
  });
  expect(await place.decide({ flag: false })).toMatchObject({ isTrusted: false, source: "flag" });
  await place.store.save(place.root, { isTrusted: false, isAboutAllBelow: false, files: {} });
  expect(await place.decide({ flag: true })).toMatchObject({ isTrusted: true, source: "flag" });
});

it.each([
  ["{"],
  ['{ "version": 2, "folders": {} }'],
  ['{ "version": 1, "folders": [] }'],
  ['{ "version": 1, "folders": { "/": { "isTrusted": "yes" } } }'],
  [
    '{ "version": 1, "folders": { "/x": { "isTrusted": true, "isAboutAllBelow": true, "files": [] } } }',
  ],
])(
  "C11 a damaged store %s fails closed, whatever the default, and is not overwritten",
  async (text) => {
    const place = makePlace();
    writeTree(place.home, { ".tau-ts/trust.json": text });
    const ask = answering("trust");
    const decision = await place.decide({ defaultTrust: "always", ask });
    expect(decision).toMatchObject({ isTrusted: false, source: "nobody" });
    expect(decision.warnings[0]).toContain(`Could not read ${place.store.path}: `);
    expect(ask).not.toHaveBeenCalled();
    await expect(place.store.forget("/")).rejects.toMatchObject({ kind: "damaged" });
    expect(readFileSync(place.store.path, "utf8")).toBe(text);
    expect(await place.decide({ flag: true })).toMatchObject({ isTrusted: true });
  },
);

it("C11 an answer that cannot be saved holds for this session and says so", async () => {
  const place = makePlace();
  const tauHome = join(makeTree({ file: "" }), "file");
  const store = new TrustStore(tauHome);
  const decision = await place.decide({ store, ask: answering("trust") });
  expect(decision).toMatchObject({ isTrusted: true, source: "answer" });
  expect(decision.warnings).toEqual([
    `The answer about ${place.root} holds for this session only. Could not write ${store.path}: a part of the path is a file, not a folder.`,
  ]);
});

it("C11 a question that is withdrawn decides nothing", async () => {
  const place = makePlace();
  const controller = new AbortController();
  const ask: AskTrust = async () => {
    controller.abort(new Error("stopped"));
    return "trust";
  };
  await expect(place.decide({ ask, signal: controller.signal })).rejects.toThrow("stopped");
  expect(existsSync(place.store.path)).toBe(false);
});

it("C11 a question that nobody ever answers is given up as soon as it is withdrawn", async () => {
  const place = makePlace();
  const controller = new AbortController();
  const ask: AskTrust = async () => {
    controller.abort(new Error("stopped"));
    return new Promise(() => undefined);
  };
  await expect(place.decide({ ask, signal: controller.signal })).rejects.toThrow("stopped");
});

it("C11 an answer is about the real folder: another name for it is the same project", async () => {
  const place = makePlace();
  await place.decide({ ask: answering("trust") });
  const link = join(makeFolder(), "link");
  symlinkSync(place.root, link);
  expect(await place.decide({ cwd: link })).toMatchObject({ isTrusted: true, source: "saved" });
});

it("C11 the user's own folders are no project's: a home folder that is a project has nothing to decide about", async () => {
  const place = makePlace();
  writeTree(place.home, {
    ".git/HEAD": "",
    ".tau/skills/x/SKILL.md": "x",
    ".agents/prompts/p.md": "p",
  });
  expect(await place.decide({ cwd: place.home })).toMatchObject({ source: "empty" });
  writeTree(place.home, { "work/.tau/settings.json": "{}" });
  expect(await place.decide({ cwd: join(place.home, "work") })).toMatchObject({
    isTrusted: false,
    files: ["work/.tau/settings.json"],
  });
});

it("C11 what cannot be looked through is not trusted by an answer", async () => {
  const place = makePlace();
  mkdirSync(join(place.root, ".tau/skills/loop"), { recursive: true });
  symlinkSync("..", join(place.root, ".tau/skills/loop/again"));
  const decision = await place.decide({ ask: answering("trust") });
  expect(decision).toMatchObject({ isTrusted: false, source: "nobody" });
  expect(decision.warnings[0]).toContain("too much to be looked through");
  expect(await place.decide({ flag: true })).toMatchObject({ isTrusted: true, source: "flag" });
});

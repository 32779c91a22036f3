import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { expandPrompt } from "../../src/briefing/expand-prompt.ts";
import { loadSkills } from "../../src/briefing/skills.ts";
import type { Skill } from "../../src/briefing/skills.ts";
import { loadTemplates } from "../../src/briefing/prompt-templates.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { makeTree } from "../support/tree.ts";

const workspace = new LocalWorkspace();

async function load(
  top: string,
  folders: readonly string[],
): Promise<{ skills: readonly Skill[]; warnings: string[] }> {
  const warnings: string[] = [];
  const paths = folders.map((folder) => join(top, folder));
  const skills = await loadSkills(workspace, paths, {
    onWarning: (warning) => warnings.push(warning.replaceAll(top, "")),
  });
  return { skills, warnings };
}

it("C11.3 a skill is NAME/SKILL.md with YAML front matter: block texts, lists and comments included", async () => {
  const top = makeTree({
    "s/pdf/SKILL.md":
      "---\nname: pdf # the name\ndescription: >-\n  Reads\n  PDF files\nallowed-tools: [read]\nmetadata: { a: 1 }\n---\n# Body\n",
    "s/quiet/SKILL.md":
      '\uFEFF---\r\ndescription: "Only: people"\r\ndisable-model-invocation: true\r\n---\r\nBody\r\n',
    "s/plain/SKILL.md": "\n# How to be plain\n\nBe plain.\n",
    "s/README.md": "not one",
    "s/deep/er/SKILL.md": "not one either",
  });
  const { skills, warnings } = await load(top, ["s", "none"]);
  expect(skills).toEqual([
    { name: "pdf", description: "Reads PDF files", path: join(top, "s/pdf/SKILL.md") },
    { name: "plain", description: "How to be plain", path: join(top, "s/plain/SKILL.md") },
    {
      name: "quiet",
      description: "Only: people",
      path: join(top, "s/quiet/SKILL.md"),
      isUserOnly: true,
    },
  ]);
  expect(warnings).toEqual([]);
});

it("C11.3 of two skills with one name the later folder's counts, and both paths are named", async () => {
  const top = makeTree({
    "a/x/SKILL.md": "---\ndescription: first\n---\n",
    "b/x/SKILL.md": "---\ndescription: second\n---\n",
    "b/other/SKILL.md": "---\nname: x\ndescription: third\n---\n",
  });
  const { skills, warnings } = await load(top, ["a", "b"]);
  expect(skills.map(({ description }) => description)).toEqual(["second"]);
  expect(warnings).toEqual([
    "/b/other/SKILL.md: its name is x, and its folder's other. The name counts.",
    "The skill x is that of /b/other/SKILL.md; /a/x/SKILL.md is hidden by it.",
    "The skill x is that of /b/x/SKILL.md; /b/other/SKILL.md is hidden by it.",
  ]);
});

it("C11.3 one skill by two names of its folder is one, without a warning", async () => {
  const top = makeTree({ "a/x/SKILL.md": "---\ndescription: d\n---\n" });
  symlinkSync("a", join(top, "b"));
  symlinkSync("x", join(top, "a/y"));
  const { skills, warnings } = await load(top, ["a", "b"]);
  expect([skills.map(({ name }) => name), warnings]).toEqual([["x"], []]);
});

it.each([
  ["---\nname: [\n---\n", /^its front matter is not YAML: /],
  ["---\n- a\n---\n", /^its front matter must be a list of `key: value` lines$/],
  ["---\nname: x\n", /^its front matter has no closing --- line$/],
  ["---\n---\n\n", /^it has no description$/],
  [
    "---\nname: Two Words\ndescription: d\n---\n",
    /^its name "Two Words" must be lower-case letters and digits/,
  ],
  [Buffer.from([0xff]), /^it is not UTF-8 text$/],
  [
    "---\na: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n---\n",
    /^its front matter is not YAML: .*alias/,
  ],
])(
  "C11.3 a damaged skill %j is left out with a warning, and the others stay",
  async (text, reason) => {
    const top = makeTree({
      "s/bad/SKILL.md": text,
      "s/good/SKILL.md": "---\ndescription: d\n---\n",
    });
    const { skills, warnings } = await load(top, ["s"]);
    expect(skills.map(({ name }) => name)).toEqual(["good"]);
    expect(
      warnings.map((warning) => warning.replace("/s/bad/SKILL.md was left out: ", "")),
    ).toEqual([expect.stringMatching(reason)]);
  },
);

it("C11.3 /skill:NAME gives the body and the request, however many lines it has", async () => {
  const top = makeTree({
    "s/x/SKILL.md": "---\ndescription: d\ndisable-model-invocation: true\n---\n\nDo it.\n",
  });
  const { skills } = await load(top, ["s"]);
  const options = { workspace, skills, templates: [] };
  const path = join(top, "s/x/SKILL.md");
  const body = `<skill name="x" path="${path}">\nPaths in it are relative to ${join(top, "s/x")}.\n\nDo it.\n</skill>`;
  expect(await expandPrompt("/skill:x", options)).toMatchObject({
    kind: "text",
    text: body,
    from: { name: "x" },
  });
  expect(await expandPrompt("/skill:x one\ntwo", options)).toMatchObject({
    text: `${body}\n\none\ntwo`,
  });
  expect(await expandPrompt("/skill:y go", options)).toEqual({
    kind: "error",
    message: 'There is no skill "y". Known: x.',
  });
  expect(await expandPrompt("/skill", options)).toMatchObject({
    kind: "error",
    message: expect.stringContaining("Name a skill"),
  });
  expect(await expandPrompt("/skills are nice", options)).toEqual({
    kind: "text",
    text: "/skills are nice",
  });
});

it("C11 templates: front matter, names whatever their case, the later folder's counts", async () => {
  const top = makeTree({
    "a/Fix.md": "---\ndescription: Fix it\nargument-hint: <issue>\n---\nFix $1 ${2:-now}.\n",
    "a/note.md": "Note:\n",
    "a/empty.md": "---\ndescription: d\n---\n",
    "a/two words.md": "x",
    "a/x.txt": "x",
    "b/note.md": "Other note",
  });
  const warnings: string[] = [];
  const folders = ["a", "b"].map((folder) => join(top, folder));
  const templates = await loadTemplates(workspace, folders, {
    onWarning: (warning) => warnings.push(warning.replaceAll(top, "")),
  });
  expect(templates).toEqual([
    {
      name: "Fix",
      description: "Fix it",
      argumentHint: "<issue>",
      path: join(top, "a/Fix.md"),
      text: "Fix $1 ${2:-now}.",
    },
    { name: "note", description: "Other note", path: join(top, "b/note.md"), text: "Other note" },
  ]);
  expect(warnings).toEqual([
    "/a/empty.md was left out: it is empty",
    "/a/two words.md was left out: its name must be letters, digits, - and _",
    "The template /note is that of /b/note.md; /a/note.md is hidden by it.",
  ]);
  const options = { workspace, skills: [], templates };
  expect(await expandPrompt("/fix 'a b'", options)).toMatchObject({ text: "Fix a b now." });
  expect(await expandPrompt("/note one\ntwo", options)).toMatchObject({
    text: "Other note\n\none\ntwo",
  });
  for (const text of ["/unknown x", "/etc/passwd", "fix it", "/fixed", ""])
    expect(await expandPrompt(text, options)).toEqual({ kind: "text", text });
});

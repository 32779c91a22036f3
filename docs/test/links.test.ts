import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { deadLinks } from "../checks/links.ts";

it("names links to pages and to places that are not there, and no others", () => {
  const site = mkdtempSync(join(tmpdir(), "tau-site-"));
  onTestFinished(() => rmSync(site, { recursive: true }));
  mkdirSync(join(site, "how-to"));
  const links = [
    "/how-to/tool",
    "/how-to/tool#try-it",
    "/",
    "#here",
    "how-to/none",
    "https://example.org/",
  ];
  const body = [...links, "/how-to/tool#gone", "#nowhere"].map((link) => `<a href="${link}">x</a>`);
  writeFileSync(join(site, "index.html"), `<h1 id="here">x</h1>${body.join("")}`);
  writeFileSync(join(site, "how-to/tool.html"), '<h2 id="try-it">x</h2><a href="../">up</a>');
  expect(deadLinks(site)).toEqual([
    "index.html: how-to/none",
    "index.html: /how-to/tool#gone",
    "index.html: #nowhere",
  ]);
});

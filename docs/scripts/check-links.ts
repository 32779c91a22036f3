/** Fails when a link of the built site leads nowhere, to a place within a page included. */
import { join } from "node:path";
import { deadLinks } from "../checks/links.ts";
import { docsFolder } from "../checks/page.ts";

const dead = deadLinks(join(docsFolder, ".vitepress/dist"));
if (dead.length > 0) {
  process.stderr.write(`${dead.length} dead links:\n${dead.join("\n")}\n`);
  process.exitCode = 1;
}

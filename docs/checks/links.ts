import { globSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/**
 * The links within a built site that lead nowhere, each as `page: link`: to a file that is not there, or to a place that
 * its page does not have. Links to elsewhere are not followed.
 */
export function deadLinks(site: string): readonly string[] {
  const pages = new Map(
    globSync("**/*.html", { cwd: site }).map((path) => {
      const html = readFileSync(join(site, path), "utf8");
      return [path.replaceAll("\\", "/"), { html, ids: new Set(attributes(html, "id")) }] as const;
    }),
  );
  const dead: string[] = [];
  for (const [path, { html }] of pages)
    for (const link of new Set(attributes(html, "href"))) {
      if (/^[a-z]+:/.test(link)) continue;
      const [target = "", anchor] = link.split("#", 2);
      const file = fileOf(target, path, site);
      const isThere =
        file !== undefined &&
        (anchor === undefined || pages.get(file)?.ids.has(decodeURIComponent(anchor)));
      if (isThere !== true) dead.push(`${path}: ${link}`);
    }
  return dead;
}

/** The file of a site that an address means, or undefined when there is none. */
function fileOf(target: string, from: string, site: string): string | undefined {
  if (target === "") return from;
  const path = decodeURIComponent(
    target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(from), target),
  );
  const isFolder = path === "" || path.endsWith("/");
  const files = isFolder ? [`${path}index.html`] : [path, `${path}.html`];
  return files.find(
    (file) => statSync(join(site, file), { throwIfNoEntry: false })?.isFile() === true,
  );
}

function attributes(html: string, name: string): readonly string[] {
  return [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&"),
  );
}

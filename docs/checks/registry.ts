import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { docsFolder } from "./page.ts";

const run = promisify(execFile);

/** A registry on the loopback that has the built packages of this workspace. `await using` closes it. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
}

interface Packed {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: Buffer;
  readonly file: string;
}

/** Packs the published packages as a release would and serves them to `npm`. They must have been built. */
export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), "tau-packed-"));
  const packages: Packed[] = [];
  for (const name of ["ai", "agent", "coding", "tui"]) packages.push(await pack(name, folder));
  let url = "";
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "/").slice(1);
    const file = packages.find((packed) => path === packed.file);
    const found = packages.find(({ manifest }) => path === manifest.name);
    if (file) response.end(file.tarball);
    else if (found)
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify(document(found, url)));
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the registry has no port");
  url = `http://127.0.0.1:${address.port}/`;
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await rm(folder, { recursive: true });
    },
  };
}

async function pack(name: string, folder: string): Promise<Packed> {
  const cwd = join(docsFolder, "../packages", name);
  const { stdout } = await run("pnpm", ["pack", "--json", "--pack-destination", folder], { cwd });
  const { filename }: { filename: string } = JSON.parse(stdout);
  const { stdout: files } = await run("tar", ["-tzf", filename]);
  if (!files.includes("package/dist/index.js\n"))
    throw new Error(`packages/${name} has not been built: run pnpm build first`);
  const { stdout: text } = await run("tar", ["-xzOf", filename, "package/package.json"]);
  const manifest: Packed["manifest"] = JSON.parse(text);
  return { manifest, tarball: await readFile(filename), file: basename(filename) };
}

/** What a registry answers about a package with one version. */
function document({ manifest, tarball, file }: Packed, url: string): object {
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const { name, version } = manifest;
  const dist = { tarball: url + file, integrity };
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist } },
  };
}

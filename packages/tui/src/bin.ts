#!/usr/bin/env node
// An old Node must be able to parse this file, so that it can say what is missing: everything else is imported later.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `tau-ts needs Node.js 22.19 or newer; this is Node.js ${process.versions.node}. Get a newer one from https://nodejs.org or run it once with: npx -p node@24 -p @tau-ts/tui tau\n`,
  );
  process.exitCode = 2;
} else {
  // In what is built: `start/built-main.ts`.
  void import("./cli/main.ts").then(({ main }) => main(process.argv.slice(2)));
}

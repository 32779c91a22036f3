import { basename, join } from "node:path";
import { defineConfig } from "vitest/config";
import type { TestProjectInlineConfiguration } from "vitest/config";

/** The tests of one package, which run from the sources of all packages: nothing has to be built before. */
function project(folder: string, globalSetup: string[] = []): TestProjectInlineConfiguration {
  return {
    root: folder,
    test: {
      name: basename(folder),
      include: ["test/**/*.test.ts"],
      globalSetup: globalSetup.map((path) => join(import.meta.dirname, path)),
      isolate: false,
      restoreMocks: true,
      unstubEnvs: true,
      unstubGlobals: true,
    },
    resolve: { conditions: ["tau-ts:source"] },
    ssr: { resolve: { conditions: ["tau-ts:source"] } },
  };
}

export default defineConfig({
  test: {
    reporters: process.env["CI"]
      ? ["default", ["json", { outputFile: "node_modules/.cache/vitest-report.json" }]]
      : ["default"],
    projects: [
      project("packages/ai"),
      project("packages/agent"),
      project("packages/coding"),
      project("packages/tui", ["packages/tui/test/support/bundle.ts"]),
      project("apps/first-agent"),
      project("internal/readme-runner"),
      project("internal/test-server"),
      project("bench"),
      project("docs"),
    ],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text-summary", "lcov"],
    },
  },
});

import { defineConfig } from "vitest/config";
export default defineConfig({
  test: {
    reporters: process.env["CI"]
      ? ["default", ["json", { outputFile: "node_modules/.cache/vitest-report.json" }]]
      : ["default"],
    projects: ["packages/*", "apps/*", "internal/*", "bench"],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text-summary", "lcov"],
    },
  },
});

import { defineProject } from "vitest/config";

export default defineProject({
  test: {
    name: "bench",
    include: ["test/**/*.test.ts"],
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
  resolve: { conditions: ["tau-ts:source"] },
  ssr: { resolve: { conditions: ["tau-ts:source"] } },
});

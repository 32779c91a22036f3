import { fileURLToPath } from "node:url";
import { runReadme } from "@tau-ts/readme-runner";
import { describe, expect, it } from "vitest";

describe("README", () => {
  it("house rule 5: the first example runs as it is, without a key and without a network", async () => {
    const output = await runReadme(fileURLToPath(new URL("..", import.meta.url)));
    expect(output).toBe("Paris is the capital of France.\n31 characters\n");
  });
});

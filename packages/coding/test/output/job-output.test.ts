import { JobOutput } from "@tau-ts/coding";
import { expect, it } from "vitest";

it("C2.9 whoever looks at the output of a job takes nothing of it away from the model", () => {
  const output = new JobOutput();
  output.push(new TextEncoder().encode("one\n"));
  expect(output.peek()).toBe("one\n");
  expect(output.peek()).toBe("one\n");
  expect(output.take().text).toBe("one\n");
  expect(output.peek()).toBe("");
  output.push(new TextEncoder().encode("two\n"));
  output.end();
  expect(output.peek()).toBe("two\n");
});

import { defineTool } from "@tau-ts/agent";
import type { AnyTool, ToolResult } from "@tau-ts/agent";
import { expect, it } from "vitest";
import { ToolInputError } from "../../../src/errors.ts";
import { maskSecrets, secretsIn } from "../../../src/guard/policy/mask-secrets.ts";
import { call } from "../../support/call.ts";

const secret = 'sk-test"4711/geheim';

function masked(
  answer: () => string | ToolResult | void,
  secrets: readonly string[] = [secret],
): AnyTool {
  return maskSecrets(
    defineTool({ name: "t", description: "d", parameters: { type: "object" }, execute: answer }),
    secrets,
  );
}

it("C12.5 secrets are masked in text and details, plain and encoded", async () => {
  const base64 = btoa(secret);
  const text = `a ${secret} b ${base64} c ${encodeURIComponent(secret)} d ${JSON.stringify(secret)}`;
  const tool = masked(() => ({
    content: [{ type: "text", text }],
    details: { list: [{ line: `x${secret}` }], count: 1 },
  }));
  const result = await call(tool, {});
  expect(result.text).toMatch(/^a \[secret\] b \[secret\]=* c \[secret\] d "\[secret\]"$/);
  expect(result.details).toEqual({ list: [{ line: "x[secret]" }], count: 1 });
  expect(
    (
      await call(
        masked(() => `x${secret}${secret}`),
        {},
      )
    ).text,
  ).toBe("x[secret][secret]");
});

it("C12.5 secrets are masked in progress", async () => {
  const seen: string[] = [];
  const tool = maskSecrets(
    defineTool({
      name: "t",
      description: "d",
      parameters: { type: "object" },
      execute: (_, { onUpdate }) => {
        onUpdate({ content: [{ type: "text", text: `now ${secret}` }] });
        return "done";
      },
    }),
    [secret],
  );
  const onUpdate = ({ content }: ToolResult): void => void seen.push(JSON.stringify(content));
  expect((await call(tool, {}, { onUpdate })).text).toBe("done");
  expect(seen.join()).toContain("now [secret]");
  expect(seen.join()).not.toContain("geheim");
});

it("C12.3 an error passes through as the one it is, without the secret", async () => {
  const error = new ToolInputError(`bad ${secret}`);
  const tool = masked(() => {
    throw error;
  });
  expect(await call(tool, {})).toMatchObject({ isError: true, text: "bad [secret]" });
  expect(error.message).toBe("bad [secret]");
});

it("C12.5 what is too short to be a secret stays, and no secrets change nothing", async () => {
  expect(
    (
      await call(
        masked(() => "a yes b", ["yes", ""]),
        {},
      )
    ).text,
  ).toBe("a yes b");
  const tool = defineTool({
    name: "t",
    description: "d",
    parameters: { type: "object" },
    execute: () => "x",
  });
  expect(maskSecrets(tool, [])).toBe(tool);
});

it("C12.5 secrets are found among variables by their names", () => {
  const variables = {
    ANTHROPIC_API_KEY: "key-0123456",
    GITHUB_TOKEN: "token-0123456",
    DB_PASSWORD: "short",
    AWS_SECRET_ACCESS_KEY: "aws-0123456",
    PATH: "/usr/bin:/bin",
    TOKENS_PER_MINUTE: "1000000000",
    EMPTY_TOKEN: undefined,
  };
  expect(secretsIn(variables)).toEqual(["key-0123456", "token-0123456", "aws-0123456"]);
});

import { Harness } from "@tau-ts/agent";
import { scriptedModel } from "@tau-ts/ai/testing";
import { join } from "node:path";
import { expect, it } from "vitest";
import { promptWithImages } from "../../src/briefing/attach-images.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { makeTree } from "../support/tree.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

it("6.1 number 14: the user can show pictures, and the model is sent them", async () => {
  const top = makeTree({ "a.dat": png, "b.gif": "GIF89a.." });
  const workspace = new LocalWorkspace({ cwd: top });
  const message = await promptWithImages("what is this?", ["a.dat", "b.gif"], {
    workspace,
    timestamp: 1,
  });
  expect(message).toEqual({
    role: "user",
    timestamp: 1,
    content: [
      { type: "text", text: "what is this?" },
      { type: "image", data: png.toString("base64"), mimeType: "image/png" },
      { type: "image", data: Buffer.from("GIF89a..").toString("base64"), mimeType: "image/gif" },
    ],
  });
  const model = scriptedModel(["a picture"]);
  await new Harness({ model }).prompt(message).result;
  expect(model.requests[0]?.messages[0]).toMatchObject({ content: message.content });
});

it("6.1 number 14: what is no picture, is too large or is not there is refused by name", async () => {
  const top = makeTree({
    "a.png": "text",
    "big.png": Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)]),
  });
  const workspace = new LocalWorkspace({ cwd: top });
  for (const [name, text] of [
    ["a.png", `Could not attach ${join(top, "a.png")}: it is no PNG, JPEG, GIF or WebP picture.`],
    ["big.png", "models take at most 5 MB as base64"],
    ["none.png", `Could not read ${join(top, "none.png")}: it does not exist.`],
  ] as const)
    await expect(promptWithImages("", [name], { workspace })).rejects.toThrow(text);
});

import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { CredentialStore } from "../../../src/settings/credentials/credential-store.ts";
import { runKeyCommand } from "../../../src/settings/credentials/key-command.ts";
import { secretKind, secretOf } from "../../../src/settings/credentials/secret-value.ts";
import { makeFolder } from "../../support/files.ts";
import { eventually, uniqueSleep } from "../../support/processes.ts";
import { makeTree } from "../../support/tree.ts";

it("C11 keys are kept by provider in a file that only its owner can read, and what else is there stays", async () => {
  const home = makeTree({
    "credentials.json":
      '{ "openai": "k1", "other": { "type": "oauth", "refresh": "r", "extra": [1] } } // mine\n',
  });
  const store = new CredentialStore(home);
  expect(await store.exposure()).toBe(
    `Others can read the keys in ${store.path}. Close it to them: chmod 600 ${store.path}`,
  );
  await store.set("anthropic", { type: "api_key", key: "$MY_KEY" });
  expect(await store.all()).toEqual(
    new Map<string, unknown>([
      ["openai", { type: "api_key", key: "k1" }],
      ["other", { type: "oauth", refresh: "r", extra: [1] }],
      ["anthropic", { type: "api_key", key: "$MY_KEY" }],
    ]),
  );
  expect([await store.exposure(), statSync(store.path).mode & 0o777]).toEqual([undefined, 0o600]);
  expect(readFileSync(store.path, "utf8")).toContain("// mine");
  await store.remove("openai");
  await store.remove("nobody");
  expect([...(await store.all()).keys()]).toEqual(["other", "anthropic"]);
});

it("C11 taking a key out of a store that is not there makes none; an empty key is refused", async () => {
  const store = new CredentialStore(makeFolder());
  await store.remove("anthropic");
  expect(await store.all()).toEqual(new Map());
  await expect(store.set("anthropic", { type: "api_key", key: "" })).rejects.toMatchObject({
    kind: "value",
  });
  expect(() => statSync(store.path)).toThrow("ENOENT");
});

it.each([["{ nope"], ['{ "anthropic": 5 }'], ['{ "anthropic": { "type": "api_key" } }'], ["[]"]])(
  "C11 a damaged store %j is named, and not overwritten by a new key unless it can be read",
  async (text) => {
    const home = makeTree({ "credentials.json": text });
    const store = new CredentialStore(home);
    await expect(store.all()).rejects.toMatchObject({ kind: "damaged", path: store.path });
    if (text.includes("anthropic")) return;
    await expect(store.set("openai", { type: "api_key", key: "k" })).rejects.toMatchObject({
      kind: "damaged",
    });
    expect(readFileSync(store.path, "utf8")).toBe(text);
  },
);

it.each([
  ["sk-1", { kind: "text", text: "sk-1" }],
  ["$KEY_1", { kind: "variable", name: "KEY_1" }],
  ["${KEY}", { kind: "variable", name: "KEY" }],
  ["$ not one", { kind: "text", text: "$ not one" }],
  ["!pass show x", { kind: "command", command: "pass show x" }],
  ["$$KEY", { kind: "text", text: "$KEY" }],
  ["!!pass", { kind: "text", text: "!pass" }],
])("C11 the kept value %j is %j", (value, expected) => {
  expect(secretKind(value)).toEqual(expected);
});

it("C11 a variable and a command give the key, or a reason without the key", async () => {
  const environment = { KEY: " k ", EMPTY: "" };
  expect(await secretOf("$KEY", { environment })).toBe("k");
  await expect(secretOf("$EMPTY", { environment })).rejects.toThrow(
    "the variable EMPTY is not set",
  );
  expect(await secretOf("!echo ' k2 '; echo noise >&2", { environment })).toBe("k2");
  await expect(secretOf("!echo secret; echo locked >&2; exit 3", { environment })).rejects.toThrow(
    'the command "echo secret; echo locked >&2; exit 3" gave no key: exit code 3: locked',
  );
  await expect(secretOf("!true", { environment })).rejects.toThrow("it printed nothing");
  const runCommand = vi.fn(async () => "k3");
  expect(await secretOf("! pass x ", { environment, runCommand })).toBe("k3");
  expect(runCommand).toHaveBeenCalledWith("pass x");
});

it("C11 a command that takes too long is killed with all it started", async () => {
  const sleep = uniqueSleep();
  const key = runKeyCommand(`${sleep.command} & ${sleep.command}`, { timeoutMs: 150 });
  await expect(key).rejects.toThrow("it took longer than 0.15 s");
  await eventually(() => sleep.pids().length === 0);
});

it("C11 a store that cannot be read by us is no store that others can read", async () => {
  const home = makeTree({ "credentials.json": "{}" });
  chmodSync(join(home, "credentials.json"), 0o600);
  expect(await new CredentialStore(home).exposure()).toBeUndefined();
});

import type { JsonObject } from "@tau-ts/ai";
import { vi } from "vitest";
import type { Ask } from "../../../src/guard/questions.ts";
import { permissionMode } from "../../../src/guard/policy/permission-mode.ts";
import type { PermissionOptions } from "../../../src/guard/policy/permission-mode.ts";
import type { PermissionMode } from "../../../src/guard/policy/policy.ts";

/** Folders that no machine has. */
export const place = { cwd: "/work-of-the-test", home: "/home-of-the-test" };

/**
 * What becomes of a call: `allow`, `ask` when a person was asked, or `deny`. A text stands for the command of bash and for
 * the path of any other tool.
 */
export async function judge(
  mode: PermissionMode,
  tool: string,
  args: JsonObject | string,
  options: Partial<PermissionOptions> = {},
): Promise<string> {
  const ask = vi.fn<Ask>(async () => true);
  const permissions = permissionMode(mode, { ...place, ask, ...options });
  const given =
    typeof args === "string" ? (tool === "bash" ? { command: args } : { path: args }) : args;
  const refused = await permissions.check(tool, given, { signal: new AbortController().signal });
  if (refused !== undefined) return "deny";
  return ask.mock.calls.length > 0 ? "ask" : "allow";
}

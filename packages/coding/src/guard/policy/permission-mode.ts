import type { AnyTool } from "@tau-ts/agent";
import type { JsonObject } from "@tau-ts/ai";
import type { Check } from "../check.ts";
import { guard } from "../guard.ts";
import { Questions } from "../questions.ts";
import type { Ask } from "../questions.ts";
import { describeDecision } from "../rules/describe.ts";
import type { LineDecision } from "../rules/shell-decision.ts";
import { explainDecision } from "./explain.ts";
import type { Explanation } from "./explain.ts";
import { judgeTool } from "./judge-tool.ts";
import { lazyShellJudge } from "./lazy-shell-judge.ts";
import { maskSecrets } from "./mask-secrets.ts";
import { mergeRules } from "./permission-rules.ts";
import type { PermissionRule, PermissionRules } from "./permission-rules.ts";
import { placeOf } from "./place.ts";
import type { PermissionMode } from "./policy.ts";
import { ruleForAlways } from "./rule-for-always.ts";

/** What {@link permissionMode} judges by. */
export interface PermissionOptions {
  /** The folder that the tools work in, an absolute path. */
  readonly cwd: string;
  /** The user's home folder. */
  readonly home: string;
  /** Asks a person. Without it nobody is there, and what would be asked is refused. */
  readonly ask?: Ask | undefined;
  /** Rules of the program's own. Where a rule comes from only matters for how it is named as a reason. */
  readonly rules?: PermissionRules | undefined;
  /** Rules from the settings. */
  readonly settings?: PermissionRules | undefined;
  /** Rules from the command line. */
  readonly flags?: PermissionRules | undefined;
  /** Rules to allow that were remembered earlier, as {@link Permissions.remembered} lists them. */
  readonly remembered?: readonly string[] | undefined;
  /** Told of each rule that "always" added: keep it, and hand it back as `remembered` next time. */
  readonly onRemember?: ((rule: string) => void) | undefined;
  /** Our own settings, trust and credentials. Default: `.tau-ts` in the home folder. */
  readonly ownFolder?: string | undefined;
  /** Texts that no result may show. */
  readonly secrets?: readonly string[] | undefined;
  /** Told of every call that was refused because nobody is there to be asked. */
  readonly onRefused?: ((tool: string, reason: string) => void) | undefined;
  /** Follows links. Default: this machine's file system. */
  readonly realPath?: ((path: string) => string) | undefined;
}

/** What an agent may do, as one object: a check, the tools behind it, and what there is to say about it. */
export interface Permissions {
  readonly mode: PermissionMode;
  /** Judges a call of any tool. */
  readonly check: Check;
  /** The same tools with the check in front of each, and secrets masked in what they answer. */
  guardTools(tools: readonly AnyTool[]): readonly AnyTool[];
  /** Why a command line would be allowed, asked or refused. Asks nobody. */
  explain(command: string): Promise<Explanation>;
  /** The rules that "always" added, and those handed in, newest last. */
  readonly remembered: readonly string[];
  /** Takes back what was answered with "always". Returns whether there was such a rule. */
  forget(rule: string): boolean;
}

/**
 * Permissions for a mode. Rules decide first: `deny` beats `ask` beats `allow`, wherever they come from. What no rule
 * settles is up to the mode. In every mode but `full`, writing to settings, start-up files and `.git`, and reading
 * secrets, is asked even where a rule allows the tool. Throws ToolInputError for a rule that is none.
 *
 * @example
 * const permissions = permissionMode("ask", { cwd, home, ask, rules: { allow: ["bash(npm test)"] } });
 * const tools = permissions.guardTools([bashTool({ cwd }), editTool({ cwd })]);
 */
export function permissionMode(mode: PermissionMode, options: PermissionOptions): Permissions {
  return new ModePermissions(mode, options);
}

class ModePermissions implements Permissions {
  readonly mode: PermissionMode;
  readonly #options: PermissionOptions;
  readonly #place: ReturnType<typeof placeOf>;
  readonly #questions: Questions;
  readonly #shellJudge = lazyShellJudge();
  readonly #remembered: Set<string>;
  #rules: readonly PermissionRule[] = [];

  constructor(mode: PermissionMode, options: PermissionOptions) {
    this.mode = mode;
    this.#options = options;
    this.#place = placeOf(options);
    this.#questions = new Questions(options.ask);
    this.#remembered = new Set(options.remembered);
    this.#mergeRules();
  }

  get remembered(): readonly string[] {
    return [...this.#remembered];
  }

  forget(rule: string): boolean {
    const wasThere = this.#remembered.delete(rule);
    this.#mergeRules();
    return wasThere;
  }

  guardTools(tools: readonly AnyTool[]): readonly AnyTool[] {
    return tools.map((tool) => maskSecrets(guard(tool, this.check), this.#options.secrets ?? []));
  }

  async explain(command: string): Promise<Explanation> {
    return explainDecision(await this.#judge("bash", { command }));
  }

  readonly check: Check = async (tool, args, { signal }) => {
    const decision = await this.#judge(tool, args);
    if (decision.action === "allow") return undefined;
    const reason = describeDecision(decision);
    if (decision.action === "deny") return reason;
    if (!this.#options.ask) this.#options.onRefused?.(tool, reason);
    const rule = ruleForAlways(tool, args, decision);
    const onAlways = (): void => this.#remember(rule);
    // While it waits for its turn an earlier "always" may come to cover it: one answer for one kind of call.
    const wasRemembered = this.#remembered.has(rule);
    const isSettled = (): boolean => !wasRemembered && this.#remembered.has(rule);
    return this.#questions.put({ tool, args, signal, reason, rule, isSettled, onAlways });
  };

  async #judge(tool: string, args: JsonObject): Promise<LineDecision> {
    const policy = { mode: this.mode, rules: this.#rules, place: this.#place };
    if (
      this.mode === "full" &&
      tool === "bash" &&
      !this.#rules.some(({ action }) => action !== "allow")
    )
      return typeof args["command"] === "string" ? everythingMay : noCommand;
    if (tool !== "bash") return judgeTool(tool, args, policy);
    const { command } = args;
    if (typeof command === "string") return (await this.#shellJudge())(command, policy);
    return noCommand;
  }

  #remember(rule: string): void {
    this.#remembered.add(rule);
    this.#mergeRules();
    this.#options.onRemember?.(rule);
  }

  #mergeRules(): void {
    const { flags, rules, settings } = this.#options;
    this.#rules = mergeRules({
      flags,
      options: rules,
      settings,
      remembered: { allow: this.remembered },
    });
  }
}

/** Why a command line would be allowed, asked or refused in a mode and under rules. It asks nobody and runs nothing. */
export function explain(
  command: string,
  { mode = "ask", ...options }: PermissionOptions & { readonly mode?: PermissionMode | undefined },
): Promise<Explanation> {
  return permissionMode(mode, options).explain(command);
}

/** In the mode `full`, without a rule that forbids or asks, there is nothing to look for. */
const everythingMay = whole("allow", "the mode full allows it");
const noCommand = whole("deny", "it has no command that could be judged");

function whole(action: "allow" | "deny", reason: string): LineDecision {
  const part = { action, part: "bash", reason };
  return { action, because: [part], parts: [part] };
}

import type { Tool, ToolResult } from "@tau-ts/agent";
import type { JsonValue } from "@tau-ts/ai";

/** What stands where a secret stood. */
const mask = "[secret]";

/** Shorter ones would turn ordinary text into masks. In characters. */
const minimumLength = 8;

/** Variables that hold a secret by their name. */
const secretName =
  /(?:^|_)(?:API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PRIVATE_KEY|ACCESS_KEY)(?:_ID)?$/i;

/** The secrets among the variables of an environment, for {@link maskSecrets}. */
export function secretsIn(
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const values = Object.entries(variables).flatMap(([name, value]) =>
    secretName.test(name) && value !== undefined ? [value] : [],
  );
  return [...new Set(values)].filter((value) => value.length >= minimumLength);
}

/**
 * The same tool, whose results, progress and errors show `[secret]` in place of each secret, as it is and in base64,
 * percent or JSON encoding. Secrets of less than 8 characters are left alone. It hides what a command prints by accident,
 * not what it sets out to hide.
 */
export function maskSecrets<Args, Details>(
  tool: Tool<Args, Details>,
  secrets: readonly string[],
): Tool<Args, Details> {
  const forms = [
    ...new Set(secrets.filter(({ length }) => length >= minimumLength).flatMap(formsOf)),
  ].toSorted((a, b) => b.length - a.length);
  if (forms.length === 0) return tool;
  const masked = (result: ToolResult<Details>): ToolResult<Details> => maskResult(result, forms);
  return {
    ...tool,
    async execute(args, context) {
      const onUpdate = (partial: ToolResult<Details>): void => context.onUpdate(masked(partial));
      try {
        const result = await tool.execute(args, { ...context, onUpdate });
        if (typeof result === "string") return maskText(result, forms);
        return result ? masked(result) : result;
      } catch (error) {
        // The same error goes on, so that whoever knows its class still does.
        if (error instanceof Error) error.message = maskText(error.message, forms);
        throw error;
      }
    },
  };
}

function formsOf(secret: string): readonly string[] {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(secret))).replace(/=+$/, "");
  return [secret, base64, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

function maskText(text: string, forms: readonly string[]): string {
  let masked = text;
  for (const form of forms) masked = masked.replaceAll(form, mask);
  return masked;
}

function maskResult<Details>(
  result: ToolResult<Details>,
  forms: readonly string[],
): ToolResult<Details> {
  const content = result.content.map((block) =>
    block.type === "text" ? { ...block, text: maskText(block.text, forms) } : block,
  );
  if (result.details === undefined) return { ...result, content };
  return { ...result, content, details: maskDetails(result.details, forms) };
}

/** Plain JSON keeps its shape: only strings change. */
function maskDetails<Details>(details: Details, forms: readonly string[]): Details {
  const text = JSON.stringify(details);
  if (text === undefined || !forms.some((form) => text.includes(form))) return details;
  return JSON.parse(text, (_, value: JsonValue) =>
    typeof value === "string" ? maskText(value, forms) : value,
  );
}

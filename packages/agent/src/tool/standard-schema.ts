import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { frozenJson } from "../recorded.ts";

/**
 * What a schema library's object has to offer to describe a tool's arguments: the parts of Standard Schema and Standard
 * JSON Schema (standardschema.dev) that are used here. zod from 4.2 and arktype carry both.
 */
export interface StandardJsonSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => object;
    };
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Tells a schema library's object from a JSON Schema. */
export function isStandardJsonSchema(value: unknown): value is StandardJsonSchema {
  return typeof value === "object" && value !== null && "~standard" in value;
}

/** The JSON Schema a model is told. Throws a TypeError for a schema that has none. */
export function toJsonSchema(schema: StandardJsonSchema): JsonObject {
  const json = frozenJson(schema["~standard"].jsonSchema.input({ target: "draft-2020-12" }));
  if (!isJsonObject(json))
    throw new TypeError(`the ${schema["~standard"].vendor} schema gives no JSON Schema object`);
  return json;
}

/** The value as the schema makes it, with defaults and transformations. Throws an Error that names what is wrong. */
export async function parseWith<Output>(
  schema: StandardJsonSchema<Output>,
  value: unknown,
): Promise<Output> {
  const result = await schema["~standard"].validate(value);
  if (!result.issues) return result.value;
  throw new Error(`Invalid arguments: ${result.issues.map(describe).join("; ")}`);
}

function describe({ path, message }: StandardIssue): string {
  const keys = path?.map((part) => String(typeof part === "object" ? part.key : part)) ?? [];
  return keys.length > 0 ? `${keys.join(".")}: ${message}` : message;
}

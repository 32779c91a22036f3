/** JSON as a literal that may be `as const`. */
export type ReadonlyJson =
  | null
  | boolean
  | number
  | string
  | readonly ReadonlyJson[]
  | { readonly [key: string]: ReadonlyJson };

/** A JSON Schema literal whose type can be read. */
export type SchemaLiteral = { readonly [keyword: string]: ReadonlyJson };

type Primitives = {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
};

/** The properties that have to be there. */
type Required<S> = S extends { readonly required: readonly (infer Name extends string)[] }
  ? Name
  : never;

type FromObject<S> = S extends { readonly properties: infer P }
  ? { [Name in keyof P & Required<S>]: FromSchema<P[Name]> } & {
      [Name in Exclude<keyof P, Required<S>>]?: FromSchema<P[Name]>;
    } extends infer Merged
    ? { [Name in keyof Merged]: Merged[Name] }
    : never
  : { [key: string]: unknown };

type FromType<T, S> = T extends keyof Primitives
  ? Primitives[T]
  : T extends "array"
    ? S extends { readonly items: infer Item }
      ? FromSchema<Item>[]
      : unknown[]
    : T extends "object"
      ? FromObject<S>
      : unknown;

/**
 * The type of the values a JSON Schema literal allows, for the subset that tools use: `type` (one or several), `enum`,
 * `const`, `properties` with `required`, and `items`. Everything else reads `unknown`.
 */
export type FromSchema<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly type: readonly (infer T)[] }
      ? FromType<T, S>
      : S extends { readonly type: infer T }
        ? FromType<T, S>
        : unknown;

import { isJsonObject, type JsonObject } from "../json.ts";

/** What the body of a failed request, or an error object inside a stream, says. */
export interface ErrorBody {
  readonly message?: string;
  /** Codes and types, the most specific first, in lower case. */
  readonly codes: readonly string[];
  readonly requestId?: string;
  /** The part of the request that is complained of. */
  readonly param?: string;
  /** The HTTP status that an error inside a stream would have had. */
  readonly status?: number;
}

/** Reads the error out of a response body, whatever shape it has; `undefined` when the body is no JSON. */
export function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return readErrorBody(value);
  } catch {
    return undefined;
  }
}

/**
 * The error in a decoded value: `{ error: { message, type, code } }`, the same without the outer object,
 * `{ error: "…" }`, `{ message }`, `{ detail }`, or the first element of an array of these.
 */
export function readErrorBody(value: unknown): ErrorBody {
  if (Array.isArray(value)) return readErrorBody(value[0]);
  if (typeof value === "string") return { message: value, codes: [] };
  if (!isJsonObject(value)) return { codes: [] };
  const inner = value["error"];
  const error: JsonObject = isJsonObject(inner) ? inner : value;
  const message =
    firstText(error["message"], inner, error["detail"], detailText(error["detail"])) ??
    firstText(value["message"]);
  const codes: string[] = [];
  for (const code of [error["code"], error["type"], error["status"], value["code"]]) {
    if (typeof code === "string" && code !== "" && code !== "error") codes.push(code.toLowerCase());
  }
  const requestId = firstText(value["request_id"], error["request_id"]);
  const param = firstText(error["param"]);
  const status = [error["code"], error["status_code"]].map(Number).find(isErrorStatus);
  return {
    codes,
    ...(message !== undefined && { message }),
    ...(requestId !== undefined && { requestId }),
    ...(param !== undefined && { param }),
    ...(status !== undefined && { status }),
  };
}

function isErrorStatus(code: number): boolean {
  return Number.isInteger(code) && code >= 400 && code < 600;
}

/** A list of complaints about single fields: `[{ msg, loc }]`. */
function detailText(detail: unknown): string | undefined {
  if (!Array.isArray(detail)) return undefined;
  const texts = detail.flatMap((entry: unknown) =>
    isJsonObject(entry) && typeof entry["msg"] === "string" ? [entry["msg"]] : [],
  );
  return texts.length === 0 ? undefined : texts.join("; ");
}

function firstText(...values: readonly unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return undefined;
}

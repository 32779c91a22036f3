import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { thrownText } from "../../errors.ts";
import { isJsonObject } from "../../json.ts";
import type { Model } from "../../model.ts";
import type { Cassette, CassetteOptions, Exchange } from "../cassette.ts";
import { recordModel } from "../record-model.ts";
import { replayModel, type ReplayModel, type ReplayModelOptions } from "../replay-model.ts";

const FORMAT_VERSION = 1;

/**
 * `recordModel` into a file: indented JSON, to be read, edited and kept beside the test. The file is written anew, whole,
 * with each exchange, so that it is valid at any time; what it held before is gone with the first one. Folders are made
 * as needed. A file that cannot be written turns the reply into an `error` that says so.
 */
export function recordModelTo(model: Model, path: string, options: CassetteOptions = {}): Model {
  const exchanges: Exchange[] = [];
  let written = Promise.resolve();
  const keep = (exchange: Exchange): Promise<void> => {
    exchanges.push(exchange);
    const text = cassetteText(exchanges);
    // One write after the other, also after one that failed.
    written = written.catch(() => undefined).then(() => replaceFile(path, text));
    return written;
  };
  return recordModel(model, keep, options);
}

/**
 * `replayModel` from a file that `recordModelTo` wrote. Rejects with an error that names the file when it cannot be read
 * or is no cassette.
 */
export async function replayModelFrom(
  path: string,
  options: ReplayModelOptions = {},
): Promise<ReplayModel> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    const reason = thrownText(cause);
    const hint = "record it first with recordModelTo";
    throw new Error(`cannot read the cassette ${path} (${reason}): ${hint}`, { cause });
  }
  return replayModel(parseCassette(text, path), options);
}

function cassetteText(exchanges: Cassette): string {
  return `${JSON.stringify({ cassette: FORMAT_VERSION, exchanges }, undefined, 2)}\n`;
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}.tmp`;
  await writeFile(beside, text);
  await rename(beside, path);
}

function parseCassette(text: string, path: string): Cassette {
  const fault = (what: string, cause?: unknown): Error =>
    new Error(`${path} is no cassette: ${what}; record it again with recordModelTo`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fault("it is no JSON", cause);
  }
  if (!isJsonObject(value) || value["cassette"] !== FORMAT_VERSION) {
    throw fault(`it does not say "cassette": ${FORMAT_VERSION}`);
  }
  const exchanges: unknown = value["exchanges"];
  if (!Array.isArray(exchanges)) throw fault("it has no list of exchanges");
  return exchanges.map((exchange: unknown, at) => {
    if (!isExchange(exchange)) throw fault(`exchange ${at + 1} has no request or no response`);
    return exchange;
  });
}

/** As far as it takes to play it: the rest is what a person may have edited. */
function isExchange(value: unknown): value is Exchange {
  if (typeof value !== "object" || value === null) return false;
  if (!("request" in value) || !("response" in value)) return false;
  const { request, response } = value;
  return (
    isJsonObject(request) &&
    isJsonObject(response) &&
    Array.isArray(response["content"]) &&
    typeof response["stopReason"] === "string"
  );
}

import { isJsonObject, type JsonObject } from "../json.ts";
import { isWireName } from "../wires/wire-by-name.ts";
import type { CatalogModel } from "./catalog-model.ts";

/** The models of one provider, as the generator writes them. */
export interface CatalogFile {
  readonly provider: string;
  /** Where the facts come from, and of which day they are. */
  readonly source: string;
  readonly date: string;
  /** One JSON object a line, ordered by id. Only the lines that are asked for are parsed. */
  readonly rows: string;
}

/** The row of that id; `undefined` when there is none. */
export function findRow({ provider, rows }: CatalogFile, id: string): CatalogModel | undefined {
  const start = `{"id":${JSON.stringify(id)},`;
  const line = rows.split("\n").find((row) => row.startsWith(start));
  return line === undefined ? undefined : readRow(line, provider);
}

/** Every row, in the order of the file. */
export function allRows({ provider, rows }: CatalogFile): CatalogModel[] {
  const lines = rows.split("\n").filter((row) => row !== "");
  return lines.map((line) => readRow(line, provider));
}

function readRow(line: string, provider: string): CatalogModel {
  const row: unknown = JSON.parse(line);
  if (!isJsonObject(row) || !isModel(row)) {
    throw new TypeError(`the catalog of ${provider} has a broken row: ${line.slice(0, 80)}`);
  }
  return { ...row, provider };
}

function isModel(row: JsonObject): row is JsonObject & Omit<CatalogModel, "provider"> {
  return (
    typeof row["id"] === "string" &&
    typeof row["name"] === "string" &&
    isWireName(row["wire"]) &&
    typeof row["baseUrl"] === "string" &&
    typeof row["reasoning"] === "boolean" &&
    Array.isArray(row["inputs"])
  );
}

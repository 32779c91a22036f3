import { dirname, join } from "node:path";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";
import { SettingsError } from "../../errors.ts";
import { parseJsonc } from "../files/jsonc.ts";
import { SharedFile } from "../files/shared-file.ts";
import type { SharedFileOptions } from "../files/shared-file.ts";

/** What somebody said about one folder. */
export interface TrustAnswer {
  readonly isTrusted: boolean;
  /** The answer is about every project at or below the folder, whatever it holds. */
  readonly isAboutAllBelow: boolean;
  /** What the answer was given for: paths below the folder, and the SHA-256 of each file. */
  readonly files: Readonly<Record<string, string>>;
}

/** What the saved answers say about a project. */
export type SavedTrust =
  | { readonly kind: "none" }
  | { readonly kind: "trusted" | "declined"; readonly folder: string }
  /** It was trusted; these files are new or have another content since. */
  | { readonly kind: "changed"; readonly changed: readonly string[] };

/** Answers about projects, by the real path of the folder. A damaged store trusts nobody and takes no answers. */
export class TrustStore {
  /** The file. */
  readonly path: string;
  readonly #file: SharedFile;

  constructor(tauHome: string, options: Omit<SharedFileOptions, "isPrivate"> = {}) {
    this.path = join(tauHome, "trust.json");
    this.#file = new SharedFile(this.path, { ...options, isPrivate: true });
  }

  /** All answers. Throws `SettingsError` (`damaged`), and `WorkspaceError` when the file cannot be read. */
  async answers(): Promise<ReadonlyMap<string, TrustAnswer>> {
    return parseAnswers((await this.#file.read()) ?? "", this.path);
  }

  /** Keeps an answer in the place of an earlier one about the same folder. Throws what `SharedFile.update` throws. */
  async save(folder: string, answer: TrustAnswer): Promise<void> {
    await this.#change((answers) => {
      const before = answers.get(folder);
      // The same project may be entered by several folders, which see different files of it.
      const isSame = before?.isTrusted === true && answer.isTrusted && !answer.isAboutAllBelow;
      const files = isSame ? { ...before.files, ...answer.files } : answer.files;
      answers.set(folder, { ...answer, files });
    });
  }

  /** Forgets what was said about a folder. */
  async forget(folder: string): Promise<void> {
    await this.#change((answers) => void answers.delete(folder));
  }

  async #change(change: (answers: Map<string, TrustAnswer>) => void): Promise<void> {
    await this.#file.update(async (text) => {
      const answers = await parseAnswers(text ?? "", this.path);
      change(answers);
      return `${JSON.stringify({ version: 1, folders: Object.fromEntries(answers) }, null, 2)}\n`;
    });
  }
}

/**
 * What the answers say about a project that holds these files. Its own answer comes first, as long as every file is one
 * it was given for; then that of the nearest folder above whose answer is about all below.
 */
export function savedTrust(
  answers: ReadonlyMap<string, TrustAnswer>,
  root: string,
  files: Readonly<Record<string, string>>,
): SavedTrust {
  const own = answers.get(root);
  if (own && !own.isTrusted) return { kind: "declined", folder: root };
  const changed = own ? Object.keys(files).filter((path) => !isFor(own, path, files[path])) : [];
  if (own && (own.isAboutAllBelow || changed.length === 0))
    return { kind: "trusted", folder: root };
  for (
    let folder = dirname(root), below = root;
    folder !== below;
    [below, folder] = [folder, dirname(folder)]
  ) {
    const answer = answers.get(folder);
    if (answer?.isAboutAllBelow !== true) continue;
    return { kind: answer.isTrusted ? "trusted" : "declined", folder };
  }
  return own ? { kind: "changed", changed } : { kind: "none" };
}

function isFor(answer: TrustAnswer, path: string, content: string | undefined): boolean {
  return Object.hasOwn(answer.files, path) && answer.files[path] === content;
}

async function parseAnswers(text: string, path: string): Promise<Map<string, TrustAnswer>> {
  const value = await parseJsonc(text, path);
  if (Object.keys(value).length === 0) return new Map();
  if (value["version"] !== 1)
    throw damaged(path, `its version is ${JSON.stringify(value["version"])}, not 1`);
  const { folders } = value;
  if (!isJsonObject(folders)) throw damaged(path, `"folders" must be an object`);
  return new Map(
    Object.entries(folders).map(([folder, answer]) => [folder, readAnswer(answer, folder, path)]),
  );
}

function readAnswer(value: JsonValue, folder: string, path: string): TrustAnswer {
  if (isJsonObject(value)) {
    const { isTrusted, isAboutAllBelow, files } = value;
    if (typeof isTrusted === "boolean" && typeof isAboutAllBelow === "boolean" && isTexts(files))
      return { isTrusted, isAboutAllBelow, files };
  }
  throw damaged(path, `what it says about ${JSON.stringify(folder)} makes no sense`);
}

function isTexts(value: JsonValue | undefined): value is JsonObject & Record<string, string> {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === "string");
}

function damaged(path: string, what: string): SettingsError {
  return new SettingsError(
    "damaged",
    path,
    `Could not read ${path}: ${what}. Repair it or move it away; until then no project is trusted by it.`,
  );
}

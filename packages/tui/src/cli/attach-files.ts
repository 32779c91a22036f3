import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { UserMessage } from "@tau-ts/ai";
import { LocalWorkspace, WorkspaceError, promptWithImages } from "@tau-ts/coding";
import { CommandError } from "./command-error.ts";
import { messageOf } from "./failure.ts";

export interface Attachments {
  /** Named with `@`: pictures are attached, other files put into the text. */
  readonly files: readonly string[];
  readonly images: readonly string[];
}

const maxTextBytes = 1024 * 1024;
const pictureName = /\.(?:png|jpe?g|gif|webp)$/i;

/**
 * A prompt with what comes along with it: the text of files in front, each with its path, and pictures behind. Without
 * pictures it is a text. Throws CommandError of kind `usage` for a file that cannot be used.
 */
export async function attachFiles(
  prompt: string,
  { files, images }: Attachments,
  cwd: string,
): Promise<string | UserMessage> {
  const pictures = [...files.filter((path) => pictureName.test(path)), ...images];
  const texts: string[] = [];
  for (const path of files)
    if (!pictureName.test(path)) texts.push(await fileText(path, resolve(cwd, path)));
  const text = [...texts, prompt].filter((part) => part !== "").join("\n\n");
  if (pictures.length === 0) return text;
  try {
    return await promptWithImages(text, pictures, { workspace: new LocalWorkspace({ cwd }) });
  } catch (error) {
    if (!WorkspaceError.isInstance(error)) throw error;
    throw new CommandError("usage", error.message, { cause: error });
  }
}

async function fileText(name: string, path: string): Promise<string> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error("it is no file");
    if (found.size > maxTextBytes)
      throw new Error(
        `it has ${found.size} bytes, and ${maxTextBytes} are the most. Name it in the prompt instead, and it is read in parts`,
      );
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    return `<file path="${name}">\n${text}${text.endsWith("\n") ? "" : "\n"}</file>`;
  } catch (error) {
    const why = error instanceof TypeError ? "it is not UTF-8 text" : messageOf(error);
    throw new CommandError("usage", `@${name} cannot be used: ${why}.`, { cause: error });
  }
}

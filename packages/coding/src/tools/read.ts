import { defineTool } from "@tau-ts/agent";
import type { Tool, ToolResult } from "@tau-ts/agent";
import { probedBytes } from "../bytes.ts";
import { ToolInputError, WorkspaceError } from "../errors.ts";
import { base64Length, imageType, maxImageBytes } from "../reading/images.ts";
import { LineWindow } from "../reading/line-window.ts";
import { existingPath } from "../workspace/existing-path.ts";
import type { FileStat } from "../workspace/file-stat.ts";
import { readAll } from "../workspace/workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { filePathSchema, resolveToolOptions, textResult } from "./tool-options.ts";
import type { ToolOptions } from "./tool-options.ts";

/** The arguments of a call of read. */
export interface ReadArgs {
  /** Absolute, or relative to the working directory. */
  readonly path: string;
  /** The first line to show, from 1. */
  readonly offset?: number | undefined;
  /** The most lines to show. */
  readonly limit?: number | undefined;
}

/** What was shown. Lines count from 1; both are 0 for an image and for an empty file. */
export interface ReadDetails {
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly mimeType?: string;
}

/** Above this a file is not read to its end just to count its lines. */
const countedBytes = 64 * 1024 * 1024;

/**
 * Reads a text file, or a part of it by lines, and pictures (PNG, JPEG, GIF, WebP). Throws `WorkspaceError` for what is
 * not there, not a file or not text, and `ToolInputError` for an offset or limit that makes no sense.
 */
export function readTool(options: ToolOptions = {}): Tool<ReadArgs, ReadDetails> {
  const { cwd, workspace, budget, reads } = resolveToolOptions(options);
  return defineTool<ReadArgs, ReadDetails>({
    name: "read",
    label: "Read",
    description: `Read a text file or an image (png, jpeg, gif, webp). Shows at most ${budget.maxLines} lines or ${budget.maxBytes} bytes; for the rest of a longer file use offset and limit.`,
    parameters: {
      type: "object",
      properties: {
        path: filePathSchema,
        offset: { type: "integer", description: "First line to show, from 1." },
        limit: { type: "integer", description: "Most lines to show." },
      },
      required: ["path"],
    },
    snippet: "Read text files and images",
    guidelines: ["Use read instead of cat or sed to look at files."],
    executionMode: "parallel",
    async execute({ path, offset = 1, limit = budget.maxLines }, { signal }) {
      if (!isCount(offset) || !isCount(limit))
        throw new ToolInputError("offset and limit must be 1 or more");
      const { absolute, stat } = await existingPath(workspace, path, cwd);
      checkRegular(path, stat);
      const window = new LineWindow({
        firstLine: offset,
        maxLines: Math.min(limit, budget.maxLines),
        maxBytes: budget.maxBytes,
      });
      const file = { path, absolute, stat, workspace };
      const picture = await readInto(window, file, signal);
      reads.note(await workspace.realPath(absolute), stat); // As it was before the reading began.
      if (picture !== undefined) return readPicture(file, picture, signal);
      return textAnswer(window, file, offset, budget.maxBytes);
    },
  });
}

interface OpenedFile {
  /** As the model wrote it. */
  readonly path: string;
  readonly absolute: string;
  readonly stat: FileStat;
  readonly workspace: Workspace;
}

/** A FIFO, for one, could be waited on for ever. */
function checkRegular(path: string, { kind }: FileStat): void {
  if (kind === "file") return;
  if (kind === "directory")
    throw new WorkspaceError(
      "is-directory",
      path,
      `${path} is a folder. Use ls to see what is in it.`,
    );
  throw new WorkspaceError(
    "not-regular",
    path,
    `${path} is a ${kind}, not a file that can be read.`,
  );
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1;
}

/** Fills the window; if the file turns out to be a picture, answers its type instead. */
async function readInto(
  window: LineWindow,
  file: OpenedFile,
  signal: AbortSignal,
): Promise<string | undefined> {
  let probed = 0;
  for await (const chunk of file.workspace.read(file.absolute, signal)) {
    if (probed === 0) {
      const picture = imageType(chunk);
      if (picture !== undefined) return picture;
    }
    if (probed < probedBytes && chunk.subarray(0, probedBytes - probed).includes(0))
      throw binary(file.path);
    probed += chunk.length;
    window.push(chunk);
    if (window.isSatisfied && file.stat.size > countedBytes) return undefined;
  }
  window.end();
  return undefined;
}

function textAnswer(
  window: LineWindow,
  { path, stat }: OpenedFile,
  offset: number,
  maxBytes: number,
): ToolResult<ReadDetails> {
  if (window.hasNul) throw binary(path);
  const { tooLong, nextLine, linesSeen, shownLines } = window;
  const hasMore = linesSeen >= nextLine;
  if (tooLong) {
    const skip = hasMore ? ` Use offset=${nextLine} to skip it.` : "";
    const text = `[Line ${offset} of ${path} is ${tooLong.bytes} bytes, over the ${maxBytes}-byte budget of one read, so none of it is shown.${skip}]`;
    return textResult(text, { path, firstLine: offset, lastLine: offset - 1 });
  }
  if (shownLines === 0) {
    if (linesSeen > 0 || offset > 1)
      throw new ToolInputError(`offset ${offset} is past the end of ${path}: ${linesSeen} lines`);
    return textResult("(empty file)", { path, firstLine: 0, lastLine: 0 });
  }
  const lastLine = nextLine - 1;
  const notes: string[] = [];
  if (window.hasReplacements) notes.push("[Some bytes are not UTF-8; they are shown as \uFFFD.]");
  const isCounted = !window.isSatisfied || stat.size <= countedBytes;
  const total = isCounted ? String(linesSeen) : `more than ${lastLine}`;
  if (hasMore)
    notes.push(
      `[Showing lines ${offset}-${lastLine} of ${total}. Use offset=${nextLine} to continue.]`,
    );
  return textResult(withNotes(window.text, notes), { path, firstLine: offset, lastLine });
}

function withNotes(text: string, notes: readonly string[]): string {
  return notes.length === 0 ? text : `${text.replace(/\n$/, "")}\n\n${notes.join("\n")}`;
}

async function readPicture(
  { path, absolute, stat, workspace }: OpenedFile,
  mimeType: string,
  signal: AbortSignal,
): Promise<ToolResult<ReadDetails>> {
  const encodedBytes = base64Length(stat.size);
  if (encodedBytes > maxImageBytes)
    throw new WorkspaceError(
      "content",
      path,
      `${path} is an image of ${stat.size} bytes, ${encodedBytes} as it would be sent; models take at most ${maxImageBytes} (5 MB). Make a smaller copy and read that.`,
    );
  const bytes = await readAll(workspace, absolute, signal);
  return {
    content: [
      { type: "text", text: `${path} (${mimeType}, ${bytes.length} bytes)` },
      { type: "image", data: Buffer.from(bytes).toString("base64"), mimeType },
    ],
    details: { path, firstLine: 0, lastLine: 0, mimeType },
  };
}

function binary(path: string): WorkspaceError {
  return new WorkspaceError(
    "content",
    path,
    `${path} is a binary file (it contains NUL bytes), not text. Use bash with a tool made for its format.`,
  );
}

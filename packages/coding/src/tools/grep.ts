import { defineTool } from "@tau-ts/agent";
import type { Tool } from "@tau-ts/agent";
import { WorkspaceError } from "../errors.ts";
import { cutLine } from "../output/truncate.ts";
import { filesBelow } from "../search/files-below.ts";
import type { SearchedFolder } from "../search/files-below.ts";
import { lineBatches } from "../search/line-batches.ts";
import type { LineBatch } from "../search/line-batches.ts";
import { compilePattern } from "../search/matcher.ts";
import type { LineMatcher } from "../search/matcher.ts";
import { readAhead } from "../search/read-ahead.ts";
import type { FoundFile } from "../search/walk.ts";
import { existingPath } from "../workspace/existing-path.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { checkLimit, foundAnswer } from "./found-answer.ts";
import { resolveToolOptions, textResult } from "./tool-options.ts";
import type { ToolOptions } from "./tool-options.ts";

/** The arguments of a call of grep. */
export interface GrepArgs {
  /** A regular expression, or plain text with `literal`. */
  readonly pattern: string;
  /** A file, or a folder to search with all below it. Default: the working directory. */
  readonly path?: string | undefined;
  /** Only files whose path from the folder matches, such as `*.ts`. */
  readonly glob?: string | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** The pattern is plain text. */
  readonly literal?: boolean | undefined;
  /** The most matching lines. Default 100. */
  readonly limit?: number | undefined;
}

/** What a search came to, for programs. */
export interface GrepDetails {
  readonly matches: number;
  /** The limit was reached: there may be more. */
  readonly isLimited: boolean;
}

const defaultLimit = 100;
const shownLineLength = 500;

/**
 * Searches text files for lines that match. Throws `ToolInputError` for a pattern or limit that makes no sense and
 * `WorkspaceError` for a path that is not there.
 */
export function grepTool(options: ToolOptions = {}): Tool<GrepArgs, GrepDetails> {
  const { cwd, workspace, budget } = resolveToolOptions(options);
  return defineTool<GrepArgs, GrepDetails>({
    name: "grep",
    label: "Grep",
    description: `Search file contents for a regular expression (JavaScript syntax). Answers path:line: text, at most ${defaultLimit} lines unless limit says otherwise. Leaves out binary files and what .gitignore leaves out.`,
    parameters: {
      type: "object",
      properties: {
        pattern: { type: "string", description: "Regular expression, or plain text with literal." },
        path: {
          type: "string",
          description: "File or folder to search. Default: the working directory.",
        },
        glob: {
          type: "string",
          description: "Only files whose path matches, such as *.ts or src/**/*.{js,ts}.",
        },
        ignoreCase: { type: "boolean", description: "Take upper and lower case as the same." },
        literal: { type: "boolean", description: "Take the pattern as plain text." },
        limit: {
          type: "integer",
          description: `Most matching lines to answer. Default ${defaultLimit}.`,
        },
      },
      required: ["pattern"],
    },
    snippet: "Search file contents",
    guidelines: ["Use grep to search file contents instead of bash with grep."],
    executionMode: "parallel",
    async execute(args, { signal }) {
      const { pattern, path = ".", glob, limit = defaultLimit } = args;
      checkLimit(limit);
      const { literal: isLiteral = false, ignoreCase: ignoresCase = false } = args;
      const wanted = { pattern, isLiteral, ignoresCase };
      const matcher = compilePattern(wanted);
      const files = await filesToSearch(workspace, path, cwd, { glob, pattern: wanted }, signal);
      const readLines: ReadLines = ({ absolute }) => lineBatches(workspace.read(absolute, signal));
      const { found, isLimited, unreadable } = await search(files, readLines, matcher, limit);
      const text = foundAnswer({ found, isLimited, noun: "matches", unreadable }, budget);
      return textResult(text, { matches: found.length, isLimited });
    },
  });
}

async function filesToSearch(
  workspace: Workspace,
  path: string,
  cwd: string,
  wanted: Pick<SearchedFolder, "glob" | "pattern">,
  signal: AbortSignal,
): Promise<AsyncIterable<FoundFile>> {
  const { absolute, stat } = await existingPath(workspace, path, cwd);
  if (stat.kind !== "directory") return oneFile({ absolute, relative: path });
  return filesBelow(workspace, { path, absolute, ...wanted }, signal);
}

async function* oneFile(file: FoundFile): AsyncGenerator<FoundFile, void> {
  yield file;
}

type ReadLines = (file: FoundFile) => AsyncIterable<LineBatch>;

interface SearchResult {
  readonly found: readonly string[];
  readonly isLimited: boolean;
  readonly unreadable: number;
}

async function search(
  files: AsyncIterable<FoundFile>,
  readLines: ReadLines,
  matcher: LineMatcher,
  limit: number,
): Promise<SearchResult> {
  const found: string[] = [];
  let isLimited = false;
  let unreadable = 0;
  await readAhead(files, readLines, async (file, batches) => {
    try {
      for await (const line of matchingLines(file, batches, matcher)) {
        isLimited = found.length === limit;
        if (isLimited) return false;
        found.push(line);
      }
    } catch (error) {
      // A file that is gone by now, or forbidden, is no reason to lose what the others hold.
      if (!WorkspaceError.isInstance(error)) throw error;
      unreadable++;
    }
    return true;
  });
  return { found, isLimited, unreadable };
}

async function* matchingLines(
  file: FoundFile,
  batches: AsyncIterable<LineBatch>,
  matcher: LineMatcher,
): AsyncGenerator<string, void> {
  for await (const { firstLine, lines } of batches) {
    const matches = matcher(lines);
    for (const [index, line] of lines.entries())
      if (matches[index])
        yield `${file.relative}:${firstLine + index}: ${cutLine(line, shownLineLength)}`;
  }
}

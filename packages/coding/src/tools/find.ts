import { defineTool } from "@tau-ts/agent";
import type { Tool } from "@tau-ts/agent";
import { WorkspaceError } from "../errors.ts";
import { filesBelow } from "../search/files-below.ts";
import { existingPath } from "../workspace/existing-path.ts";
import { checkLimit, foundAnswer } from "./found-answer.ts";
import { resolveToolOptions, textResult } from "./tool-options.ts";
import type { ToolOptions } from "./tool-options.ts";

/** The arguments of a call of find. */
export interface FindArgs {
  /** A glob such as `*.ts`. */
  readonly pattern: string;
  /** The folder to search with all below it. Default: the working directory. */
  readonly path?: string | undefined;
  /** The most paths. Default 1,000. */
  readonly limit?: number | undefined;
}

/** What a search came to, for programs. */
export interface FindDetails {
  readonly files: number;
  /** The limit was reached: there may be more. */
  readonly isLimited: boolean;
}

const defaultLimit = 1000;

/**
 * Finds files by their paths. Throws `ToolInputError` for a limit that makes no sense and `WorkspaceError` for a folder
 * that is not there.
 */
export function findTool(options: ToolOptions = {}): Tool<FindArgs, FindDetails> {
  const { cwd, workspace, budget } = resolveToolOptions(options);
  return defineTool<FindArgs, FindDetails>({
    name: "find",
    label: "Find",
    description: `Find files whose path matches a glob. Answers at most ${defaultLimit} paths unless limit says otherwise. Leaves out what .gitignore leaves out.`,
    parameters: {
      type: "object",
      properties: {
        pattern: {
          type: "string",
          description: "Glob such as *.ts, src/**/*.json or *.{png,jpg}.",
        },
        path: { type: "string", description: "Folder to search. Default: the working directory." },
        limit: { type: "integer", description: `Most paths to answer. Default ${defaultLimit}.` },
      },
      required: ["pattern"],
    },
    snippet: "Find files by name",
    guidelines: ["Use ls and find to look around instead of bash."],
    executionMode: "parallel",
    async execute({ pattern, path = ".", limit = defaultLimit }, { signal }) {
      checkLimit(limit);
      const { absolute, stat } = await existingPath(workspace, path, cwd);
      if (stat.kind !== "directory")
        throw new WorkspaceError(
          "not-directory",
          path,
          `Could not search ${path}: it is not a folder. Name the folder it is in.`,
        );
      const folder = { path, absolute, glob: pattern };
      const found: string[] = [];
      let isLimited = false;
      for await (const { relative } of filesBelow(workspace, folder, signal)) {
        isLimited = found.length === limit;
        if (isLimited) break;
        found.push(relative);
      }
      const details = { files: found.length, isLimited };
      return textResult(foundAnswer({ found, isLimited, noun: "files" }, budget), details);
    },
  });
}

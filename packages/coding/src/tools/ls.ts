import { defineTool } from "@tau-ts/agent";
import type { Tool } from "@tau-ts/agent";
import { WorkspaceError } from "../errors.ts";
import { truncateHead } from "../output/truncate.ts";
import { entryName, existingPath } from "../workspace/existing-path.ts";
import { resolveToolOptions, textResult } from "./tool-options.ts";
import type { ToolOptions } from "./tool-options.ts";

/** The arguments of a call of ls. */
export interface LsArgs {
  /** Default: the working directory. */
  readonly path?: string | undefined;
}

/** What was listed, for programs. */
export interface LsDetails {
  readonly path: string;
  readonly entries: number;
}

/** Lists a folder, hidden names too. Throws `WorkspaceError` for what is not there or not a folder. */
export function lsTool(options: ToolOptions = {}): Tool<LsArgs, LsDetails> {
  const { cwd, workspace, budget } = resolveToolOptions(options);
  return defineTool<LsArgs, LsDetails>({
    name: "ls",
    label: "List",
    description: "List the names in a folder, one a line. Folders end with /.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "The folder. Default: the working directory." },
      },
    },
    snippet: "List folders",
    guidelines: ["Use ls and find to look around instead of bash."],
    executionMode: "parallel",
    async execute({ path = "." }, { signal }) {
      const { absolute, stat } = await existingPath(workspace, path, cwd);
      signal.throwIfAborted();
      if (stat.kind !== "directory")
        throw new WorkspaceError(
          "not-directory",
          path,
          `${path} is not a folder. Use read to see what is in it.`,
        );
      const names = (await workspace.list(absolute)).map(entryName);
      const details = { path, entries: names.length };
      if (names.length === 0) return textResult("(empty folder)", details);
      const { text, shownLines, totalLines, truncated } = truncateHead(names.join("\n"), budget);
      const note = `[Showing ${shownLines} of ${totalLines} names. List a folder below it, or use find with a pattern.]`;
      return textResult(truncated ? `${text}\n\n${note}` : text, details);
    },
  });
}

import { defineTool } from "@tau-ts/agent";
import type { Tool } from "@tau-ts/agent";
import { noteState, refuseChanged } from "../workspace/changed-since-read.ts";
import { lockFile } from "../workspace/lock-file.ts";
import { filePathSchema, resolveToolOptions, textResult } from "./tool-options.ts";
import type { ToolOptions } from "./tool-options.ts";

/** The arguments of a call of write. */
export interface WriteArgs {
  readonly path: string;
  readonly content: string;
}

/** What was written, for programs. */
export interface WriteDetails {
  readonly path: string;
  /** UTF-8 bytes that the file now has. */
  readonly bytes: number;
}

/**
 * Writes a whole file, at once: nobody ever sees half of it. Permissions and links stay, missing folders are made. Throws
 * `WorkspaceError` when the disk refuses, or when somebody else changed the file since it was read.
 */
export function writeTool(options: ToolOptions = {}): Tool<WriteArgs, WriteDetails> {
  const { cwd, workspace, reads } = resolveToolOptions(options);
  return defineTool<WriteArgs, WriteDetails>({
    name: "write",
    label: "Write",
    description:
      "Write a file: makes it, with missing folders, or replaces all of its content. To change a part of a file use edit.",
    parameters: {
      type: "object",
      properties: {
        path: filePathSchema,
        content: { type: "string", description: "The whole new content." },
      },
      required: ["path", "content"],
    },
    snippet: "Create files or replace them as a whole",
    guidelines: ["Use write only for new files and complete rewrites."],
    // The lock is asked for before anything is awaited, so calls take effect in the order they were made.
    async execute({ path, content }, { signal }) {
      const bytes = new TextEncoder().encode(content);
      return lockFile(workspace, workspace.resolve(path, cwd), async (absolute) => {
        signal.throwIfAborted();
        const file = { workspace, reads, path, absolute };
        await refuseChanged("write", file);
        signal.throwIfAborted();
        await workspace.write(absolute, bytes);
        await noteState(file);
        return textResult(`Successfully wrote to ${path}.`, { path, bytes: bytes.length });
      });
    },
  });
}

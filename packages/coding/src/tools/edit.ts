import { defineTool } from "@tau-ts/agent";
import type { Tool, ToolResult } from "@tau-ts/agent";
import { applyEdits } from "../edit/apply-edits.ts";
import type { Edit } from "../edit/apply-edits.ts";
import { encodeTextFile, parseTextFile } from "../edit/text-file.ts";
import { unifiedDiff } from "../edit/unified-diff.ts";
import { WorkspaceError } from "../errors.ts";
import { noteState, refuseChanged } from "../workspace/changed-since-read.ts";
import { existingPath } from "../workspace/existing-path.ts";
import { lockFile } from "../workspace/lock-file.ts";
import { readAll } from "../workspace/workspace.ts";
import { filePathSchema, resolveToolOptions, textResult } from "./tool-options.ts";
import type { ResolvedToolOptions, ToolOptions } from "./tool-options.ts";

/** The arguments of a call of edit. */
export interface EditArgs {
  readonly path: string;
  readonly edits: readonly Edit[];
}

/** What an edit came to, for programs. */
export interface EditDetails {
  readonly path: string;
  /** Unified diff; absent when the change is too large to show. */
  readonly diff?: string;
  /** The first line that changed, from 1. */
  readonly firstChangedLine: number;
}

/** An edit holds the whole file in memory a few times over. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Replaces texts in a file: all of them or, when one does not fit, none. What is not replaced keeps its every byte, line
 * endings and byte-order mark included. Throws `EditError` and `WorkspaceError`, the file then being untouched.
 */
export function editTool(options: ToolOptions = {}): Tool<EditArgs, EditDetails> {
  const settings = resolveToolOptions(options);
  const { cwd, workspace } = settings;
  return defineTool<EditArgs, EditDetails>({
    name: "edit",
    label: "Edit",
    description:
      "Replace texts in a file. Each oldText must occur exactly once in the file as it is now, and edits must not overlap; either all of them apply or none does.",
    parameters: {
      type: "object",
      properties: {
        path: filePathSchema,
        edits: {
          type: "array",
          description: "The replacements.",
          items: {
            type: "object",
            properties: {
              oldText: {
                type: "string",
                description:
                  "The text to replace, exactly as in the file, with enough around it to be unique.",
              },
              newText: { type: "string", description: "What stands there afterwards." },
            },
            required: ["oldText", "newText"],
          },
        },
      },
      required: ["path", "edits"],
    },
    snippet: "Change parts of files by replacing exact text",
    guidelines: [
      "Read a file before you edit it, and change several places of one file with one edit call.",
      "Keep oldText as short as it can be and still occur only once.",
    ],
    // The lock is asked for before anything is awaited, so calls take effect in the order they were made.
    async execute(args, { signal }) {
      return lockFile(workspace, workspace.resolve(args.path, cwd), async (absolute) => {
        signal.throwIfAborted();
        return editFile(settings, absolute, args, signal);
      });
    },
  });
}

async function editFile(
  { cwd, workspace, reads }: ResolvedToolOptions,
  absolute: string,
  { path, edits }: EditArgs,
  signal: AbortSignal,
): Promise<ToolResult<EditDetails>> {
  const { stat } = await existingPath(workspace, path, cwd);
  if (stat.kind !== "file")
    throw new WorkspaceError(
      "not-regular",
      path,
      `Could not edit ${path}: it is a ${stat.kind}, not a file.`,
    );
  if (stat.size > maxBytes)
    throw new WorkspaceError(
      "content",
      path,
      `Could not edit ${path}: with ${stat.size} bytes it is over the limit of ${maxBytes}. Use bash, for example sed.`,
    );
  const known = { workspace, reads, path, absolute };
  await refuseChanged("edit", known);
  const file = parseTextFile(await readAll(workspace, absolute, signal));
  if (!file)
    throw new WorkspaceError(
      "content",
      path,
      `Could not edit ${path}: it is not UTF-8 text. Use bash with a tool made for its format.`,
    );
  const edited = await applyEdits(path, file, edits);
  const diff = await unifiedDiff(path, edited.before, edited.after, edited.pieces);
  signal.throwIfAborted();
  await workspace.write(absolute, encodeTextFile(edited.after, file.hasMark));
  await noteState(known);
  return textResult(successText(path, edits.length, edited.tolerant), {
    path,
    ...(diff === undefined ? {} : { diff }),
    firstChangedLine: edited.firstChangedLine,
  });
}

function successText(path: string, count: number, tolerant: readonly number[]): string {
  const success = `Successfully replaced ${count} ${count === 1 ? "block" : "blocks"} in ${path}.`;
  if (tolerant.length === 0) return success;
  const names = tolerant.map((index) => `edits[${index}]`).join(", ");
  return `${success} ${names} matched only after differences in trailing spaces, quotes, dashes or kinds of space were ignored; check the result.`;
}

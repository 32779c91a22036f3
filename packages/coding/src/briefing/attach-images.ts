import type { ImageContent, TextContent, UserMessage } from "@tau-ts/ai";
import { WorkspaceError } from "../errors.ts";
import { base64Length, imageType, maxImageBytes } from "../reading/images.ts";
import { readAll } from "../workspace/workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** How {@link promptWithImages} reads pictures. */
export interface AttachOptions {
  readonly workspace: Workspace;
  /** When the message was written, milliseconds since 1970. Default: now. */
  readonly timestamp?: number | undefined;
}

/**
 * A prompt with pictures (PNG, JPEG, GIF, WebP) from files, in the order given. Throws `WorkspaceError` for a file that is
 * not there, is no picture (`content`), or is larger than providers take.
 */
export async function promptWithImages(
  text: string,
  paths: readonly string[],
  { workspace, timestamp = Date.now() }: AttachOptions,
): Promise<UserMessage> {
  const content: (TextContent | ImageContent)[] = text === "" ? [] : [{ type: "text", text }];
  for (const path of paths) content.push(await readImage(workspace, workspace.resolve(path)));
  return { role: "user", content, timestamp };
}

async function readImage(workspace: Workspace, path: string): Promise<ImageContent> {
  const found = await workspace.stat(path);
  if (found && base64Length(found.size) > maxImageBytes)
    throw unusable(
      path,
      `it has ${found.size} bytes, and models take at most 5 MB as base64. Make a smaller copy`,
    );
  const bytes = await readAll(workspace, path);
  const mimeType = imageType(bytes);
  if (mimeType === undefined) throw unusable(path, "it is no PNG, JPEG, GIF or WebP picture");
  return { type: "image", data: Buffer.from(bytes).toString("base64"), mimeType };
}

function unusable(path: string, why: string): WorkspaceError {
  return new WorkspaceError("content", path, `Could not attach ${path}: ${why}.`);
}

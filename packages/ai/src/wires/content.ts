import type { ImageContent, TextContent } from "../messages.ts";

/** What a user, or a tool, says. */
export type UserContent = readonly (TextContent | ImageContent)[];

/** The images among some blocks. */
export function imagesOf(content: UserContent): ImageContent[] {
  return content.filter((block) => block.type === "image");
}

/** The texts of some blocks, a blank line between two. */
export function joinedText(content: UserContent): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n");
}

/** An image as a URL that holds it. */
export function dataUrl(image: ImageContent): string {
  return `data:${image.mimeType};base64,${image.data}`;
}

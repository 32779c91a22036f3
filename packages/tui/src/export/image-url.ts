import type { ImageContent } from "@tau-ts/ai";

const types: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** A `data:` URL of a picture that cannot run anything (SVG could); undefined for what is none. */
export function imageUrl({ mimeType, data }: ImageContent): string | undefined {
  const isPicture = types.has(mimeType) && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  return isPicture ? `data:${mimeType};base64,${data}` : undefined;
}

import type { ImageContent } from "@tau-ts/ai";
import { cleanLine } from "../../terminal/text/clean.ts";

/** What stands for a picture: `[image 1: image/png, 12 KB]`. `index` counts from 0. */
export function imageName({ mimeType, data }: ImageContent, index: number): string {
  const bytes = Math.floor((data.length * 3) / 4);
  const size = bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`;
  return `[image ${index + 1}: ${cleanLine(mimeType)}, ${size}]`;
}

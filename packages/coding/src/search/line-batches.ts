import { probedBytes } from "../bytes.ts";

/** Some lines of a file, the first of which is line `firstLine`, from 1. */
export interface LineBatch {
  readonly firstLine: number;
  readonly lines: readonly string[];
}

type Decoder = InstanceType<typeof TextDecoder>;

/** What of a line is looked at. A longer one is data, not text. */
const maxLineLength = 1024 * 1024;

/**
 * The lines of a text that arrives in chunks, CRLF taken for LF, a batch for each chunk. Nothing for a binary file. Memory
 * is bounded by the size of a chunk and of the longest line looked at.
 */
export async function* lineBatches(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<LineBatch, void> {
  let decoder: Decoder | undefined;
  let firstLine = 1;
  let rest = "";
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk);
    if (!decoder) return;
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = (lines.pop() ?? "").slice(0, maxLineLength);
    if (lines.length > 0) yield { firstLine, lines: lines.map(withoutReturn) };
    firstLine += lines.length;
  }
  rest += decoder?.decode() ?? "";
  if (rest !== "") yield { firstLine, lines: [rest] };
}

/** UTF-16 is told by its byte-order mark. Undefined for a binary file. */
function decoderFor(start: Uint8Array): Decoder | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder("utf-16le");
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder("utf-16be");
  return start.subarray(0, probedBytes).includes(0) ? undefined : new TextDecoder();
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

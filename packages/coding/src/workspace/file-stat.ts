/** What a path leads to, links followed. */
export type FileKind = "file" | "directory" | "fifo" | "socket" | "device";

/** What is known of a file without reading it. */
export interface FileStat {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
}

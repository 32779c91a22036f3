export { JsonlLog } from "./jsonl-log.ts";
export type { JsonlLogOptions } from "./jsonl-log.ts";
export type { RecoveredTail } from "./recover.ts";
export type { FsyncPolicy } from "./session-file.ts";
export type { SessionFileSystem } from "./file-system.ts";

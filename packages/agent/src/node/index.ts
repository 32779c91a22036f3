// Adding a name here makes it public; a test pins the list.
export { JsonlLog } from "./jsonl-log.ts";
export type { JsonlLogOptions } from "./jsonl-log.ts";
export type { RecoveredTail } from "./recover.ts";
export type { FsyncPolicy } from "./session-file.ts";
export type { SessionFileSystem } from "./file-system.ts";

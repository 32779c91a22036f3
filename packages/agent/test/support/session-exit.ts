// Opens a session, saves one message and leaves the process with code 3, the log still open: <path>.
import { userMessage } from "@tau-ts/ai";
import { JsonlLog } from "../../src/node/index.ts";

const log = await JsonlLog.open(process.argv[2] ?? "");
await log.append(userMessage("a"));
process.exit(3);

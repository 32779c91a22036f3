// Opens a session and appends messages: <path> <label> <count> <bytes each> [stay]. Prints "open", then one line
// before each message is written and one when it was saved, or the kind and text of the error that stopped it. With "stay" it waits to be killed.
import { userMessage } from "@tau-ts/ai";
import { JsonlLog } from "../../src/node/index.ts";
import { persistTo } from "../../src/session/persist.ts";

const [path = "", label = "", count = "0", bytes = "0", stay] = process.argv.slice(2);

try {
  const log = await JsonlLog.open(path);
  process.stdout.write("open\n");
  const listener = persistTo(log);
  for (let number = 0; number < Number(count); number += 1) {
    const message = userMessage(`${label}${number} ${"x".repeat(Number(bytes))}`);
    process.stdout.write(`writing ${label}${number}\n`);
    await listener({ type: "message_end", message });
    process.stdout.write(`saved ${label}${number}\n`);
  }
  if (stay === undefined) await log.close();
  else setInterval(() => undefined, 60_000);
} catch (error) {
  const { kind, message } = error as { kind?: string; message?: string };
  process.stdout.write(`failed ${kind} ${message}\n`);
  process.exitCode = 1;
}

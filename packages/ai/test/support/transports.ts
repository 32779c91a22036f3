import { nodeTransport } from "../../src/node/index.ts";
import type { Transport } from "../../src/index.ts";

/** Every transport the package knows; `undefined` is the default one, the global `fetch`. */
export const transports: readonly (readonly [string, Transport | undefined])[] = [
  ["global fetch", undefined],
  ["nodeTransport", nodeTransport()],
];

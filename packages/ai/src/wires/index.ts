import { anthropicMessages } from "./anthropic-messages/index.ts";
import type { Wire } from "./wire.ts";

/** The wires that are spoken here. */
export type WireName = "anthropic-messages";

const WIRES: Readonly<Record<WireName, Wire>> = {
  "anthropic-messages": anthropicMessages,
};

/** Throws a TypeError that lists the known wires when there is none of that name. */
export function wireByName(name: WireName): Wire {
  if (Object.hasOwn(WIRES, name)) return WIRES[name];
  const known = Object.keys(WIRES).join(", ");
  throw new TypeError(`unknown wire ${JSON.stringify(name)}; known wires: ${known}`);
}

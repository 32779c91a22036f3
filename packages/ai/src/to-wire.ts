import type { ModelRequest } from "./model.ts";
import { wireByName, type WireName } from "./wires/wire-by-name.ts";
import type { WireRequest, WireTarget } from "./wires/wire.ts";

/**
 * A request as one wire sends it: the half of a wire that speaks. Pure: nothing is sent, and `request` is not changed.
 * The headers hold the API key. Throws a TypeError for an unknown wire; most wires also do for a base URL that is none.
 */
export function toWire(wire: WireName, request: ModelRequest, target: WireTarget): WireRequest {
  return wireByName(wire).request(request, target);
}

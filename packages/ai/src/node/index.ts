// Adding a name here makes it public; a test pins the list.
export type { NodeTransportOptions } from "./transport.ts";
export { nodeTransport } from "./transport.ts";

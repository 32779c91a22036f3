import type { ThinkingLevel } from "../model.ts";

/** What a server does differently from the wire's own provider, as data. */
export interface Compat {
  /** The model takes images. Default true; with false a short text stands in for each image. */
  readonly supportsImages?: boolean | undefined;
  /**
   * The server's own word for a level of thinking. `null`: nothing is sent for that level. A level that is not listed
   * is sent as the wire sends it to an unknown server.
   */
  readonly thinkingLevels?: Readonly<Partial<Record<ThinkingLevel, string | null>>> | undefined;
  /** The path of a base URL that has none. Default `/v1`, on wires that leave the path to the server. */
  readonly basePath?: string | undefined;
}

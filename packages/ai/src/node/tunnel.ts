import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { SecureContext } from "node:tls";
import { abortReason } from "./abort-reason.ts";
import { proxyAuthorization } from "./proxy.ts";

/** Where a tunnel leads, and who hears of it. */
export interface TunnelOptions {
  /** The host behind the proxy, and its port. */
  readonly authority: string;
  /** What is trusted of a proxy that is itself reached over https. */
  readonly secureContext: SecureContext | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onOpen: (socket: Duplex) => void;
  readonly onError: (error: Error) => void;
}

/** There is no way through the proxy. The text names the proxy, never its password. */
class ProxyError extends Error {
  override readonly name = "ProxyError";
  readonly code = "ERR_PROXY";
}

/**
 * Asks a proxy for a connection through it (`CONNECT`). Ends in exactly one of the two callbacks; the error is a
 * ProxyError, or the signal's reason.
 */
export function openTunnel(proxy: URL, options: TunnelOptions): void {
  const { authority, secureContext, signal, onOpen, onError } = options;
  const module = process.getBuiltinModule(proxy.protocol === "https:" ? "node:https" : "node:http");
  const request = module.request(proxy, {
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...proxyAuthorization(proxy) },
    agent: false,
    ...(secureContext && { secureContext }),
  });
  const abort = (): void => void request.destroy();
  signal?.addEventListener("abort", abort);
  request.once("connect", (response, socket, head) => {
    signal?.removeEventListener("abort", abort);
    if (response.statusCode === 200) {
      if (head.length > 0) socket.unshift(head);
      onOpen(socket);
      return;
    }
    socket.destroy();
    onError(new ProxyError(`${refusal(proxy, response)}, asked for ${authority}`));
  });
  request.once("error", (cause) => {
    signal?.removeEventListener("abort", abort);
    const text = `the proxy at ${proxy.host} cannot be reached`;
    onError(signal?.aborted === true ? abortReason(signal) : new ProxyError(text, { cause }));
  });
  request.end();
}

function refusal(proxy: URL, { statusCode, statusMessage }: IncomingMessage): string {
  const hint = statusCode === 407 ? " (check the name and password in the proxy's URL)" : "";
  return `the proxy at ${proxy.host} answered ${statusCode ?? 0} ${statusMessage ?? ""}${hint}`;
}

import type * as http from "node:http";
import type { SecureContext } from "node:tls";
import type { Transport, TransportRequest, TransportResponse } from "../http.ts";
import { abortReason } from "./abort-reason.ts";
import { pacedBody, pacedHighWaterMark } from "./paced-body.ts";
import { proxyFor, type Environment } from "./proxy.ts";
import {
  directRoute,
  forwardedRoute,
  tunnelledRoute,
  type Route,
  type RouteOptions,
  type TunnelSignal,
} from "./route.ts";

export interface NodeTransportOptions {
  /** Connections kept open for the next request, per host. Default 4; 0 closes each after its response. */
  readonly maxIdleConnections?: number | undefined;
  /**
   * Certificates in PEM form that are trusted besides those that Node trusts, such as a company's own authority. What
   * the environment variable `NODE_EXTRA_CA_CERTS` names is trusted already: Node reads it when it starts.
   */
  readonly ca?: string | readonly string[] | undefined;
  /**
   * Where `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are looked up, with each request. Default `process.env`; `{}` for
   * no proxies. An http request goes to the proxy, an https request through a `CONNECT` tunnel. A name and a password in
   * the proxy's URL are sent to the proxy.
   */
  readonly env?: Environment | undefined;
  /**
   * Reads a body that trickles in at most once in so many milliseconds (half as often while it comes faster than anyone
   * reads), except in its first tenth of a second: many small pieces then cost one wake-up, and the fragments of a block
   * that were read together are one event. For those who show an answer at so many frames a second anyway. Default 0: each
   * piece as it comes.
   */
  readonly readIntervalMs?: number | undefined;
}

/**
 * A transport over `node:http` and `node:https`: a process that only needs this starts faster and smaller than one that
 * loads `fetch`. The modules are fetched with the first request. Idle connections do not keep the process alive. An
 * abort closes the socket at once. It has no time limits of its own, where `fetch` gives up after 300 s without a byte.
 * Redirects are not followed and compressed answers are not asked for.
 *
 * The returned function rejects with Node's own error (with its `code`) when there is no connection, with an error
 * that names the proxy (`code`: `ERR_PROXY`) when that is the reason, with the signal's reason when it was aborted before the response, and with a
 * TypeError when a proxy variable holds no http or https URL.
 */
export function nodeTransport(options: NodeTransportOptions = {}): Transport {
  const routes = new Map<string, Route>();
  const { ca, env = process.env, maxIdleConnections = 4, readIntervalMs = 0 } = options;
  const highWaterMark = readIntervalMs > 0 ? pacedHighWaterMark : undefined;
  let secureContext: SecureContext | undefined;
  const routeOptions = (isSecure: boolean): RouteOptions => {
    if (isSecure && ca !== undefined) secureContext ??= contextTrusting(ca);
    return { maxIdleConnections, secureContext, highWaterMark };
  };
  return async (url, request) => {
    const target = new URL(url);
    const proxy = proxyFor(target, env);
    const key = `${target.protocol} ${proxy?.href ?? ""}`;
    let route = routes.get(key);
    if (route === undefined) {
      const isSecure = [target.protocol, proxy?.protocol].includes("https:");
      route = routeTo(target.protocol, proxy, routeOptions(isSecure));
      routes.set(key, route);
    }
    const response = await send(route, target, request, true);
    return responseOf(response, readIntervalMs);
  };
}

function routeTo(protocol: string, proxy: URL | undefined, options: RouteOptions): Route {
  if (proxy === undefined) return directRoute(protocol, options);
  return protocol === "https:" ? tunnelledRoute(proxy, options) : forwardedRoute(proxy, options);
}

/** Certificates given to Node take the place of those it trusts, so these have to be given again. */
function contextTrusting(ca: string | readonly string[]): SecureContext {
  const { createSecureContext, getCACertificates } = process.getBuiltinModule("node:tls");
  const added = typeof ca === "string" ? [ca] : ca;
  return createSecureContext({ ca: [...getCACertificates("default"), ...added] });
}

function send(
  route: Route,
  url: URL,
  request: TransportRequest,
  mayRepeat: boolean,
): Promise<http.IncomingMessage> {
  const { signal, method, body } = request;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(abortReason(signal));
      return;
    }
    const headers = {
      host: url.host,
      ...request.headers,
      ...route.headers,
      "accept-encoding": "identity",
    };
    const options: http.RequestOptions & TunnelSignal = {
      method,
      headers,
      agent: route.agent,
      tunnelSignal: signal,
      ...route.options(url),
    };
    const outgoing = route.module.request(url, options);
    const abort = (): void => {
      outgoing.destroy(abortReason(signal));
      reject(abortReason(signal));
    };
    signal.addEventListener("abort", abort);
    outgoing.on("close", () => signal.removeEventListener("abort", abort));
    outgoing.on("response", resolve);
    outgoing.on("error", (error) => {
      if (mayRepeat && isStaleConnection(outgoing, error) && !signal.aborted) {
        resolve(send(route, url, request, false));
      } else {
        reject(error);
      }
    });
    outgoing.end(body);
  });
}

/** The server closed a kept connection just when it was used again: it cannot have read the request. */
function isStaleConnection(request: http.ClientRequest, error: Error): boolean {
  return (
    request.reusedSocket &&
    "code" in error &&
    (error.code === "ECONNRESET" || error.code === "EPIPE")
  );
}

function responseOf(response: http.IncomingMessage, readIntervalMs: number): TransportResponse {
  return {
    status: response.statusCode ?? 0,
    headers: {
      get(name) {
        const value = response.headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(", ") : (value ?? null);
      },
    },
    ...(readIntervalMs > 0
      ? {
          body: { [Symbol.asyncIterator]: () => pacedBody(response, readIntervalMs) },
          isGathered: true,
        }
      : { body: bodyOf(response) }),
    async text() {
      const decoder = new TextDecoder();
      let text = "";
      for await (const chunk of bodyOf(response)) text += decoder.decode(chunk, { stream: true });
      return text + decoder.decode();
    },
  };
}

/** The stream's own iterator would queue `return()` behind a pending read; this one closes the socket at once. */
function bodyOf(response: http.IncomingMessage): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const chunks: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
      return {
        next: () => chunks.next(),
        return() {
          response.destroy();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}

import type * as http from "node:http";
import type * as https from "node:https";
import type { SecureContext } from "node:tls";
import { portOf, proxyAuthorization } from "./proxy.ts";
import { openTunnel } from "./tunnel.ts";

/** The way to a server: who sends, over which kept connections, and what it takes to get there. */
export interface Route {
  readonly module: typeof http | typeof https;
  readonly agent: http.Agent;
  /** Laid over what the URL says. */
  readonly options: (url: URL) => http.RequestOptions;
  readonly headers: Readonly<Record<string, string>>;
}

/** What all ways to a server have in common. */
export interface RouteOptions {
  readonly maxIdleConnections: number;
  /** What is trusted over TLS; `undefined` for what Node trusts. */
  readonly secureContext: SecureContext | undefined;
  /** Of the sockets, in bytes; `undefined` for Node's own. */
  readonly highWaterMark: number | undefined;
}

/** An option that an agent hands on to its `createConnection`: who may give up a tunnel while it is being opened. */
export interface TunnelSignal {
  readonly tunnelSignal?: AbortSignal | undefined;
}

type Destination = http.ClientRequestArgs & TunnelSignal;

/** Straight to the server. */
export function directRoute(protocol: string, options: RouteOptions): Route {
  const module = moduleFor(protocol);
  const agent = new module.Agent(agentOptions(options));
  return { module, agent, options: () => ({}), headers: {} };
}

/** An http request goes to the proxy as it is, with the whole URL in its request line. */
export function forwardedRoute(proxy: URL, options: RouteOptions): Route {
  const direct = directRoute(proxy.protocol, options);
  return {
    ...direct,
    options: (url) => ({
      protocol: proxy.protocol,
      hostname: proxy.hostname.replace(/^\[|\]$/g, ""),
      port: portOf(proxy),
      path: url.origin + url.pathname + url.search,
    }),
    headers: proxyAuthorization(proxy),
  };
}

/** An https request goes through a tunnel, of which the proxy sees nothing but the host. */
export function tunnelledRoute(proxy: URL, options: RouteOptions): Route {
  const direct = directRoute("https:", options);
  const { connect } = process.getBuiltinModule("node:tls");
  const { isIP } = process.getBuiltinModule("node:net");
  const { Duplex } = process.getBuiltinModule("node:stream");
  const { secureContext, highWaterMark } = options;
  // Called by the agent whenever no kept connection to the host is left.
  direct.agent.createConnection = (to: Destination, callback) => {
    const host = to.host ?? "";
    const authority = `${host.includes(":") ? `[${host}]` : host}:${to.port ?? 443}`;
    openTunnel(proxy, {
      authority,
      secureContext,
      signal: to.tunnelSignal,
      onOpen(socket) {
        const servername = isIP(host) === 0 ? host : "";
        callback?.(
          null,
          connect({
            socket,
            host,
            servername,
            ...(secureContext && { secureContext }),
            ...(highWaterMark !== undefined && { highWaterMark }),
          }),
        );
      },
      // With an error the stream is not looked at, but its type wants one.
      onError: (error) => callback?.(error, new Duplex()),
    });
    return undefined;
  };
  return direct;
}

function moduleFor(protocol: string): typeof http | typeof https {
  return process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
}

function agentOptions(options: RouteOptions): https.AgentOptions {
  const { maxIdleConnections, secureContext, highWaterMark } = options;
  return {
    keepAlive: maxIdleConnections > 0,
    maxFreeSockets: maxIdleConnections,
    ...(secureContext && { secureContext }),
    ...(highWaterMark !== undefined && { highWaterMark }),
  };
}

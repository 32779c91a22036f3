import { readFileSync } from "node:fs";
import {
  createServer as createHttpServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/** A self-signed certificate for 127.0.0.1 and its key, made for these tests alone. */
export const certificate: string = fixture("loopback-cert.pem");
const key = fixture("loopback-key.pem");

export interface LoopbackServer extends AsyncDisposable {
  readonly url: string;
  /** Connections that were made. */
  readonly connections: () => number;
  /** Connections that are open. */
  readonly open: () => number;
}

/** A server on a free port of 127.0.0.1. Disposing it drops every connection. */
export async function listen(
  listener: RequestListener,
  protocol: "http" | "https" = "http",
): Promise<LoopbackServer & { readonly server: Server }> {
  const server =
    protocol === "http"
      ? createHttpServer(listener)
      : createHttpsServer({ key, cert: certificate }, listener);
  const sockets = new Set<Duplex>();
  let connections = 0;
  server.on("connection", (socket: Duplex) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: `${protocol}://127.0.0.1:${port}`,
    connections: () => connections,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface LoopbackProxy extends LoopbackServer {
  /** Request lines as they came, such as `CONNECT 127.0.0.1:443`, with the name and password that was shown. */
  readonly seen: readonly { readonly line: string; readonly authorization: string | undefined }[];
}

/** A proxy that forwards and tunnels. `answer` takes the place of opening a tunnel. */
export async function startProxy(
  options: {
    readonly protocol?: "http" | "https";
    readonly answer?: (socket: Duplex) => void;
  } = {},
): Promise<LoopbackProxy> {
  const seen: { line: string; authorization: string | undefined }[] = [];
  const note = ({ method, url, headers }: IncomingMessage): void => {
    seen.push({ line: `${method} ${url}`, authorization: headers["proxy-authorization"] });
  };
  const loopback = await listen((incoming, response) => {
    note(incoming);
    passOn(incoming, response);
  }, options.protocol);
  loopback.server.on("connect", (incoming, socket: Duplex) => {
    note(incoming);
    if (options.answer === undefined) {
      tunnel(incoming.url ?? "", socket);
    } else {
      // A server's sockets stay half open unless somebody reads and ends them.
      socket.on("end", () => socket.end()).resume();
      options.answer(socket);
    }
  });
  return { ...loopback, seen };
}

function passOn(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming;
  const outgoing = forward(incoming.url ?? "", { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  response.on("close", () => outgoing.destroy());
  incoming.pipe(outgoing);
}

function tunnel(authority: string, socket: Duplex): void {
  const [host = "", port] = authority.split(":");
  const remote = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    remote.pipe(socket);
    socket.pipe(remote);
  });
  remote.on("error", () => socket.destroy());
  socket.on("error", () => remote.destroy());
  socket.on("close", () => remote.destroy());
  remote.on("close", () => socket.destroy());
}

function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
}

/** Names and values, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy through which a URL is reached, or `undefined` for none: `http_proxy` for http, `https_proxy` for https,
 * also in capitals (small letters win), unless `no_proxy` names the host.
 *
 * `no_proxy` is a list of host names, divided by commas or spaces. `example.com` also stands for all its subdomains,
 * `.example.com` and `*.example.com` for these alone, `*` for every host; a port may follow, and addresses may be given
 * as a range such as `10.0.0.0/8`.
 *
 * Throws a TypeError for a proxy that is no http or https URL.
 */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const value = variable(env, name);
  if (value === undefined || isExcepted(url, variable(env, "no_proxy") ?? "")) return undefined;
  const text = value.includes("://") ? value : `http://${value}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy?.protocol !== "http:" && proxy?.protocol !== "https:") {
    // The value is not told: it may hold a password.
    throw new TypeError(`${name.toUpperCase()} must be an http or https URL`);
  }
  return proxy;
}

/** The header that shows a proxy the name and password of its URL, if it has them. */
export function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

function variable(env: Environment, name: string): string | undefined {
  const values = [env[name], env[name.toUpperCase()]];
  return values.map((value) => value?.trim()).find((value) => value !== undefined && value !== "");
}

function isExcepted(url: URL, list: string): boolean {
  const entries = list.toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => entry !== "" && matches(url, entry));
}

function matches(url: URL, entry: string): boolean {
  if (entry === "*") return true;
  const host = withoutBrackets(url.hostname);
  if (entry.includes("/")) return isInRange(host, entry);
  const { name, port } = splitPort(entry);
  if (port !== undefined && port !== portOf(url)) return false;
  if (/^\*?\./.test(name)) return host.endsWith(name.replace(/^\*/, ""));
  return host === name || host.endsWith(`.${name}`);
}

/** `host`, `host:port`, `[::1]:port`, or an IPv6 address without brackets, which has no port. */
function splitPort(entry: string): { readonly name: string; readonly port?: string | undefined } {
  const [, name = entry, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  return { name: withoutBrackets(name), port };
}

/** The port of a URL, also when it is the usual one and not said. */
export function portOf(url: URL): string {
  if (url.port !== "") return url.port;
  return url.protocol === "https:" ? "443" : "80";
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

/** Whether an address is in a range such as `10.0.0.0/8`. A host name is in none, and nothing is in a malformed one. */
function isInRange(host: string, range: string): boolean {
  const { BlockList, isIP } = process.getBuiltinModule("node:net");
  const [network = "", bits = ""] = range.split("/");
  const isIPv6 = isIP(host) === 6;
  if (isIP(host) === 0 || isIP(network) !== isIP(host)) return false;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (isIPv6 ? 128 : 32)) return false;
  const block = new BlockList();
  block.addSubnet(network, Number(bits), isIPv6 ? "ipv6" : "ipv4");
  return block.check(host, isIPv6 ? "ipv6" : "ipv4");
}

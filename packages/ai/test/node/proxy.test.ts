import { describe, expect, it } from "vitest";
import { proxyFor } from "../../src/node/proxy.ts";

function proxyOf(url: string, env: Record<string, string>): string | undefined {
  return proxyFor(new URL(url), env)?.href;
}

describe("proxyFor", () => {
  it("C13.1 each protocol has its variable, in small letters or capitals; small letters win", () => {
    const env = { HTTP_PROXY: "http://plain:1", HTTPS_PROXY: "http://secure:2" };
    expect(proxyOf("http://a.example/x", env)).toBe("http://plain:1/");
    expect(proxyOf("https://a.example/x", env)).toBe("http://secure:2/");
    expect(proxyOf("https://a.example", { ...env, https_proxy: "http://small:3" })).toBe(
      "http://small:3/",
    );
    expect(proxyOf("https://a.example", { HTTP_PROXY: "http://plain:1" })).toBeUndefined();
    expect(proxyOf("https://a.example", { HTTPS_PROXY: "  " })).toBeUndefined();
    expect(proxyOf("https://a.example", { HTTPS_PROXY: "proxy:3128" })).toBe("http://proxy:3128/");
  });

  it.each([
    ["*", "https://any.example", true],
    ["example.com", "https://example.com", true],
    ["example.com", "https://api.EXAMPLE.com", true],
    ["example.com", "https://badexample.com", false],
    [".example.com", "https://api.example.com", true],
    [".example.com", "https://example.com", false],
    ["*.example.com", "https://api.example.com", true],
    ["a.test, example.com", "https://example.com", true],
    ["a.test b.test", "https://b.test", true],
    ["Example.COM", "https://example.com", true],
    ["example.com:443", "https://example.com", true],
    ["example.com:8443", "https://example.com", false],
    ["example.com:8443", "https://example.com:8443", true],
    ["127.0.0.1", "http://127.0.0.1:11434", true],
    ["10.0.0.0/8", "http://10.1.2.3", true],
    ["10.0.0.0/8", "http://11.1.2.3", false],
    ["10.0.0.0/99", "http://10.1.2.3", false],
    ["10.0.0.0/8", "http://host.example", false],
    ["::1", "http://[::1]:8080", true],
    ["[::1]:8080", "http://[::1]:8080", true],
    ["fd00::/8", "http://[fd00::1]", true],
    ["", "https://example.com", false],
    [",", "https://example.com", false],
  ])("C13.1 NO_PROXY %j and %s: excepted is %j", (list, url, isExcepted) => {
    const env = { HTTP_PROXY: "http://p:1", HTTPS_PROXY: "http://p:1", NO_PROXY: list };
    expect(proxyOf(url, env) === undefined).toBe(isExcepted);
  });

  it("C1.3 a proxy that cannot be used is an error that does not tell its password", () => {
    const env = { HTTPS_PROXY: "socks5://name:secret@proxy:1080" };
    expect(() => proxyOf("https://a.example", env)).toThrow(
      /^HTTPS_PROXY must be an http or https URL$/,
    );
  });
});

import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { getHost, isLoopbackHost, parseHost } from "./hosts";

describe("a Host header", () => {
  test.each([
    ["market.example", { hostname: "market.example", port: null }],
    ["Market.Example:8080", { hostname: "market.example", port: 8080 }],
    ["localhost.:80", { hostname: "localhost", port: 80 }],
    ["127.0.0.1:3211", { hostname: "127.0.0.1", port: 3211 }],
    ["[::1]:3211", { hostname: "::1", port: 3211 }],
    ["[0:0:0:0:0:0:0:1]", { hostname: "::1", port: null }],
    ["a_b.example:", { hostname: "a_b.example", port: null }],
  ])("is %s", (text, host) => {
    expect(parseHost(text)).toEqual(host);
  });

  test.each([
    "",
    ".",
    ":80",
    "a:b@c",
    "user@localhost",
    "localhost:80:90",
    "localhost:65536",
    "localhost:-1",
    "localhost:0x50",
    "::1",
    "[::1",
    "[localhost]",
    "[::1%25eth0]",
    "[::1]x",
    "a..b",
    ".localhost",
    "local host",
    "localhost/",
    "localhost?",
    "localhost#",
    "localhost\\",
    "localhost,evil.example",
    "löcalhost",
    "a\u0000b",
    "%6cocalhost",
    "a".repeat(300),
  ])("is rejected: %j", (text) => {
    expect(parseHost(text)).toBeNull();
  });
});

describe("the host of a request", () => {
  const request = (hosts: readonly string[], url = "/") =>
    ({
      url,
      headers: { host: hosts[0] },
      rawHeaders: hosts.flatMap((host) => ["hOST", host]),
    }) as unknown as IncomingMessage;

  test("is the one in its header", () => {
    expect(getHost(request(["localhost:1"]))?.hostname).toBe("localhost");
    expect(getHost(request(["localhost:1"], "*"))?.hostname).toBe("localhost");
    expect(getHost(request(["localhost:1"], "http://LOCALHOST:1/x"))?.port).toBe(1);
  });

  test.each([
    ["no line", request([])],
    ["two lines", request(["localhost", "evil.example"])],
    ["two equal lines", request(["localhost", "localhost"])],
    ["another host in the request line", request(["localhost"], "http://evil.example/")],
    ["another port in the request line", request(["localhost:1"], "http://localhost:2/")],
    ["user information in the request line", request(["localhost"], "http://a@localhost/")],
    ["an odd request line", request(["localhost"], "localhost/api")],
  ])("is none with %s", (_what, odd) => {
    expect(getHost(odd)).toBeNull();
  });
});

test("distinguishes names of this machine from similar names", () => {
  for (const name of ["localhost", "a.localhost", "127.0.0.1", "127.9.8.7", "::1"])
    expect(isLoopbackHost(name), name).toBe(true);
  for (const name of [
    "localhost.example",
    "127.0.0.1.example",
    "xlocalhost",
    "0.0.0.0",
    "::",
    "127.1",
    "2130706433",
    "0177.0.0.1",
    "128.0.0.1",
    "::ffff:192.168.0.1",
  ])
    expect(isLoopbackHost(name), name).toBe(false);
});

import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { processorMs } from "../testkit/elapsed";
import { canonicalAddress, TrustedProxies } from "./clientAddress";

type Headers = Record<string, string>;

function requestFrom(remoteAddress: string | undefined, headers: Headers = {}): IncomingMessage {
  const all: Headers = { host: "127.0.0.1:3211", ...headers };
  const rawHeaders = Object.entries(all).flat();
  return {
    url: "/",
    headers: all,
    rawHeaders,
    socket: { remoteAddress },
  } as unknown as IncomingMessage;
}

function addressSeen(trusted: string, peer: string, headers: Headers = {}): string | null {
  return new TrustedProxies(trusted).getClientAddress(requestFrom(peer, headers));
}

describe("[ADDR1] the caller's address", () => {
  test("is the peer's, normalised, when no proxy is trusted", () => {
    expect(addressSeen("", "203.0.113.9")).toBe("203.0.113.9");
    expect(addressSeen("", "::ffff:203.0.113.9")).toBe("203.0.113.9");
    expect(addressSeen("", "2001:DB8:0:0:0:0:0:1")).toBe("2001:db8::1");
    expect(addressSeen("", "fe80::1%eth0")).toBe("fe80::1");
    expect(new TrustedProxies().getClientAddress(requestFrom(undefined))).toBeNull();
  });

  test.each([
    { "x-forwarded-for": "198.51.100.7" },
    { forwarded: "for=198.51.100.7" },
    { "x-forwarded-for": "127.0.0.1", forwarded: "for=127.0.0.1" },
    { "x-real-ip": "198.51.100.7" },
  ])("is the peer's when the peer is no trusted proxy: %j", (headers: Headers) => {
    for (const trusted of ["", "loopback", "10.0.0.0/8"])
      expect(addressSeen(trusted, "203.0.113.9", headers)).toBe("203.0.113.9");
  });

  test.each([
    ["198.51.100.7", "198.51.100.7"],
    ["1.1.1.1, 198.51.100.7", "198.51.100.7"],
    ["1.1.1.1,198.51.100.7,10.1.2.3", "198.51.100.7"],
    ["198.51.100.7, 10.1.2.3, 127.0.0.9", "198.51.100.7"],
    ["10.1.2.3", "10.1.2.3"],
    ["198.51.100.7:4711", "198.51.100.7"],
    ["[2001:db8::7]:4711", "2001:db8::7"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["2001:db8:0::7", "2001:db8::7"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["::ffff:c633:6407", "198.51.100.7"],
    ["1.1.1.1, _hidden, 10.1.2.3", "10.1.2.3"],
    ["1.1.1.1, unknown, 10.1.2.3", "10.1.2.3"],
    ["1.1.1.1,, 10.1.2.3", "10.1.2.3"],
    ["127.0.0.1, 198.51.100.7", "198.51.100.7"],
    ["198.51.100.7, 010.1.2.3", null],
    ["unknown", null],
    ["", null],
    ["[198.51.100.7]", null],
    ["198.51.100.7:99:1", null],
    ["127.0.0.1", null],
    [`${"1.1.1.1, ".repeat(2_000)}198.51.100.7`, null],
  ])("is the right-most hop that is not trusted: X-Forwarded-For %.60s", (header, address) => {
    const trusted = "loopback, 10.0.0.0/8";
    expect(addressSeen(trusted, "127.0.0.1", { "x-forwarded-for": header })).toBe(address);
    expect(addressSeen(trusted, "::1", { "x-forwarded-for": header })).toBe(address);
    expect(addressSeen(trusted, "::ffff:127.0.0.1", { "x-forwarded-for": header })).toBe(address);
  });

  test.each([
    ["for=198.51.100.7", "198.51.100.7"],
    ["For=1.1.1.1, fOR=198.51.100.7;proto=https;by=_x", "198.51.100.7"],
    ['proto=https;for="198.51.100.7:4711"', "198.51.100.7"],
    ['for="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::17"],
    ['for="[2001:db8:cafe::17]" , for=10.1.2.3', "2001:db8:cafe::17"],
    ['for=1.1.1.1, for="[::ffff:198.51.100.7]"', "198.51.100.7"],
    ['for="198.51.100\\.7"', "198.51.100.7"],
    ['for="_a, for=9.9.9.9", for=198.51.100.7', "198.51.100.7"],
    ['for=198.51.100.7, for="10.1.2.3";host="a,b;c\\"d"', "198.51.100.7"],
    ["for=1.1.1.1, for=_hidden, for=10.1.2.3", "10.1.2.3"],
    ["for=1.1.1.1, for=unknown, for=10.1.2.3", "10.1.2.3"],
    ["for=1.1.1.1, proto=https, for=10.1.2.3", "10.1.2.3"],
    ["for=unknown", null],
    ["for=_secret", null],
    ["198.51.100.7", null],
    ['for="198.51.100.7', null],
    ["for=198.51.100.7 for=1.1.1.1", null],
    ["for=127.0.0.1", null],
    ["", null],
  ])("is the right-most hop that is not trusted: Forwarded %s", (header, address) => {
    expect(addressSeen("loopback,10.0.0.0/8", "127.0.0.1", { forwarded: header })).toBe(address);
  });

  test("ignores a header that a proxy passed on beside its own", () => {
    const both = (forwardedFor: string, forwarded: string) =>
      addressSeen("10.0.0.0/8", "10.0.0.1", { "x-forwarded-for": forwardedFor, forwarded });
    expect(both("198.51.100.7", "for=198.51.100.7")).toBe("198.51.100.7");
    expect(both("198.51.100.7", "for=1.1.1.1")).toBe("10.0.0.1");
    expect(both("1.1.1.1", "for=198.51.100.7")).toBe("10.0.0.1");
    expect(both("198.51.100.7", "nonsense")).toBe("10.0.0.1");
  });

  test("is loopback only without a proxy and with a loopback host name", () => {
    for (const trusted of ["", "loopback"]) {
      expect(addressSeen(trusted, "127.0.0.1")).toBe("127.0.0.1");
      expect(addressSeen(trusted, "::1", { host: "localhost:3211" })).toBe("::1");
      expect(addressSeen(trusted, "127.0.0.1", { host: "market.example" })).toBeNull();
      expect(addressSeen(trusted, "127.0.0.1", { host: "a:b@c" })).toBeNull();
      for (const name of [
        "via",
        "x-forwarded-proto",
        "x-real-ip",
        "forwarded",
        "cf-ray",
        "client-ip",
      ])
        expect(addressSeen(trusted, "127.0.0.1", { [name]: "127.0.0.1" }), name).toBeNull();
    }
  });

  test("is parsed from a header of any length in linear time", () => {
    const long = 'for="'.padEnd(100_000, "\\") + "," + "for=a;".repeat(20_000);
    const took = processorMs(() => {
      addressSeen("loopback", "127.0.0.1", { forwarded: long, "x-forwarded-for": long });
      addressSeen("loopback", "127.0.0.1", { forwarded: long.slice(0, 4_000) });
    });
    expect(took).toBeLessThan(100);
  });
});

test.each([
  "10.0.0.0/33",
  "10.0.0.0/-1",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "10.0.0/8",
  "0.0.0.0/0",
  "::/0",
  "::1/129",
  "::ffff:10.0.0.0/104",
  "localhost",
  "true",
])("[ADDR1] rejects %s as a trusted proxy", (text) => {
  expect(() => new TrustedProxies(text)).toThrow(SyntaxError);
});

test("normalises an address", () => {
  expect(canonicalAddress("::FFFF:7f00:1")).toBe("127.0.0.1");
  expect(canonicalAddress("0:0::0:1")).toBe("::1");
  for (const none of ["", "1.2.3", "01.2.3.4", "1.2.3.4.5", "::g", "localhost", "1.2.3.4 "])
    expect(canonicalAddress(none), none).toBeNull();
});

import { describe, expect, test } from "vitest";
import { isPrivateAddress, literalAddress } from "./addresses";

const PRIVATE = {
  "this machine": ["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::"],
  "private networks": ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  "unique local": ["fc00::1", "fd12:3456:789a::1", "fdff:ffff::"],
  "link-local, where clouds keep their secrets": ["169.254.169.254", "fe80::1", "febf::1"],
  "site-local of old": ["fec0::1"],
  "carriers' NAT": ["100.64.0.1", "100.127.255.255"],
  "one too many": ["224.0.0.1", "239.255.255.255", "ff02::1", "255.255.255.255", "240.0.0.1"],
  "benchmarks and documentation": [
    ...["192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9"],
    ...["2001:db8::1", "3fff::1"],
  ],
  "protocols and tunnels": ["192.0.0.8", "192.88.99.1", "2001::1", "2002:7f00:1::", "100::1"],
  "IPv4 in IPv6": [
    ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "0:0:0:0:0:ffff:a9fe:a9fe"],
    ...["::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::808:808"],
  ],
  "nothing that can be read": [
    ...["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "0x7f.0.0.1", "1.2.3.-4"],
    ...["fe80::1%eth0", "1::2::3", "::1::", ":::", "12345::", "g::1", "1:2:3:4:5:6:7", "[::1]"],
    ...["1:2:3:4:5:6:7:8:9", "1.2.3.4::", "::1.2.3.256", "1:2:3:4:5:6:7::8:9"],
  ],
};

const PUBLIC = [
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"],
  ...["126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255"],
  ...["172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255"],
  ...["198.20.0.0", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"],
  ...["2001:4860:4860::8888", "2003::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"],
];

describe("an address is private if it is of", () => {
  test.each(Object.entries(PRIVATE))("%s", (_, addresses) => {
    for (const address of addresses) expect(isPrivateAddress(address), address).toBe(true);
  });
});

test("every other address is public, next to a private range too", () => {
  for (const address of PUBLIC) expect(isPrivateAddress(address), address).toBe(false);
});

test("the host of an URL is an address or the name of one, however the address was written", () => {
  for (const [text, address] of [
    ["http://2130706433/", "127.0.0.1"],
    ["http://0x7f.1/", "127.0.0.1"],
    ["http://0177.0.0.1/", "127.0.0.1"],
    ["http://127。0。0。1/", "127.0.0.1"],
    ["http://[::FFFF:127.0.0.1]/", "::ffff:7f00:1"],
    ["http://shop.example/", undefined],
    ["http://10.0.0.1.example/", undefined],
  ] as const) {
    expect(literalAddress(new URL(text).hostname), text).toBe(address);
  }
});

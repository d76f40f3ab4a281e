import fc from "fast-check";
import { expect, it } from "vitest";
import { isThisMachine, networkOf, widerNetworkOf } from "./network";

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8::ffff:203.0.113.9", "2001:db8:0:0::/64"],
  [null, "unknown"],
  ["", "unknown"],
  ["unknown", "unknown"],
  ["203.0.113.9, 10.0.0.1", "unknown"],
  ["203.0.113", "unknown"],
  ["1:2:3", "unknown"],
])("counts %s under %s", (ip, key) => {
  expect(networkOf(ip)).toBe(key);
});

it.each(["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])(
  "takes %s for this machine",
  (ip) => {
    expect(isThisMachine(ip)).toBe(true);
  },
);

it.each([
  null,
  "",
  "unknown",
  "128.0.0.1",
  "127.0.0.1.example",
  "0.0.0.0",
  "::",
  "::2",
  "10.0.0.1",
])("takes %s for another machine, or none", (ip) => {
  expect(isThisMachine(ip)).toBe(false);
});

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

it("counts every address of one /64 under one key, and those of two under two", () => {
  const networks = fc.uniqueArray(fc.tuple(fc.constant("2001"), group, group, group), {
    minLength: 2,
    maxLength: 2,
    selector: (groups) => groups.join(":"),
  });
  const host = fc.tuple(group, group, group, group);
  fc.assert(
    fc.property(networks, host, host, ([one, two], a, b) => {
      const keyOf = (network = one, inside = a) =>
        networkOf([...(network ?? []), ...inside].join(":"));
      expect(keyOf(one, a)).toBe(keyOf(one, b));
      expect(keyOf(one, a)).not.toBe(keyOf(two, a));
    }),
  );
});

it.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8:1:ffff::9", "2001:db8:1::/48"],
  ["::1", "0:0:0::/48"],
  [null, "unknown"],
])("finds the block of %s to be %s", (ip, block) => {
  expect(widerNetworkOf(networkOf(ip))).toBe(block);
});

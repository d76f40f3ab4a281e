import { expect, test } from "vitest";
import { toNetwork } from "./network";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["2001:db8:1:2:3::", "2001:db8:1:2"],
  ["2001::", "2001:0:0:0"],
])("%s belongs to %s", (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

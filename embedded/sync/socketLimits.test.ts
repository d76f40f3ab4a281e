/** Budgets per socket, per address and in total, with the figures of SPEC.md. */
import { describe, expect, test } from "vitest";
import type { Share, Shares } from "./socketLimits";
import { callerKey } from "../callerKey";
import { limitShares, SocketBudgets } from "./socketLimits";

const MIB = 2 ** 20;
const UNCOUNTED = 16 * 2 ** 10;

/** Takes one MiB at a time from each share in turn until all reject, and returns the total. */
function filled(shares: readonly Share[]): number {
  let taken = 0;
  for (const share of shares) while (taken < 10_000 && share.take(MIB)) taken += 1;
  return taken;
}

function sharesOf(budgets: SocketBudgets, count: number, address: (at: number) => string) {
  return Array.from({ length: count }, (_, at) => budgets.createShares(address(at)));
}

describe("[SYNC15] a socket", () => {
  test.each([
    ["incoming", true, 18],
    ["incoming", false, 32],
    ["watched", true, 20],
    ["watched", false, 64],
  ] as const)(
    "may hold, of what is %s, without an identity (%s): %i MiB",
    (what, stranger, most) => {
      const shares = new SocketBudgets().createShares("a");
      limitShares(shares, stranger);
      expect(filled([shares[what]])).toBe(most);
      expect(shares[what].take(1)).toBe(false);
    },
  );

  test("starts with the limits of anonymous sockets", () => {
    const { incoming, watched } = new SocketBudgets().createShares("a");
    expect([filled([incoming]), filled([watched])]).toEqual([18, 20]);
  });
});

describe("[SYNC15] the sockets of one address, and all", () => {
  const identify = (shares: Shares) => limitShares(shares, false);

  test.each([
    ["incoming", 64],
    ["watched", 256],
    ["unread", 128],
  ] as const)("may hold, of what is %s, %s MiB per address", (what, most) => {
    const budgets = new SocketBudgets();
    const shares = sharesOf(budgets, 20, () => "a");
    shares.forEach(identify);
    expect(filled(shares.map((each) => each[what]))).toBe(most);
    expect(budgets.createShares("b")[what].take(MIB)).toBe(true);
  });

  test.each([
    ["incoming", 256],
    ["unread", 512],
  ] as const)("may hold, of what is %s, %s MiB in total", (what, most) => {
    const budgets = new SocketBudgets();
    const shares = sharesOf(budgets, 200, (at) => `address ${at % 40}`);
    shares.forEach(identify);
    // The uncounted part is less than a MiB of each.
    const taken = filled(shares.map((each) => each[what]));
    expect([most, most + 1]).toContain(taken);
    expect(budgets.inUse[what]).toBeLessThanOrEqual(most * MIB);
  });

  test("accept small messages when large ones have used the budget up", () => {
    const budgets = new SocketBudgets();
    const shares = sharesOf(budgets, 200, (at) => `address ${at % 40}`);
    for (const { incoming } of shares) while (incoming.take(1_024));
    const { incoming } = budgets.createShares("address 1");
    expect(incoming.take(UNCOUNTED)).toBe(true);
    expect(incoming.take(1)).toBe(false);
  });

  test("count nothing after everything was released, in any steps", () => {
    const budgets = new SocketBudgets();
    const { incoming } = budgets.createShares("a");
    incoming.take(UNCOUNTED - 1);
    incoming.take(100_000);
    expect(budgets.inUse.incoming).toBe(100_000 - 1);
    expect(incoming.used).toBe(UNCOUNTED - 1 + 100_000);
    incoming.give(50);
    incoming.give(UNCOUNTED + 99_949);
    expect([budgets.inUse.incoming, incoming.used]).toEqual([0, 0]);
  });

  test("are at most 200 per address and 10,000 in total", () => {
    const { sockets } = new SocketBudgets();
    for (let at = 0; at < 10_000; at += 1) expect(sockets.take(`${at % 50}`, 1)).toBe(true);
    expect(sockets.take("50", 1)).toBe(false);
    sockets.give("0", 200);
    expect(sockets.take("1", 1)).toBe(false);
    expect(sockets.take("50", 1)).toBe(true);
  });
});

describe("[SYNC22] unanswered calls", () => {
  const taken = (most: number, calls: () => Share) => {
    let count = 0;
    while (count < most && calls().take(1)) count += 1;
    return count;
  };

  test("are at most 1,000 per socket, 4,000 per address and 20,000 in total, without 16 of each address", () => {
    const budgets = new SocketBudgets();
    const socket = (address: string) => budgets.createShares(address).calls;
    const one = socket("0");
    expect(taken(5_000, () => one)).toBe(1_000);
    expect(taken(5_000, () => socket("0"))).toBe(3_000);
    for (let address = 1; address < 5; address += 1)
      expect(taken(5_000, () => socket(`${address}`))).toBe(4_000);
    // Of five addresses 16 calls each do not count.
    expect(taken(5_000, () => socket("5"))).toBe(5 * 16 + 16);
    expect(taken(5_000, () => socket("6"))).toBe(16);
    one.give(1);
    expect(taken(5_000, () => socket("6"))).toBe(1);
  });
});

test("[SYNC18] counts an IPv6 network as one address, and each loopback connection by itself", () => {
  expect(callerKey("198.51.100.7", "own")).toBe(callerKey("198.51.100.7", "other"));
  expect(callerKey("198.51.100.7", "own")).not.toBe(callerKey("198.51.100.8", "own"));
  expect(callerKey("2001:db8:1:2::1", "own")).toBe(callerKey("2001:db8:1:2::f", "other"));
  expect(callerKey("2001:db8:1:2::1", "own")).not.toBe(callerKey("2001:db8:1:3::1", "own"));
  for (const ip of ["127.0.0.1", "::1", null]) expect(callerKey(ip, "own")).toBe("own");
});

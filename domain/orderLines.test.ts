import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asAsked,
  askedOf,
  keptLines,
  lineIdOf,
  lineStatus,
  owedPaiseOf,
  piecesText,
  readLineId,
  shownPieces,
  totalPaiseOf,
  withPieces,
  withinLines,
  type OrderLine,
} from "./orderLines";
import { ORDER_LINES_MAX } from "./limits";
import { ORDER_STATUSES } from "./orderLifecycle";

const orderOf = (_id: string, count: number) => ({ _id, lines: Array.from({ length: count }) });

describe("the id of a line", () => {
  it("is that of its order, where that has one line", () => {
    expect(lineIdOf(orderOf("k57", 1), 0)).toBe("k57");
    expect(readLineId("k57")).toEqual({ orderId: "k57" });
  });

  it("has its place behind the order's id, counted from 1, and is read as it was written", () => {
    const order = orderOf("k57", 3);
    expect([0, 1, 2].map((at) => lineIdOf(order, at))).toEqual(["k57-1", "k57-2", "k57-3"]);
    const ids = fc.stringMatching(/^[a-z0-9;|-]{1,40}$/u);
    const places = fc.nat(ORDER_LINES_MAX - 1);
    fc.assert(
      fc.property(ids, places, (_id, at) => {
        const id = lineIdOf(orderOf(_id, ORDER_LINES_MAX), at);
        expect(readLineId(id)).toEqual({ orderId: _id, at });
      }),
    );
  });

  it.each([
    ...["", "-", "k57-", "k57-0", "k57--0", "k57-01", "k57-1000", "k57-1e2", "k57-1.0", "k57-+1"],
    ...["k57- 1", "k57-1 ", "k57-1\n", "k57-\u0661", "k57-１", "k57-x", "k57_1", "k57-Infinity"],
    ...["-0", "-1000", "--", "k57\u20131"],
  ])("%j names an order that there is not", (id) => {
    expect(readLineId(id)).toEqual({ orderId: id });
  });

  it.each([
    ["-1", "", 0],
    ["--2", "-", 1],
    ["k57--2", "k57-", 1],
    ["k57-1-2", "k57-1", 1],
    ["k57-999", "k57", 998],
  ])("%j names a line of %j", (id, orderId, at) => {
    expect(readLineId(id)).toEqual({ orderId, at });
  });

  it("is read in no time, however long", () => {
    expect(readLineId("-".repeat(1_000_000)).at).toBeUndefined();
    expect(readLineId(`${"1-".repeat(500_000)}1`)).toMatchObject({ at: 0 });
  });
});

describe("a line", () => {
  const line: OrderLine = { quantity: 3, pricePaise: 10_50 };
  const fewer: OrderLine = { ...line, askedQuantity: 5 };
  const refused: OrderLine = {
    ...{ quantity: 0, askedQuantity: 5, pricePaise: 10_50, addedTaxBp: 1800 },
    refused: { by: "retailer", reason: "r" },
  };

  it("is asked for as often as before an answer with fewer", () => {
    expect([line, fewer, refused].map(askedOf)).toEqual([3, 5, 5]);
    expect(asAsked(refused)).toEqual({ quantity: 5, pricePaise: 10_50, addedTaxBp: 1800 });
    expect(asAsked(line)).toEqual(line);
    expect(withPieces(line, 2)).toEqual({ ...line, quantity: 2, askedQuantity: 3 });
    expect(withPieces(fewer, 4)).toEqual({ ...fewer, quantity: 4 });
    expect(withPieces(fewer, 5)).toEqual({ ...line, quantity: 5 });
  });

  it("shows its pieces, with those asked for where fewer are sent; refused, those asked for alone", () => {
    expect(shownPieces(line)).toEqual({ quantity: 3 });
    expect(shownPieces(fewer)).toEqual({ quantity: 3, askedQuantity: 5 });
    expect(shownPieces(refused)).toEqual({ quantity: 5 });
    expect(Object.keys(shownPieces(refused))).toEqual(["quantity"]);
    const many = { quantity: 1_20_000 };
    expect([line, fewer, refused, many].map(piecesText)).toEqual([
      "3",
      "3 of 5",
      "0 of 5",
      "1,20,000",
    ]);
  });

  it("goes the way of its order, unless one party refused it", () => {
    for (const status of ORDER_STATUSES) {
      expect(lineStatus(status, fewer)).toBe(status);
      expect(lineStatus(status, refused)).toBe("cancelled");
      const byDistributor: OrderLine = { ...refused, refused: { by: "distributor", reason: "r" } };
      expect(lineStatus(status, byDistributor)).toBe("rejected");
    }
    expect(keptLines([line, refused, fewer])).toEqual([line, fewer]);
  });

  it("counts with the pieces that are sent, and with the tax of each line by itself", () => {
    const taxed: OrderLine = { quantity: 3, pricePaise: 33, addedTaxBp: 500 };
    expect(totalPaiseOf([line, refused, taxed])).toBe(3 * 10_50 + 99);
    // Two halves of 2.5 %, each rounded.
    expect(owedPaiseOf([line, refused, taxed, taxed])).toBe(3 * 10_50 + 2 * (99 + 2 * 2));
    expect([totalPaiseOf([]), owedPaiseOf([])]).toEqual([0, 0]);
  });
});

describe("the first orders with so many lines together", () => {
  it.each([
    [[], []],
    [[4], [4]],
    [[3], [3]],
    [
      [1, 1, 1, 1],
      [1, 1, 1],
    ],
    [[2, 2, 1], [2]],
    [[4, 1], [4]],
  ])("of orders with %j lines are %j", (sizes, expected) => {
    const orders = sizes.map((count) => orderOf("k57", count));
    expect(withinLines(orders, 3).map(({ lines }) => lines.length)).toEqual(expected);
  });
});

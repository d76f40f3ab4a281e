import { describe, expect, test } from "vitest";
import { ORDER_LINES_MAX } from "../../../../domain/limits";
import { type Basket, basketGroups, groupHint, commandOf } from "./basketGroups";

type Line = Basket["lines"][number];
type Distributor = Basket["distributors"][number];

function line(productId: string, part: Partial<Line> = {}): Line {
  return {
    productId: productId as Line["productId"],
    distributorId: "asha" as Line["distributorId"],
    ...{ name: productId, picture: null, packSize: 12, quantity: 10 },
    ...{ seenPricePaise: 1_000, pricePaise: 1_000 },
    ...part,
  };
}

function distributor(id: string, part: Partial<Distributor> = {}): Distributor {
  return { _id: id as Distributor["_id"], name: id, ...part };
}

const PLENTY = () => 1_000;

/** The one group of Asha's lines. */
function groupOf(lines: Line[], terms: Partial<Distributor> = {}, stockOf = PLENTY) {
  return basketGroups({ lines, distributors: [distributor("asha", terms)] }, stockOf)[0]!;
}

describe("a basket", () => {
  test("has a group for each distributor, with the sum of its lines", () => {
    const ravi = "ravi" as Line["distributorId"];
    const lines = [line("rice"), line("lamp", { distributorId: ravi }), line("ball")];
    const distributors = [distributor("asha"), distributor("ravi")];
    const groups = basketGroups({ lines, distributors }, PLENTY);
    expect(groups.map(({ lines: own }) => own.map(({ productId }) => productId))).toEqual([
      ["rice", "ball"],
      ["lamp"],
    ]);
    expect(groups.map(({ totalPaise }) => totalPaise)).toEqual([20_000, 10_000]);
    expect(groups.every(({ canBePlaced }) => canBePlaced)).toBe(true);
  });

  test("counts each line at the price of its quantity", () => {
    const priceBreaks = [{ from: 10, pricePaise: 900 }];
    expect(groupOf([line("rice", { priceBreaks })])).toMatchObject({
      totalPaise: 9_000,
      lines: [{ price: { pricePaise: 900 }, totalPaise: 9_000 }],
    });
  });

  test.each<[string, Partial<Line>, number | undefined, string | null]>([
    ["that fits", {}, 10, null],
    ["whose stock is not known yet", {}, undefined, null],
    ["of which there are too few", {}, 9, "Only 9 in stock."],
    ["that is sold out", {}, 0, "Out of stock."],
    ["that is no pack", { multiple: 12 }, 100, "Order 12."],
    ["that is gone", { isGone: true }, 100, "No longer sold. Please remove it."],
  ])("says what is wrong with a line %s", (_, part, stock, problem) => {
    const group = groupOf([line("rice", part)], {}, () => stock!);
    expect(group.lines[0]?.problem).toBe(problem);
    expect(group.canBePlaced).toBe(problem === null);
  });

  test("says what is missing to the smallest order, to which nothing counts that is gone", () => {
    const lines = [line("rice"), line("ball", { isGone: true })];
    const group = groupOf(lines, { minOrderPaise: 12_050 });
    expect(group).toMatchObject({ totalPaise: 10_000, missingPaise: 2_050, canBePlaced: false });
    expect(groupHint(group)).toBe("₹20.50 more to the minimum");
    expect(groupHint(groupOf(lines, { minOrderPaise: 10_000 }))).toBeNull();
  });

  test("places no more lines at once than an order may have", () => {
    const lines = Array.from({ length: ORDER_LINES_MAX + 1 }, (_, n) => line(`rice ${n}`));
    expect(groupOf(lines).canBePlaced).toBe(false);
    expect(groupHint(groupOf(lines))).toBe("One order has at most 100 products.");
    expect(groupOf(lines.slice(1)).canBePlaced).toBe(true);
  });

  test("is placed at the prices that it shows", () => {
    const priceBreaks = [{ from: 10, pricePaise: 900 }];
    const group = groupOf([line("rice", { priceBreaks })], { companyName: "Banyan Court" });
    const message = { msg: "Soon, please.", shortageRule: "sendLess" } as const;
    expect(commandOf(group, message)).toEqual({
      ...{ kind: "basket", distributorId: "asha", distributorName: "Banyan Court" },
      ...message,
      lines: [{ productId: "rice", productName: "rice", quantity: 10, pricePaise: 900 }],
    });
  });
});

import { describe, expect, it } from "vitest";
import type { IncomingOrder } from "./orderRow";
import { answeredLines, openOfferOf, placementsOf, previewOf } from "./placements";

function row(id: string, part: Partial<IncomingOrder> = {}): IncomingOrder {
  return {
    ...{ _id: id, productName: id, quantity: 10, pricePaise: 100, status: "pending" },
    ...{ createdAt: 0, userName: "Meena", shopName: "", userPhone: "", retailerAddress: "" },
    ...part,
  } as IncomingOrder;
}

const ofPlacement = (placementId: string, id: string, part: Partial<IncomingOrder> = {}) =>
  row(id, { placementId, ...part } as Partial<IncomingOrder>);

const idsIn = (rows: readonly IncomingOrder[]) =>
  placementsOf(rows, "latest").map(({ lines }) => lines.map(({ _id }) => _id));

describe("rows of a list", () => {
  it("stand together by placement, in the order of placing", () => {
    const rows = [ofPlacement("p", "b"), ofPlacement("p", "a"), row("single")];
    expect(idsIn(rows)).toEqual([["a", "b"], ["single"]]);
    const oldest = placementsOf([...rows].reverse(), "oldest");
    expect(oldest.map(({ lines }) => lines.map(({ _id }) => _id))).toEqual([
      ["single"],
      ["a", "b"],
    ]);
  });

  it("of another day, reason or status are cards of their own", () => {
    const rows = [
      ofPlacement("p", "d", { status: "cancelled" }),
      ofPlacement("p", "c", { status: "rejected", orderCancelReason: "Sold out" }),
      ofPlacement("p", "b", { status: "rejected", orderCancelReason: "Not available" }),
      ofPlacement("p", "a", { status: "rejected", orderCancelReason: "Sold out" }),
    ];
    expect(idsIn(rows)).toEqual([["d"], ["a", "c"], ["b"]]);
  });

  it("keep their card's id when another line leaves the list", () => {
    const [first, second] = [ofPlacement("p", "a"), ofPlacement("p", "b")];
    const ids = [[second, first], [second], [first]].map(
      (rows) => placementsOf(rows, "latest")[0]?._id,
    );
    expect(new Set(ids).size).toBe(1);
  });

  it("keep the object of a placement that did not change", () => {
    const rows = [ofPlacement("p", "b"), ofPlacement("p", "a"), row("single")] as const;
    const before = placementsOf(rows, "latest");
    const after = placementsOf([row("new"), { ...rows[0] }, rows[1], rows[2]], "latest", before);
    expect(after[1]).not.toBe(before[0]);
    expect(after[2]).toBe(before[1]);
  });
});

describe("an answer", () => {
  const lines = [row("a"), row("b", { pricePaise: 50 })];

  it.each([
    ["ask", {}, "accepted", 1_500],
    ["ask", { a: 6 }, "offered", 1_100],
    ["sendLess", { a: 6, b: 0 }, "accepted", 600],
    ["sendLess", { a: 0, b: 0 }, "rejected", 0],
  ] as const)("with %s and %o is %s, and its total is live", (rule, sent, kind, totalPaise) => {
    const asked = lines.map((line) => ({ ...line, shortageRule: rule }));
    expect(previewOf(asked, sent)).toMatchObject({ kind, totalPaise });
  });

  it("names the quantity of short lines alone", () => {
    expect(answeredLines(lines, { b: 0 })).toEqual([
      { orderId: "a" },
      { orderId: "b", quantity: 0 },
    ]);
  });
});

it("the open offer of a placement has the pieces of all its lines", () => {
  const offer = (quantity: number) =>
    ({ offerId: "offer", quantity, expiresAt: 9 }) as IncomingOrder["offer"];
  const placed = [
    ofPlacement("p", "c"),
    ofPlacement("p", "b", { offer: offer(10) }),
    ofPlacement("p", "a", { offer: offer(6) }),
  ];
  const [placement] = placementsOf(placed, "latest");
  expect(openOfferOf(placement!)).toEqual({
    ...{ offerId: "offer", expiresAt: 9 },
    ...{ quantity: 16, asked: 20 },
  });
  expect(openOfferOf(placementsOf([row("a")], "latest")[0]!)).toBeNull();
});

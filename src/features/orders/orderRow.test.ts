import { piecesText } from "../../../domain/orderLines";
import { expect, it } from "vitest";
import { contentOf, lineRowsOf, type Order, refusalText, totalOf } from "./orderRow";

const rice = { productName: "Rice", quantity: 10, pricePaise: 100 };
const refused = { by: "retailer", reason: "Not needed" } as const;
const left = { ...rice, quantity: 0, askedQuantity: 10, refused };

it("an order is described by what of it is or may be sent", () => {
  expect(contentOf({ lines: [rice] })).toBe("10 × Rice");
  expect(contentOf({ lines: [rice, rice] })).toBe("2 lines");
  expect(contentOf({ lines: [rice, left] })).toBe("10 × Rice");
  expect(totalOf({ lines: [rice, left] })).toBe(1_000);
  expect(piecesText(left)).toBe("0 of 10");
});

it("a refused line says whose doing that is, to each reader", () => {
  const partnerName = "Meena";
  expect(refusalText(refused, { party: "distributor", partnerName })).toBe(
    "Cancelled by Meena: Not needed",
  );
  expect(refusalText(refused, { party: "retailer", partnerName: "Asha" })).toBe(
    "Cancelled by you: Not needed",
  );
  const by = { by: "distributor", reason: "Not available" } as const;
  expect(refusalText(by, { party: "retailer", partnerName: "Asha" })).toBe(
    "Left out by Asha: Not available",
  );
});

it("the rows of an order that did not change are the same objects", () => {
  const order = { _id: "o", lines: [rice, left] } as unknown as Order;
  expect(lineRowsOf(order)).toBe(lineRowsOf(order));
  expect(lineRowsOf(order).map(({ _id }) => _id)).toEqual(["o-1", "o-2"]);
  expect(lineRowsOf({ ...order, lines: [rice] } as unknown as Order)[0]?._id).toBe("o");
});

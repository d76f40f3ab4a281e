import { describe, expect, it } from "vitest";
import { MESSAGE_MAX, ORDER_QUANTITY_MAX } from "./limits";
import { missingFrom } from "./orderRequest";

const LINE = { productId: "rice", quantity: 1 };
const QUANTITY = "Quantity (must be greater than 0)";

describe("[PLACE5] an order", () => {
  it("names all that is missing", () => {
    expect(missingFrom({ lines: [{ productId: "", quantity: 0 }], msg: " \n" })).toEqual([
      "Product ID",
      QUANTITY,
      "Message",
    ]);
    expect(missingFrom({ lines: [], msg: "Soon" })).toEqual(["Product ID"]);
    expect(missingFrom({ lines: [LINE], msg: "Soon" })).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, ORDER_QUANTITY_MAX + 1])(
    "needs another quantity than %d",
    (quantity) => {
      expect(missingFrom({ lines: [LINE, { ...LINE, quantity }], msg: "Soon" })).toEqual([
        QUANTITY,
      ]);
    },
  );

  it("needs a message that can be stored", () => {
    for (const msg of ["", "a".repeat(MESSAGE_MAX + 1), "a\u0000b"])
      expect(missingFrom({ lines: [LINE], msg }), msg.slice(0, 5)).toEqual(["Message"]);
  });
});

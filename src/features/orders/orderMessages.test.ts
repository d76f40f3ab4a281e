import { describe, expect, it } from "vitest";
import { quantityOf, refusalNotice } from "./orderMessages";

describe("the quantity of an order", () => {
  it.each([
    ["1", 1],
    [" 12 ", 12],
    ["100000", 100_000],
  ])("[PLACE8] typed as %j is %d", (typed, quantity) => {
    expect(quantityOf(typed)).toBe(quantity);
  });

  it.each(["", "0", "-1", "1.5", "1e3", "1,000", "१०", "100001", "Infinity", "₹10"])(
    "is none when %j is typed",
    (typed) => {
      expect(quantityOf(typed)).toBe(0);
    },
  );
});

describe("a refused order is explained", () => {
  it("with the stock that is left", () => {
    expect(
      refusalNotice({ code: "INSUFFICIENT_STOCK", stock: 4, productName: "Rice" }),
    ).toMatchObject({
      title: "Insufficient Stock",
      message: "Available stock: 4",
    });
  });

  it("with what is missing", () => {
    expect(refusalNotice({ code: "MISSING_INFORMATION", missing: ["Message"] })).toMatchObject({
      title: "Missing Information",
      message: "Please provide: Message",
    });
  });

  it("with the way to log in when the session has ended", () => {
    expect(refusalNotice({ code: "UNAUTHENTICATED" })).toMatchObject({
      title: "Authentication Required",
      message: "Please log in to place an order.",
    });
  });

  it("as no failure where the same was placed before", () => {
    expect(refusalNotice({ code: "ORDERED_ALREADY" })).toMatchObject({
      kind: "info",
      title: "This order was already placed",
    });
  });

  it("with the specification's sentence when nobody knows why", () => {
    expect(refusalNotice(null)).toEqual({
      kind: "error",
      title: "Order Failed",
      message: "There was an error placing your order. Please try again.",
    });
  });
});

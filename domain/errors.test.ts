import { expect, test } from "vitest";
import { ERRORS, type ErrorCode, errorText, toErrorData } from "./errors";
import { t } from "../domain/language/texts";

const CREDIT = { limitPaise: 100_00, usedPaise: 0, neededPaise: 118_00 };

test.each([
  [{ code: "INSUFFICIENT_STOCK", stock: 3, productName: "Rice" }, "Available stock: 3"],
  [{ code: "MISSING_INFORMATION", missing: ["Product ID", "Message"] }, "Product ID, Message"],
  [{ code: "PRICE_CHANGED", pricePaise: 10_050, sentPricePaise: 9_000 }, "is ₹100.50 now."],
  [
    { code: "PRICE_CHANGED", pricePaise: 10_050, sentPricePaise: 9_000, addedTaxBp: 1_800 },
    "is ₹100.50 + 18% GST now.",
  ],
  [{ code: "STALE_STOCK", stock: 7 }, "It is 7 now."],
  [{ code: "TOO_MUCH_DATA", retryAfterMs: 61_000 }, "This can be saved in 2 minutes."],
  [{ code: "TOO_MUCH_DATA" }, "in a day."],
  [{ code: "BAD_MULTIPLE", lower: null, upper: 6 }, "Order 6."],
  [{ code: "MIN_ORDER", minPaise: 500_00, totalPaise: 300_00 }, "is ₹500.00: ₹200.00 more."],
  [{ code: "TOO_MANY_OPEN_ORDERS", max: 3, connected: true }, "The limit is 3."],
  [{ code: "TOO_MANY_OPEN_ORDERS", max: 3, connected: false }, "The limit is 3. Connect with"],
  [{ code: "TOO_MANY_PIECES", max: 9, productName: "Rice", connected: true }, "9 pieces of Rice"],
  [{ code: "OVERDUE", openPaise: 50_00, dueOn: "2026-01-31" }, "₹50.00 were due on"],
  [{ code: "ADVANCE_NOT_MEANT", advancePaise: 50_00 }, "₹50.00 is an advance. Go on?"],
  [{ code: "BAD_GSTIN", fault: "length", detail: "It has 15 characters." }, "GSTIN. It has 15"],
  [{ code: "BAD_GSTIN", fault: "absent", detail: "" }, "Not a valid GSTIN."],
  [{ code: "CREDIT_LIMIT", ...CREDIT }, "This order goes beyond your credit"],
  [{ code: "CREDIT_LIMIT", ...CREDIT, ofRetailer: true }, "retailer's credit with you. The limit"],
])("error data that fits its code is worded with its figures: %o", (data, part) => {
  expect(errorText(toErrorData(data)!)).toContain(part);
});

test("every code has words and a status that fits a refusal", () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const { status, text } = ERRORS[code];
    expect(t(text).length, code).toBeGreaterThan(5);
    expect(status, code).toBeGreaterThanOrEqual(400);
    // Nothing that somebody sends is our fault.
    if (code !== "INTERNAL" && code !== "DISK_FULL") expect(status, code).toBeLessThan(500);
  }
});

test.each([
  [null],
  [undefined],
  ["NOT_FOUND"],
  [{}],
  [{ code: "NO_SUCH_CODE" }],
  [{ code: "toString" }],
  [{ code: ["NOT_FOUND"] }],
  [{ code: "STALE_STOCK" }],
  [{ code: "STALE_STOCK", stock: "7" }],
  [{ code: "STALE_STOCK", stock: null }],
  [{ code: "TOO_MANY", retryAfterMs: "soon" }],
  [{ code: "BAD_MULTIPLE", lower: null }],
  [{ code: "MISSING_INFORMATION", missing: "Message" }],
  [{ code: "MISSING_INFORMATION", missing: [1] }],
  [{ code: "TAX_DETAILS_MISSING", missing: [null], detail: "" }],
  [{ code: "LINES_REFUSED", lines: [{ code: "NOT_FOUND" }] }],
  [{ code: "LINES_REFUSED", lines: [{ code: "STALE_STOCK", productId: "p" }] }],
])("a value without a code of the list, or without its fields, is no error data: %o", (value) => {
  expect(toErrorData(value)).toBeNull();
});

test.each([
  [{ code: "NOT_FOUND" }],
  [{ code: "NOT_FOUND", addedLater: 1 }],
  [{ code: "TOO_MANY" }],
  [{ code: "BAD_MULTIPLE", lower: null, upper: null }],
  [{ code: "TAX_DETAILS_MISSING", missing: [{ what: "buyerPin" }], detail: "" }],
  [{ code: "LINES_REFUSED", lines: [{ code: "STALE_STOCK", stock: 1, productId: "p" }] }],
])("error data is what it was after the check: %o", (value) => {
  expect(toErrorData(value)).toBe(value);
});

import { expect, test } from "vitest";
import { ERRORS, type ErrorCode, errorText, isErrorData } from "./errors";

test("a refusal says the figures that belong to it", () => {
  expect(errorText({ code: "INSUFFICIENT_STOCK", stock: 3 })).toBe(
    "Insufficient stock. Available stock: 3",
  );
  expect(errorText({ code: "MISSING_INFORMATION", missing: ["Product ID", "Message"] })).toBe(
    "Please provide: Product ID, Message",
  );
  expect(errorText({ code: "PRICE_CHANGED", pricePaise: 10_050 })).toContain("₹100.50");
  expect(errorText({ code: "STALE_STOCK", stock: 7 })).toContain("7");
  expect(errorText({ code: "TOO_MUCH_DATA", retryAfterMs: 61_000 })).toContain("in 2 minutes");
});

test("a credit limit is said to be the reader's own, or its retailer's", () => {
  const figures = { limitPaise: 100_00, usedPaise: 0, neededPaise: 118_00 };
  expect(errorText({ code: "CREDIT_LIMIT", ...figures })).toMatch(/^This order goes beyond your/);
  const ofRetailer = errorText({ code: "CREDIT_LIMIT", ...figures, ofRetailer: true });
  expect(ofRetailer).toMatch(/beyond the retailer's credit with you\. The limit is ₹100\.00/);
});

test("every code has words and a status that fits a refusal", () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    expect(errorText({ code, stock: 0, pricePaise: 0 }).length, code).toBeGreaterThan(5);
    expect(ERRORS[code].status, code).toBeGreaterThanOrEqual(400);
    // Nothing that somebody sends is our fault.
    if (code !== "INTERNAL" && code !== "DISK_FULL")
      expect(ERRORS[code].status, code).toBeLessThan(500);
  }
});

test("only what carries a code of the list is a refusal", () => {
  expect(isErrorData({ code: "NOT_FOUND" })).toBe(true);
  for (const other of [null, "NOT_FOUND", {}, { code: "NO_SUCH_CODE" }, { code: "toString" }]) {
    expect(isErrorData(other)).toBe(false);
  }
});

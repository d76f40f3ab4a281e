import { describe, expect, test } from "vitest";
import { chosenInvoice, invoiceOption, type InvoiceRow } from "./invoiceChoice";

const rows = [{ _id: "newest" }, { _id: "older" }] as InvoiceRow[];

describe("the invoice on the page", () => {
  test("[INVOICE3] is the newest until another is picked", () => {
    expect(chosenInvoice(null, rows)).toBe("newest");
    expect(chosenInvoice("older", rows)).toBe("older");
  });

  test("may be one that is not among the rows loaded so far", () => {
    expect(chosenInvoice("ancient", rows)).toBe("ancient");
  });

  test("is none when there are none", () => {
    expect(chosenInvoice(null, [])).toBeUndefined();
  });
});

test("an option names number, day, the sum to pay, and whether it is open", () => {
  const row = {
    _id: "i1",
    printedNumber: "BCW/26-27/00042",
    createdAt: Date.UTC(2026, 2, 4, 12),
    netAmountPaise: 1_00_000_00,
    payablePaise: 1_18_000_00,
    openPaise: 1_00,
  } as unknown as InvoiceRow;
  expect(invoiceOption(row)).toEqual({
    value: "i1",
    label: "BCW/26-27/00042 · 04 Mar 2026 · ₹1,18,000.00 · Open",
  });
});

test.each([
  [12_300, "Open"],
  [0, "Paid"],
])("[MONEY1] an option of an invoice with %i paise open says %s", (openPaise, word) => {
  const row = { printedNumber: "N", createdAt: 0, payablePaise: 12_300, openPaise };
  expect(invoiceOption(row as unknown as InvoiceRow).label).toMatch(new RegExp(`· ${word}$`));
});

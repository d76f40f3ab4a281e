import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAST_INVOICE_NUMBER, invoicePrefix, printedInvoiceNumber } from "./invoiceNumber";

/** CGST rule 46. */
const LONGEST_ALLOWED = 16;

describe("the number on an invoice", () => {
  it("is prefix, financial year and five digits", () => {
    expect(printedInvoiceNumber("PFX", "26-27", 42)).toBe("PFX/26-27/00042");
  });

  it("never has more than 16 characters, whatever the company is called and however many there are", () => {
    fc.assert(
      fc.property(
        fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }),
        fc.string({ unit: "grapheme" }),
        fc.integer({ min: 1, max: LAST_INVOICE_NUMBER }),
        (own, company, number) => {
          const printed = printedInvoiceNumber(invoicePrefix(own, company), "26-27", number);
          expect(printed.length).toBeLessThanOrEqual(LONGEST_ALLOWED);
          expect(printed).toMatch(/^[A-Z0-9]{1,3}\/26-27\/\d{5,6}$/);
        },
      ),
    );
  });

  it.each([
    [undefined, "Asha Wholesale Traders", "AWT"],
    [undefined, "Asha & Sons Wholesale Co", "ASW"],
    [undefined, "Malabar", "MAL"],
    [undefined, "Malabar Spices", "MAL"],
    [undefined, "आशा", "INV"],
    ["", "Malabar", "MAL"],
    ["kb-1", "Malabar", "KB1"],
    ["CN", "Malabar", "INV"],
    ["b-s", "Malabar", "INV"],
    [undefined, "C. N.", "INV"],
    [undefined, "Bs", "INV"],
    [undefined, "Bharat Stores", "BHA"],
    ["CNX", "Malabar", "CNX"],
  ])("own prefix %s of '%s' gives %s", (own, company, prefix) => {
    expect(invoicePrefix(own, company)).toBe(prefix);
  });
});

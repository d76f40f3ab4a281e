import { describe, expect, test } from "vitest";
import { CREDIT_SENTENCE } from "../../../domain/gst/creditDeadline";
import { ORDER_LINES_MAX } from "../../../domain/limits";
import type { Mark, Sheet, TextMark } from "../../files/pdf/marks";
import { testType } from "../../files/pdf/type.setup";
import type { CreditNote } from "./creditNote";
import { creditNotePdf, layoutCreditNote } from "./creditNotePdf";

/** Every character is as wide as it is in a typewriter of that size. */
const measure = (text: string, size: number) => text.length * size * 0.19;
const party = { name: "Devi", email: "d@t.test", phone: "+91", address: "7 Market Yard\nNagpur" };
const taxes = {
  ...{ taxablePaise: 100_00, untaxedPaise: 0, igstPaise: 0 },
  ...{ cgstPaise: 9_00, sgstPaise: 9_00 },
};

function noteOf(count: number): CreditNote {
  const goods = { quantity: 1, pricePaise: 118_00, totalPaise: 118_00, hsn: "1006", uqc: "BAG" };
  const line = { ...goods, ...taxes, taxKind: "taxable", gstRateBp: 1800 };
  return {
    ...{ _id: "n1", printedNumber: "CN/26-27/00007", noteNo: "7", title: "Credit Note" },
    ...{ issuedAt: Date.UTC(2026, 10, 25), invoiceIssuedAt: Date.UTC(2026, 10, 20) },
    ...{ invoiceId: "i1", invoiceNumber: "DTW/26-27/00042", reason: "returned", restocks: true },
    distributor: { ...party, companyName: "Devi Traders", gstin: "27AAPFU0939F1ZV" },
    retailer: { ...party, shopName: "Kiran Corner" },
    lines: Array.from({ length: count }, (_, n) => ({ ...line, productName: `Product ${n}` })),
    tax: {
      ...{ kind: "taxInvoice", title: "Credit Note", placeOfSupply: "27", isInterState: false },
      ...{ stateTax: "SGST", ...taxes, amountInWords: "Rupees One Hundred Eighteen Only" },
    },
    ...{ totalPaise: count * 118_00, sentence: CREDIT_SENTENCE },
    amountInWords: "Rupees One Hundred Eighteen Only",
    authorizedSignature: "Devi",
  } as unknown as CreditNote;
}

const textsOf = (sheet: Sheet) =>
  sheet.filter((mark): mark is TextMark => mark.kind === "text").map(({ text }) => text);
const bottomOf = (mark: Mark) => ("side" in mark ? mark.y + mark.side : mark.y);

describe("[NOTE10] a credit note on paper", () => {
  test("of one line is one sheet with every particular on it", () => {
    const sheets = layoutCreditNote(noteOf(1), measure);
    expect(sheets).toHaveLength(1);
    const texts = textsOf(sheets[0]!);
    for (const text of [
      ...["Credit Note", "CN/26-27/00007", "November 25, 2026", "Against invoice"],
      ...["DTW/26-27/00042", "November 20, 2026", "Devi Traders", "Kiran Corner"],
      ...["GSTIN 27AAPFU0939F1ZV", "Product 0", "1 BAG", "HSN 1006", "CGST", "₹9.00", "9%"],
      ...["Reason: Goods returned", "Goods: Back in stock", "Place of supply: 27-Maharashtra"],
      ...["Amount in words: Rupees One Hundred Eighteen Only", "Credited", "₹118.00"],
      ...["Authorized signature", "Devi", "Page 1 of 1"],
    ])
      expect(texts).toContain(text);
    expect(texts.join(" ")).toContain(CREDIT_SENTENCE);
  });

  test("of the most lines goes on with the table's head on each sheet, within its edges", () => {
    const sheets = layoutCreditNote(noteOf(ORDER_LINES_MAX), measure);
    expect(sheets.length).toBeGreaterThan(2);
    for (const [index, sheet] of sheets.entries()) {
      const texts = textsOf(sheet);
      expect(texts).toContain(`Page ${index + 1} of ${sheets.length}`);
      if (texts.some((text) => text.startsWith("Product "))) expect(texts).toContain("Quantity");
      expect(Math.max(...sheet.map(bottomOf))).toBeLessThan(297);
    }
    const all = sheets.flatMap(textsOf);
    for (let n = 0; n < ORDER_LINES_MAX; n += 1) expect(all).toContain(`Product ${n}`);
  });

  test("is drawn as text", async () => {
    const bytes = await creditNotePdf(noteOf(3), testType());
    const text = Buffer.from(bytes).toString("latin1");
    expect(text).toContain("/ToUnicode");
    expect(text).not.toContain("/Subtype /Image");
  });
});

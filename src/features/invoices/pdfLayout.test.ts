import { describe, expect, test } from "vitest";
import type { Copy } from "../../../domain/gst/copies";
import { inLanguage } from "../../../domain/language/texts";
import { ORDER_LINES_MAX } from "../../../domain/limits";
import { type Mark, type Sheet, type TextMark, wrap } from "../../files/pdf/marks";
import type { Invoice } from "./invoiceChoice";
import { layoutInvoice } from "./pdfLayout";

/** Every character is as wide as it is in a typewriter of that size. */
const measure = (text: string, size: number) => text.length * size * 0.19;

const OPTIONS = { measure, hasPicture: false, copies: ["original"] } as const;

const LINE: Invoice["lines"][number] = {
  lineId: "order",
  productName: "Basmati Rice 25 kg",
  quantity: 3,
  pricePaise: 2_450_50,
  totalPaise: 7_351_50,
  description: "Aged long grain, in jute bags.",
  imageUrl: null,
};

function invoiceOf(lines: Invoice["lines"], rest: Partial<Invoice> = {}): Invoice {
  return {
    _id: "i1",
    orderId: "o1",
    invoiceNo: "42",
    printedNumber: "DTW/26-27/00042",
    createdAt: Date.UTC(2026, 10, 21),
    orderDate: Date.UTC(2026, 10, 20),
    acceptedAt: Date.UTC(2026, 10, 21),
    deliveryBefore: "2026-11-26",
    orderStatus: "accepted",
    distributor: {
      name: "Devi",
      email: "devi@traders.test",
      phone: "+91",
      address: "7 Market Yard\nNagpur",
      companyName: "Devi Traders Wholesale",
    },
    retailer: {
      name: "Kiran",
      email: "kiran@corner.test",
      phone: "+91",
      address: "12 Station Road\nPune",
      shopName: "Kiran Corner",
    },
    lines,
    netAmountPaise: lines.reduce((sum, line) => sum + line.totalPaise, 0),
    payablePaise: lines.reduce((sum, line) => sum + line.totalPaise, 0),
    openPaise: lines.reduce((sum, line) => sum + line.totalPaise, 0),
    qrImageUrl: null,
    upiLink: "upi://pay?pa=devi@upi&am=7351.50",
    authorizedSignature: "Devi",
    ...rest,
  } as Invoice;
}

function textsOf(sheet: Sheet): string[] {
  return sheet.filter((mark): mark is TextMark => mark.kind === "text").map(({ text }) => text);
}

const bottomOf = (mark: Mark) => ("side" in mark ? mark.y + mark.side : mark.y);

describe("an invoice on paper", () => {
  test("[INVOICE8] of one line is one sheet with everything on it", () => {
    const sheets = layoutInvoice(invoiceOf([LINE]), OPTIONS);
    expect(sheets).toHaveLength(1);
    const texts = textsOf(sheets[0]!);
    for (const text of [
      "DTW/26-27/00042",
      "November 20, 2026",
      "Devi Traders Wholesale",
      "Kiran Corner",
      "Basmati Rice 25 kg",
      "₹2,450.50",
      "₹7,351.50",
      "Scan to make payment",
      "Page 1 of 1",
    ]) {
      expect(texts).toContain(text);
    }
    expect(sheets[0]!.filter(({ kind }) => kind === "qr")).toHaveLength(1);
  });

  test("continues many lines on further sheets, each with the table's head and within its edges", () => {
    const lines = Array.from({ length: 60 }, (_, n) => ({ ...LINE, productName: `Product ${n}` }));
    const sheets = layoutInvoice(invoiceOf(lines), OPTIONS);
    expect(sheets.length).toBeGreaterThan(2);
    for (const [index, sheet] of sheets.entries()) {
      expect(textsOf(sheet)).toContain(`Page ${index + 1} of ${sheets.length}`);
      expect(Math.max(...sheet.map(bottomOf))).toBeLessThan(297);
    }
    expect(textsOf(sheets[1]!)).toContain("Product");
    const named = sheets.flatMap(textsOf).filter((text) => /^Product \d+$/.test(text));
    expect(named).toEqual(lines.map(({ productName }) => productName));
  });

  test("[INVOICE9] of the most lines repeats the table's head on each of their sheets, in one piece each", () => {
    const description = "A long description of what is in the box. ".repeat(8).trim();
    const lines = Array.from({ length: ORDER_LINES_MAX }, (_, n) => ({
      ...{ ...LINE, productName: `Product ${n}`, quantity: n + 1 },
      description: n % 3 === 0 ? description : LINE.description,
    }));
    const sheets = layoutInvoice(invoiceOf(lines), OPTIONS);
    const isName = (text: string) => /^Product \d+$/.test(text);
    for (const sheet of sheets) {
      const texts = textsOf(sheet);
      const names = texts.filter(isName);
      expect(texts.filter((text) => text === "Quantity")).toHaveLength(names.length > 0 ? 1 : 0);
      // A line's figures stand on the sheet of its name.
      const figures = names.map((name) => String(Number(name.slice(8)) + 1));
      expect(texts).toEqual(expect.arrayContaining(figures));
      expect(Math.max(...sheet.map(bottomOf))).toBeLessThan(297);
    }
    expect(sheets.flatMap(textsOf).filter(isName)).toHaveLength(ORDER_LINES_MAX);
    expect(textsOf(sheets.at(-1)!)).toContain("Net amount");
  });

  test("[INVOICE9] asks for what is payable where that is another sum", () => {
    const invoice = invoiceOf([LINE], { payablePaise: 735_200 });
    const texts = textsOf(layoutInvoice(invoice, OPTIONS)[0]!);
    expect(texts).toEqual(
      expect.arrayContaining(["Net amount", "₹7,351.50", "To pay", "₹7,352.00"]),
    );
  });

  test("has the distributor's uploaded picture instead of a generated code", () => {
    const [sheet] = layoutInvoice(invoiceOf([LINE]), { ...OPTIONS, hasPicture: true });
    const kinds = sheet!.map(({ kind }) => kind);
    expect(kinds).toContain("picture");
    expect(kinds).not.toContain("qr");
  });

  test.each([true, false])(
    "[MONEY1] has no code once nothing is open (picture: %s)",
    (hasPicture) => {
      const paid = invoiceOf([LINE], { openPaise: 0, upiLink: undefined });
      const [sheet] = layoutInvoice(paid, { ...OPTIONS, hasPicture });
      expect(sheet!.filter(({ kind }) => kind === "qr" || kind === "picture")).toEqual([]);
      expect(textsOf(sheet!)).toContain("Paid");
      expect(textsOf(sheet!)).not.toContain("Scan to make payment");
    },
  );

  test("[MONEY1] asks for the rest of one that was paid in part, below its code or without one", () => {
    for (const upiLink of ["upi://pay?pa=devi@upi&am=351.50", undefined]) {
      const part = invoiceOf([LINE], { openPaise: 351_50, upiLink });
      const [sheet] = layoutInvoice(part, OPTIONS);
      expect(textsOf(sheet!)).toContain("₹351.50 of ₹7,351.50 open");
    }
  });

  test("[MONEY1] calls cancelled goods not paid", () => {
    const cancelled = invoiceOf([LINE], { openPaise: 0, orderStatus: "cancelled" });
    const texts = textsOf(layoutInvoice(cancelled, OPTIONS)[0]!);
    expect(texts).toContain("Nothing to pay");
    expect(texts).not.toContain("Paid");
  });

  test("states a missing description, and requests no payment without a code", () => {
    const bare = invoiceOf([{ ...LINE, description: "" }], { upiLink: undefined });
    const texts = textsOf(layoutInvoice(bare, OPTIONS)[0]!);
    expect(texts).toContain("No description available");
    expect(texts).not.toContain("Scan to make payment");
  });
});

describe("a long text", () => {
  const letters = (text: string) => text.length;

  test("breaks at spaces, keeps its own line ends, and cuts what has no space", () => {
    expect(wrap("ab cd\nef", 3, 1, letters)).toEqual(["ab", "cd", "ef"]);
    expect(wrap("abcdefg", 3, 1, letters)).toEqual(["abc", "def", "g"]);
  });
});

describe("[TAX3] a tax document on paper", () => {
  const tax: NonNullable<Invoice["tax"]> = {
    ...{ kind: "taxInvoice", title: "Tax Invoice", placeOfSupply: "27", isInterState: false },
    ...{ stateTax: "SGST", taxablePaise: 100_00, untaxedPaise: 0 },
    ...{ cgstPaise: 9_00, sgstPaise: 9_00, igstPaise: 0 },
    amountInWords: "Rupees One Hundred Eighteen Only",
  };
  const line: typeof LINE = {
    ...{ ...LINE, quantity: 1, pricePaise: 118_00, totalPaise: 118_00, hsn: "1006", uqc: "BAG" },
    ...{ taxKind: "taxable", gstRateBp: 1800, taxablePaise: 100_00, untaxedPaise: 0 },
    ...{ cgstPaise: 9_00, sgstPaise: 9_00, igstPaise: 0 },
  };
  const seller = { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" };
  const textsWith = (rest: Partial<Invoice>) => {
    const { distributor } = invoiceOf([line]);
    const parties = { distributor: { ...distributor, ...seller } };
    const sheets = layoutInvoice(invoiceOf([line], { ...parties, ...rest }), {
      ...OPTIONS,
    });
    return sheets.flatMap(textsOf);
  };

  test("has the particulars of a tax invoice", () => {
    const texts = textsWith({ tax });
    for (const text of [
      ...["Tax Invoice", "Original for Recipient", "GSTIN 27AAPFU0939F1ZV", "PIN 411001"],
      ...["State 27-Maharashtra", "1 BAG", "Taxable value"],
      "HSN 1006 · Aged long grain, in jute bags.",
      ...["₹100.00", "₹9.00", "9%", "CGST", "SGST", "Date of issue", "November 21, 2026"],
      "Place of supply: 27-Maharashtra",
      "Tax payable on reverse charge: No",
      "Amount in words: Rupees One Hundred Eighteen Only",
    ])
      expect(texts).toContain(text);
    expect(texts).not.toContain("Invoice");
  });

  test("names the one tax between States, and none on a bill of supply", () => {
    const inter = textsWith({
      tax: { ...tax, isInterState: true, cgstPaise: 0, sgstPaise: 0, igstPaise: 18_00 },
    });
    expect(inter).toContain("IGST");
    expect(inter).not.toContain("CGST");
    const firstLine = "Composition taxable person, not eligible to collect tax on supplies";
    const supply = textsWith({
      tax: { ...tax, kind: "billOfSupply", title: "Bill of Supply", firstLine },
    });
    const code = "HSN 1006 · Aged long grain, in jute bags.";
    for (const text of ["Bill of Supply", firstLine, code]) expect(supply).toContain(text);
    expect(supply).toContain("Original for Recipient");
    expect(supply.filter((text) => /CGST|IGST|Taxable|reverse/.test(text))).toEqual([]);
  });

  /** The right edges of the figures of a line, by the head of their column. */
  const columnsIn = (sheet: Sheet) => {
    const texts = sheet.filter((mark): mark is TextMark => mark.kind === "text");
    const headAt = new Map(
      ["Quantity", "Price", "Taxable value", "CGST", "SGST", "Total"].map((head) => {
        const mark = texts.find(({ text, align }) => text === head && align === "right");
        return [mark?.x, head] as const;
      }),
    );
    const name = texts.find(({ text, bold }) => text === line.productName && bold === true);
    const figures = texts.filter(({ y, align }) => y === name?.y && align === "right");
    return Object.fromEntries(figures.map(({ x, text }) => [headAt.get(x) ?? "", text]));
  };

  test("has value and taxes of each line in columns, also where the figures are the largest", () => {
    expect(columnsIn(layoutInvoice(invoiceOf([line], { tax }), OPTIONS)[0]!)).toEqual({
      ...{ Quantity: "1 BAG", Price: "₹118.00", "Taxable value": "₹100.00" },
      ...{ CGST: "₹9.00", SGST: "₹9.00", Total: "₹118.00" },
    });
    const paise = 999_999_999_999_900;
    const figures = { quantity: 100_000, pricePaise: 9_999_999_999, totalPaise: paise };
    const taxes = { taxablePaise: paise, cgstPaise: paise, sgstPaise: paise };
    const large = invoiceOf([{ ...line, ...figures, ...taxes }], { tax });
    const [sheet] = layoutInvoice(large, OPTIONS);
    for (const mark of sheet!) {
      if (mark.kind !== "text" || mark.align !== "right") continue;
      const left = mark.x - measure(mark.text, mark.size);
      // Beside the name of the product, too.
      expect(left, mark.text).toBeGreaterThan(18 + 30);
      const others = sheet!.filter((other) => other.kind === "text" && other !== mark);
      for (const other of others) {
        if (other.kind !== "text" || other.y !== mark.y || other.align !== "right") continue;
        expect(other.x <= left || other.x >= mark.x, `${other.text} | ${mark.text}`).toBe(true);
      }
    }
  });

  test("breaks descriptions at the column of prices, whatever its head is called", () => {
    const description = "Aged long grain, in jute bags. ".repeat(6);
    const layOut = () => layoutInvoice(invoiceOf([{ ...line, description }], { tax }), OPTIONS);
    const translate = (english: string) => (english === "Price" ? "कीमत " : undefined);
    const translated = inLanguage("hi", translate, layOut).map(textsOf);
    expect(translated.flat()).toContain("कीमत ");
    // Dates are the language's, and everything else stands where it stood.
    const heads = (text: string) => (text === "कीमत " ? "Price" : text);
    const asWritten = (text: string) => (/\b20\d\d$/.test(text) ? "" : heads(text));
    expect(translated.map((texts) => texts.map(asWritten))).toEqual(
      layOut().map((sheet) => textsOf(sheet).map(asWritten)),
    );
  });

  test("[INVOICE9] of three lines is one sheet, of a hundred at most six", () => {
    const parties = { distributor: { ...invoiceOf([line]).distributor, ...seller } };
    const firstLine = "Composition taxable person, not eligible to collect tax on supplies";
    const full = { ...tax, firstLine, untaxedPaise: 5_00, roundOffPaise: 20 };
    const sheetsOf = (count: number) =>
      layoutInvoice(
        invoiceOf(
          Array.from({ length: count }, () => line),
          { ...parties, tax: full, payablePaise: 1 },
        ),
        OPTIONS,
      );
    expect(sheetsOf(3)).toHaveLength(1);
    expect(sheetsOf(100).length).toBeLessThanOrEqual(6);
  });

  const MARKS = ["Original for Recipient", "Duplicate for Transporter", "Triplicate for Supplier"];
  const copiesWith = (copies: readonly Copy[], rest: Partial<Invoice> = { tax }) => {
    const lines = Array.from({ length: 40 }, () => line);
    const sheets = layoutInvoice(invoiceOf(lines, rest), { ...OPTIONS, copies });
    return sheets.map((sheet) => {
      const texts = textsOf(sheet);
      const at = sheet.find((mark) => mark.kind === "text" && MARKS.includes(mark.text));
      return { texts, marks: texts.filter((text) => MARKS.includes(text)), y: at?.y };
    });
  };

  test("[COPY1] has each copy on sheets of its own, with its mark and its own page numbers on each", () => {
    const all = copiesWith(["original", "duplicate", "triplicate"]);
    const each = all.length / 3;
    expect(each).toBeGreaterThan(1);
    for (const [index, { texts, marks }] of all.entries()) {
      expect(marks).toEqual([MARKS[Math.floor(index / each)]]);
      expect(texts).toContain(`Page ${(index % each) + 1} of ${each}`);
      expect(texts.includes("Tax Invoice")).toBe(index % each === 0);
    }
    // Above everything that a sheet has, and away from it.
    expect(new Set(all.map(({ y }) => y))).toEqual(new Set([12]));
  });

  test.each([
    ["duplicate", "Duplicate for Transporter"],
    ["triplicate", "Triplicate for Supplier"],
  ] as const)("[COPY1] is the %s alone where that is wanted", (copy, mark) => {
    const sheets = copiesWith([copy]);
    expect(sheets.flatMap(({ marks }) => marks)).toEqual(sheets.map(() => mark));
  });

  test("[COPY1] has one copy without a mark where there is no tax, whatever is wanted", () => {
    const bill = copiesWith(["duplicate", "triplicate"], {});
    expect(bill).toEqual(copiesWith(["original"], {}));
    expect(bill.flatMap(({ marks }) => marks)).toEqual([]);
  });
});

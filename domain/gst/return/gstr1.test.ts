import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eInvoices } from "./eInvoice";
import type { MonthDocument, MonthLine } from "./document";
import { gstr1 } from "./gstr1";
import { BUYER_GSTIN, GSTIN, kindsIn, monthOf, randomMonth, type WantedLine } from "./month.setup";
import { vouchers } from "./vouchers";

const RICE: WantedLine = { pricePaise: 118_00, quantity: 10, hsn: "1006", gstRateBp: 1800 };
const MILK: WantedLine = { pricePaise: 50_00, quantity: 2, hsn: "0401", taxKind: "nil" };
const EGGS: WantedLine = { pricePaise: 6_00, quantity: 30, hsn: "0407", taxKind: "exempt" };

/**
 * A second way to each sum: from single lines, kind by kind, in whole numbers of any size, with the law's words for who belongs where
 * rather than the tables' own function.
 */
type Ledger = Record<string, bigint>;

function isLarge({ isInterState, buyer, against, payablePaise }: MonthDocument): boolean {
  // All months here are after August 2024.
  return (
    isInterState &&
    buyer.gstin === undefined &&
    (against?.payablePaise ?? payablePaise) > 1_00_000_00
  );
}

function tableOfTaxed(document: MonthDocument): string {
  if (document.buyer.gstin !== undefined) return document.type === "invoice" ? "b2b" : "cdnr";
  if (isLarge(document)) return document.type === "invoice" ? "b2cl" : "cdnur";
  return "b2cs";
}

function expectedLedger(documents: readonly MonthDocument[]): Ledger {
  const ledger: Ledger = {};
  const add = (key: string, paise: number) => {
    ledger[key] = (ledger[key] ?? 0n) + BigInt(paise);
  };
  const addLine = (document: MonthDocument, line: MonthLine) => {
    const { taxKind, gstRateBp, taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise } =
      line;
    const sign = document.type === "invoice" ? 1 : -1;
    const table = tableOfTaxed(document);
    const net = table === "b2cs" ? sign : 1;
    if (taxKind === "taxable") {
      add(`${table} ${gstRateBp} ${document.placeOfSupply}`, net * taxablePaise);
      add(`${table} tax`, net * (cgstPaise + sgstPaise + igstPaise));
    } else {
      const where = `${document.isInterState} ${document.buyer.gstin !== undefined}`;
      add(`exemp ${taxKind} ${where}`, sign * untaxedPaise);
    }
    const hsn = document.buyer.gstin === undefined ? "hsnB2c" : "hsnB2b";
    add(`${hsn} value`, sign * (taxablePaise + untaxedPaise));
    add(`${hsn} cgst`, sign * cgstPaise);
    add(`${hsn} sgst`, sign * sgstPaise);
    add(`${hsn} igst`, sign * igstPaise);
    add(`${hsn} ${line.hsn} ${line.uqc} ${gstRateBp ?? 0} pieces`, sign * line.quantity);
  };
  for (const document of documents) for (const line of document.lines) addLine(document, line);
  return ledger;
}

function ledgerOf(documents: readonly MonthDocument[]): Ledger {
  const { rows } = gstr1(documents, GSTIN);
  const ledger: Ledger = {};
  const add = (key: string, paise: number) => {
    ledger[key] = (ledger[key] ?? 0n) + BigInt(paise);
  };
  for (const table of ["b2b", "b2cl", "cdnr", "cdnur"] as const)
    for (const { document, rateBp, taxablePaise, taxPaise } of rows[table]) {
      add(`${table} ${rateBp} ${document.placeOfSupply}`, taxablePaise);
      add(`${table} tax`, taxPaise);
    }
  for (const { placeOfSupply, rateBp, taxablePaise, taxPaise } of rows.b2cs) {
    add(`b2cs ${rateBp} ${placeOfSupply}`, taxablePaise);
    add("b2cs tax", taxPaise);
  }
  for (const { isInterState, isRegistered, nilPaise, exemptPaise } of rows.exemp) {
    add(`exemp nil ${isInterState} ${isRegistered}`, nilPaise);
    add(`exemp exempt ${isInterState} ${isRegistered}`, exemptPaise);
  }
  for (const table of ["hsnB2b", "hsnB2c"] as const)
    for (const row of rows[table]) {
      add(`${table} value`, row.taxablePaise);
      add(`${table} cgst`, row.cgstPaise);
      add(`${table} sgst`, row.sgstPaise);
      add(`${table} igst`, row.igstPaise);
      add(`${table} ${row.hsn} ${row.uqc} ${row.rateBp} pieces`, row.quantity);
      expect(row.totalPaise).toBe(row.taxablePaise + row.cgstPaise + row.sgstPaise + row.igstPaise);
    }
  return ledger;
}

function withoutZeros(ledger: Ledger): Ledger {
  return Object.fromEntries(Object.entries(ledger).filter(([, paise]) => paise !== 0n));
}

function ofReturn(documents: readonly MonthDocument[]): MonthDocument[] {
  return documents.filter(
    ({ kind, seller }) => kind !== undefined && seller.gstScheme !== "composition",
  );
}

describe("[I-47] [MONTH3] the files of a random month", () => {
  const seen = new Set<string>();

  it("have in every table, rate and place what an independent count of the lines has, to the paisa", () => {
    let documents = 0;
    fc.assert(
      fc.property(randomMonth, (month) => {
        for (const kind of kindsIn(month)) seen.add(kind);
        documents += month.length;
        const own = ofReturn(month);
        expect(withoutZeros(ledgerOf(month))).toEqual(withoutZeros(expectedLedger(own)));
        const { leftOut, rows } = gstr1(month, GSTIN);
        expect(leftOut).toHaveLength(month.length - own.length);
        const issued = rows.docs.reduce((sum, { total, cancelled }) => sum + total - cancelled, 0);
        expect(issued).toBe(own.length);
      }),
      { numRuns: 400 },
    );
    expect(documents).toBeGreaterThan(4_000);
  });

  it("come of documents of all kinds", () => {
    const kinds = [...seen].join("\n");
    for (const part of [
      ...["invoice bill ", "creditNote bill ", "creditNote taxInvoice inter registered"],
      ...["taxInvoice intra registered", "taxInvoice inter unregistered", "billOfSupply intra"],
      ...["invoiceCumBillOfSupply inter unregistered", "billOfSupply intra registered composition"],
      ...["creditNote invoiceCumBillOfSupply intra"],
    ])
      expect(kinds).toContain(part);
  });

  it("add up to the value of the documents in the e-invoices and in the vouchers", () => {
    fc.assert(
      fc.property(randomMonth, (month) => {
        const { invoices, lacking } = eInvoices(ofReturn(month));
        const told = [...invoices].reduce((sum, one) => {
          const { ValDtls, ItemList } = one as unknown as InvoiceSums;
          const paise = (rupees: number) => Math.round(rupees * 100);
          const items = ItemList.reduce((all, item) => all + paise(item.TotItemVal), 0);
          expect(items + paise(ValDtls.RndOffAmt)).toBe(paise(ValDtls.TotInvVal));
          return sum + paise(ValDtls.TotInvVal);
        }, 0);
        const asked = ofReturn(month).filter(
          ({ _id, buyer, lines }) =>
            buyer.gstin !== undefined &&
            lines.some(({ taxKind }) => taxKind === "taxable") &&
            lacking.every(({ document }) => document._id !== _id),
        );
        expect(told).toBe(asked.reduce((sum, { payablePaise }) => sum + payablePaise, 0));
        expectBalanced(month);
      }),
      { numRuns: 400 },
    );
  });
});

type InvoiceSums = {
  readonly ItemList: readonly { readonly TotItemVal: number }[];
  readonly ValDtls: { readonly RndOffAmt: number; readonly TotInvVal: number };
};

/** Every voucher by itself, and the buyers' side against what the documents say is owed. */
function expectBalanced(month: readonly MonthDocument[]): void {
  for (const { document, lines } of vouchers(month)) {
    const on = (side: "Dr" | "Cr") =>
      lines.filter((line) => line.side === side).reduce((sum, { paise }) => sum + paise, 0);
    expect(on("Dr"), document.printedNumber).toBe(on("Cr"));
    const [buyer] = lines;
    const side = document.type === "invoice" ? "Dr" : "Cr";
    if (document.payablePaise > 0)
      expect(buyer).toMatchObject({ side, paise: document.payablePaise });
    for (const { paise } of lines) expect(paise).toBeGreaterThan(0);
  }
}

describe("[MONTH3] a document", () => {
  const oneOf = (...wishes: Parameters<typeof monthOf>[0]) => gstr1(monthOf(wishes), GSTIN).rows;

  it("to a buyer with a GSTIN has a row per rate, never a blended one", () => {
    const { b2b } = oneOf({
      gstin: BUYER_GSTIN,
      lines: [RICE, { ...RICE, gstRateBp: 500, pricePaise: 105_00 }, RICE, MILK],
    });
    expect(
      b2b.map(({ rateBp, taxablePaise, taxPaise }) => [rateBp, taxablePaise, taxPaise]),
    ).toEqual([
      [500, 1_000_00, 50_00],
      [1800, 2_000_00, 360_00],
    ]);
    expect(b2b[0]?.document.payablePaise).toBe(3_510_00);
  });

  it.each([
    [1_00_000_00, "29", "b2cs"],
    [1_00_000_01, "29", "b2cl"],
    [1_00_000_01, "27", "b2cs"],
  ] as const)("of %d paise to State %s without a GSTIN is in %s", (pricePaise, state, table) => {
    const rows = oneOf({ state, lines: [{ ...RICE, pricePaise, quantity: 1 }] });
    expect([rows.b2cl.length, rows.b2cs.length]).toEqual(table === "b2cl" ? [1, 0] : [0, 1]);
  });

  it("before August 2024 is large above two and a half lakh", () => {
    const lines = [{ ...RICE, pricePaise: 2_50_000_00, quantity: 1 }];
    expect(oneOf({ day: "2024-07-31", state: "29", lines }).b2cl).toEqual([]);
    expect(oneOf({ day: "2024-08-01", state: "29", lines }).b2cl).toHaveLength(1);
  });

  it("by composition, or without a GSTIN, is in no table", () => {
    const { rows, leftOut } = gstr1(
      monthOf([
        { seller: "composition", lines: [RICE] },
        { seller: "unregistered", lines: [RICE] },
      ]),
      GSTIN,
    );
    const { exemp, ...others } = rows;
    expect(Object.values(others).flat()).toEqual([]);
    expect(exemp.every(({ nilPaise, exemptPaise }) => nilPaise === 0 && exemptPaise === 0)).toBe(
      true,
    );
    expect(leftOut).toHaveLength(2);
  });

  it("of another registration of the same seller is left out", () => {
    const month = monthOf([{ lines: [RICE] }]);
    expect(gstr1(month, "29AAPFU0939F1ZR").leftOut).toEqual(month);
  });
});

describe("[MONTH4] a credit note", () => {
  const rowsOf = (...wishes: Parameters<typeof monthOf>[0]) => gstr1(monthOf(wishes), GSTIN).rows;

  it("to a buyer with a GSTIN is in cdnr, with its invoice untouched", () => {
    const { b2b, cdnr, hsnB2b } = rowsOf({ gstin: BUYER_GSTIN, lines: [RICE], credited: [3] });
    expect(b2b[0]?.taxablePaise).toBe(1_000_00);
    expect(
      cdnr.map(({ rateBp, taxablePaise, taxPaise }) => [rateBp, taxablePaise, taxPaise]),
    ).toEqual([[1800, 300_00, 54_00]]);
    expect(hsnB2b).toMatchObject([{ quantity: 7, taxablePaise: 700_00, totalPaise: 826_00 }]);
  });

  it("of a large sale is in cdnur, also when it is small itself", () => {
    const { b2cl, cdnur, b2cs } = rowsOf({
      ...{ state: "29", lines: [{ ...RICE, pricePaise: 20_000_00 }], credited: [1] },
    });
    expect([b2cl.length, cdnur.length, b2cs.length]).toEqual([1, 1, 0]);
    expect(cdnur[0]?.document.payablePaise).toBe(20_000_00);
  });

  it("of another sale lowers b2cs and the summary by HSN code, below zero if need be", () => {
    const month = monthOf([{ lines: [RICE], credited: [4] }]);
    expect(gstr1(month, GSTIN).rows.b2cs).toMatchObject([
      { taxablePaise: 600_00, taxPaise: 108_00 },
    ]);
    const alone = month.filter(({ type }) => type === "creditNote");
    const { b2cs, hsnB2c } = gstr1(alone, GSTIN).rows;
    expect(b2cs).toMatchObject([{ taxablePaise: -400_00, taxPaise: -72_00 }]);
    expect(hsnB2c).toMatchObject([{ quantity: -4, taxablePaise: -400_00 }]);
  });

  it("of goods without tax lowers the row of their kind in exemp", () => {
    const { exemp } = rowsOf({ lines: [MILK, EGGS], credited: [1, 10] });
    expect(exemp[3]).toMatchObject({ nilPaise: 50_00, exemptPaise: 120_00 });
  });
});

describe("[MONTH5] the documents issued", () => {
  it("are runs of each series, and missing numbers count as cancelled", () => {
    const month = monthOf([
      ...Array.from({ length: 5 }, () => ({ lines: [RICE], credited: [1] })),
      { lines: [MILK] },
    ]);
    const without = month.filter(({ printedNumber }) => printedNumber !== "ASH/25-26/00003");
    expect(gstr1(without, GSTIN).rows.docs).toEqual([
      {
        ...{ type: "invoice", from: "ASH/25-26/00001", to: "ASH/25-26/00005" },
        ...{ total: 5, cancelled: 1 },
      },
      {
        ...{ type: "invoice", from: "BS/25-26/00001", to: "BS/25-26/00001" },
        ...{ total: 1, cancelled: 0 },
      },
      {
        ...{ type: "creditNote", from: "CN/25-26/00001", to: "CN/25-26/00005" },
        ...{ total: 5, cancelled: 0 },
      },
    ]);
  });

  it("begin a new run where the prefix changes, and behind a bill without tax", () => {
    const month = monthOf([
      { lines: [RICE] },
      { lines: [RICE], seller: "unregistered" },
      { lines: [RICE] },
      { lines: [RICE] },
    ]);
    const renamed = month.map((document) =>
      document.number === 4 ? { ...document, printedNumber: "NEW/25-26/00004" } : document,
    );
    expect(
      gstr1(renamed, GSTIN).rows.docs.map(({ from, to, cancelled }) => [from, to, cancelled]),
    ).toEqual([
      ["ASH/25-26/00001", "ASH/25-26/00001", 0],
      ["ASH/25-26/00003", "ASH/25-26/00003", 0],
      ["NEW/25-26/00004", "NEW/25-26/00004", 0],
    ]);
  });
});

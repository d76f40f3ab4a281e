import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentKind } from "./documentKind";
import { TAX_KINDS, type TaxKind } from "./kinds";
import { fraction, nearest, times } from "./rational.setup";
import type { Buyer, SaleLine, Seller, TaxedSale } from "./sale";
import { taxDocument, type TaxDocument } from "./taxDocument";

const DAY = "2026-11-25";
const SELLER: Seller = {
  ...{ gstin: "27AAPFU0939F1ZV", scheme: "regular", stateCode: "27", pincode: "411001" },
  ...{ hasLargeTurnover: false, roundsToRupee: false },
};
const BUYER: Buyer = { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "400001" };
const LINE: SaleLine = { amountPaise: 118_00, hsn: "1905", taxKind: "taxable", gstRateBp: 1800 };

type Changes = {
  seller?: Partial<Seller>;
  buyer?: Partial<Buyer>;
  lines?: SaleLine[];
  day?: string;
};

function sale({ seller, buyer, lines = [LINE], day = DAY }: Changes = {}): TaxedSale {
  return { seller: { ...SELLER, ...seller }, buyer: { ...BUYER, ...buyer }, lines, day };
}

function issued(changes: Changes = {}): TaxDocument {
  const outcome = taxDocument(sale(changes));
  if ("missing" in outcome) throw new Error(JSON.stringify(outcome.missing));
  return outcome.document;
}

function missingOf(changes: Changes): unknown {
  const outcome = taxDocument(sale(changes));
  return "missing" in outcome ? outcome.missing : null;
}

const NIL: SaleLine = { amountPaise: 50_00, hsn: "0401", taxKind: "nil" };

describe("the document of a sale", () => {
  it.each([
    // Who sells and buys, what → which paper, with which taxes.
    ["same State", {}, "taxInvoice", "Tax Invoice", [9_00, 9_00, 0]],
    ["other State", { buyer: { stateCode: "29" } }, "taxInvoice", "Tax Invoice", [0, 0, 18_00]],
    [
      "to an unregistered buyer",
      { buyer: { gstin: undefined } },
      "taxInvoice",
      "Tax Invoice",
      [9_00, 9_00, 0],
    ],
    [
      "to an unregistered buyer elsewhere",
      { buyer: { gstin: undefined, stateCode: "29" } },
      "taxInvoice",
      "Tax Invoice",
      [0, 0, 18_00],
    ],
    [
      "by composition",
      { seller: { scheme: "composition" } },
      "billOfSupply",
      "Bill of Supply",
      [0, 0, 0],
    ],
    ["of an unregistered seller", { seller: { gstin: undefined } }, "bill", "Invoice", [0, 0, 0]],
    ["of nil-rated goods", { lines: [NIL] }, "billOfSupply", "Bill of Supply", [0, 0, 0]],
    [
      "of exempt goods to another State",
      { lines: [{ ...NIL, taxKind: "exempt" }], buyer: { stateCode: "29" } },
      "billOfSupply",
      "Bill of Supply",
      [0, 0, 0],
    ],
    ["of mixed goods", { lines: [LINE, NIL] }, "taxInvoice", "Tax Invoice", [9_00, 9_00, 0]],
    [
      "of mixed goods to an unregistered buyer",
      { lines: [LINE, NIL], buyer: { gstin: undefined } },
      "invoiceCumBillOfSupply",
      "Invoice-cum-Bill of Supply",
      [9_00, 9_00, 0],
    ],
  ] as [string, Changes, string, string, number[]][])(
    "%s",
    (_, changes, kind, title, [cgst, sgst, igst]) => {
      const document = issued(changes);
      expect(document).toMatchObject({ kind, title });
      expect(document.series).toBe(kind === "billOfSupply" ? "BS" : "INV");
      expect(document.totals).toMatchObject({ cgstPaise: cgst, sgstPaise: sgst, igstPaise: igst });
      const isComposition = changes.seller?.scheme === "composition";
      expect(document.firstLine).toBe(
        isComposition
          ? "Composition taxable person, not eligible to collect tax on supplies"
          : undefined,
      );
    },
  );

  it("is supplied where the goods go, which need not be the buyer's State of registration", () => {
    expect(issued({ buyer: { stateCode: "29" } })).toMatchObject({
      ...{ placeOfSupply: "29", isInterState: true },
    });
    expect(issued({ seller: { gstin: undefined }, buyer: { stateCode: "29" } })).toMatchObject({
      ...{ placeOfSupply: undefined, isInterState: false },
    });
  });

  it("asks an unregistered seller for nothing, and rounds and taxes nothing", () => {
    const bare: Seller = { ...SELLER, gstin: undefined, stateCode: undefined, pincode: undefined };
    const none = { gstin: undefined, stateCode: undefined, pincode: undefined };
    const seller = { ...bare, roundsToRupee: true };
    const lines = [{ amountPaise: 1_25, addsTax: true }];
    const document = issued({ seller, buyer: none, lines });
    expect(document.totals).toMatchObject({
      totalPaise: 1_25,
      roundOffPaise: 0,
      payablePaise: 1_25,
    });
  });

  it("names no kind of goods for composition, who charges no tax", () => {
    const { totals } = issued({
      seller: { scheme: "composition" },
      lines: [
        { amountPaise: 118_00, hsn: "1905" },
        { ...LINE, addsTax: true },
      ],
    });
    expect(totals).toMatchObject({ untaxedPaise: 236_00, taxablePaise: 0, payablePaise: 236_00 });
  });
});

describe("what is missing for a document", () => {
  it.each([
    ["the seller's State", { seller: { stateCode: undefined } }, [{ what: "sellerState" }]],
    ["the seller's PIN", { seller: { pincode: "4110" } }, [{ what: "sellerPin" }]],
    ["the buyer's State", { buyer: { stateCode: undefined } }, [{ what: "buyerState" }]],
    ["a State that is none", { buyer: { stateCode: "25" } }, [{ what: "buyerState" }]],
    ["the PIN of a registered buyer", { buyer: { pincode: undefined } }, [{ what: "buyerPin" }]],
    [
      "the HSN code",
      { lines: [{ ...LINE, hsn: undefined }] },
      [{ what: "hsn", line: 0, digits: 4 }],
    ],
    [
      "a longer HSN code",
      { seller: { hasLargeTurnover: true } },
      [{ what: "hsn", line: 0, digits: 6 }],
    ],
    [
      "an HSN code of five digits",
      { lines: [{ ...LINE, hsn: "19053" }] },
      [{ what: "hsn", line: 0, digits: 4 }],
    ],
    [
      "the kind of goods",
      { lines: [LINE, { ...LINE, taxKind: undefined }] },
      [{ what: "taxKind", line: 1 }],
    ],
    ["the rate", { lines: [{ ...LINE, gstRateBp: undefined }] }, [{ what: "rate", line: 0 }]],
    ["a rate of today", { lines: [{ ...LINE, gstRateBp: 1200 }] }, [{ what: "rate", line: 0 }]],
    [
      "a State for composition",
      { seller: { scheme: "composition" }, buyer: { stateCode: "29" } },
      [{ what: "compositionInterState" }],
    ],
  ] as [string, Changes, unknown][])("is %s", (_, changes, missing) => {
    expect(missingOf(changes)).toEqual(missing);
  });

  it("is told at once, parties first", () => {
    const lines = [
      { amountPaise: 1 },
      { amountPaise: 1, hsn: "1905", taxKind: "taxable" as const },
    ];
    expect(
      missingOf({ seller: { pincode: undefined }, buyer: { stateCode: undefined }, lines }),
    ).toEqual([
      { what: "sellerPin" },
      { what: "buyerState" },
      { what: "hsn", line: 0, digits: 4 },
      { what: "taxKind", line: 0 },
      { what: "rate", line: 1 },
    ]);
  });

  it("is the unregistered buyer's PIN from ₹50,000 of taxable goods on, and no HSN code", () => {
    const buyer = { gstin: undefined, pincode: undefined };
    const line = { ...LINE, hsn: undefined };
    expect(missingOf({ buyer, lines: [{ ...line, amountPaise: 49_999_99 }] })).toBeNull();
    expect(missingOf({ buyer, lines: [{ ...line, amountPaise: 50_000_00 }] })).toEqual([
      { what: "buyerPin" },
    ]);
    const exempt = { ...NIL, amountPaise: 50_000_00 };
    expect(missingOf({ buyer, lines: [{ ...line, amountPaise: 1_00 }, exempt] })).toBeNull();
  });

  it("takes the rate of the day of issue", () => {
    const lines = [{ ...LINE, gstRateBp: 1200 }];
    expect(missingOf({ lines, day: "2025-09-21" })).toBeNull();
    expect(missingOf({ lines, day: "2025-09-22" })).toEqual([{ what: "rate", line: 0 }]);
  });
});

const line = fc.record({
  amountPaise: fc.integer({ min: 0, max: 10_000_000_00 }),
  taxKind: fc.constantFrom<TaxKind>(...TAX_KINDS, "taxable", "taxable"),
  gstRateBp: fc.constantFrom(25, 150, 300, 500, 1800, 4000),
  hsn: fc.constant("190531"),
  addsTax: fc.boolean(),
});
const choice = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  roundsToRupee: fc.boolean(),
  state: fc.constantFrom("27", "29", "04"),
  gstin: fc.constantFrom(BUYER.gstin, undefined),
});

/** A component of all lines by fractions: each line on its own, rounded to the nearest paisa. */
function summed(lines: readonly SaleLine[], part: number): number {
  let sum = 0;
  for (const { amountPaise, taxKind, gstRateBp = 0, addsTax = false } of lines) {
    if (taxKind !== "taxable") continue;
    const share = fraction(gstRateBp, addsTax ? 10_000 : 10_000 + gstRateBp);
    sum += nearest(times(times(fraction(amountPaise), share), fraction(1, part)));
  }
  return sum;
}

function columnOf({ lines }: TaxDocument, part: keyof TaxDocument["lines"][number]): number {
  return lines.reduce((sum, taxed) => sum + taxed[part], 0);
}

describe("[I-45] 10,000 random invoices", () => {
  it("have totals that are the sums of their lines, and equal a computation by fractions", () => {
    fc.assert(
      fc.property(choice, ({ lines, roundsToRupee, state, gstin }) => {
        const seller = { roundsToRupee };
        const document = issued({ seller, buyer: { stateCode: state, gstin }, lines });
        const { totals } = document;
        const isInter = state !== SELLER.stateCode;
        const taxOf = (some: readonly SaleLine[]) =>
          isInter ? summed(some, 1) : 2 * summed(some, 2);
        const half = isInter ? 0 : summed(lines, 2);
        const igst = isInter ? summed(lines, 1) : 0;
        const amount = lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
        const total = amount + taxOf(lines.filter(({ addsTax }) => addsTax));
        const payablePaise = roundsToRupee ? Math.floor((total + 50) / 100) * 100 : total;
        expect(totals).toEqual({
          ...{ cgstPaise: half, sgstPaise: half, igstPaise: igst, totalPaise: total },
          ...{ payablePaise, roundOffPaise: payablePaise - total },
          taxablePaise: columnOf(document, "taxablePaise"),
          untaxedPaise: columnOf(document, "untaxedPaise"),
        });
        const { taxablePaise, untaxedPaise, roundOffPaise } = totals;
        expect(taxablePaise + untaxedPaise + 2 * half + igst).toBe(total);
        expect(columnOf(document, "totalPaise")).toBe(total);
        expect(roundOffPaise >= -49 && roundOffPaise <= 50).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    [100_00, 0],
    [100_01, -1],
    [100_49, -49],
    [100_50, 50],
    [100_99, 1],
  ])("round %d paise by %d", (amountPaise, roundOffPaise) => {
    const { totals } = issued({
      seller: { roundsToRupee: true },
      lines: [{ ...LINE, amountPaise }],
    });
    expect(totals).toMatchObject({ totalPaise: amountPaise, roundOffPaise });
    expect(totals.payablePaise % 100).toBe(0);
  });
});

it("[I-45] has one kind of document for every sale, and taxes none but a registered regular seller's taxable goods", () => {
  const kinds = fc.array(fc.constantFrom<TaxKind>(...TAX_KINDS), { minLength: 1, maxLength: 4 });
  const gstin = fc.constantFrom(BUYER.gstin, undefined);
  const scheme = fc.constantFrom("regular" as const, "composition" as const);
  fc.assert(
    fc.property(kinds, gstin, gstin, scheme, (taxKinds, sellerGstin, buyerGstin, by) => {
      const kind = documentKind({ sellerGstin, buyerGstin, scheme: by, taxKinds });
      const charges = sellerGstin !== undefined && by === "regular" && taxKinds.includes("taxable");
      expect(kind === "taxInvoice" || kind === "invoiceCumBillOfSupply").toBe(charges);
      expect(kind === "bill").toBe(sellerGstin === undefined);
    }),
  );
});

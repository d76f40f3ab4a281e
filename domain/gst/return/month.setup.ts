/** Months of random documents, for tests: issued by the rules of issuing, with credit notes of some of the invoices. */
import fc from "fast-check";
import { addDays } from "../../dates";
import { creditedLine } from "../creditedLine";
import { ratesOn } from "../rates";
import type { Seller } from "../sale";
import { printedDocumentNumber, type Series, seriesOf } from "../series";
import { taxDocument } from "../taxDocument";
import type { MonthDocument, MonthLine, MonthParty, Parts } from "./document";

export const GSTIN = "27AAPFU0939F1ZV";
export const BUYER_GSTIN = "29AAGCB7383J1Z4";
const FIRST_DAY = "2026-03-01";

const SELLER_PARTY = {
  ...{ business: "आशा ट्रेडर्स", legalName: "Asha Kolhari", gstin: GSTIN, phone: "+919000000001" },
  ...{ address: "12 Lake Road, Pune 411001", stateCode: "27", pincode: "411001" },
} satisfies MonthParty;

const BUYER_PARTY = {
  ...{ business: "पीपल चौक स्टोर्स", phone: "+919000000002" },
  ...{ address: '4 "Old" Market, Nagpur', stateCode: "27", pincode: "440001" },
} satisfies MonthParty;

const NO_PARTS: Parts = {
  ...{ taxablePaise: 0, untaxedPaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 },
};

function sumOfLines(lines: readonly Parts[]): Parts {
  const sum = (part: keyof Parts) => lines.reduce((all, line) => all + line[part], 0);
  const names = Object.keys(NO_PARTS) as (keyof Parts)[];
  return Object.fromEntries(names.map((part) => [part, sum(part)])) as Parts;
}

export type WantedLine = {
  readonly pricePaise: number;
  readonly quantity: number;
  readonly taxKind?: "taxable" | "nil" | "exempt";
  readonly gstRateBp?: number;
  readonly hsn?: string | undefined;
  readonly uqc?: string;
};

export type Wanted = {
  readonly day?: string;
  readonly state?: string;
  readonly gstin?: string | undefined;
  readonly lines: readonly WantedLine[];
  readonly seller?: "regular" | "composition" | "unregistered";
  readonly pricesIncludeTax?: boolean;
  readonly roundsToRupee?: boolean;
  /** Of each line: the pieces of a note, or none. */
  readonly credited?: readonly number[];
};

type Counters = Record<Series, number>;

function numbered(series: Series, counters: Counters) {
  counters[series] += 1;
  const number = counters[series];
  const wanted = { series, ownPrefix: "ASH", companyName: "Asha", financialYear: "25-26", number };
  return { number, printedNumber: printedDocumentNumber(wanted) };
}

function sellerOf({ seller = "regular", roundsToRupee = false }: Wanted) {
  const isComposition = seller === "composition";
  const rules: Seller = {
    ...(seller !== "unregistered" && { gstin: GSTIN }),
    ...{ scheme: isComposition ? "composition" : "regular", stateCode: "27", pincode: "411001" },
    ...{ hasLargeTurnover: false, roundsToRupee },
  };
  const party = { ...SELLER_PARTY, ...(isComposition && { gstScheme: "composition" as const }) };
  return { rules, party: seller === "unregistered" ? { ...party, gstin: undefined } : party };
}

function invoiceOf(wanted: Wanted, counters: Counters): MonthDocument {
  const { day = FIRST_DAY, state = "27", gstin, pricesIncludeTax = true } = wanted;
  const { rules, party } = sellerOf(wanted);
  const lines = wanted.lines.map(
    ({ pricePaise, quantity, hsn, taxKind = "taxable", gstRateBp }) => ({
      ...{ amountPaise: pricePaise * quantity, hsn, taxKind, addsTax: !pricesIncludeTax },
      ...(taxKind === "taxable" && { gstRateBp: gstRateBp ?? 1800 }),
    }),
  );
  const outcome = taxDocument({
    seller: rules,
    buyer: { gstin, stateCode: state, pincode: "440001" },
    lines,
    day,
  });
  if ("missing" in outcome) throw new Error(JSON.stringify(outcome.missing));
  const { document } = outcome;
  const isBill = document.kind === "bill";
  const monthLines = wanted.lines.map((line, index): MonthLine => {
    const { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise } = document.lines[index]!;
    const parts = { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
    const { quantity, taxKind = "taxable", gstRateBp = 1800, hsn, uqc = "PCS" } = line;
    const goods = { productName: `चावल ${index}`, quantity };
    if (isBill) return { ...goods, ...NO_PARTS };
    const isTaxed = taxKind === "taxable" && document.kind !== "billOfSupply";
    return { ...goods, hsn, taxKind, uqc, ...(isTaxed && { gstRateBp }), ...parts };
  });
  const { payablePaise, roundOffPaise } = document.totals;
  const kind = document.kind === "bill" ? {} : { kind: document.kind };
  const numbering = numbered(seriesOf(document.kind), counters);
  return {
    ...{ _id: `invoice ${numbering.printedNumber}`, type: "invoice", ...kind, ...numbering, day },
    ...(!isBill && { placeOfSupply: state }),
    isInterState: document.isInterState,
    seller: party,
    buyer: { ...BUYER_PARTY, gstin, stateCode: state },
    lines: monthLines,
    ...sumOfLines(monthLines),
    ...{ roundOffPaise, payablePaise },
  };
}

/** Those of a bill's line are absent. */
function wholeParts(parts: { readonly [Part in keyof Parts]?: number | undefined }): Parts {
  const { taxablePaise = 0, untaxedPaise = 0, cgstPaise = 0, sgstPaise = 0, igstPaise = 0 } = parts;
  return { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
}

/** The prices of a bill's lines are not on its document; here they are the wish's. */
function noteOf(invoice: MonthDocument, wanted: Wanted, counters: Counters): MonthDocument | null {
  const taken = invoice.lines.flatMap((line, index) => {
    const quantity = Math.min(wanted.credited?.[index] ?? 0, line.quantity);
    if (quantity === 0) return [];
    const { pricePaise } = wanted.lines[index]!;
    const amounts = invoice.kind === undefined ? {} : line;
    const { quantity: invoiced } = line;
    const all = { ...amounts, quantity: invoiced, totalPaise: pricePaise * invoiced };
    const { totalPaise, ...parts } = creditedLine(all, { before: 0, quantity });
    return [{ line: { ...line, ...wholeParts(parts), quantity }, totalPaise }];
  });
  if (taken.length === 0) return null;
  const lines = taken.map(({ line }) => line);
  const numbering = numbered("CN", counters);
  const { _id, printedNumber, day, payablePaise } = invoice;
  return {
    ...invoice,
    ...{ _id: `note ${numbering.printedNumber}`, type: "creditNote", ...numbering, lines },
    ...sumOfLines(lines),
    ...{ roundOffPaise: 0, payablePaise: taken.reduce((sum, one) => sum + one.totalPaise, 0) },
    against: { _id, printedNumber, day, payablePaise },
  };
}

/** The documents of a month, each invoice followed by its note. */
export function monthOf(wishes: readonly Wanted[]): MonthDocument[] {
  const counters: Counters = { INV: 0, BS: 0, CN: 0 };
  return wishes.flatMap((wanted) => {
    const invoice = invoiceOf(wanted, counters);
    const note = noteOf(invoice, wanted, counters);
    return note === null ? [invoice] : [invoice, note];
  });
}

const wantedLine: fc.Arbitrary<WantedLine> = fc.record({
  pricePaise: fc.oneof(fc.integer({ min: 2, max: 900_00 }), fc.integer({ min: 2, max: 40_000_00 })),
  quantity: fc.integer({ min: 1, max: 60 }),
  taxKind: fc.constantFrom("taxable", "taxable", "taxable", "nil", "exempt"),
  gstRateBp: fc.constantFrom(...ratesOn(FIRST_DAY)),
  hsn: fc.constantFrom("1905", "040120", "07131000"),
  uqc: fc.constantFrom("PCS", "KGS", "BOX"),
});

/** Of all kinds: in the State and out of it, registered and not, by composition, and bills. */
const wanted: fc.Arbitrary<Wanted> = fc
  .record({
    day: fc.integer({ min: 0, max: 30 }).map((days) => addDays(FIRST_DAY, days)),
    state: fc.constantFrom("27", "27", "29", "04"),
    gstin: fc.constantFrom(undefined, BUYER_GSTIN),
    lines: fc.array(wantedLine, { minLength: 1, maxLength: 6 }),
    seller: fc.constantFrom(
      ...(["regular", "regular", "regular", "regular", "composition", "unregistered"] as const),
    ),
    pricesIncludeTax: fc.boolean(),
    roundsToRupee: fc.boolean(),
    credited: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 6 }),
  })
  // By composition into another State: refused when it is issued.
  .map((one) => (one.seller === "composition" ? { ...one, state: "27" } : one));

export const randomMonth: fc.Arbitrary<MonthDocument[]> = fc
  .array(wanted, { minLength: 1, maxLength: 25 })
  .map(monthOf);

/** So that a test can say that a kind is among its months. */
export function kindsIn(documents: readonly MonthDocument[]): string[] {
  return documents.map(({ type, kind = "bill", isInterState, buyer, seller }) =>
    [
      ...[type, kind, isInterState ? "inter" : "intra"],
      ...[buyer.gstin === undefined ? "unregistered" : "registered", seller.gstScheme ?? "regular"],
    ].join(" "),
  );
}

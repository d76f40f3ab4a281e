/**
 * The value of goods above which they need an e-way bill before they move (CGST rule 138(1)). States may set other limits for
 * movements inside them; those are not here.
 */
import { type Dated, holdsOn } from "./dated";
import { isTaxed, type TaxKind } from "./kinds";

type Threshold = Dated & { readonly paise: number };

const THRESHOLDS: readonly Threshold[] = [
  {
    from: "2018-04-01",
    paise: 50_000_00,
    source: "CGST Rules, rule 138(1); Notifications 12/2018 and 15/2018-Central Tax",
  },
];

/** A line as on the document, with its tax. */
export type ConsignedLine = {
  /** Absent: nobody said that the goods are exempt. */
  readonly taxKind?: TaxKind | undefined;
  readonly taxablePaise?: number | undefined;
  /** The goods without tax, those by composition included, which are no exempt goods. */
  readonly untaxedPaise?: number | undefined;
  readonly cgstPaise?: number | undefined;
  readonly sgstPaise?: number | undefined;
  readonly igstPaise?: number | undefined;
};

function valueOf(line: ConsignedLine): number {
  const { taxablePaise = 0, untaxedPaise = 0 } = line;
  const { cgstPaise = 0, sgstPaise = 0, igstPaise = 0 } = line;
  return taxablePaise + untaxedPaise + cgstPaise + sgstPaise + igstPaise;
}

/** Value and tax of the goods, without nil-rated and exempt ones (rule 138(1), explanation 2). */
export function consignmentPaise(lines: readonly ConsignedLine[]): number {
  const counted = lines.filter(({ taxKind = "taxable" }) => isTaxed(taxKind));
  return counted.reduce((sum, line) => sum + valueOf(line), 0);
}

/** The limit of a day (YYYY-MM-DD) that a consignment is above, or null; the limit itself is not above it. */
export function eWayBillLimit(consignment: number, day: string): number | null {
  const threshold = THRESHOLDS.find((dated) => holdsOn(dated, day));
  return threshold !== undefined && consignment > threshold.paise ? threshold.paise : null;
}

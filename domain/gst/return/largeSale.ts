/** The value above which a sale into another State to somebody without a GSTIN is reported by itself (table 5 of GSTR-1). */
import { type Dated, holdsOn } from "../dated";

type Threshold = Dated & { readonly paise: number };

const THRESHOLDS: readonly Threshold[] = [
  {
    from: "2017-07-01",
    to: "2024-07-31",
    paise: 2_50_000_00,
    source: "CGST Rules, rule 59(4), as first made",
  },
  { from: "2024-08-01", paise: 1_00_000_00, source: "Notification 12/2024-Central Tax" },
];

/** True above the threshold of the day of issue (YYYY-MM-DD), not at it. */
export function isLargeSale(payablePaise: number, day: string): boolean {
  const threshold = THRESHOLDS.find((dated) => holdsOn(dated, day));
  return threshold !== undefined && payablePaise > threshold.paise;
}

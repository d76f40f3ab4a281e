/** HSN codes, which say what goods are: 4, 6 or 8 digits, more with a larger turnover. */
import { type Dated, holdsOn } from "./dated";

const HSN = /^(?:\d{4}|\d{6}|\d{8})$/;

/** True for 4, 6 or 8 digits. It knows no list of codes. */
export function isHsn(code: string): boolean {
  return HSN.test(code);
}

type HsnRule = Dated & {
  /** Digits at least, by the turnover of the year before: to ₹5 crore, and above. */
  readonly small: number;
  readonly large: number;
  /** Up to ₹5 crore a document for somebody without a GSTIN may leave the code out. */
  readonly smallMayOmit: boolean;
};

const RULES: readonly HsnRule[] = [
  {
    from: "2021-04-01",
    small: 4,
    large: 6,
    smallMayOmit: true,
    source: "Notification 78/2020-Central Tax",
  },
];

export type HsnNeed = {
  /** The day of issue, YYYY-MM-DD. */
  readonly day: string;
  readonly hasLargeTurnover: boolean;
  readonly isBuyerRegistered: boolean;
};

/** The digits that a document must show at least; 0 where it may leave the code out. */
export function hsnDigitsNeeded({ day, hasLargeTurnover, isBuyerRegistered }: HsnNeed): number {
  const rule = RULES.find((dated) => holdsOn(dated, day));
  if (rule === undefined) return 0;
  if (hasLargeTurnover) return rule.large;
  return rule.smallMayOmit && !isBuyerRegistered ? 0 : rule.small;
}

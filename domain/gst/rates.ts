/**
 * Rates of GST on goods, by day. A line is taxed at the rate of the day of issue. Nil-rated and exempt goods have none (`kinds.ts`).
 * The cess on tobacco that ran beside 28 % is not listed: nothing here charges a cess.
 */
import { type Dated, holdsOn } from "./dated";

type Rate = Dated & {
  /** The rate in basis points: 1800 is 18 %. */
  readonly rateBp: number;
};

const FIRST_DAY = "2017-07-01";
const SCHEDULES_2017 = "Notification 1/2017-Central Tax (Rate)";
const SCHEDULES_2025 = "Notification 9/2025-Central Tax (Rate)";

/** Central and State tax together. */
const RATES: readonly Rate[] = [
  // Rough diamonds and other unworked stones.
  { rateBp: 25, from: FIRST_DAY, source: `${SCHEDULES_2017}; ${SCHEDULES_2025}, Schedule V` },
  // Cut and polished diamonds.
  { rateBp: 150, from: "2022-07-18", source: "Notification 6/2022-Central Tax (Rate)" },
  // Gold, silver, jewellery.
  { rateBp: 300, from: FIRST_DAY, source: `${SCHEDULES_2017}; ${SCHEDULES_2025}, Schedule IV` },
  { rateBp: 500, from: FIRST_DAY, source: `${SCHEDULES_2017}; ${SCHEDULES_2025}, Schedule I` },
  { rateBp: 1200, from: FIRST_DAY, to: "2025-09-21", source: `${SCHEDULES_2017}, Schedule II` },
  { rateBp: 1800, from: FIRST_DAY, source: `${SCHEDULES_2017}; ${SCHEDULES_2025}, Schedule II` },
  // From 22 September 2025 on for tobacco alone.
  {
    rateBp: 2800,
    from: FIRST_DAY,
    to: "2026-01-31",
    source: `${SCHEDULES_2017}; ${SCHEDULES_2025}, Schedule VII`,
  },
  { rateBp: 4000, from: "2025-09-22", source: `${SCHEDULES_2025}, Schedule III` },
];

/** The rates of a day (YYYY-MM-DD), in basis points, ascending. */
export function ratesOn(day: string): number[] {
  return RATES.filter((rate) => holdsOn(rate, day)).map(({ rateBp }) => rateBp);
}

/** True for a rate, in basis points, at which goods may be taxed on a day (YYYY-MM-DD). */
export function isRateOn(rateBp: number, day: string): boolean {
  return ratesOn(day).includes(rateBp);
}

/** 1800 → "18%", 25 → "0.25%". */
export function rateText(rateBp: number): string {
  return `${String(rateBp / 100)}%`;
}

/**
 * The life of an opening balance, as data: what a distributor says was open with a retailer before the khata began.
 *
 *   (distributor proposes) ─▶ proposed ──agree──▶ agreed      (retailer; it counts)
 *                                ├────(14 days)──▶ unopposed  (the market; it counts)
 *                                ├────object─────▶ objected   (retailer)
 *                                └────withdraw───▶ withdrawn  (distributor, also by another proposal; the market, across a block)
 *
 * Only what counts changes a balance. One opening balance of a pair counts, ever.
 */
import { DAY_MS } from "./dates";
import { OPENING_OBJECTION_DAYS } from "./limits";

export const OPENING_STATES = ["proposed", "agreed", "unopposed", "objected", "withdrawn"] as const;
export type OpeningState = (typeof OPENING_STATES)[number];

/** The moment at which a proposal counts unless the retailer objects. */
export function countsFrom(proposedAt: number): number {
  return proposedAt + OPENING_OBJECTION_DAYS * DAY_MS;
}

type KhataFacts = {
  readonly hasEntries: boolean;
  /** The latest of the pair. */
  readonly opening?: { readonly state: OpeningState } | undefined;
};

/** True while an opening balance can be proposed: before the first entry, or in the place of one that never counted. */
export function mayProposeOpening({ hasEntries, opening }: KhataFacts): boolean {
  if (opening === undefined) return !hasEntries;
  return opening.state !== "agreed" && opening.state !== "unopposed";
}

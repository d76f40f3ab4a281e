/** A claim that was refused or disputed, to be sent again with another amount, reference or day. */
import { createContext, useContext } from "react";
import type { ClaimCommand } from "../../outbox/entry";

export type Correction = Pick<
  ClaimCommand,
  "amountPaise" | "method" | "reference" | "bank" | "paidOn" | "invoiceIds" | "proofImageId"
> & {
  /** The entry of the outbox whose place it takes; absent for a claim that the distributor disputed. */
  readonly outboxKey?: string;
};

export const CorrectionContext = createContext<((correction: Correction) => void) | null>(null);

/** Returns the function that opens the form with a claim to correct; null where there is no form. */
export function useCorrection(): ((correction: Correction) => void) | null {
  return useContext(CorrectionContext);
}

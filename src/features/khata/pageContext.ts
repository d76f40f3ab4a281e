/** The contexts of the khata's pages: the caller's side, and the form that corrects a claim. */
import { createContext, useContext } from "react";
import type { ClaimCommand } from "../../outbox/entry";
import type { TradeRole } from "../../../domain/roles";
import { useSession } from "../../live/useSession";

/** The role of the page, so that each card need not ask for the session. */
export const TradeRoleContext = createContext<TradeRole>("retailer");

export function useTradeRole(): TradeRole {
  return useContext(TradeRoleContext);
}

/** Returns the caller's side. The khata's pages are open to retailers and distributors alone. */
export function useSessionRole(): TradeRole {
  const session = useSession();
  return session.state === "signedIn" && session.me.role === "distributor"
    ? "distributor"
    : "retailer";
}

/** Returns whether the window has room for what phones fold. */
export function isWide(): boolean {
  return window.matchMedia("(width >= 48rem)").matches;
}

/** A claim that was refused or disputed, to be sent again with another amount, reference or day. */
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

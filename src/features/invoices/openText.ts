/** The words for what is open of an invoice: the same on screen, on paper and in the list. Pure. */
import { formatRupees } from "../../../domain/money";
import type { Invoice } from "./invoiceChoice";

type OpenSum = Pick<Invoice, "openPaise" | "payablePaise" | "orderStatus" | "creditedPaise">;

/** The word in the place of the payment code once nothing is open; null before. */
export function settledText(sum: OpenSum): string | null {
  const { openPaise, payablePaise, orderStatus, creditedPaise = 0 } = sum;
  if (openPaise !== 0) return null;
  // Cancelled and credited goods are owed no more, and nobody paid them.
  const isUnpaid = orderStatus === "cancelled" || creditedPaise >= payablePaise;
  return isUnpaid ? "Nothing to pay" : "Paid";
}

/** "₹2,000.00 of ₹5,000.00 open" where a part was paid; else null. */
export function partText({ openPaise, payablePaise }: OpenSum): string | null {
  const isPart = openPaise > 0 && openPaise < payablePaise;
  return isPart ? `${formatRupees(openPaise)} of ${formatRupees(payablePaise)} open` : null;
}

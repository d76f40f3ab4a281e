/** The next number of a series: consecutive per distributor and financial year, given in commit order (deviation 7). */
import { financialYear } from "../../domain/dates";
import {
  LAST_INVOICE_NUMBER,
  invoicePrefix,
  printedInvoiceNumber,
} from "../../domain/invoiceNumber";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";

export type InvoiceNumber = {
  readonly financialYear: string;
  readonly number: number;
  readonly printedNumber: string;
};

/** Takes a number. It is gone only if the transaction commits, so that a failure leaves no gap. */
export async function takeInvoiceNumber(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  issuedAt: number,
): Promise<InvoiceNumber> {
  const year = financialYear(issuedAt);
  const series = await ctx.db
    .query("invoiceCounters")
    .withIndex("by_series", (q) => q.eq("distributorId", distributor._id).eq("financialYear", year))
    .unique();
  const number = (series?.last ?? 0) + 1;
  if (number > LAST_INVOICE_NUMBER) fail("INVOICE_SERIES_FULL");
  if (series === null) {
    await ctx.db.insert("invoiceCounters", {
      distributorId: distributor._id,
      financialYear: year,
      last: number,
    });
  } else {
    await ctx.db.patch("invoiceCounters", series._id, { last: number });
  }
  const prefix = invoicePrefix(
    distributor.invoicePrefix,
    distributor.companyName ?? distributor.name,
  );
  return { financialYear: year, number, printedNumber: printedInvoiceNumber(prefix, year, number) };
}

/** The sum that an invoice asks for. */

/** Paise. `payablePaise` has the tax on top of prices and a rounding; it is absent on invoices of older versions, and where nothing is added. */
type InvoiceSums = { readonly netAmountPaise: number; readonly payablePaise?: number | undefined };

export function payableOf({ netAmountPaise, payablePaise = netAmountPaise }: InvoiceSums): number {
  return payablePaise;
}

/** The sum beside the net amount, where it is another. */
export function otherPayable(sums: InvoiceSums): { readonly payablePaise?: number } {
  const payablePaise = payableOf(sums);
  return payablePaise === sums.netAmountPaise ? {} : { payablePaise };
}

/** The dues that payments would pay which wait for the distributor's confirmation. Pure, shared by reminders and the payment form. */

type Claim = { readonly amountPaise: number; readonly invoiceIds: readonly string[] };
type OpenSum = { readonly invoiceId?: string | undefined; readonly openPaise: number };

/**
 * The dues, in their order, each with what no claim covers of it. As a confirmation would, each claim pays the invoices that it names, then
 * the first of the dues.
 */
export function uncovered<Due extends OpenSum>(
  dues: readonly Due[],
  claims: readonly Claim[],
): Due[] {
  const left = dues.map(({ openPaise }) => openPaise);
  for (const { amountPaise, invoiceIds } of claims) {
    const named = invoiceIds.map((id) => dues.findIndex(({ invoiceId }) => invoiceId === id));
    let rest = amountPaise;
    for (const index of [...named, ...dues.keys()]) {
      const open = left[index] ?? 0;
      const paid = Math.min(open, rest);
      if (paid === 0) continue;
      left[index] = open - paid;
      rest -= paid;
    }
  }
  return dues.map((due, index) => ({ ...due, openPaise: left[index] ?? 0 }));
}

export function claimedSum(claims: readonly Claim[]): number {
  return claims.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

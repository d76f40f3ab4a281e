/** One line on the retailer's credit, where it has a limit: what is open and ordered of it, with the order at hand. */
import { api } from "../../../../convex/_generated/api";
import { creditUseOf } from "../../../../domain/creditTerms";
import { formatRupees } from "../../../../domain/money";
import { useLiveQuery } from "../../../live/useLiveQuery";

export function CreditUsed({ orderId }: { orderId: string }) {
  const retailerId = useLiveQuery(api.orders.one, { orderId }).value?.retailerId;
  const { value: khata } = useLiveQuery(
    api.khata.account,
    retailerId === undefined ? "skip" : { partnerId: retailerId },
  );
  const use = khata === undefined ? null : creditUseOf(khata, khata);
  if (use === null) return null;
  return (
    <p className="-mt-2 text-sm text-muted tabular-nums">
      Credit used, with this order: {formatRupees(use.usedPaise)} / {formatRupees(use.limitPaise)}
    </p>
  );
}

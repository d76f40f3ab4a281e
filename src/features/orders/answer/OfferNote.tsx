/** An open offer of fewer pieces, or at another GST, on the distributor's card; it can be withdrawn while the retailer has not answered. */
import { keptLines } from "../../../../domain/orderLines";
import { useNow } from "../../../lib/useNow";
import { endText } from "../../../lib/waiting";
import { Button } from "../../../ui/Button";
import { useOrderActs } from "../orderActs";
import type { IncomingOrder } from "../orderRow";
import { t } from "../../../../domain/language/texts";

export function OfferNote({ order }: { order: IncomingOrder }) {
  const now = useNow();
  const { withdraw } = useOrderActs();
  const { offer } = order;
  if (offer === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 rounded-sm bg-info-soft py-1 pr-1 pl-2 text-sm text-info">
      <p className="min-w-0 flex-1 basis-32 wrap-anywhere">
        {offeredText(order)} · {endText(offer.expiresAt, now)}
      </p>
      <Button size="sm" variant="quiet" className="px-2" onClick={() => withdraw(offer.offerId)}>
        {t("Withdraw")}
      </Button>
    </div>
  );
}

/** Returns, for example, "Offered 6 of 10, waiting for Meena", of all lines; all pieces are offered for their GST alone. */
function offeredText({ offer, lines, userName: retailer }: IncomingOrder): string {
  const offeredPieces = (offer?.quantities ?? []).reduce((sum, quantity) => sum + quantity, 0);
  const orderedPieces = keptLines(lines).reduce((sum, { quantity }) => sum + quantity, 0);
  if (offeredPieces === orderedPieces)
    return t("Asked to agree to the GST, waiting for {retailer}", { retailer });
  return t("Offered {offered} of {asked}, waiting for {retailer}", {
    offered: offeredPieces.toLocaleString("en-IN"),
    asked: orderedPieces.toLocaleString("en-IN"),
    retailer,
  });
}

/** An open offer of fewer pieces, or at another GST, on the distributor's card; it can be withdrawn while the retailer has not answered. */
import { useNow } from "../../lib/useNow";
import { Button } from "../../ui/Button";
import type { OfferedPieces } from "./placements";
import { endText } from "../../lib/waiting";

export type OfferNoteProps = {
  offer: OfferedPieces;
  retailerName: string;
  onWithdraw: (offerId: string) => void;
};

export function OfferNote({ offer, retailerName, onWithdraw }: OfferNoteProps) {
  const now = useNow();
  const { expiresAt, offerId } = offer;
  return (
    <div className="flex items-center gap-2 rounded-sm bg-info-soft py-1 pr-1 pl-2 text-sm text-info">
      <p className="min-w-0 flex-1 wrap-anywhere">
        {offeredText(offer)}, waiting for {retailerName} · {endText(expiresAt, now)}
      </p>
      <Button size="sm" variant="quiet" className="px-2" onClick={() => onWithdraw(offerId)}>
        Withdraw
      </Button>
    </div>
  );
}

/** "Offered 6 of 10"; all pieces are offered for their GST alone. */
function offeredText({ quantity, asked }: OfferedPieces): string {
  if (quantity === asked) return "Asked to agree to the GST";
  return `Offered ${quantity.toLocaleString("en-IN")} of ${asked.toLocaleString("en-IN")}`;
}

/** Asks before ordering at prices that have changed since the retailer last set the lines. */
import { formatRupees } from "../../../../domain/money";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import type { BasketLine } from "./basketGroups";
import { t } from "../../../../domain/language/texts";

export type PriceChangeDialogProps = {
  lines: readonly BasketLine[];
  onConfirm: () => void;
  onClose: () => void;
};

export function PriceChangeDialog({ lines, onConfirm, onClose }: PriceChangeDialogProps) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("Prices changed")}
      description={t("Nothing was ordered yet. Order at these prices?")}
      confirmLabel={t("Place all orders")}
      cancelLabel={t("Don’t order")}
      onConfirm={onConfirm}
    >
      <ul className="max-h-[40dvh] divide-y divide-line overflow-y-auto">
        {lines.map(({ productId, name, seenPricePaise, price }) => (
          <li key={productId} className="flex items-baseline justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="shrink-0 text-right tabular-nums">
              {formatRupees(seenPricePaise)} → {formatRupees(price.pricePaise)}
            </span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

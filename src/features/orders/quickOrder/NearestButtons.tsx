/** The quantities that can be ordered instead of a wrong one, to take with a click. */
import type { NearestQuantities } from "../../../../domain/productTerms";
import { Button } from "../../../ui/Button";
import { t } from "../../../../domain/language/texts";

export type NearestButtonsProps = {
  nearest: NearestQuantities;
  /** Pieces that the basket has already: the button leaves them out. */
  less?: number;
  /** Returns the label for screen readers, which names the line among others. */
  label?: (pieces: string) => string;
  onTake: (quantity: number) => void;
};

export function NearestButtons({ nearest, less = 0, label, onTake }: NearestButtonsProps) {
  const quantities = [nearest.lower, nearest.upper]
    .filter((quantity) => quantity !== null)
    .map((quantity) => quantity - less)
    .filter((quantity) => quantity > 0);
  return (
    <span className="inline-flex gap-1.5">
      {quantities.map((quantity) => {
        const pieces = quantity.toLocaleString("en-IN");
        return (
          <Button
            key={quantity}
            size="sm"
            aria-label={label?.(pieces)}
            onClick={() => onTake(quantity)}
          >
            {t("Take {pieces}", { pieces })}
          </Button>
        );
      })}
    </span>
  );
}

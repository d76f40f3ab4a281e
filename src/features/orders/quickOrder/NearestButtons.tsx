/** The quantities that can be ordered instead of a wrong one, to take with a click. */
import type { NearestQuantities } from "../../../../domain/productTerms";
import { Button } from "../../../ui/Button";

export type NearestButtonsProps = {
  nearest: NearestQuantities;
  /** Pieces that the basket has already: the button leaves them out. */
  less?: number;
  /** The name of a line among others, for screen readers. */
  of?: string;
  onTake: (quantity: number) => void;
};

export function NearestButtons({ nearest, less = 0, of, onTake }: NearestButtonsProps) {
  const quantities = [nearest.lower, nearest.upper]
    .filter((quantity) => quantity !== null)
    .map((quantity) => quantity - less)
    .filter((quantity) => quantity > 0);
  return (
    <span className="inline-flex gap-1.5">
      {quantities.map((quantity) => {
        const words = `Take ${quantity.toLocaleString("en-IN")}`;
        return (
          <Button
            key={quantity}
            size="sm"
            {...(of !== undefined && { "aria-label": `${words} of ${of}` })}
            onClick={() => onTake(quantity)}
          >
            {words}
          </Button>
        );
      })}
    </span>
  );
}

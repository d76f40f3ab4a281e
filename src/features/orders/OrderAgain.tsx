/** The button that adds everything placed together with an order to the basket. */
import { useMutation } from "convex/react";
import { ShoppingBasket } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { cx } from "../../lib/cx";
import { Button } from "../../ui/Button";
import { useAddToBasket } from "./useAddToBasket";

export type OrderAgainProps = {
  orderId: string;
  onOrderAgain: (orderId: string) => void;
  /** Shows the picture alone, where a row has other buttons. */
  inTable?: boolean;
};

export function OrderAgain({ orderId, onOrderAgain, inTable = false }: OrderAgainProps) {
  return (
    <Button
      size="sm"
      className={inTable ? "w-8 px-0" : "flex-1"}
      title="Order again"
      onClick={() => onOrderAgain(orderId)}
    >
      <ShoppingBasket aria-hidden />
      <span className={cx(inTable && "sr-only")}>Order again</span>
    </Button>
  );
}

/** Returns the function for the buttons of a page, and the report that the page renders. */
export function useOrderAgain(): { orderAgain: (orderId: string) => void; report: ReactNode } {
  const { add, report } = useAddToBasket(useMutation(api.basket.addPlacement));
  const orderAgain = useCallback((orderId: string) => void add({ orderId }), [add]);
  return { orderAgain, report };
}

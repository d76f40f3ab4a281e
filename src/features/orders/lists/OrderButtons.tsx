/** The buttons of an order: what its party may do with it, and what its list offers besides. */
import { RotateCcw, ShoppingBasket, Trash2 } from "lucide-react";
import { actionsFor, type OrderAction } from "../../../../domain/orderLifecycle";
import { cx } from "../../../lib/cx";
import { Button, type ButtonProps, LinkButton } from "../../../ui/Button";
import { useOrderActs } from "../orderActs";
import type { Order, OutgoingOrder } from "../orderRow";
import { reorderLink } from "../reorder";
import { t } from "../../../../domain/language/texts";

type ButtonText = Pick<ButtonProps, "variant"> & {
  label: string;
  /** The letter that presses it on the card that has the focus. */
  key?: string;
};

const BUTTONS: Record<OrderAction, ButtonText> = {
  accept: { label: t("Accept"), variant: "primary", key: "A" },
  reject: { label: t("Reject"), key: "R" },
  complete: { label: t("Mark as Completed") },
  cancel: { label: t("Cancel") },
  updateMessage: { label: t("Update Message") },
  hide: { label: t("Remove") },
};

export type OrderButtonsProps = {
  order: Order;
  className?: string;
  /** Labels of this place, where they are others. */
  labels?: Partial<Record<OrderAction, string>>;
};

/** One button for each action that the order allows its reader. */
export function ActionButtons({ order, className, labels }: OrderButtonsProps) {
  const { party, act } = useOrderActs();
  return actionsFor(order, party).map((action) => {
    const { label, variant, key } = BUTTONS[action];
    return (
      <Button
        key={action}
        size="sm"
        variant={variant}
        className={className}
        aria-keyshortcuts={order.status === "pending" ? key : undefined}
        onClick={() => act(action, order)}
      >
        {action === "hide" && <Trash2 aria-hidden />}
        {labels?.[action] ?? label}
      </Button>
    );
  });
}

/** Those of a row, or of the heading of several: what else there is shows its picture alone. */
export function RowButtons({ order, labels }: Pick<OrderButtonsProps, "order" | "labels">) {
  return (
    <>
      <ActionButtons order={order} labels={labels} />
      <OrderAgain inTable order={order} />
    </>
  );
}

/** Those of a card of the retailer's rejected or completed orders. */
export function CardButtons({ order }: { order: OutgoingOrder }) {
  const [first] = order.lines;
  const isCompleted = order.status === "completed";
  return (
    <>
      {order.lines.length === 1 && first?.productId !== undefined && (
        <LinkButton
          variant="primary"
          size="sm"
          className="flex-1"
          {...reorderLink(first.productId, first)}
        >
          <RotateCcw aria-hidden />
          {t("Re-Order")}
        </LinkButton>
      )}
      <OrderAgain order={order} />
      <ActionButtons
        order={order}
        className="flex-1"
        labels={{ hide: isCompleted ? t("Remove") : t("Remove Order") }}
      />
    </>
  );
}

/** Adds all lines of the order to the basket. In tables it shows the picture alone. */
function OrderAgain({ order, inTable = false }: { order: Order; inTable?: boolean }) {
  const { orderAgain } = useOrderActs();
  return (
    <Button
      size="sm"
      className={inTable ? "w-8 px-0" : "flex-1"}
      title={t("Order again")}
      onClick={() => orderAgain(order._id)}
    >
      <ShoppingBasket aria-hidden />
      <span className={cx(inTable && "sr-only")}>{t("Order again")}</span>
    </Button>
  );
}

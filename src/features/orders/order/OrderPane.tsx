/** An open order: a column beside its list, or a page in the list's place. Its next actions stand at the foot, always in view. */
import { ChevronLeft, X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Link } from "react-router-dom";
import { actionsFor } from "../../../../domain/orderLifecycle";
import type { TradeRole } from "../../../../domain/roles";
import { useShortcut } from "../../../device/shortcuts";
import { Button } from "../../../ui/Button";
import { EmptyState } from "../../../ui/EmptyState";
import { LiveValue } from "../../../ui/LiveValue";
import { Skeleton } from "../../../ui/Skeleton";
import { ActionButtons, CardButtons, RowButtons } from "../lists/OrderButtons";
import { OrderActsProvider, useOrderActs } from "../orderActs";
import type { OrderListPage } from "../orderList";
import { customerOf, type OutgoingOrder, sellerOf } from "../orderRow";
import { OrderContent } from "./OrderContent";
import { useIsBeside } from "./OrderLink";
import { useOpenOrder } from "./useOpenOrder";
import { type OrderRow, toRow } from "./wholeOrder";
import { t } from "../../../../domain/language/texts";

export type OrderPaneProps = {
  of: Pick<OrderListPage, "party" | "list" | "title" | "none" | "errorMessage" | "Offer">;
  orderId: string;
};

export function OrderPane({ of, orderId }: OrderPaneProps) {
  const { party, title, none, errorMessage, Offer } = of;
  const { order, listAddress, close } = useOpenOrder(of, orderId);
  const row = useMemo(() => (order.value ? toRow(order.value) : null), [order.value]);
  const partner =
    row === null ? t("Order") : party === "retailer" ? sellerOf(row) : customerOf(row);
  useShortcut("escape", t("Close the order"), close);
  return (
    <OwnActs onHide={close}>
      <div className="-mt-3 mb-1 xl:hidden print:hidden">
        <Link
          to={listAddress}
          replace
          className="-ml-1 inline-flex min-h-11 items-center gap-1 pr-3 font-medium text-accent-ink hover:underline"
          onClick={(event) => {
            event.preventDefault();
            close();
          }}
        >
          <ChevronLeft aria-hidden className="size-4 shrink-0" />
          {title}
        </Link>
      </div>
      <section
        aria-label={t("Order")}
        className="@container flex flex-col xl:max-h-[calc(100dvh-8.75rem)] xl:overflow-hidden xl:rounded-md xl:border xl:border-line xl:bg-raised xl:shadow-low"
      >
        <div className="min-h-0 xl:overflow-y-auto xl:px-4 xl:py-3">
          <div className="flex items-start gap-2">
            <Title name={partner} orderId={orderId} />
            <Button
              variant="quiet"
              size="icon"
              aria-label={t("Close the order")}
              className="-my-1 -mr-2 hidden xl:inline-flex"
              onClick={close}
            >
              <X aria-hidden />
            </Button>
          </div>
          <LiveValue answer={order} skeleton={<OrderSkeleton />} errorMessage={errorMessage}>
            {(value) =>
              value === null || row === null ? (
                <EmptyState title={none} hint={t("The order is not on this list.")} />
              ) : (
                <OrderContent
                  order={value}
                  row={row}
                  party={party}
                  partner={partner}
                  Offer={Offer}
                />
              )
            }
          </LiveValue>
        </div>
        {row !== null && (party === "retailer" || actionsFor(row, party).length > 0) && (
          <div
            role="group"
            aria-label={t("Actions")}
            // Large letters need the window for the text.
            className="bottom-[calc(61px+env(safe-area-inset-bottom))] z-10 -mx-[16px] flex flex-wrap gap-2 border-t border-line bg-paper px-[16px] py-2 md:bottom-0 md:-mx-[24px] md:px-[24px] xl:mx-0 xl:bg-raised xl:px-4 xl:py-3 max-xl:@min-[20em]:sticky print:hidden [&>:not(:last-child)]:flex-1"
          >
            <Actions order={row} party={party} />
          </div>
        )}
      </section>
    </OwnActs>
  );
}

/** Of the retailer's open orders to order again is no more than an icon, so that they stand in one line of a phone. */
function Actions({ order, party }: { order: OrderRow; party: TradeRole }) {
  if (party === "distributor") return <ActionButtons order={order} className="flex-1" />;
  if (order.status !== "pending" && order.status !== "accepted")
    return <CardButtons order={order} />;
  return (
    <RowButtons order={order} labels={order.lines.length > 1 ? { cancel: t("Cancel all") } : {}} />
  );
}

/** Takes the focus when the order opens, and when another one does. */
function Title({ name, orderId }: { name: string; orderId: string }) {
  const Heading = useIsBeside() ? "h2" : "h1";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [orderId]);
  return (
    <Heading
      ref={heading}
      tabIndex={-1}
      className="min-w-0 flex-1 text-lg font-semibold outline-none xl:text-md"
    >
      {name}
    </Heading>
  );
}

/** The buttons of an open order: its message is reworded in a dialog, and what is removed is closed. */
function OwnActs({ onHide, children }: { onHide: () => void; children: ReactNode }) {
  const acts = useOrderActs();
  const own: typeof acts = {
    ...acts,
    act: (action, order) => {
      if (action === "updateMessage") acts.show({ kind: "message", order: order as OutgoingOrder });
      else acts.act(action, order);
      if (action === "hide") onHide();
    },
  };
  return <OrderActsProvider value={own}>{children}</OrderActsProvider>;
}

export function OrderSkeleton() {
  return (
    <div className="flex flex-col gap-4 py-3">
      <p role="status" className="sr-only">
        {t("Loading...")}
      </p>
      {["h-6 w-1/2", "h-10", "h-12", "h-24"].map((look) => (
        <Skeleton key={look} className={look} />
      ))}
    </div>
  );
}

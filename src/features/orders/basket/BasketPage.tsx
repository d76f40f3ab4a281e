/** /basket: what the retailer means to order, by distributors, live; placed with one click, one order to each distributor. */
import * as links from "../../../../domain/links";
import { Bookmark, ShoppingBasket } from "lucide-react";
import { useMemo, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { formatRupees } from "../../../../domain/money";
import { WaitingOrdersLine } from "../../../market/WaitingOrdersLine";
import { cx } from "../../../lib/cx";
import { basketOf, isOpen, OUTBOX_FULL } from "../../../outbox/entry";
import { useOutbox } from "../../../outbox/useOutbox";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { useAccountId } from "../../../live/useMarketClient";
import { Button, LinkButton } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { LiveValue } from "../../../ui/LiveValue";
import { Money } from "../../../ui/Money";
import { Notice } from "../../../ui/Notice";
import { PageHeader } from "../../../ui/PageHeader";
import { useStockLevels } from "../../../market/useStockLevels";
import { Skeleton } from "../../../ui/Skeleton";
import { QuickOrder } from "../quickOrder/QuickOrder";
import { BasketGroupCard } from "./BasketGroupCard";
import { SaveBasketDialog } from "./basketDialogs";
import {
  type Basket,
  type BasketGroup,
  basketGroups,
  isPriceChanged,
  commandOf,
} from "./basketGroups";
import { messageFor } from "./basketMessage";
import { PriceChangeDialog } from "./PriceChangeDialog";
import { SavedBaskets } from "./SavedBaskets";
import { UsualBasket } from "./UsualBasket";
import { t } from "../../../../domain/language/texts";

export function BasketPage() {
  const basket = useLiveQuery(api.basket.lines, {}, { isKeptOffline: true });
  const count = basket.value?.lines.length;
  return (
    <>
      <PageHeader
        title={t("Basket")}
        count={count}
        action={count !== undefined && count > 0 && <SaveBasket />}
      />
      <WaitingOrdersLine className="mb-4" />
      <QuickOrder />
      <LiveValue
        answer={basket}
        skeleton={<BasketSkeleton />}
        errorMessage={t("The basket could not be loaded.")}
      >
        {(basket) => <BasketBody basket={basket} />}
      </LiveValue>
    </>
  );
}

function SaveBasket() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Bookmark aria-hidden />
        {t("Save basket")}
      </Button>
      {isOpen && <SaveBasketDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function EmptyBasket() {
  return (
    <EmptyState
      icon={ShoppingBasket}
      title={t("Nothing here yet")}
      hint={t("Add products of any distributors, and order them all at once.")}
      action={
        <LinkButton variant="primary" to={links.CATALOGUE}>
          {t("Browse products")}
        </LinkButton>
      }
    />
  );
}

/** One tree for the empty and the full basket: what adds to an empty basket goes on to report what it added. */
function BasketBody({ basket }: { basket: Basket }) {
  const productIds = useMemo(() => basket.lines.map(({ productId }) => productId), [basket]);
  const { levels } = useStockLevels(productIds);
  const groups = basketGroups(basket, (productId) => levels.get(productId));
  const isEmpty = basket.lines.length === 0;
  return (
    <div
      className={cx(
        "flex flex-col gap-4",
        !isEmpty && "lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start",
      )}
    >
      <div className="flex min-w-0 flex-col gap-4">
        {isEmpty && <EmptyBasket />}
        {groups.map((group) => (
          <BasketGroupCard key={group.distributor._id} group={group} />
        ))}
        <UsualBasket />
        <SavedBaskets />
      </div>
      {!isEmpty && <PlaceAll groups={groups} />}
    </div>
  );
}

function usePlaceAll(groups: readonly BasketGroup[]) {
  const accountId = useAccountId();
  const { outbox, entries } = useOutbox();
  const [problem, setProblem] = useState<string | null>(null);
  const isUnderWay = ({ distributor }: BasketGroup) => {
    const entry = basketOf(entries, distributor._id);
    return entry !== undefined && isOpen(entry);
  };
  const idle = groups.filter((group) => !isUnderWay(group));
  const due = idle.filter(({ canBePlaced }) => canBePlaced);
  const placeAll = () => {
    const isTaken = due.map((group) => {
      const msg = messageFor(accountId, group.distributor._id);
      return outbox?.add(commandOf(group, msg)) === true;
    });
    setProblem(isTaken.every(Boolean) ? null : OUTBOX_FULL);
  };
  return {
    placeAll,
    problem,
    isBusy: idle.length < groups.length,
    due,
    left: idle.length - due.length,
  };
}

function totalOfGroups(groups: readonly BasketGroup[]): number {
  return groups.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
}

function PlaceAll({ groups }: { groups: readonly BasketGroup[] }) {
  const { placeAll, problem, isBusy, due, left } = usePlaceAll(groups);
  const [asks, setAsks] = useState(false);
  const changed = due.flatMap(({ lines }) => lines.filter(isPriceChanged));
  // Of the groups that are counted beside it; what is placed now may be less of it, or nothing.
  const total = totalOfGroups(groups);
  return (
    <Card
      data-bottom-actions
      className="sticky bottom-15 flex flex-col gap-3 p-4 md:bottom-4 lg:top-20 lg:bottom-auto"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">
          {t("{count, plural, one {# distributor} other {# distributors}}", {
            count: groups.length,
          })}
        </span>
        <Money paise={total} className="text-lg font-semibold" />
      </p>
      {left > 0 && (
        <div role="status" className="text-sm text-muted">
          <p>
            {t(
              "{count, plural, one {One order needs a correction first.} other {# orders need a correction first.}}",
              { count: left },
            )}
          </p>
          {due.length > 0 && (
            <p>{t("{sum} can be placed now.", { sum: formatRupees(totalOfGroups(due)) })}</p>
          )}
        </div>
      )}
      {problem !== null && <Notice kind="warning" message={problem} />}
      <Button
        variant="primary"
        size="lg"
        wide
        busy={isBusy && due.length === 0}
        disabled={due.length === 0}
        onClick={() => (changed.length > 0 ? setAsks(true) : placeAll())}
      >
        {t("Place all orders")}
      </Button>
      {asks && (
        <PriceChangeDialog
          lines={changed}
          onConfirm={() => {
            setAsks(false);
            placeAll();
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </Card>
  );
}

function BasketSkeleton() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <p role="status" className="sr-only">
        {t("Loading the basket...")}
      </p>
      <Card aria-hidden className="flex flex-col gap-3 p-4">
        <Skeleton className="h-6 w-1/2" />
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-24 w-full" />
        ))}
      </Card>
      <Card aria-hidden className="p-4">
        <Skeleton className="h-12 w-full" />
      </Card>
    </div>
  );
}

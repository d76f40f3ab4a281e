/** /basket: what the retailer means to order, by distributors, live; placed with one click, one placement for each distributor. */
import { ShoppingBasket } from "lucide-react";
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { basketOf, isOpen } from "../../lib/outbox/entry";
import { OUTBOX_FULL } from "../../lib/outbox/texts";
import { useOutbox } from "../../lib/outbox/useOutbox";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { useAccountId } from "../../lib/useMarketClient";
import { Button, LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { EmptyState } from "../../ui/EmptyState";
import { LiveValue } from "../../ui/LiveValue";
import { Money } from "../../ui/Money";
import { Notice } from "../../ui/Notice";
import { PageHeader } from "../../ui/PageHeader";
import { useStockLevels } from "../../lib/useStockLevels";
import { BasketGroupCard } from "./BasketGroupCard";
import { BasketSkeleton } from "./BasketSkeleton";
import { type Basket, type BasketGroup, basketGroups, placementOf } from "./basketGroups";
import { messageFor } from "./basketMessage";

export function BasketPage() {
  const basket = useLiveQuery(api.basket.lines, {});
  return (
    <>
      <PageHeader title="Basket" count={basket.value?.lines.length} />
      <LiveValue
        answer={basket}
        skeleton={<BasketSkeleton />}
        errorMessage="The basket could not be loaded."
      >
        {(known) => (known.lines.length === 0 ? <EmptyBasket /> : <FullBasket basket={known} />)}
      </LiveValue>
    </>
  );
}

function EmptyBasket() {
  return (
    <EmptyState
      icon={ShoppingBasket}
      title="Nothing here yet"
      hint="Add products of any distributors, and order them all at once."
      action={
        <LinkButton variant="primary" to="/productlistall">
          Browse products
        </LinkButton>
      }
    />
  );
}

function FullBasket({ basket }: { basket: Basket }) {
  const productIds = useMemo(() => basket.lines.map(({ productId }) => productId), [basket]);
  const { levels } = useStockLevels(productIds);
  const groups = basketGroups(basket, (productId) => levels.get(productId));
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {groups.map((group) => (
          <BasketGroupCard key={group.distributor._id} group={group} />
        ))}
      </div>
      <PlaceAll groups={groups} />
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
      return outbox?.add(placementOf(group, msg)) === true;
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

function PlaceAll({ groups }: { groups: readonly BasketGroup[] }) {
  const { placeAll, problem, isBusy, due, left } = usePlaceAll(groups);
  const total = due.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
  const distributors = groups.length === 1 ? "1 distributor" : `${groups.length} distributors`;
  return (
    <Card className="sticky bottom-16 flex flex-col gap-3 p-4 md:bottom-4 lg:top-20 lg:bottom-auto">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-muted">{distributors}</span>
        <Money paise={total} className="text-lg font-semibold" />
      </p>
      {left > 0 && (
        <p role="status" className="text-sm text-muted">
          {left === 1 ? "One order needs" : `${left} orders need`} a correction first.
        </p>
      )}
      {problem !== null && <Notice kind="warning" message={problem} />}
      <Button
        variant="primary"
        size="lg"
        wide
        busy={isBusy && due.length === 0}
        disabled={due.length === 0}
        onClick={placeAll}
      >
        Place all orders
      </Button>
    </Card>
  );
}

/** The placements that the distributor rejected or the retailer cancelled. */
import { Trash2 } from "lucide-react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { NotOnList } from "./OneOrderBar";
import { useOneOrder } from "./oneOrder";
import { OrderCards } from "./OrderCards";
import { NOT_DELETED } from "./orderMessages";
import { PlacementCard } from "./PlacementCard";
import { PlacementList } from "./PlacementList";
import { linesFor, orderIdsOf, type IncomingPlacement } from "./placements";
import { incomingSheet } from "./sheetColumns";
import { useHide } from "./useOrderActions";
import { usePlacements } from "./usePlacements";

const SHEET = incomingSheet("rejected");
const NONE = "No rejected orders found.";

export function RejectedIncomingPage() {
  const one = useOneOrder("distributor", "rejected");
  const list = useLiveList(api.orders.incoming, { list: "rejected", ...one.args });
  const placements = usePlacements(list.results, "latest");
  const remove = useHide(NOT_DELETED);
  const card = useCallback(
    (placement: IncomingPlacement, isArriving: boolean) => {
      const removable = linesFor(placement, "hide");
      return (
        <PlacementCard
          placement={placement}
          arriving={isArriving}
          actions={
            removable.length > 0 && (
              <Button size="sm" className="flex-1" onClick={() => remove(orderIdsOf(removable))}>
                <Trash2 aria-hidden />
                Remove
              </Button>
            )
          }
        />
      );
    },
    [remove],
  );
  return (
    <PlacementList
      title="Rejected Orders"
      one={one}
      list={{ ...list, results: placements }}
      sheetColumns={SHEET}
      errorMessage="Failed to fetch rejected orders. Please try again later."
      empty={one.isOne ? <NotOnList title={NONE} /> : <NoneYet />}
    >
      {(shown, isNew) => <OrderCards orders={shown} isNew={isNew} card={card} />}
    </PlacementList>
  );
}

function NoneYet() {
  return (
    <EmptyState
      title={NONE}
      hint="Orders that you reject, or that a retailer cancels, are kept here with the reason."
      action={<LinkButton to="/pendingorders_dist">Pending Orders</LinkButton>}
    />
  );
}

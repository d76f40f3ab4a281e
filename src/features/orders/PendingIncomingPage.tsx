/** The placements that wait for the distributor's answer: one by one, or several with one date. */
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { AcceptDialog } from "./AcceptDialog";
import { AcceptManyDialog } from "./AcceptManyDialog";
import { OrderCards } from "./OrderCards";
import { PlacementCard } from "./PlacementCard";
import { PlacementList } from "./PlacementList";
import { linesFor, type IncomingPlacement } from "./placements";
import { RejectDialog } from "./RejectDialog";
import { SelectBox } from "./SelectBox";
import { SelectionBar } from "./SelectionBar";
import { SelectionProvider, useNewSelection } from "./selection";
import { incomingSheet } from "./sheetColumns";
import { useWithdrawal } from "./useOrderActions";
import { usePlacements } from "./usePlacements";

const SHEET = incomingSheet("pending");

type OpenDialog =
  | { readonly kind: "accept" | "reject"; readonly placement: IncomingPlacement }
  | { readonly kind: "acceptMany"; readonly placements: readonly IncomingPlacement[] };

export function PendingIncomingPage() {
  const list = useLiveList(api.orders.incoming, { list: "pending" });
  const placements = usePlacements(list.results);
  const { value: count } = useLiveQuery(api.orders.pendingCount, {});
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const selection = useNewSelection();
  const withdraw = useWithdrawal();
  const card = useCallback(
    (placement: IncomingPlacement, isArriving: boolean) => (
      <PlacementCard
        placement={placement}
        arriving={isArriving}
        onWithdraw={withdraw}
        actions={
          <Answers placement={placement} onAnswer={(kind) => setDialog({ kind, placement })} />
        }
      />
    ),
    [withdraw],
  );
  return (
    <SelectionProvider value={selection}>
      <PlacementList
        title="Pending Orders"
        list={{ ...list, results: placements }}
        count={count}
        sheetColumns={SHEET}
        errorMessage="Failed to fetch orders. Please try again later."
        empty={
          <EmptyState
            title="No pending orders found."
            hint="An order appears here the moment a retailer places it."
            action={<LinkButton to="/productlist">Your products</LinkButton>}
          />
        }
      >
        {(shown, isNew) => (
          <>
            <SelectionBar
              placements={placements}
              action={(selected) => (
                <Button
                  variant="primary"
                  onClick={() => setDialog({ kind: "acceptMany", placements: selected })}
                >
                  Accept {selected.length}
                </Button>
              )}
            />
            <OrderCards orders={shown} isNew={isNew} card={card} />
          </>
        )}
      </PlacementList>
      {dialog !== null && (
        <Dialogs
          dialog={dialog}
          placements={placements}
          onDone={({ _id }) => selection.set(_id, false)}
          onClose={() => setDialog(null)}
        />
      )}
    </SelectionProvider>
  );
}

type DialogsProps = {
  dialog: OpenDialog;
  placements: readonly IncomingPlacement[];
  onDone: (placement: IncomingPlacement) => void;
  onClose: () => void;
};

function Dialogs({ dialog, placements, onDone, onClose }: DialogsProps) {
  if (dialog.kind === "acceptMany")
    return <AcceptManyDialog placements={dialog.placements} onDone={onDone} onClose={onClose} />;
  const { kind, placement: opened } = dialog;
  const live = placements.find(({ _id }) => _id === opened._id) ?? null;
  const props = { opened, live, onClose };
  return kind === "accept" ? <AcceptDialog {...props} /> : <RejectDialog {...props} />;
}

type AnswersProps = {
  placement: IncomingPlacement;
  onAnswer: (kind: "accept" | "reject") => void;
};

function Answers({ placement, onAnswer }: AnswersProps) {
  return (
    <>
      {linesFor(placement, "accept").length > 0 && (
        <>
          <SelectBox placement={placement} />
          <Button variant="primary" size="sm" className="flex-1" onClick={() => onAnswer("accept")}>
            Accept
          </Button>
        </>
      )}
      {linesFor(placement, "reject").length > 0 && (
        <Button size="sm" className="flex-1" onClick={() => onAnswer("reject")}>
          Reject
        </Button>
      )}
    </>
  );
}

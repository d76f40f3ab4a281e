/**
 * Placements on their way to the retailer; one of a closed account can be rejected. A completed one stays in its place, as completed,
 * until the page is left.
 */
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { CompleteManyDialog, type CompleteManyDialogProps } from "./CompleteManyDialog";
import { OrderCards } from "./OrderCards";
import { PlacementCard } from "./PlacementCard";
import { PlacementList } from "./PlacementList";
import { linesFor, type IncomingPlacement } from "./placements";
import { RejectDialog } from "./RejectDialog";
import { SelectBox } from "./SelectBox";
import { SelectionBar } from "./SelectionBar";
import { SelectionProvider, useNewSelection } from "./selection";
import { incomingSheet } from "./sheetColumns";
import { useCompletion } from "./useCompletion";
import { usePlacements } from "./usePlacements";

const SHEET = incomingSheet("accepted");

type OpenDialog =
  | { readonly kind: "reject"; readonly placement: IncomingPlacement }
  | { readonly kind: "completeMany"; readonly placements: readonly IncomingPlacement[] };

export function AcceptedIncomingPage() {
  const list = useLiveList(api.orders.incoming, { list: "accepted" });
  const live = usePlacements(list.results);
  const { placements, complete, completeSafely } = useCompletion(live);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const selection = useNewSelection();
  const completeOne = useCallback(
    (placement: IncomingPlacement) => {
      selection.set(placement._id, false);
      complete(placement);
    },
    [selection, complete],
  );
  const card = useCallback(
    (placement: IncomingPlacement, isArriving: boolean) => (
      <PlacementCard
        placement={placement}
        arriving={isArriving}
        actions={
          <Actions
            placement={placement}
            onComplete={completeOne}
            onReject={(placement) => setDialog({ kind: "reject", placement })}
          />
        }
      />
    ),
    [completeOne],
  );
  return (
    <SelectionProvider value={selection}>
      <PlacementList
        title="Accepted Orders"
        list={{ ...list, results: placements }}
        sheetColumns={SHEET}
        errorMessage="Failed to fetch accepted orders."
        empty={<NoneYet />}
      >
        {(shown, isNew) => (
          <>
            <SelectionBar
              placements={live}
              action={(selected) => (
                <Button
                  variant="primary"
                  onClick={() => setDialog({ kind: "completeMany", placements: selected })}
                >
                  Complete {selected.length}
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
          placements={live}
          complete={completeSafely}
          onDone={({ _id }) => selection.set(_id, false)}
          onClose={() => setDialog(null)}
        />
      )}
    </SelectionProvider>
  );
}

function NoneYet() {
  return (
    <EmptyState
      title="No Accepted Orders found."
      hint="Orders that you accept wait here until they are delivered."
      action={<LinkButton to="/pendingorders_dist">Pending Orders</LinkButton>}
    />
  );
}

type DialogsProps = Omit<CompleteManyDialogProps, "placements"> & {
  dialog: OpenDialog;
  placements: readonly IncomingPlacement[];
};

function Dialogs({ dialog, placements, ...props }: DialogsProps) {
  if (dialog.kind === "completeMany")
    return <CompleteManyDialog placements={dialog.placements} {...props} />;
  const { placement: opened } = dialog;
  const live = placements.find(({ _id }) => _id === opened._id) ?? null;
  return <RejectDialog opened={opened} live={live} onClose={props.onClose} />;
}

type ActionsProps = {
  placement: IncomingPlacement;
  onComplete: (placement: IncomingPlacement) => void;
  onReject: (placement: IncomingPlacement) => void;
};

function Actions({ placement, onComplete, onReject }: ActionsProps) {
  return (
    <>
      {linesFor(placement, "complete").length > 0 && (
        <>
          <SelectBox placement={placement} />
          <Button size="sm" className="flex-1" onClick={() => onComplete(placement)}>
            Mark as Completed
          </Button>
        </>
      )}
      {linesFor(placement, "reject").length > 0 && (
        <Button size="sm" className="flex-1" onClick={() => onReject(placement)}>
          Reject
        </Button>
      )}
    </>
  );
}

/**
 * Placements on their way to the retailer, those that are late first; one of a closed account can be rejected. A completed one stays
 * in its place, as completed, until the page is left.
 */
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ExportButton } from "../../lib/exports/ExportButton";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { CompleteManyDialog, type CompleteManyDialogProps } from "./CompleteManyDialog";
import { DueChips, DueGroups } from "./DueGroups";
import { deliveryOf, dueGroupOf } from "./dueGroups";
import { incomingFilterWords } from "./incomingFilterWords";
import { NotOnList } from "./OneOrderBar";
import { useOneOrder } from "./oneOrder";
import { isOrderFiltered } from "./orderFilter";
import { OrderFilterBar } from "./OrderFilterBar";
import { PlacementCard } from "./PlacementCard";
import { PlacementList } from "./PlacementList";
import { linesFor, type IncomingPlacement } from "./placements";
import { RejectDialog } from "./RejectDialog";
import { SelectBox } from "./SelectBox";
import { SelectionBar } from "./SelectionBar";
import { type Selection, SelectionProvider, useNewSelection } from "./selection";
import { incomingSheet } from "./sheetColumns";
import { useCardKeys } from "./useCardKeys";
import { useCompletion } from "./useCompletion";
import { useListChoice } from "./useListChoice";
import { useOrderFilter } from "./useOrderFilter";
import { usePlacements } from "./usePlacements";

const SHEET = incomingSheet("accepted");
const NONE = "No Accepted Orders found.";

type OpenDialog =
  | { readonly kind: "reject"; readonly placement: IncomingPlacement }
  | { readonly kind: "completeMany"; readonly placements: readonly IncomingPlacement[] };

function useDue(today: string) {
  const [params, changeDue] = useListChoice("due");
  const due = dueGroupOf(params);
  return { due, changeDue, delivery: deliveryOf(due, today) };
}

/** Draws a card of the list. */
function useCard(
  selection: Selection,
  complete: (placement: IncomingPlacement) => void,
  onOpen: (dialog: OpenDialog) => void,
) {
  const completeOne = useCallback(
    (placement: IncomingPlacement) => {
      selection.set(placement._id, false);
      complete(placement);
    },
    [selection, complete],
  );
  return useCallback(
    (placement: IncomingPlacement, isArriving: boolean) => (
      <PlacementCard
        placement={placement}
        arriving={isArriving}
        actions={
          <Actions
            placement={placement}
            onComplete={completeOne}
            onReject={(placement) => onOpen({ kind: "reject", placement })}
          />
        }
      />
    ),
    [completeOne, onOpen],
  );
}

export function AcceptedIncomingPage() {
  const control = useOrderFilter();
  const one = useOneOrder("distributor", "accepted");
  const { due, changeDue, delivery } = useDue(control.today);
  const asked = { delivery, ...control.args, ...one.args };
  const list = useLiveList(api.orders.incoming, { list: "accepted", ...asked });
  const live = usePlacements(list.results, "oldest");
  const { placements, complete, completeSafely } = useCompletion(live, list.queryKey);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const selection = useNewSelection();
  const card = useCard(selection, complete, setDialog);
  useCardKeys();
  const isFiltered = due !== null || isOrderFiltered(control.filter);
  return (
    <SelectionProvider value={selection}>
      <PlacementList
        title="Accepted Orders"
        action={<ExportButton subject="orders" />}
        one={one}
        list={{ ...list, results: placements }}
        filters={
          <OrderFilterBar control={control} list="accepted" partner="retailer">
            <DueChips due={due} onChange={changeDue} />
          </OrderFilterBar>
        }
        filterWords={incomingFilterWords(control, list.results)}
        sheetColumns={SHEET}
        errorMessage="Failed to fetch accepted orders."
        empty={one.isOne ? <NotOnList title={NONE} /> : isFiltered ? <NoneMatches /> : <NoneYet />}
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
            <DueGroups orders={shown} today={control.today} isNew={isNew} card={card} />
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

function NoneMatches() {
  return (
    <EmptyState
      title={NONE}
      hint="No order matches the filters."
      action={
        <LinkButton to="/accepted_dist" replace>
          Clear filters
        </LinkButton>
      }
    />
  );
}

function NoneYet() {
  return (
    <EmptyState
      title={NONE}
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
          <Button size="sm" className="flex-1 px-2" onClick={() => onComplete(placement)}>
            Mark as Completed
          </Button>
        </>
      )}
      {linesFor(placement, "reject").length > 0 && (
        <Button size="sm" className="flex-1 px-2" onClick={() => onReject(placement)}>
          Reject
        </Button>
      )}
    </>
  );
}

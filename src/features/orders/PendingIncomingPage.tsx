/** The placements that wait for the distributor's answer, the oldest first: one by one, or several at once. */
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { lazyDialog } from "../../ui/lazyPart";
import { Select } from "../../ui/Select";
import type { SelectOption } from "../../ui/SelectList";
import { AcceptDialog, type OnAccepted } from "./AcceptDialog";
import { AnsweredCard } from "./AnsweredCard";
import { incomingFilterWords } from "./incomingFilterWords";
import { NotOnList } from "./OneOrderBar";
import { type OneOrder, useOneOrder } from "./oneOrder";
import { isOrderFiltered } from "./orderFilter";
import { NoOrderMatches, OrderFilterBar } from "./OrderFilterBar";
import { OrderCards } from "./OrderCards";
import { PlacementCard } from "./PlacementCard";
import { PlacementList } from "./PlacementList";
import { linesFor, type IncomingPlacement, type RowOrder } from "./placements";
import { SelectBox } from "./SelectBox";
import { SelectionBar } from "./SelectionBar";
import { SelectionProvider, useNewSelection } from "./selection";
import { incomingSheet } from "./sheetColumns";
import { type ShownPlacement, useAnswered } from "./useAnswered";
import { useCardButtonKey, useCardKeys } from "./useCardKeys";
import { useListChoice } from "./useListChoice";
import { useWithdrawal } from "./useOrderActions";
import { type OrderFilterControl, useOrderFilter } from "./useOrderFilter";
import { usePlacements } from "./usePlacements";

const NOT_OPENED = "The dialog could not be loaded.";

/** Loaded when they are first opened. */
const AcceptManyDialog = lazyDialog(
  async () => (await import("./AcceptManyDialog")).AcceptManyDialog,
  NOT_OPENED,
);
const RejectDialog = lazyDialog(
  async () => (await import("./RejectDialog")).RejectDialog,
  NOT_OPENED,
);
const RejectManyDialog = lazyDialog(
  async () => (await import("./RejectManyDialog")).RejectManyDialog,
  NOT_OPENED,
);

const SHEET = incomingSheet("pending");

const SORTS: readonly SelectOption<RowOrder>[] = [
  { value: "oldest", label: "Oldest first" },
  { value: "latest", label: "Newest first" },
];

type OpenDialog =
  | { readonly kind: "accept" | "reject"; readonly placement: IncomingPlacement }
  | {
      readonly kind: "acceptMany" | "rejectMany";
      readonly placements: readonly IncomingPlacement[];
    };

function useSort(): [RowOrder, (sort: RowOrder) => void] {
  const [params, choose] = useListChoice("sort");
  const sort = params.get("sort") === "latest" ? "latest" : "oldest";
  return [sort, (next) => choose(next === "oldest" ? null : next)];
}

/** Draws a card of the list. */
function useCard(onOpen: (dialog: OpenDialog) => void) {
  const withdraw = useWithdrawal();
  return useCallback(
    (placement: ShownPlacement, isArriving: boolean) =>
      "invoiceId" in placement ? (
        <AnsweredCard placement={placement} />
      ) : (
        <PlacementCard
          placement={placement}
          arriving={isArriving}
          onWithdraw={withdraw}
          actions={
            <Answers placement={placement} onAnswer={(kind) => onOpen({ kind, placement })} />
          }
        />
      ),
    [withdraw, onOpen],
  );
}

export function PendingIncomingPage() {
  const control = useOrderFilter();
  const one = useOneOrder("distributor", "pending");
  const [sort, changeSort] = useSort();
  const asked = { sort, ...control.args, ...one.args };
  const list = useLiveList(api.orders.incoming, { list: "pending", ...asked });
  const placements = usePlacements(list.results, sort);
  const { shown, keep } = useAnswered(placements, sort, list.queryKey);
  const { value: count } = useLiveQuery(api.orders.pendingCount, {});
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const selection = useNewSelection();
  const card = useCard(setDialog);
  useCardKeys();
  useCardButtonKey("a", "Accept");
  useCardButtonKey("r", "Reject");
  return (
    <SelectionProvider value={selection}>
      <PlacementList
        title="Pending Orders"
        one={one}
        list={{ ...list, results: placements }}
        // Once nothing waits any more the list says so, as it does without answered ones.
        shown={placements.length === 0 ? placements : shown}
        count={isOrderFiltered(control.filter) ? undefined : count}
        filters={
          <OrderFilterBar control={control} list="pending" partner="retailer">
            <Select
              className="w-full sm:w-40"
              label="Sort by"
              value={sort}
              options={SORTS}
              onChange={changeSort}
            />
          </OrderFilterBar>
        }
        filterWords={incomingFilterWords(control, list.results)}
        sheetColumns={SHEET}
        errorMessage="Failed to fetch orders. Please try again later."
        empty={
          <>
            <Nothing control={control} one={one} />
            {shown.length > 0 && <OrderCards orders={shown} isNew={noneIsNew} card={card} />}
          </>
        }
      >
        {(rows, isNew) => (
          <>
            <SelectionBar
              placements={placements}
              action={(selected) => <ManyAnswers selected={selected} onOpen={setDialog} />}
            />
            <OrderCards orders={rows} isNew={isNew} card={card} />
          </>
        )}
      </PlacementList>
      {dialog !== null && (
        <Dialogs
          dialog={dialog}
          placements={placements}
          onAccepted={keep}
          onDone={({ _id }) => selection.set(_id, false)}
          onClose={() => setDialog(null)}
        />
      )}
    </SelectionProvider>
  );
}

function noneIsNew(): boolean {
  return false;
}

function Nothing({ control, one }: { control: OrderFilterControl; one: OneOrder }) {
  const title = "No pending orders found.";
  if (one.isOne) return <NotOnList title={title} />;
  if (isOrderFiltered(control.filter)) return <NoOrderMatches control={control} title={title} />;
  return (
    <EmptyState
      title={title}
      hint="An order appears here the moment a retailer places it."
      action={<LinkButton to="/productlist">Your products</LinkButton>}
    />
  );
}

type ManyAnswersProps = {
  selected: readonly IncomingPlacement[];
  onOpen: (dialog: OpenDialog) => void;
};

function ManyAnswers({ selected, onOpen }: ManyAnswersProps) {
  return (
    <>
      <Button onClick={() => onOpen({ kind: "rejectMany", placements: selected })}>
        Reject {selected.length}
      </Button>
      <Button
        variant="primary"
        onClick={() => onOpen({ kind: "acceptMany", placements: selected })}
      >
        Accept {selected.length}
      </Button>
    </>
  );
}

type DialogsProps = {
  dialog: OpenDialog;
  placements: readonly IncomingPlacement[];
  onAccepted: OnAccepted;
  onDone: (placement: IncomingPlacement) => void;
  onClose: () => void;
};

function Dialogs({ dialog, placements, onAccepted, onDone, onClose }: DialogsProps) {
  const many = { onDone, onClose };
  switch (dialog.kind) {
    case "acceptMany":
      return <AcceptManyDialog placements={dialog.placements} onAccepted={onAccepted} {...many} />;
    case "rejectMany":
      return <RejectManyDialog placements={dialog.placements} {...many} />;
    default: {
      const { kind, placement: opened } = dialog;
      const live = placements.find(({ _id }) => _id === opened._id) ?? null;
      const props = { opened, live, onClose };
      return kind === "accept" ? (
        <AcceptDialog {...props} onAccepted={onAccepted} />
      ) : (
        <RejectDialog {...props} />
      );
    }
  }
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
          <Button
            variant="primary"
            size="sm"
            className="flex-1 px-2"
            aria-keyshortcuts="A"
            onClick={() => onAnswer("accept")}
          >
            Accept
          </Button>
        </>
      )}
      {linesFor(placement, "reject").length > 0 && (
        <Button
          size="sm"
          className="flex-1 px-2"
          aria-keyshortcuts="R"
          onClick={() => onAnswer("reject")}
        >
          Reject
        </Button>
      )}
    </>
  );
}

/** Keeps an accepted placement in its place on the pending list, folded to the link of its invoice, until the page is left. */
import { useCallback, useMemo, useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { withReturned } from "./completedInPlace";
import type { IncomingPlacement, RowOrder } from "./placements";

export type AnsweredPlacement = IncomingPlacement & {
  readonly invoiceId: Id<"invoices">;
  readonly queryKey: string;
};

export type ShownPlacement = IncomingPlacement | AnsweredPlacement;

export type Answered = {
  readonly shown: readonly ShownPlacement[];
  readonly keep: (placement: IncomingPlacement, invoiceId: Id<"invoices">) => void;
};

function byPlacing(order: RowOrder) {
  const sign = order === "oldest" ? 1 : -1;
  return (a: ShownPlacement, b: ShownPlacement) => sign * (a.createdAt - b.createdAt);
}

/**
 * @param placements The list as the server has it: a placement that is still there is not folded.
 * @param queryKey The list's query: what was accepted with other filters is not on this list.
 */
export function useAnswered(
  placements: readonly IncomingPlacement[],
  order: RowOrder,
  queryKey: string,
): Answered {
  const [answered, setAnswered] = useState<readonly AnsweredPlacement[]>([]);
  const shown = useMemo(() => {
    const live = new Set(placements.map(({ _id }) => _id));
    const gone = answered.filter((each) => each.queryKey === queryKey && !live.has(each._id));
    return withReturned<ShownPlacement>(placements, gone, byPlacing(order));
  }, [placements, answered, order, queryKey]);
  const keep = useCallback(
    (placement: IncomingPlacement, invoiceId: Id<"invoices">) => {
      const answered = { ...placement, invoiceId, queryKey };
      setAnswered((now) => [...now.filter(({ _id }) => _id !== placement._id), answered]);
    },
    [queryKey],
  );
  return { shown, keep };
}

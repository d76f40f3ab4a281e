/** The dialog 'Accept Order' of one of the oldest placements, away from their list. */
import { useEffect, useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { BADGE_MAX } from "../../../domain/limits";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { useToast } from "../../ui/Toast";
import { AcceptDialog } from "./AcceptDialog";
import { placementsOf } from "./placements";

/** As many lines as the home page reads. */
const OLDEST = {
  list: "pending",
  sort: "oldest",
  paginationOpts: { numItems: BADGE_MAX, cursor: null },
} as const;

export type AcceptPlacementProps = {
  /** One of its lines. */
  orderId: string;
  onClose: () => void;
};

export function AcceptPlacement({ orderId, onClose }: AcceptPlacementProps) {
  const { value, error } = useLiveQuery(api.orders.incoming, OLDEST);
  const toast = useToast();
  const live = useMemo(() => {
    const placements = placementsOf((value?.page ?? []).toReversed());
    return placements.find(({ lines }) => lines.some(({ _id }) => _id === orderId)) ?? null;
  }, [value, orderId]);
  const [opened, setOpened] = useState(live);
  if (opened === null && live !== null) setOpened(live);
  const isGone = opened === null && live === null && value !== undefined;
  const hasFailed = opened === null && error !== null;
  useEffect(() => {
    if (!isGone && !hasFailed) return;
    toast(
      hasFailed
        ? { kind: "error", message: "Failed to fetch orders. Please try again later." }
        : { kind: "warning", message: "This order was answered meanwhile." },
    );
    onClose();
  }, [isGone, hasFailed, toast, onClose]);
  return opened && <AcceptDialog opened={opened} live={live} onClose={onClose} />;
}

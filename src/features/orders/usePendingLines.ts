/** Follows a placement while a dialog about it is open: lines may be cancelled, and offers answered, meanwhile. */
import type { OrderStatus } from "../../../domain/orderLifecycle";
import type { IncomingPlacement } from "./placements";
import { useStatusChanged } from "./useStatusChanged";

export type PendingLines = {
  /** Lines that wait for an answer; those of the opening once none does. */
  readonly lines: IncomingPlacement["lines"];
  /** The status of the first line once no line waits any more, else null. */
  readonly newStatus: OrderStatus | null;
};

/** @param live The placement as the list has it now; null when it has left the list. */
export function usePendingLines(
  opened: IncomingPlacement,
  live: IncomingPlacement | null,
): PendingLines {
  const changed = useStatusChanged(opened.lines[0]);
  const isDecided = opened.lines.length === 1 || live === null;
  return { lines: live?.lines ?? opened.lines, newStatus: isDecided ? changed : null };
}

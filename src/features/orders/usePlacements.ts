/** Returns the rows of a list as placements; an update keeps the objects of unchanged ones, so that only changed cards render. */
import { useState } from "react";
import type { IncomingOrder } from "./orderRow";
import { placementsOf, type IncomingPlacement, type RowOrder } from "./placements";

export function usePlacements(
  rows: readonly IncomingOrder[],
  order: RowOrder,
): readonly IncomingPlacement[] {
  const [known, setKnown] = useState(() => ({
    rows,
    order,
    placements: placementsOf(rows, order),
  }));
  if (known.rows === rows && known.order === order) return known.placements;
  const placements = placementsOf(rows, order, known.placements);
  setKnown({ rows, order, placements });
  return placements;
}

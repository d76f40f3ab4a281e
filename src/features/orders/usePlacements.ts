/** Returns the rows of a list as placements; an update keeps the objects of unchanged ones, so that only changed cards render. */
import { useState } from "react";
import type { IncomingOrder } from "./orderRow";
import { placementsOf, type IncomingPlacement } from "./placements";

export function usePlacements(rows: readonly IncomingOrder[]): readonly IncomingPlacement[] {
  const [known, setKnown] = useState(() => ({ rows, placements: placementsOf(rows) }));
  if (known.rows === rows) return known.placements;
  const placements = placementsOf(rows, known.placements);
  setKnown({ rows, placements });
  return placements;
}

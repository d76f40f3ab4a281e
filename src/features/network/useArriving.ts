/** Tells which rows came while the page was open: they slide in with a highlight. */
import { useCallback, useState } from "react";

export function useArriving(): (row: { readonly createdAt: number }) => boolean {
  const [openedAt] = useState(() => Date.now());
  return useCallback((row) => row.createdAt > openedAt, [openedAt]);
}

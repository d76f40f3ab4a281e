/** The data that a LiveList passes to the table or grid of its rows; null outside a LiveList, where the rows are complete. */
import { createContext, useContext } from "react";

export type ListContext = {
  /** The number of all rows; null while it is unknown. */
  readonly total: number | null;
  /** Identifies the list within one entry of the browser's history. */
  readonly historyKey: string | undefined;
  /** True when the rows are printed on a sheet of their own instead of those on the screen. */
  readonly hasSheet: boolean;
};

const CurrentListContext = createContext<ListContext | null>(null);

export const ListContextProvider = CurrentListContext.Provider;

export function useListContext(): ListContext | null {
  return useContext(CurrentListContext);
}

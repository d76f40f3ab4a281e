/** What a LiveList tells the table or grid that draws its rows. Without a LiveList around, the rows are all there is. */
import { createContext, useContext } from "react";

export type ListFacts = {
  /** How many rows the list has; null while there are more, and nobody knows how many. */
  readonly total: number | null;
  /** Names the list in this entry of the browser's history. */
  readonly historyKey: string | undefined;
  /** On paper the rows stand on a sheet of their own; those of the screen are not printed. */
  readonly hasSheet: boolean;
};

const ListFactsContext = createContext<ListFacts | null>(null);

export const ListFactsProvider = ListFactsContext.Provider;

export function useListFacts(): ListFacts | null {
  return useContext(ListFactsContext);
}

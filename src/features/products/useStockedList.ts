/** A list of products with their stock, which comes beside it. */
import { useMemo, useState } from "react";
import { shareStructure } from "../../live/shareStructure";
import type { LiveRows } from "../../live/useLiveList";
import { useStockLevels } from "../../market/useStockLevels";
import type { Stocked } from "./productRow";

type Known = { readonly _id: string };

/** The list with the stock of each row, which is undefined until it has been received. */
export function useStockedList<Row extends Known>(list: LiveRows<Row>): LiveRows<Stocked<Row>> {
  const { results: rows, error, retry } = list;
  const productIds = useMemo(() => rows.map(({ _id }) => _id), [rows]);
  const stock = useStockLevels(productIds);
  const { levels } = stock;
  const stocked = useMemo(
    () => rows.map((row): Stocked<Row> => ({ ...row, stock: levels.get(row._id) })),
    [rows, levels],
  );
  const [shared, setShared] = useState({ stocked, results: stocked });
  // Rows whose figures are the same stay the same objects, and are not rendered again.
  const results =
    shared.stocked === stocked ? shared.results : shareStructure(shared.results, stocked);
  if (shared.stocked !== stocked) setShared({ stocked, results });
  const retryBoth = () => {
    retry();
    stock.retry();
  };
  return { ...list, results, error: error ?? stock.error, retry: retryBoth };
}

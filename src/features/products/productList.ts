/** The rows of the product lists in the server's own shapes, with their count and their stock. */
import { t } from "../../../domain/language/texts";
import type { FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import type { api } from "../../../convex/_generated/api";
import type { LiveListSource } from "../../ui/LiveList";
import { shareStructure } from "../../live/shareStructure";
import type { LiveRows } from "../../live/useLiveList";
import { useStockLevels } from "../../market/useStockLevels";

/** A product of the catalogue; More Info asks for the rest. */
export type CatalogueCard = FunctionReturnType<typeof api.products.all>["page"][number];

export type OwnCard = FunctionReturnType<typeof api.products.mine>["page"][number];

/** The sales of a product in 28 days and in 12 weeks. */
export type SoldLately = FunctionReturnType<typeof api.products.sold>[number];

/** A row with its stock, which comes beside the list; undefined until it has been received. */
export type Stocked<Row> = Row & { readonly stock: number | undefined };

export type StockedProduct = Stocked<OwnCard>;
export type StockedCard = Stocked<CatalogueCard>;

export function newProductsText(count: number): string {
  return t("{count, plural, one {# new product} other {# new products}}", { count });
}

/** Returns "24+" while there is more, "37" when that is all, nothing while it is not known. */
export function countShown(list: LiveListSource<unknown>): string | undefined {
  if (list.status === "LoadingFirstPage" || list.isStale === true) return undefined;
  const count = String(list.results.length);
  return list.status === "Exhausted" ? count : `${count}+`;
}

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

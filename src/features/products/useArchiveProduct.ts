/** Deletes an own product. It leaves every list at the click; the server refuses only a product that is gone already. */
import type { OptimisticLocalStore } from "convex/browser";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { type ServerAction, useServerAction } from "../../forms/useServerAction";

type Args = { productId: string };

function withoutProduct(store: OptimisticLocalStore, { productId }: Args) {
  for (const { args, value } of store.getAllQueries(api.products.mine)) {
    if (value === undefined) continue;
    const page = value.page.filter((product) => product._id !== productId);
    store.setQuery(api.products.mine, args, { ...value, page });
  }
}

export function useArchiveProduct(): ServerAction<Args> {
  return useServerAction(useMutation(api.products.archive).withOptimisticUpdate(withoutProduct), {
    failure: "An error occurred while deleting the product.",
    success: "Product deleted successfully.",
    onFailure: "toast",
  });
}

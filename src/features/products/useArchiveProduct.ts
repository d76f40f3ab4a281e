/** Deleting one's own product. It leaves every list at the click: the server only refuses what is gone already. */
import { useMutation } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useToast } from "../../ui/Toast";
import type { ProductRow } from "./productRow";

function useArchive() {
  return useMutation(api.products.archive).withOptimisticUpdate((store, { productId }) => {
    for (const { args, value } of store.getAllQueries(api.products.mine)) {
      if (value === undefined) continue;
      const page = value.page.filter((product) => product._id !== productId);
      store.setQuery(api.products.mine, args, { ...value, page });
    }
  });
}

export function useArchiveProduct(): (product: ProductRow) => Promise<void> {
  const archive = useArchive();
  const toast = useToast();
  return useCallback(
    async (product) => {
      try {
        const { message } = await archive({ productId: product._id });
        toast({ kind: "success", message });
      } catch (error) {
        const fallback = "An error occurred while deleting the product.";
        toast({ kind: "error", message: errorMessage(error, fallback) });
      }
    },
    [archive, toast],
  );
}

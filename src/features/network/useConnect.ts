/** Asking a distributor for a connection. The button changes at the click: asking twice is asking once. */
import { useMutation } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useToast } from "../../ui/Toast";
import { mayConnect } from "./connectLabel";
import type { DistributorRow } from "./partyRows";

function asRequested(row: DistributorRow): DistributorRow {
  return mayConnect(row.connection) ? { ...row, connection: "pending" } : row;
}

function useRequest() {
  return useMutation(api.network.request).withOptimisticUpdate((store, { distributorId }) => {
    for (const { args, value } of store.getAllQueries(api.users.distributors)) {
      if (value === undefined) continue;
      const page = value.page.map((row) => (row._id === distributorId ? asRequested(row) : row));
      store.setQuery(api.users.distributors, args, { ...value, page });
    }
  });
}

export function useConnect(): (distributorId: string) => Promise<void> {
  const request = useRequest();
  const toast = useToast();
  return useCallback(
    async (distributorId) => {
      try {
        const { message } = await request({ distributorId });
        toast({ kind: "success", message });
      } catch (error) {
        const fallback = "An error occurred while adding to the network.";
        toast({ kind: "error", message: errorMessage(error, fallback) });
      }
    },
    [request, toast],
  );
}

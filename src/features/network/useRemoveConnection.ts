/** Ends a connection. It leaves the list at the click, and returns only if the server refuses. */
import type { OptimisticLocalStore } from "convex/browser";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { type ServerAction, useServerAction } from "../../forms/useServerAction";

type Args = { connectionId: string };

function withoutConnection(store: OptimisticLocalStore, { connectionId }: Args) {
  for (const { args, value } of store.getAllQueries(api.network.ofDistributor)) {
    if (value === undefined) continue;
    const page = value.page.filter((connection) => connection._id !== connectionId);
    store.setQuery(api.network.ofDistributor, args, { ...value, page });
  }
}

export function useRemoveConnection(): ServerAction<Args> {
  return useServerAction(useMutation(api.network.remove).withOptimisticUpdate(withoutConnection), {
    failure: "Failed to reject the request.",
    success: "Removed from your network.",
  });
}

/** SignOutCredential a connection. It leaves the list at the click, and comes back only if the server refuses. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useToast } from "../../ui/Toast";

function useSendRemoval() {
  return useMutation(api.network.remove).withOptimisticUpdate((store, { connectionId }) => {
    for (const { args, value } of store.getAllQueries(api.network.ofDistributor)) {
      if (value === undefined) continue;
      const page = value.page.filter((connection) => connection._id !== connectionId);
      store.setQuery(api.network.ofDistributor, args, { ...value, page });
    }
  });
}

export type RemoveConnection = {
  readonly remove: (connectionId: string) => Promise<void>;
  /** Why the last removal failed, or null. */
  readonly failure: string | null;
};

export function useRemoveConnection(): RemoveConnection {
  const send = useSendRemoval();
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  return {
    failure,
    remove: async (connectionId) => {
      setFailure(null);
      try {
        const { message } = await send({ connectionId });
        toast({ kind: "success", message });
      } catch (error) {
        setFailure(errorMessage(error, "Failed to reject the request."));
      }
    },
  };
}

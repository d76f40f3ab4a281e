/** Returns how many orders are pending and accepted, live, while their links are to be seen. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useSession } from "../../live/useSession";

export type OrderCounts = Partial<FunctionReturnType<typeof api.orders.openCounts>>;

const UNKNOWN: OrderCounts = {};

export function useOrderCounts(isShown = true): OrderCounts {
  const session = useSession();
  // The links work without their counts, so errors are ignored.
  const { value } = useLiveQuery(
    api.orders.openCounts,
    isShown && session.state === "signedIn" ? {} : "skip",
  );
  return value ?? UNKNOWN;
}

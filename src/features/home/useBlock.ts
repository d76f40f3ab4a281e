/** The query of a block: asked only when it is certain who looks, since the page is drawn before. */
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { type LiveQueryResult, useLiveQuery } from "../../live/useLiveQuery";
import { useSession } from "../../live/useSession";

export function useBlock<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
): LiveQueryResult<FunctionReturnType<Query>> {
  return useLiveQuery(query, useSession().state === "signedIn" ? args : "skip");
}

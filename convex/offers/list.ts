/** The caller's open offers: to agree for a retailer, to wait for for a distributor. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { mapPage, pageOptions } from "../paging";
import { toOfferView, type OfferView } from "./view";

function openOffersOf(ctx: QueryCtx, user: Doc<"users">) {
  const offers = ctx.db.query("offers");
  switch (user.role) {
    case "retailer":
      return offers.withIndex("by_retailer", (q) =>
        q.eq("retailerId", user._id).eq("state", "open"),
      );
    case "distributor":
      return offers.withIndex("by_distributor", (q) =>
        q.eq("distributorId", user._id).eq("state", "open"),
      );
    case "admin":
      return fail("FORBIDDEN");
    default:
      return user.role satisfies never;
  }
}

/** The newest first. FORBIDDEN for admins. */
export async function listOffers(
  ctx: QueryCtx,
  user: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<OfferView>> {
  const result = await openOffersOf(ctx, user).order("desc").paginate(pageOptions(paginationOpts));
  return mapPage(result, (offer) => toOfferView(ctx, offer));
}

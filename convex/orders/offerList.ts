/** Lists the caller's open offers: a retailer agrees or declines, a distributor waits. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { OFFER_PAGE_BYTES_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { getOwnOrder } from "./find";
import { emptyPage, mapPage, pageOptions } from "../paging";
import { toOfferView, type OfferView } from "./offerView";

/** Open offers of a party, in the order of creation. FORBIDDEN for admins. */
export function openOffersOf(ctx: QueryCtx, user: Doc<"users">) {
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

/** The open offer of this order of the caller's, if there is one. */
async function offerWith(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
): Promise<PaginationResult<Doc<"offers">>> {
  const offerId = (await getOwnOrder(ctx, user, orderId))?.offer?.offerId;
  const offer = offerId === undefined ? null : await ctx.db.get("offers", offerId);
  return { ...emptyPage(), page: offer === null ? [] : [offer] };
}

/** Lists open offers, the newest first; with `orderId` only that of this order. FORBIDDEN for admins. */
export async function listOffers(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string | undefined,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<OfferView>> {
  const open = openOffersOf(ctx, user);
  const result =
    orderId === undefined
      ? await open.order("desc").paginate(pageOptions(paginationOpts, 1, OFFER_PAGE_BYTES_MAX))
      : await offerWith(ctx, user, orderId);
  return mapPage(result, (offer) => toOfferView(ctx, offer));
}

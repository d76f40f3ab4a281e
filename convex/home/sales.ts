/** Accepted orders of a distributor by days. */
import type { Infer } from "convex/values";
import { addDays } from "../../domain/dates";
import { SALES_DAYS } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { requireDay } from "../day";
import type { salesBlock } from "./view";

/** The 30 days that end with the asked one, the oldest first, without days that have none. Errors: BAD_REQUEST. */
export async function salesOf(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  clientDay: string,
): Promise<Infer<typeof salesBlock>> {
  const today = requireDay(clientDay);
  const rows = await ctx.db
    .query("salesDays")
    .withIndex("by_distributor", (q) =>
      q
        .eq("distributorId", distributor._id)
        .gte("day", addDays(today, 1 - SALES_DAYS))
        .lte("day", today),
    )
    .take(SALES_DAYS);
  return rows.map(({ day, paise, orders }) => ({ day, paise, orders }));
}

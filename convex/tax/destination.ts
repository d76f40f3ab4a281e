/** The destination of goods of a retailer that has not said so itself: noted once per pair, when the distributor accepts. */
import { isPinCode, isStateCode } from "../../domain/gst/states";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { requireAccount } from "../khata/accounts";

export type Destination = { readonly stateCode: string; readonly pincode?: string | undefined };

/** Notes the destination of goods of distributors with a GSTIN: nobody else's documents name it. Errors: BAD_TAX_DETAILS {field}. */
export async function noteDestination(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  order: Doc<"orders">,
  destination: Destination | undefined,
): Promise<void> {
  if (destination === undefined) return;
  const { stateCode, pincode } = destination;
  if (!isStateCode(stateCode)) fail("BAD_TAX_DETAILS", { field: "stateCode" });
  if (pincode !== undefined && !isPinCode(pincode)) fail("BAD_TAX_DETAILS", { field: "pincode" });
  if (distributor.gstin === undefined) return;
  const account = await requireAccount(ctx, order);
  await ctx.db.patch("creditAccounts", account._id, { delivery: destination });
}

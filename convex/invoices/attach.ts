/** Adding the payment code that an invoice lacks: the one thing that may change in it after it was issued. */
import type { ErrorCode } from "../../domain/errors";
import { normalEmail } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { getKnownAccount } from "../auth/accounts";
import { fail } from "../errors";
import { requireUnblocked } from "../network/find";
import { requireOwnOrder } from "../orders/find";
import { claimUpload } from "../uploads/claim";
import { getInvoiceOf } from "./list";
import { statusOf } from "./view";

/** Which invoice is meant: that of an order, or the newest that fits what was ordered by whom. */
export type PaymentCodeTarget = {
  readonly orderId?: string | undefined;
  readonly retailerEmail?: string | undefined;
  readonly productName?: string | undefined;
  readonly quantity?: number | undefined;
};

/** Somebody who sends payment codes sends them soon after accepting. */
const INVOICES_LOOKED_AT = 200;

function isFor({ lines }: Doc<"invoices">, { productName, quantity }: PaymentCodeTarget): boolean {
  return lines.some((line) => line.productName === productName && line.quantity === quantity);
}

/** The distributor's invoices that fit, with this code or with none yet, the newest first. */
async function fitting(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  target: PaymentCodeTarget,
  qrImageId: Id<"_storage"> | undefined,
): Promise<Doc<"invoices">[]> {
  const email = normalEmail(target.retailerEmail ?? "");
  const retailer = email === undefined ? null : await getKnownAccount(ctx, email);
  if (retailer === null) return [];
  const invoices = await ctx.db
    .query("invoices")
    .withIndex("by_payment_code", (q) =>
      q
        .eq("qrImageId", qrImageId)
        .eq("distributorId", distributor._id)
        .eq("retailerId", retailer._id),
    )
    .order("desc")
    .take(INVOICES_LOOKED_AT);
  return invoices.filter((invoice) => isFor(invoice, target));
}

/**
 * Returns the invoice that this picture was attached to before; else the newest with an accepted order, preferring one without a
 * payment code to one with a code made from the UPI ID.
 */
async function findFitting(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  target: PaymentCodeTarget,
  qrImageId: Id<"_storage">,
): Promise<Doc<"invoices"> | null> {
  const [attached] = await fitting(ctx, distributor, target, qrImageId);
  if (attached !== undefined) return attached;
  let other: Doc<"invoices"> | null = null;
  for (const invoice of await fitting(ctx, distributor, target, undefined)) {
    if ((await statusOf(ctx, invoice)) !== "accepted") continue;
    if (invoice.upiLink === undefined) return invoice;
    other ??= invoice;
  }
  return other;
}

export const ATTACH_ERRORS = [
  "NOT_FOUND",
  "NO_QR",
  "NO_MATCHING_ORDER",
  "HAS_PAYMENT_CODE",
  "ILLEGAL_MOVE",
  "NOT_AVAILABLE",
  "YOU_BLOCKED",
] as const satisfies readonly ErrorCode[];

/** The picture becomes the payment code of the invoice, unless it is already. Errors: ATTACH_ERRORS. */
export async function attachQr(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  target: PaymentCodeTarget,
  qrImageId: Id<"_storage"> | undefined,
): Promise<{ invoice: Doc<"invoices">; isNew: boolean }> {
  const { orderId } = target;
  const order = orderId === undefined ? null : await requireOwnOrder(ctx, distributor, orderId);
  if (qrImageId === undefined) return fail("NO_QR");
  await claimUpload(ctx, { imageId: qrImageId, userId: distributor._id, purpose: "qrCode" });
  const invoice =
    order === null
      ? await findFitting(ctx, distributor, target, qrImageId)
      : await getInvoiceOf(ctx, order);
  if (invoice === null) return fail("NO_MATCHING_ORDER");
  if (invoice.qrImageId === qrImageId) return { invoice, isNew: false };
  if (invoice.qrImageId !== undefined || invoice.upiLink !== undefined)
    return fail("HAS_PAYMENT_CODE");
  const status = order?.status ?? (await statusOf(ctx, invoice)) ?? fail("NOT_FOUND");
  if (status !== "accepted") return fail("ILLEGAL_MOVE", { status });
  await requireUnblocked(ctx, invoice, "distributor");
  await ctx.db.patch("invoices", invoice._id, { qrImageId });
  return { invoice: { ...invoice, qrImageId }, isNew: true };
}

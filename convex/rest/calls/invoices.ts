/** The functions behind the invoice calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { fail } from "../../errors";
import { attachQr } from "../../invoices/attach";
import { listWholeInvoices } from "../../invoices/list";
import { invoicePage, toInvoicePage } from "../../invoices/view";
import { findSentPicture } from "../../uploads/find";
import { restMutation, restQuery } from "../caller";
import { requireOwnEmail } from "../own";

/** The caller's, the newest first. Errors: FORBIDDEN for another's e-mail. */
export const own = restQuery(
  "retailer",
  "distributor",
)({
  args: { email: v.optional(v.string()), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(invoicePage),
  handler: (ctx, { email, paginationOpts }) => {
    requireOwnEmail(ctx.user, email);
    return listWholeInvoices(ctx, ctx.user, paginationOpts);
  },
});

/** Errors: FORBIDDEN in somebody else's name, and those of `invoices/attach.ts`. */
export const attach = restMutation("distributor")({
  args: {
    distributorEmail: v.optional(v.string()),
    wanted: v.object({
      orderId: v.optional(v.string()),
      retailerEmail: v.optional(v.string()),
      productName: v.optional(v.string()),
      quantity: v.optional(v.number()),
    }),
    picture: v.object({ imageId: v.optional(v.string()), url: v.optional(v.string()) }),
  },
  returns: v.object({ invoice: invoicePage, isNew: v.boolean() }),
  handler: (ctx, { distributorEmail, wanted, picture }) => {
    requireOwnEmail(ctx.user, distributorEmail);
    return ctx.once(async () => {
      const qrImageId = await findSentPicture(ctx, ctx.user, picture);
      const { invoiceId, isNew } = await attachQr(ctx, ctx.user, wanted, qrImageId);
      const invoice = await ctx.db.get("invoices", invoiceId);
      const page = invoice && (await toInvoicePage(ctx, invoice));
      return { invoice: page ?? fail("NOT_FOUND"), isNew };
    });
  },
});

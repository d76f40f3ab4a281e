/**
 * Public functions of the search of everything: one bounded query for each group, for what the caller may see anyway. An empty text
 * asks for the newest. A text that is too long is found nowhere.
 */
import { v } from "convex/values";
import { requireTrader } from "./network/sides";
import { memberQuery } from "./functions";
import { findInvoices, invoiceHit } from "./search/invoices";
import { findOrders, orderHit } from "./search/orders";
import { findPeople, personHit } from "./search/people";
import { findProducts, productHit } from "./search/products";

const text = { text: v.string() };

/** Products on sale; a distributor's own. */
export const products = memberQuery({
  args: text,
  returns: v.array(productHit),
  handler: (ctx, args) => findProducts(ctx, ctx.user, args.text),
});

/** The caller's orders. Errors: FORBIDDEN for admins. */
export const orders = memberQuery({
  args: text,
  returns: v.array(orderHit),
  handler: (ctx, args) => findOrders(ctx, requireTrader(ctx.user), args.text),
});

/** The caller's invoices. Errors: FORBIDDEN for admins. */
export const invoices = memberQuery({
  args: text,
  returns: v.array(invoiceHit),
  handler: (ctx, args) => findInvoices(ctx, requireTrader(ctx.user), args.text),
});

/** Distributors for a retailer, retailers for a distributor, all users for an admin. */
export const people = memberQuery({
  args: text,
  returns: v.array(personHit),
  handler: (ctx, args) => findPeople(ctx, ctx.user, args.text),
});

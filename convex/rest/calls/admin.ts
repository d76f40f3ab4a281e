/** The functions behind the administration calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { listOrders, listUsers, userRecord } from "../../admin/list";
import { orderView, toOrderView } from "../../orders/view";
import { restQuery } from "../caller";

const page = { paginationOpts: paginationOptsValidator };

export const orders = restQuery("admin")({
  args: page,
  returns: paginationResultValidator(orderView),
  handler: (ctx, { paginationOpts }) => listOrders(ctx, undefined, paginationOpts, toOrderView),
});

export const users = restQuery("admin")({
  args: page,
  returns: paginationResultValidator(userRecord),
  handler: (ctx, { paginationOpts }) => listUsers(ctx, undefined, paginationOpts),
});

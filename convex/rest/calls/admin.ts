/** The functions behind the administration calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { listOrders } from "../../admin/list";
import { orderView, toOrderView } from "../../orders/view";
import { restQuery } from "../caller";

export const orders = restQuery("admin")({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(orderView),
  handler: (ctx, { paginationOpts }) => listOrders(ctx, undefined, paginationOpts, toOrderView),
});

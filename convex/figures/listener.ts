/** Figures that follow what happens: the market's counters, the badges, and the daily figures of accepted orders. */
import { todayIst } from "../../domain/dates";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Listener, MarketEvent } from "../events";
import { soldChanges } from "./sold";
import { appendCounts, type CountChange } from "./counters";

function movedChanges({ before, order, now }: MarketEvent<"orderMoved">): CountChange[] {
  const { status: to, distributorId } = order;
  const changes: CountChange[] = [
    ...soldChanges(before, order),
    { counter: `orders.${before.status}`, ownerId: null, by: -1 },
    { counter: `orders.${to}`, ownerId: null, by: 1 },
  ];
  if (to === "completed") {
    const day = todayIst(now);
    changes.push({ counter: "ordersCompleted", userId: distributorId, day, by: 1 });
  }
  return changes;
}

/** Changes the distributor's badge: requests that wait for an answer. */
function countRequests(
  ctx: MutationCtx,
  { distributorId: ownerId }: Doc<"connections">,
  by: number,
): Promise<void> {
  return appendCounts(ctx, [{ counter: "requests.pending", ownerId, by }]);
}

export const figures: Listener = {
  userRegistered: (ctx, { user }) =>
    appendCounts(ctx, [{ counter: `users.${user.role}`, ownerId: null, by: 1 }]),
  accountClosed: (ctx, { user }) =>
    appendCounts(ctx, [{ counter: `users.${user.role}`, ownerId: null, by: -1 }]),
  orderPlaced: (ctx, { order, now }) =>
    appendCounts(ctx, [
      { counter: "orders.pending", ownerId: null, by: 1 },
      { counter: "ordersPlaced", userId: order.retailerId, day: todayIst(now), by: 1 },
    ]),
  orderMoved: (ctx, event) => appendCounts(ctx, movedChanges(event)),
  connectionRequested: (ctx, { connection }) => countRequests(ctx, connection, 1),
  connectionMoved: async (ctx, { before }) => {
    if (before.status === "pending") await countRequests(ctx, before, -1);
  },
  balanceChanged: (ctx, { retailerId, distributorId, paise: by }) =>
    appendCounts(ctx, [
      { counter: "khata.open", ownerId: retailerId, by },
      { counter: "khata.open", ownerId: distributorId, by },
    ]),
};

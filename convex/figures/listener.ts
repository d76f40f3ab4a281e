/** Figures that follow what happens: the market's counters, the badges, and the daily figures of accepted orders. */
import { todayIst } from "../../domain/dates";
import type { Doc } from "../_generated/dataModel";
import type { Effects, Listener, MarketEvent } from "../events";
import { soldChanges } from "./sold";
import type { CountChange } from "./counters";

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
  { changes }: Effects,
  { distributorId: ownerId }: Doc<"connections">,
  by: number,
): void {
  changes.push({ counter: "requests.pending", ownerId, by });
}

export const figures: Listener = {
  userRegistered: (_ctx, { user }, { changes }) => {
    changes.push({ counter: `users.${user.role}`, ownerId: null, by: 1 });
  },
  accountClosed: (_ctx, { user }, { changes }) => {
    changes.push({ counter: `users.${user.role}`, ownerId: null, by: -1 });
  },
  orderPlaced: (_ctx, { order, now }, { changes }) => {
    changes.push(
      { counter: "orders.pending", ownerId: null, by: 1 },
      { counter: "ordersPlaced", userId: order.retailerId, day: todayIst(now), by: 1 },
    );
  },
  orderMoved: (_ctx, event, { changes }) => {
    changes.push(...movedChanges(event));
  },
  connectionRequested: (_ctx, { connection }, effects) => {
    countRequests(effects, connection, 1);
  },
  connectionMoved: (_ctx, { before }, effects) => {
    if (before.status === "pending") countRequests(effects, before, -1);
  },
  balanceChanged: (_ctx, { retailerId, distributorId, paise: by }, { changes }) => {
    changes.push(
      { counter: "khata.open", ownerId: retailerId, by },
      { counter: "khata.open", ownerId: distributorId, by },
    );
  },
};

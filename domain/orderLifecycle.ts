/**
 * The life of an order, as data: which statuses there are, who may move it where, and what else each party may do with it.
 * The server's `advance` and the screens' buttons read the same table, so that they cannot disagree. It moves nothing itself.
 *
 *   pending ──accept──▶ accepted ──complete──▶ completed
 *      ├─────reject──▶ rejected      (distributor; stock returns)
 *      └─────cancel──▶ cancelled     (retailer; stock returns)
 *
 * Once the other party's account is closed, its accepted orders can still be cancelled or rejected by the one that is left.
 *
 * Source: spec §4.
 */
import type { MoveResult } from "./moveResult";
import { isTradeRole, type TradeRole } from "./roles";
import { type Message, msg } from "./language/texts";

export const ORDER_STATUSES = [
  "pending",
  "accepted",
  "rejected",
  "completed",
  "cancelled",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_STATUS_TEXTS = {
  pending: msg("Pending"),
  accepted: msg("Accepted"),
  rejected: msg("Rejected"),
  completed: msg("Completed"),
  cancelled: msg("Cancelled"),
} as const satisfies Record<OrderStatus, Message>;

/** Fields that a move requires; the order stores each of them. */
type OrderMoveNeed = "deliveryBefore" | "orderCancelReason";

type MoveRule = {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly by: TradeRole;
  readonly needs: readonly OrderMoveNeed[];
  /** The instant that the move writes down. */
  readonly stamps: "acceptedAt" | "rejectedAt" | "cancelledAt" | "completedOn";
  readonly returnsStock: boolean;
};

export const ORDER_MOVES = {
  accept: {
    from: "pending",
    to: "accepted",
    by: "distributor",
    needs: ["deliveryBefore"],
    stamps: "acceptedAt",
    returnsStock: false,
  },
  complete: {
    from: "accepted",
    to: "completed",
    by: "distributor",
    needs: [],
    stamps: "completedOn",
    returnsStock: false,
  },
  reject: {
    from: "pending",
    to: "rejected",
    by: "distributor",
    needs: ["orderCancelReason"],
    stamps: "rejectedAt",
    returnsStock: true,
  },
  cancel: {
    from: "pending",
    to: "cancelled",
    by: "retailer",
    needs: ["orderCancelReason"],
    stamps: "cancelledAt",
    returnsStock: true,
  },
} as const satisfies Record<string, MoveRule>;

export type OrderMove = keyof typeof ORDER_MOVES;

/** Both sides look for their orders on four lists; a cancelled order lies with the rejected ones (deviation 10). */
export const ORDER_LISTS = ["pending", "accepted", "rejected", "completed"] as const;
export type OrderList = (typeof ORDER_LISTS)[number];

export const LIST_OF_STATUS = {
  pending: "pending",
  accepted: "accepted",
  rejected: "rejected",
  cancelled: "rejected",
  completed: "completed",
} as const satisfies Record<OrderStatus, OrderList>;

/** Statuses in which the retailer may still reword the message (spec §4). */
const MESSAGE_OPEN: readonly OrderStatus[] = ["pending", "accepted"];

/** Statuses in which each party may hide an order from its own lists; the other party and the statistics keep it (deviation 9). */
const REMOVABLE = {
  retailer: ["rejected", "cancelled", "completed"],
  distributor: ["rejected", "cancelled"],
} as const satisfies Record<TradeRole, readonly OrderStatus[]>;

export type OrderAction = OrderMove | "updateMessage" | "hide";

/** An order as far as its moves depend on it. `closedParty`: the side whose account was closed after the acceptance. */
export type OrderState = {
  readonly status: OrderStatus;
  readonly closedParty?: TradeRole | undefined;
};

/** The moves of the party that is left, when the other one is gone before an accepted order was completed. */
const MOVE_OF_THE_LEFT = { retailer: "cancel", distributor: "reject" } as const satisfies Record<
  TradeRole,
  OrderMove
>;

/** True if the table allows the move from this status. */
function canMove({ status, closedParty }: OrderState, move: OrderMove): boolean {
  const { from, by } = ORDER_MOVES[move];
  if (status === from) return true;
  const isLeft = closedParty !== undefined && closedParty !== by;
  return status === "accepted" && isLeft && MOVE_OF_THE_LEFT[by] === move;
}

/** The fields that a move requires, of an order or of a request to move it. */
export type MoveFields = Readonly<Partial<Record<OrderMoveNeed, string | undefined>>>;

/** Judges `move` with its fields. The same move with the same fields again, after a lost answer for example, is a repeat. */
export function validateOrderMove(
  order: OrderState & MoveFields,
  move: OrderMove,
  fields: MoveFields,
): MoveResult {
  if (canMove(order, move)) return "move";
  const { to, needs }: MoveRule = ORDER_MOVES[move];
  const isRepeat = order.status === to && needs.every((need) => order[need] === fields[need]);
  return isRepeat ? "repeat" : "refused";
}

function movesFor(order: OrderState, party: TradeRole): OrderMove[] {
  const moves = Object.keys(ORDER_MOVES) as OrderMove[];
  return moves.filter((move) => canMove(order, move) && ORDER_MOVES[move].by === party);
}

/** The moves and other actions open to `role` in this state of an order, in the order in which buttons stand. */
export function actionsFor(order: OrderState, role: string): OrderAction[] {
  // Admins look on; they move nothing.
  if (!isTradeRole(role)) return [];
  const { status } = order;
  const actions: OrderAction[] = movesFor(order, role);
  if (role === "retailer" && MESSAGE_OPEN.includes(status)) actions.push("updateMessage");
  if ((REMOVABLE[role] as readonly OrderStatus[]).includes(status)) actions.push("hide");
  return actions;
}

// oxlint-disable-next-line mandi/no-bare-words -- REST answers it, in the words of the specification.
const CANCEL_PREFIX = "Cancelled by Retailer. Reason: ";

/** The message of a cancelled order. Spec §4; a reason that already brings the prefix does not get a second one. */
export function cancelMessage(reason: string): string {
  return `${CANCEL_PREFIX}${bareCancelReason(reason)}`;
}

/** The reason in the retailer's own words, whether or not a caller sent the whole sentence. */
export function bareCancelReason(reason: string): string {
  let bare = reason.trim();
  while (bare.startsWith(CANCEL_PREFIX.trimEnd()))
    bare = bare.slice(CANCEL_PREFIX.trimEnd().length).trim();
  return bare;
}

/** The message that an order shows: in place of the retailer's words, a cancelled one says so (spec §4). */
export function shownMessage({
  status,
  msg,
  orderCancelReason = "",
}: {
  readonly status: OrderStatus;
  readonly msg: string;
  readonly orderCancelReason?: string | undefined;
}): string {
  return status === "cancelled" ? cancelMessage(orderCancelReason) : msg;
}

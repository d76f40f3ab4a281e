/**
 * Mutations with a unique marker that is stored with their effect. The exported tables then show how often each was applied, and in
 * which order.
 */
import type { FunctionArgs, FunctionReference } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import { lineIdOf } from "../../domain/orderLines";
import type { Tables } from "./consistency";

/** Returns the status of an order, one of its lines, a message or payment in the client's queries, or undefined if none contains it. */
type StatusOf = (id: string) => string | undefined;

export interface Operation {
  readonly marker: string;
  readonly call: FunctionReference<"mutation">;
  readonly args: Record<string, unknown>;
  /** The order that it changes, for the client to watch. */
  readonly orderId?: Id<"orders">;
  /** Returns true if the client's queries contain the effect. Absent if no query shows it. */
  readonly isShown?: (statusOf: StatusOf, answer: unknown) => boolean;
}

export type PlacedLine = { readonly productId: Id<"products">; readonly quantity: number };

/** Builds an order of these lines. Fewer pieces may be sent without asking. */
export function newOrder(marker: string, lines: readonly PlacedLine[]): Operation {
  const args: FunctionArgs<typeof api.orders.place> = {
    ...{ orderKey: keyOf(marker), msg: marker, lines: [...lines], shortageRule: "sendLess" },
  };
  return {
    ...{ marker, call: api.orders.place, args },
    isShown: (statusOf, answer) => statusOf((answer as { orderId: string }).orderId) !== undefined,
  };
}

export function chatMessage(marker: string, to: string): Operation {
  return {
    marker,
    call: api.chat.send,
    args: { to, content: marker, sendKey: keyOf(marker) },
    isShown: (statusOf, answer) => statusOf((answer as { _id: string })._id) !== undefined,
  };
}

/** Builds feedback, which has no idempotency key: only the backend prevents a second run. */
export function feedback(marker: string): Operation {
  return { marker, call: api.feedback.submit, args: { complaint: marker, review: "", rating: 3 } };
}

/** An order that waits, as a distributor's list has it. */
export type WaitingOrder = {
  readonly _id: Id<"orders">;
  readonly lines: readonly { readonly quantity: number; readonly refused?: object | undefined }[];
};

/** Returns the places of the lines that were not refused. */
function openPlaces({ lines }: WaitingOrder): number[] {
  return lines.flatMap(({ refused }, at) => (refused === undefined ? [at] : []));
}

/** Builds the acceptance of an order, which issues its invoice. Of each line but one it sends what `piecesOf` says, which may be nothing. */
export function acceptance(order: WaitingOrder, piecesOf: (quantity: number) => number): Operation {
  const [, ...others] = openPlaces(order);
  const lines = others.map((line) => ({ line, quantity: piecesOf(order.lines[line]!.quantity) }));
  const args: FunctionArgs<typeof api.orders.accept> = {
    ...{ orderId: order._id, lines, deliveryBefore: todayIst(Date.now() + DAY_MS) },
  };
  return {
    ...{ marker: `invoice of ${order._id}`, call: api.orders.accept, args, orderId: order._id },
    isShown: (statusOf) =>
      statusOf(order._id) === "accepted" &&
      lines.every(({ line, quantity }) => {
        const status = quantity === 0 ? "rejected" : "accepted";
        return statusOf(lineIdOf(order, line)) === status;
      }),
  };
}

export function rejection({ _id: orderId }: WaitingOrder): Operation {
  const args: FunctionArgs<typeof api.orders.reject> = {
    ...{ orderIds: [orderId], reason: "Sold out." },
  };
  return {
    ...{ marker: `${orderId} is rejected`, call: api.orders.reject, args, orderId },
    isShown: (statusOf) => statusOf(orderId) === "rejected",
  };
}

/** Builds the refusal of one line of an order that keeps others; null if it has only one left. */
export function lineRefusal(order: WaitingOrder): Operation | null {
  const [at, ...others] = openPlaces(order);
  if (at === undefined || others.length === 0) return null;
  const lineId = lineIdOf(order, at);
  const args: FunctionArgs<typeof api.orders.reject> = {
    ...{ orderIds: [lineId], reason: "None left." },
  };
  return {
    ...{ marker: `${lineId} is refused`, call: api.orders.reject, args, orderId: order._id },
    isShown: (statusOf) => statusOf(lineId) === "rejected" && statusOf(order._id) === "pending",
  };
}

/** Builds a payment in cash: claimed by a retailer, or recorded by a distributor. */
export function payment(
  marker: string,
  told: { readonly as: "claim" | "record"; readonly partnerId: string },
): Operation {
  const args: FunctionArgs<typeof api.payments.claim> = {
    ...{ partnerId: told.partnerId, amountPaise: 5_000, method: "cash", invoiceIds: [] },
    ...{ paidOn: todayIst(Date.now()), paymentKey: keyOf(marker), isAdvanceMeant: true },
  };
  return {
    marker,
    call: api.payments[told.as],
    args,
    isShown: (statusOf, answer) =>
      statusOf((answer as { paymentId: string }).paymentId) !== undefined,
  };
}

export function confirmation(paymentId: string): Operation {
  return {
    marker: `${paymentId} is confirmed`,
    call: api.payments.confirm,
    args: { paymentId },
    isShown: (statusOf) => statusOf(paymentId) === "confirmed",
  };
}

/** Returns an idempotency key that is unique to the marker. */
export function keyOf(marker: string): string {
  return marker.replaceAll(/[^a-z0-9]/g, "-");
}

/** Returns a numbered marker from its key. */
function markerOf(key: string): string {
  return key.replace("--", ", ").replaceAll("-", " ");
}

/** Returns the markers of all applied operations, in the order of their commits. */
function appliedMarkers(tables: Tables): string[] {
  const orders = new Map(tables.orders.map((order) => [order._id, order]));
  const placed = tables.orderEvents
    .filter(({ kind }) => kind === "placed")
    .map(({ msg = "", _creationTime: at }) => [at, msg] as const);
  const sent = tables.messages.map(({ content, _creationTime: at }) => [at, content] as const);
  const submitted = tables.feedback.map(
    ({ complaint, _creationTime: at }) => [at, complaint] as const,
  );
  const invoiced = tables.invoices.map(
    ({ orderId, _creationTime: at }) => [at, `invoice of ${orderId}`] as const,
  );
  const rejected = tables.orderEvents
    .filter(({ kind }) => kind === "rejected")
    .map(({ orderId, _creationTime: at }) => [at, `${orderId} is rejected`] as const);
  const refused = tables.orderEvents.flatMap(({ orderId, lines = [], _creationTime: at }) =>
    lines.map((line) => [at, `${lineIdOf(orders.get(orderId)!, line)} is refused`] as const),
  );
  const told = tables.payments.map(
    ({ once, _creationTime: at }) => [at, markerOf(once.key)] as const,
  );
  const claims = new Set(
    tables.paymentEvents.filter(({ kind }) => kind === "claimed").map(({ paymentId }) => paymentId),
  );
  const confirmed = tables.paymentEvents
    .filter(({ kind, paymentId }) => kind === "confirmed" && claims.has(paymentId))
    .map(({ paymentId, _creationTime: at }) => [at, `${paymentId} is confirmed`] as const);
  const ofOrders = [...placed, ...invoiced, ...rejected, ...refused];
  return [...ofOrders, ...sent, ...submitted, ...told, ...confirmed]
    .sort(([a], [b]) => a - b)
    .map(([, marker]) => marker);
}

/** Matches numbered markers: "retailer 3, 17" is the seventeenth operation of that client. */
const NUMBERED = /^(.*), (\d+)$/;

/** I-09: returns operations that were applied after a later one of the same client. */
function inversionsIn(applied: readonly string[]): string[] {
  const newest = new Map<string, number>();
  return applied.filter((marker) => {
    const [, client, number] = NUMBERED.exec(marker) ?? [];
    if (client === undefined) return false;
    const before = newest.get(client) ?? 0;
    newest.set(client, Math.max(before, Number(number)));
    return Number(number) <= before;
  });
}

/** Records which operations were tried, acknowledged and refused. */
export class OperationLog {
  readonly tried = new Set<string>();
  readonly acknowledged = new Set<string>();
  /** Operations that must not have been applied. */
  readonly refused = new Set<string>();
  /** Wrong answers, and answers before their effect was visible. */
  readonly faults: string[] = [];

  get inFlight(): number {
    return this.tried.size - this.acknowledged.size - this.refused.size;
  }

  /** Checks that every acknowledged operation was applied, and none twice, out of order, after a refusal or untried. */
  compare(tables: Tables, acknowledged: ReadonlySet<string> = this.acknowledged): string[] {
    const applied = appliedMarkers(tables);
    const seen = new Set<string>();
    const faults = inversionsIn([...new Set(applied)]).map(
      (marker) => `[I-09] out of order: ${marker}`,
    );
    for (const marker of applied) {
      if (seen.has(marker)) faults.push(`[I-08] applied twice: ${marker}`);
      if (this.refused.has(marker)) faults.push(`[I-03] refused, but applied: ${marker}`);
      if (!this.tried.has(marker)) faults.push(`[I-08] never tried: ${marker}`);
      seen.add(marker);
    }
    for (const marker of acknowledged) if (!seen.has(marker)) faults.push(`[I-11] lost: ${marker}`);
    return faults;
  }
}

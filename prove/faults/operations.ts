/**
 * Mutations with a unique marker that is stored with their effect. The exported tables then show how often each was applied, and in
 * which order.
 */
import type { FunctionArgs, FunctionReference } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import type { Tables } from "./consistency";

/** Returns the status of an order, message or payment in the client's queries, or undefined if none contains it. */
type StatusOf = (id: string) => string | undefined;

export interface Operation {
  readonly marker: string;
  readonly call: FunctionReference<"mutation">;
  readonly args: Record<string, unknown>;
  /** Orders that it changes, for the client to watch. */
  readonly orderIds?: readonly Id<"orders">[];
  /** Returns true if the client's queries contain the effect. Absent if no query shows it. */
  readonly isShown?: (statusOf: StatusOf, answer: unknown) => boolean;
}

/** Builds an order for one piece of each product. */
export function orderPlacement(marker: string, productIds: readonly Id<"products">[]): Operation {
  const lines = productIds.map((productId) => ({ productId, quantity: 1 }));
  return {
    marker,
    call: api.orders.place,
    args: { placementKey: keyOf(marker), msg: marker, lines },
    isShown: (statusOf, answer) =>
      (answer as { orderIds: string[] }).orderIds.every((id) => statusOf(id) !== undefined),
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

/** Builds the acceptance of lines of one placement, which issues their invoice. The first names it. */
export function acceptance(orderIds: readonly Id<"orders">[]): Operation {
  const args: FunctionArgs<typeof api.orders.accept> = {
    lines: orderIds.map((orderId) => ({ orderId })),
    deliveryBefore: todayIst(Date.now() + DAY_MS),
  };
  return {
    marker: `invoice of ${orderIds[0]}`,
    call: api.orders.accept,
    ...{ args, orderIds },
    isShown: (statusOf) => orderIds.every((id) => statusOf(id) === "accepted"),
  };
}

export function rejection(orderId: Id<"orders">): Operation {
  const orderIds = [orderId];
  const args: FunctionArgs<typeof api.orders.reject> = { orderIds, reason: "Sold out." };
  return {
    marker: `${orderId} is rejected`,
    call: api.orders.reject,
    ...{ args, orderIds },
    isShown: (statusOf) => statusOf(orderId) === "rejected",
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
  const placed = tables.placements.map(
    ({ request, _creationTime: at }) => [at, (JSON.parse(request) as [string])[0]] as const,
  );
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
  const told = tables.payments.map(
    ({ paymentKey, _creationTime: at }) => [at, markerOf(paymentKey)] as const,
  );
  const claims = new Set(
    tables.paymentEvents.filter(({ kind }) => kind === "claimed").map(({ paymentId }) => paymentId),
  );
  const confirmed = tables.paymentEvents
    .filter(({ kind, paymentId }) => kind === "confirmed" && claims.has(paymentId))
    .map(({ paymentId, _creationTime: at }) => [at, `${paymentId} is confirmed`] as const);
  return [...placed, ...sent, ...submitted, ...invoiced, ...rejected, ...told, ...confirmed]
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

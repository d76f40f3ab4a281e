/**
 * Mutations with a unique marker that is stored with their effect. The exported tables then show how often each was applied, and in
 * which order.
 */
import type { FunctionReference } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import type { Books } from "./consistency";

/** Returns the status of an order or message in the client's queries, or undefined if none contains it. */
type StatusOf = (id: string) => string | undefined;

export interface Deed {
  readonly words: string;
  readonly call: FunctionReference<"mutation">;
  readonly args: Record<string, unknown>;
  /** Returns true if the client's queries contain the effect. Absent if no query shows it. */
  readonly isShown?: (statusOf: StatusOf, answer: unknown) => boolean;
}

/** Places an order for one piece of each product. */
export function ordering(words: string, productIds: readonly Id<"products">[]): Deed {
  const lines = productIds.map((productId) => ({ productId, quantity: 1 }));
  return {
    words,
    call: api.orders.place,
    args: { placementKey: keyOf(words), msg: words, lines },
    isShown: (statusOf, answer) =>
      (answer as { orderIds: string[] }).orderIds.every((id) => statusOf(id) !== undefined),
  };
}

export function saying(words: string, to: string): Deed {
  return {
    words,
    call: api.chat.send,
    args: { to, content: words, sendKey: keyOf(words) },
    isShown: (statusOf, answer) => statusOf((answer as { _id: string })._id) !== undefined,
  };
}

/** Submits feedback, which has no idempotency key: only the backend prevents a second run. */
export function complaining(words: string): Deed {
  return { words, call: api.feedback.submit, args: { complaint: words, review: "", rating: 3 } };
}

/** Accepts an order, which issues its invoice. */
export function accepting(orderId: Id<"orders">): Deed {
  return {
    words: `invoice of ${orderId}`,
    call: api.orders.accept,
    args: { orderId, deliveryBefore: todayIst(Date.now() + DAY_MS) },
    isShown: (statusOf) => statusOf(orderId) === "accepted",
  };
}

export function rejecting(orderId: Id<"orders">): Deed {
  return {
    words: `${orderId} is rejected`,
    call: api.orders.reject,
    args: { orderId, reason: "Sold out." },
    isShown: (statusOf) => statusOf(orderId) === "rejected",
  };
}

/** Returns an idempotency key that is unique to the marker. */
export function keyOf(words: string): string {
  return words.replaceAll(/[^a-z0-9]/g, "-");
}

/** Returns the markers of all applied operations, in the order of their commits. */
function deedsIn(books: Books): string[] {
  const placed = books.placements.map(
    ({ request, _creationTime: at }) => [at, (JSON.parse(request) as [string])[0]] as const,
  );
  const said = books.messages.map(({ content, _creationTime: at }) => [at, content] as const);
  const submitted = books.feedback.map(
    ({ complaint, _creationTime: at }) => [at, complaint] as const,
  );
  const invoiced = books.invoices.map(
    ({ orderId, _creationTime: at }) => [at, `invoice of ${orderId}`] as const,
  );
  const rejected = books.orderEvents
    .filter(({ kind }) => kind === "rejected")
    .map(({ orderId, _creationTime: at }) => [at, `${orderId} is rejected`] as const);
  return [...placed, ...said, ...submitted, ...invoiced, ...rejected]
    .sort(([a], [b]) => a - b)
    .map(([, words]) => words);
}

/** Matches numbered markers: "retailer 3, 17" is the seventeenth operation of that client. */
const NUMBERED = /^(.*), (\d+)$/;

/** I-09: returns operations that were applied after a later one of the same client. */
function inversionsIn(done: readonly string[]): string[] {
  const newest = new Map<string, number>();
  return done.filter((words) => {
    const [, client, number] = NUMBERED.exec(words) ?? [];
    if (client === undefined) return false;
    const before = newest.get(client) ?? 0;
    newest.set(client, Math.max(before, Number(number)));
    return Number(number) <= before;
  });
}

/** Records which operations were tried, acknowledged and refused. */
export class Ledger {
  readonly tried = new Set<string>();
  readonly acknowledged = new Set<string>();
  /** Operations that must not have been applied. */
  readonly refused = new Set<string>();
  /** Wrong answers, and answers before their effect was visible. */
  readonly faults: string[] = [];

  get underWay(): number {
    return this.tried.size - this.acknowledged.size - this.refused.size;
  }

  /** Checks that every acknowledged operation was applied, and none twice, out of order, after a refusal or untried. */
  compare(books: Books, acknowledged: ReadonlySet<string> = this.acknowledged): string[] {
    const done = deedsIn(books);
    const there = new Set<string>();
    const faults = inversionsIn([...new Set(done)]).map((words) => `[I-09] out of order: ${words}`);
    for (const words of done) {
      if (there.has(words)) faults.push(`[I-08] applied twice: ${words}`);
      if (this.refused.has(words)) faults.push(`[I-03] refused, but applied: ${words}`);
      if (!this.tried.has(words)) faults.push(`[I-08] never tried: ${words}`);
      there.add(words);
    }
    for (const words of acknowledged) if (!there.has(words)) faults.push(`[I-11] lost: ${words}`);
    return faults;
  }
}

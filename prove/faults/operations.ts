/**
 * What traders do to each other while everything around them fails. Each deed has words of its own that the books keep, so that
 * afterwards anybody can tell whether it was done: once, twice or not at all, and in which order.
 */
import type { FunctionReference } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import type { Books } from "./consistency";

/** What a screen shows of an order or a message, by its id: undefined if it does not show it. */
type StatusOf = (id: string) => string | undefined;

export interface Deed {
  readonly words: string;
  readonly call: FunctionReference<"mutation">;
  readonly args: Record<string, unknown>;
  /** Whether the doer's own screens show it once it was answered; absent where no screen does. */
  readonly isShown?: (statusOf: StatusOf, answer: unknown) => boolean;
}

/** A basket of one piece of each. */
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

/** Has no key by which the market could tell a second time from the first: there is only the backend to do it once. */
export function complaining(words: string): Deed {
  return { words, call: api.feedback.submit, args: { complaint: words, review: "", rating: 3 } };
}

/** Makes the invoice. */
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

/** Another one for each call: nothing is to be found by it but the repetition of that call. */
export function keyOf(words: string): string {
  return words.replaceAll(/[^a-z0-9]/g, "-");
}

/** The words of all deeds in the books, in the order in which they were done. */
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

/** "retailer 3, 17" is the seventeenth deed of that client. */
const NUMBERED = /^(.*), (\d+)$/;

/** I-09: deeds of one client that were done before others which it did earlier. */
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

/** What was tried, and what was acknowledged. */
export class Ledger {
  readonly tried = new Set<string>();
  readonly acknowledged = new Set<string>();
  /** Whose doers were told that it was not done. */
  readonly refused = new Set<string>();
  /** What nobody should have been told, or shown. */
  readonly faults: string[] = [];

  get underWay(): number {
    return this.tried.size - this.acknowledged.size - this.refused.size;
  }

  /** Everything that was acknowledged is there, nothing twice, out of order, or that nobody tried. */
  compare(books: Books, acknowledged: ReadonlySet<string> = this.acknowledged): string[] {
    const done = deedsIn(books);
    const there = new Set<string>();
    const faults = inversionsIn([...new Set(done)]).map((words) => `[I-09] out of order: ${words}`);
    for (const words of done) {
      if (there.has(words)) faults.push(`[I-08] done again: ${words}`);
      if (this.refused.has(words)) faults.push(`[I-03] refused, and done: ${words}`);
      if (!this.tried.has(words)) faults.push(`[I-08] never tried: ${words}`);
      there.add(words);
    }
    for (const words of acknowledged) if (!there.has(words)) faults.push(`[I-11] lost: ${words}`);
    return faults;
  }
}

/**
 * Events of the market, and who hears of them. A module says once, in its own words, what it did; everything that follows from it
 * elsewhere (timelines, webhooks, searches) is done by listeners, in the transaction of the event and in the order of the list. A
 * listener that fails fails the transaction: there is no step without its consequences. What others are shown at most a second later
 * (figures, notifications) the listeners leave to the fold (`effects/`), as one row of the transaction.
 *
 * A module that emits imports none of those who listen: `listeners.ts` has their list.
 */
import { invariant } from "../domain/invariant";
import { internal } from "./_generated/api";
import type { Doc, Id } from "./_generated/dataModel";
import type { MutationCtx } from "./_generated/server";
import type { Pair } from "./network/sides";
import type { OutgoingJob } from "./outgoing/schema";

/** A null actor is the market itself, when a time is up. */
type Actor = Doc<"users"> | null;

type Sides = { readonly retailer: Doc<"users">; readonly distributor: Doc<"users"> };

type Allowance = NonNullable<Doc<"notifications">["allowance"]>;

/** Each with the rows as they are now, and as they were where that matters. All times are of `now`. */
type Happened = {
  // People
  userRegistered: { readonly user: Doc<"users"> };
  accountClosed: { readonly user: Doc<"users"> };
  sessionEnded: { readonly sessionId: Id<"authSessions"> };
  /** The password was set anew by whoever has the e-mail, or by an administrator's own tools: nothing that was given out before opens anything any more. */
  passwordReset: { readonly user: Doc<"users"> };
  adminRenewed: { readonly user: Doc<"users"> };
  /** Most of an account's allowance of a day is used. */
  storageLow: { readonly user: Doc<"users">; readonly allowance: Allowance };
  connectionRequested: Sides & { readonly connection: Doc<"connections"> };
  /** To another state than a request. `isAnswer`: by the distributor. */
  connectionMoved: {
    readonly before: Doc<"connections">;
    readonly connection: Doc<"connections">;
    readonly isAnswer: boolean;
  };
  /** One of the two blocks the other. */
  pairBlocked: Pair;
  messageSent: {
    readonly sender: Doc<"users">;
    readonly receiver: Doc<"users">;
    readonly conversationId: Id<"conversations">;
  };
  /** A batch of a conversation was seen by its reader. */
  messagesRead: {
    readonly reader: Doc<"users">;
    readonly conversationId: Id<"conversations">;
  };

  /** Added, where there is none before; edited or archived. Its stock is none of it. */
  productChanged: { readonly before?: Doc<"products">; readonly product: Doc<"products"> };

  // Trade
  orderPlaced: Sides & {
    readonly order: Doc<"orders">;
    /** The descriptions of the lines' products. */
    readonly descriptions: readonly string[];
  };
  /** To another status. Of an acceptance, lines that were left out by it are refused in `order` alone. */
  orderMoved: {
    readonly before: Doc<"orders">;
    readonly order: Doc<"orders">;
    readonly actor: Actor;
  };
  /** One party took lines out of a pending order, of which others stayed. */
  linesRefused: {
    readonly order: Doc<"orders">;
    readonly places: readonly number[];
    readonly move: "reject" | "cancel";
    readonly actor: Doc<"users">;
    readonly reason: string;
  };
  messageChanged: { readonly order: Doc<"orders"> };
  /** Both parties are told that it ends soon. */
  orderReminded: { readonly order: Doc<"orders"> };
  offerMade: {
    readonly offer: Doc<"offers">;
    readonly order: Doc<"orders">;
    /** As they would be sent. */
    readonly lines: Doc<"orders">["lines"];
  };
  /** `wasMoved`: by a move of its order, which tells of itself. */
  offerClosed: { readonly offer: Doc<"offers">; readonly actor: Actor; readonly wasMoved: boolean };

  /** A request to a host ended without its action: it was interrupted, or the host was silent since then. */
  requestEnded: {
    readonly job: OutgoingJob;
    readonly problem: string;
    readonly silentSince?: number;
  };

  // Money
  /** The pair owes `paise` more than before. */
  balanceChanged: Pair & { readonly paise: number };
  /** Told by the retailer as a claim, by the distributor as received. */
  paymentTold: { readonly payment: Doc<"payments">; readonly actor: Doc<"users"> };
  /** To another state. */
  paymentMoved: { readonly payment: Doc<"payments">; readonly actor: Doc<"users"> };
  paymentObjected: { readonly payment: Doc<"payments">; readonly actor: Doc<"users"> };
  creditNoteIssued: { readonly invoice: Doc<"invoices">; readonly note: Doc<"creditNotes"> };
  openingProposed: { readonly opening: Doc<"openings"> };
  openingEnded: { readonly opening: Doc<"openings"> };
};

export type EventType = keyof Happened;

export type MarketEvent<Type extends EventType = EventType> = {
  [Each in Type]: Happened[Each] & { readonly type: Each; readonly now: number };
}[Type];

/** The changes that listeners leave to the fold. */
export type Effects = Pick<Doc<"effects">, "at" | "changes" | "notificationChanges">;

/** Says of each event what one module does then; of those that it does not name it hears nothing. */
export type Listener = {
  readonly [Type in EventType]?: (
    ctx: MutationCtx,
    event: MarketEvent<Type>,
    effects: Effects,
  ) => Promise<void> | void;
};

const registered: Listener[] = [];

/** Sets who listens, in the order in which they hear. Called once, by `functions.ts`, which every function of the market is built with. */
export function listen(listeners: readonly Listener[]): void {
  registered.splice(0, registered.length, ...listeners);
}

/** A row of the queue that has so many effects takes no more: it is written again with each event. Twenty orders that end with an account have half as many. */
const EFFECTS_OF_ROW_MAX = 200;

/** The row that a transaction queued last. */
const queuedRows = new WeakMap<MutationCtx["db"], Effects & { readonly _id: Id<"effects"> }>();

/**
 * Queues effects with those of the transaction's earlier events, so that the fold applies a transaction as a whole. Starts the fold if
 * none is at work; otherwise its next run finds them. The fold ends only after it has read the queue to its end, so of effects and the
 * end of the fold that meet, the later one sees the earlier.
 */
export async function queueEffects(ctx: MutationCtx, effects: Effects): Promise<void> {
  const { at, changes, notificationChanges } = effects;
  const row = queuedRows.get(ctx.db);
  if (row?.at === at && row.changes.length + row.notificationChanges.length < EFFECTS_OF_ROW_MAX) {
    row.changes.push(...changes);
    row.notificationChanges.push(...notificationChanges);
    const { _id, ...grown } = row;
    return ctx.db.patch("effects", _id, grown);
  }
  queuedRows.set(ctx.db, { ...effects, _id: await ctx.db.insert("effects", effects) });
  if ((await ctx.db.query("foldsAtWork").first()) !== null) return;
  await ctx.db.insert("foldsAtWork", {});
  await ctx.scheduler.runAfter(0, internal.effects.fold.run, {});
}

/** Tells all listeners, one after the other. Errors: theirs. */
export async function emit<Type extends EventType>(
  ctx: MutationCtx,
  event: MarketEvent<Type>,
): Promise<void> {
  invariant(registered.length > 0, `No listener is registered for ${event.type}.`);
  const effects: Effects = { at: event.now, changes: [], notificationChanges: [] };
  for (const listener of registered) await listener[event.type]?.(ctx, event, effects);
  if (effects.changes.length + effects.notificationChanges.length > 0)
    await queueEffects(ctx, effects);
}

/**
 * The only writer of entries, dues, advances and balances. The balance of a pair is at any time the sum of its entries, and the sum
 * of its open dues less what was paid in advance: each function here changes all of them together.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { dueDay } from "../../domain/creditTerms";
import { todayIst } from "../../domain/dates";
import { invariant } from "../../domain/invariant";
import { DUES_PER_SETTLEMENT, LEDGER_SUM_MAX_PAISE } from "../../domain/limits";
import { firstReminder } from "../../domain/paymentReminders";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { emit } from "../events";
import type { Pair } from "../network/sides";
import { dueOf, getAccount, pairOf, requireAccount } from "./accounts";

type NewEntry = Pair & {
  readonly kind: Doc<"ledgerEntries">["kind"];
  readonly paise: number;
  readonly actorId: Id<"users">;
  readonly now: number;
  readonly invoiceId?: Id<"invoices">;
  readonly printedNumber?: string;
  readonly reason?: string;
} & Partial<
    Pick<Doc<"ledgerEntries">, "paymentId" | "creditNoteId" | "method" | "reference" | "bank">
  >;

/** Dues that one payment pays at most: a reversal opens all of them in one transaction. What is left of it stays an advance. */
const ALLOCATIONS_MAX = 1_000;

async function appendEntry(ctx: MutationCtx, entry: NewEntry): Promise<Id<"ledgerEntries">> {
  const { now: at, ...fields } = entry;
  const account = await requireAccount(ctx, entry);
  const balancePaise = account.balancePaise + entry.paise;
  // Payments in advance: whatever else raises or lowers a balance is bounded before.
  if (entry.kind === "payment" && balancePaise < -LEDGER_SUM_MAX_PAISE) fail("BAD_AMOUNT");
  await ctx.db.patch("creditAccounts", account._id, { balancePaise });
  await emit(ctx, { type: "balanceChanged", ...pairOf(entry), paise: entry.paise, now: at });
  const day = todayIst(at);
  return ctx.db.insert("ledgerEntries", { ...fields, balanceAfterPaise: balancePaise, at, day });
}

async function changeAdvance(ctx: MutationCtx, pair: Pair, by: number): Promise<void> {
  const { _id, advancePaise } = await requireAccount(ctx, pair);
  await ctx.db.patch("creditAccounts", _id, { advancePaise: advancePaise + by });
}

/** Sets what is open of a due, and when to remind of it: never once it is paid. */
async function setOpen(
  ctx: MutationCtx,
  { _id, ...due }: Doc<"dues">,
  openPaise: number,
  remindOn = due.remindOn,
): Promise<void> {
  const isOpen = openPaise > 0;
  await ctx.db.patch("dues", _id, { openPaise, isOpen, remindOn: isOpen ? remindOn : undefined });
}

/** Pays of a due what `leftPaise` suffices for. Returns what was paid. */
async function allocate(
  ctx: MutationCtx,
  entryId: Id<"ledgerEntries">,
  due: Doc<"dues">,
  leftPaise: number,
): Promise<number> {
  const paise = Math.min(leftPaise, due.openPaise);
  if (paise <= 0) return 0;
  await setOpen(ctx, due, due.openPaise - paise);
  await ctx.db.insert("allocations", { entryId, dueId: due._id, paise });
  return paise;
}

async function oldestDue(
  ctx: MutationCtx,
  { retailerId, distributorId }: Pair,
): Promise<Doc<"dues"> | null> {
  return ctx.db
    .query("dues")
    .withIndex("by_pair", (q) =>
      q.eq("retailerId", retailerId).eq("distributorId", distributorId).eq("isOpen", true),
    )
    .first();
}

function oldestAdvances(ctx: MutationCtx, { retailerId, distributorId }: Pair) {
  return ctx.db
    .query("advances")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("distributorId", distributorId))
    .take(DUES_PER_SETTLEMENT);
}

/** Keeps the account's place in the lists of partners, which begin with the oldest open due. */
async function rankByDue(ctx: MutationCtx, pair: Pair, due: Doc<"dues"> | null): Promise<void> {
  const account = await getAccount(ctx, pair);
  const oldestDueRank = due === null ? undefined : -Date.parse(due.dueOn);
  if (account !== null && account.oldestDueRank !== oldestDueRank)
    await ctx.db.patch("creditAccounts", account._id, { oldestDueRank });
}

type Left = Pick<Doc<"advances">, "leftPaise" | "dueCount">;

async function setLeft(ctx: MutationCtx, { _id }: Doc<"advances">, left: Left): Promise<void> {
  if (left.leftPaise === 0) await ctx.db.delete("advances", _id);
  else await ctx.db.patch("advances", _id, left);
}

/** Pays the oldest dues with what was paid in advance, the oldest first. What one transaction leaves, the next one settles. */
export async function settle(ctx: MutationCtx, pair: Pair): Promise<void> {
  let due = await oldestDue(ctx, pair);
  // Advances can be many, and stay while nothing is due.
  const advances = due === null ? [] : await oldestAdvances(ctx, pair);
  let paid = 0;
  let runs = 0;
  for (const advance of advances) {
    let { leftPaise, dueCount } = advance;
    while (
      due !== null &&
      leftPaise > 0 &&
      dueCount < ALLOCATIONS_MAX &&
      runs < DUES_PER_SETTLEMENT
    ) {
      leftPaise -= await allocate(ctx, advance.entryId, due, leftPaise);
      dueCount += 1;
      runs += 1;
      due = await oldestDue(ctx, pair);
    }
    if (leftPaise === advance.leftPaise) continue;
    paid += advance.leftPaise - leftPaise;
    await setLeft(ctx, advance, { leftPaise, dueCount });
  }
  if (paid > 0) await changeAdvance(ctx, pair, -paid);
  if (runs === DUES_PER_SETTLEMENT)
    await ctx.scheduler.runAfter(0, internal.khata.internal.settle, pairOf(pair));
  await rankByDue(ctx, pair, due);
}

/** Lowers the balance by `paise`: pays the named invoices, then the oldest dues; the rest waits as an advance. Returns the entry. */
async function credit(
  ctx: MutationCtx,
  entry: NewEntry,
  invoiceIds: readonly Id<"invoices">[],
): Promise<Id<"ledgerEntries">> {
  const entryId = await appendEntry(ctx, entry);
  let leftPaise = -entry.paise;
  for (const invoiceId of invoiceIds) {
    leftPaise -= await allocate(ctx, entryId, await dueOf(ctx, invoiceId), leftPaise);
  }
  if (leftPaise > 0) {
    const dueCount = invoiceIds.length;
    await ctx.db.insert("advances", { ...pairOf(entry), entryId, leftPaise, dueCount });
    await changeAdvance(ctx, entry, leftPaise);
  }
  await settle(ctx, entry);
  return entryId;
}

/** Raises the balance by a sum that is to be paid by `dueOn`. */
async function charge(ctx: MutationCtx, entry: NewEntry, dueOn: string): Promise<void> {
  await appendEntry(ctx, entry);
  await ctx.db.insert("dues", {
    ...pairOf(entry),
    invoiceId: entry.invoiceId,
    printedNumber: entry.printedNumber,
    dueOn,
    totalPaise: entry.paise,
    openPaise: entry.paise,
    isOpen: entry.paise > 0,
    remindOn: entry.paise > 0 ? firstReminder(dueOn, todayIst(entry.now)) : undefined,
  });
  await settle(ctx, entry);
}

/** Enters an invoice in the transaction that issues it. */
export async function enterInvoice(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  actorId: Id<"users">,
): Promise<void> {
  const account = await requireAccount(ctx, invoice);
  const { issuedAt: now, deliveryBefore } = invoice;
  const { payablePaise: paise } = invoice;
  const dueOn = dueDay(account, { issuedOn: todayIst(now), deliveryBefore });
  const { _id: invoiceId, printedNumber } = invoice;
  const entry = { ...pairOf(invoice), kind: "invoice" as const, paise, actorId, now };
  await charge(ctx, { ...entry, invoiceId, printedNumber }, dueOn);
}

/** Enters goods of an invoice that are not sent any more. */
export async function enterCancellation(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  { paise, actorId, now }: { paise: number; actorId: Id<"users">; now: number },
): Promise<void> {
  const { _id: invoiceId, printedNumber } = invoice;
  const entry = { ...pairOf(invoice), kind: "cancellation" as const, actorId, now };
  await credit(ctx, { ...entry, paise: -paise, invoiceId, printedNumber }, [invoiceId]);
}

/** Enters a credit note: it pays its invoice, and the rest is an advance. */
export async function enterCreditNote(
  ctx: MutationCtx,
  note: Doc<"creditNotes">,
  actorId: Id<"users">,
): Promise<void> {
  const { _id: creditNoteId, invoiceId, printedNumber, totalPaise, issuedAt: now } = note;
  // Not −0 for a note that has no sum.
  const paise = 0 - totalPaise;
  const entry = { ...pairOf(note), kind: "creditNote" as const, paise, actorId, now };
  await credit(ctx, { ...entry, invoiceId, creditNoteId, printedNumber }, [invoiceId]);
}

/** Enters an opening balance that counts: owed since `day` if above zero, paid in advance if below. */
export async function enterOpening(
  ctx: MutationCtx,
  pair: Pair,
  { paise, day, actorId, now }: { paise: number; day: string; actorId: Id<"users">; now: number },
): Promise<void> {
  const entry = { ...pairOf(pair), kind: "opening" as const, paise, actorId, now };
  if (paise > 0) await charge(ctx, entry, day);
  else await credit(ctx, entry, []);
}

/** The fields that an entry tells of its payment. */
function toPaymentFields({ _id: paymentId, method, reference, bank }: Doc<"payments">) {
  return { paymentId, method, reference, bank };
}

/** Enters a payment when it is confirmed. Returns the entry. */
export function enterPayment(
  ctx: MutationCtx,
  payment: Doc<"payments">,
  { actorId, now }: { actorId: Id<"users">; now: number },
): Promise<Id<"ledgerEntries">> {
  const { amountPaise, invoiceIds } = payment;
  const entry = {
    ...pairOf(payment),
    ...toPaymentFields(payment),
    kind: "payment" as const,
    actorId,
    now,
  };
  return credit(ctx, { ...entry, paise: -amountPaise }, invoiceIds);
}

/**
 * Takes a payment's entry back: opens again exactly what it paid, and drops what is left of it as an advance. Advances of other
 * payments pay what is open again: nothing is overdue beside them.
 */
export async function enterReversal(
  ctx: MutationCtx,
  payment: Doc<"payments">,
  { actorId, now, reason }: { actorId: Id<"users">; now: number; reason: string },
): Promise<void> {
  const { entryId: paidBy, amountPaise } = payment;
  invariant(paidBy !== undefined, "A confirmed payment has no entry.");
  const entry = { ...pairOf(payment), ...toPaymentFields(payment), kind: "reversal" as const };
  const entryId = await appendEntry(ctx, { ...entry, paise: amountPaise, actorId, now, reason });
  const allocations = await ctx.db
    .query("allocations")
    .withIndex("by_entry", (q) => q.eq("entryId", paidBy))
    .take(ALLOCATIONS_MAX);
  for (const { dueId, paise } of allocations) {
    const due = await ctx.db.get("dues", dueId);
    if (due === null) continue;
    const remindOn = due.remindOn ?? firstReminder(due.dueOn, todayIst(now));
    await setOpen(ctx, due, due.openPaise + paise, remindOn);
    await ctx.db.insert("allocations", { entryId, dueId, paise: -paise });
  }
  const advance = await getOneFrom(ctx.db, "advances", "by_entry", paidBy, "entryId");
  if (advance !== null) {
    await changeAdvance(ctx, payment, -advance.leftPaise);
    await ctx.db.delete("advances", advance._id);
  }
  await settle(ctx, payment);
}

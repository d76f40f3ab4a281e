/** Telling of a payment: the retailer claims that it paid, or the distributor records what it received. */
import type { NamedTableInfo, Query } from "convex/server";
import { type Infer, v } from "convex/values";
import { parseDayWithin, todayIst } from "../../domain/dates";
import type { ErrorCode } from "../../domain/errors";
import { checkFigure } from "../../domain/fields/figures";
import { AMOUNT } from "../../domain/fields/payment";
import { NAMED_INVOICES_MAX, OPEN_CLAIMS_MAX, PAID_DAYS_MAX } from "../../domain/limits";
import {
  advanceIn,
  chequeBankOf,
  referenceKeyOf,
  referenceOf,
} from "../../domain/paymentLifecycle";
import { pastDays } from "../../domain/typedDay";
import type { DataModel, Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { emit } from "../events";
import { markUsed } from "../khata/accounts";
import { DEALINGS_ERRORS, type Khata, requireDealings, requireKhata } from "../khata/find";
import { enterPayment } from "../khata/ledger";
import { requireUnblocked } from "../network/find";
import type { Pair } from "../network/sides";
import type { Once } from "../once";
import { insertRow } from "../rows";
import { claimUpload } from "../uploads/claim";
import { claimsBetween } from "../khata/claims";
import { paymentTables } from "./schema";

const row = paymentTables.payments.validator;

const paymentRequest = v.object({
  partnerId: v.string(),
  ...row.pick("amountPaise", "method", "reference", "bank", "paidOn", "proofImageId").fields,
  invoiceIds: v.array(v.string()),
  /** The payer knows that it is more than is owed. */
  isAdvanceMeant: v.optional(v.boolean()),
});

/** Arguments of the commands that note a payment. */
export const paymentArgs = { ...paymentRequest.fields, paymentKey: v.string() };

export type NewPayment = Infer<typeof paymentRequest> & { readonly once: Once };

type SentPayment = Infer<typeof paymentRequest> & { readonly paymentKey: string };

/** Returns the payment however its reference is written. That an advance is meant changes nothing once it is noted. */
export function requestOf({ isAdvanceMeant: _, paymentKey: __, ...payment }: SentPayment) {
  const { method, reference, bank } = payment;
  return {
    ...payment,
    reference: referenceOf(method, reference) ?? reference,
    bank: chequeBankOf(method, bank) ?? bank,
  };
}

type Checked = Omit<
  Doc<"payments">,
  "_id" | "_creationTime" | "retailerId" | "distributorId" | "state" | "recordedBy"
>;

/** Ids of the pair's own invoices, each once. Errors: NOT_FOUND for any other. */
async function requireInvoices(
  ctx: QueryCtx,
  { pair }: Khata,
  sentIds: readonly string[],
): Promise<Id<"invoices">[]> {
  if (sentIds.length > NAMED_INVOICES_MAX) fail("BAD_REQUEST");
  const ids = new Set<Id<"invoices">>();
  for (const text of sentIds) {
    const id = ctx.db.normalizeId("invoices", text) ?? fail("NOT_FOUND");
    const invoice = await ctx.db.get("invoices", id);
    const isTheirs =
      invoice?.retailerId === pair.retailerId && invoice.distributorId === pair.distributorId;
    if (!isTheirs) fail("NOT_FOUND");
    ids.add(id);
  }
  return [...ids];
}

async function checked(
  ctx: QueryCtx,
  user: Doc<"users">,
  khata: Khata,
  input: NewPayment,
  now: number,
): Promise<Checked> {
  const { method, proofImageId, once } = input;
  const amountPaise = checkFigure(AMOUNT, input.amountPaise) ?? fail("BAD_AMOUNT");
  const reference = referenceOf(method, input.reference);
  if (reference === null) return fail("BAD_REFERENCE");
  const bank = chequeBankOf(method, input.bank);
  if (bank === null) return fail("BAD_CHEQUE_BANK");
  const paidOn =
    parseDayWithin(input.paidOn, pastDays(todayIst(now), PAID_DAYS_MAX)) ?? fail("BAD_PAYMENT_DAY");
  const invoiceIds = await requireInvoices(ctx, khata, input.invoiceIds);
  return {
    amountPaise,
    method,
    reference,
    bank,
    paidOn,
    invoiceIds,
    proofImageId,
    once,
    referenceKey: referenceKeyOf({ method, reference, bank }),
    recordedById: user._id,
    recordedAt: now,
  };
}

/** Payments with one reference that are looked at: all but one of them came to nothing. */
const SAME_REFERENCE_MAX = 100;

function isNoted({ state }: Doc<"payments">): boolean {
  return state === "claimed" || state === "confirmed";
}

/**
 * Returns true if one of the payments is noted, not counting what came to nothing: disputed, withdrawn or reversed. A reference that came to
 * nothing a hundred times is noise: it counts as noted.
 */
async function hasNoted(
  payments: Query<NamedTableInfo<DataModel, "payments">>,
  isSame: (other: Doc<"payments">) => boolean = () => true,
): Promise<boolean> {
  const others = await payments.order("desc").take(SAME_REFERENCE_MAX);
  return others.length === SAME_REFERENCE_MAX || others.filter(isSame).some(isNoted);
}

/**
 * Banks number the payments of all their customers, and a transfer prints the same number whether the app or the bank calls it UPI or IMPS:
 * references of all methods are one space at a distributor, those of cheques with their bank.
 */
function isKeyNoted(
  ctx: QueryCtx,
  distributorId: Id<"users">,
  referenceKey: string | undefined,
): Promise<boolean> {
  if (referenceKey === undefined) return Promise.resolve(false);
  const payments = ctx.db.query("payments");
  return hasNoted(
    payments.withIndex("by_reference", (q) =>
      q.eq("distributorId", distributorId).eq("referenceKey", referenceKey),
    ),
  );
}

/** A cheque may be one of the same retailer with its number, where the bank of one of them was not told. */
function isChequeNoted(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
  { reference, bank }: Checked,
): Promise<boolean> {
  const isSame = (other: Doc<"payments">) => bank === undefined || other.bank === undefined;
  const payments = ctx.db.query("payments");
  return hasNoted(
    payments.withIndex("by_pair_reference", (q) =>
      q.eq("retailerId", retailerId).eq("distributorId", distributorId).eq("reference", reference),
    ),
    isSame,
  );
}

/**
 * Errors: DUPLICATE_REFERENCE if another payment to this distributor has the reference, by any method; of a cheque with its bank, or of this
 * retailer's cheques where a bank was not told. What was recorded wrongly is recorded again, and a cheque that bounced comes again.
 */
async function requireNewReference(ctx: QueryCtx, { pair }: Khata, payment: Checked) {
  const isDuplicate =
    (await isKeyNoted(ctx, pair.distributorId, payment.referenceKey)) ||
    (payment.method === "cheque" && (await isChequeNoted(ctx, pair, payment)));
  if (isDuplicate) fail("DUPLICATE_REFERENCE");
}

/** Errors: ADVANCE_NOT_MEANT {advancePaise} for more than is owed, unless the payer said that it knows. */
function requireMeant({ account }: Khata, { amountPaise, isAdvanceMeant }: NewPayment): void {
  const advancePaise = advanceIn(amountPaise, account?.balancePaise ?? 0);
  if (advancePaise > 0 && isAdvanceMeant !== true) fail("ADVANCE_NOT_MEANT", { advancePaise });
}

async function requireFewClaims(ctx: QueryCtx, { pair }: Khata): Promise<void> {
  const open = await claimsBetween(ctx, pair).take(OPEN_CLAIMS_MAX);
  if (open.length === OPEN_CLAIMS_MAX) fail("TOO_MANY_CLAIMS", { max: OPEN_CLAIMS_MAX });
}

async function admit(
  ctx: MutationCtx,
  user: Doc<"users">,
  khata: Khata,
  { request, payment }: { request: NewPayment; payment: Checked },
): Promise<void> {
  await spend(ctx, "memberChanges", user._id);
  await requireNewReference(ctx, khata, payment);
  requireMeant(khata, request);
  const { proofImageId } = payment;
  if (proofImageId !== undefined)
    await requireUnblocked(ctx, khata.pair, user.role === "retailer" ? "retailer" : "distributor");
  await spendBytes(ctx, user._id, 2 * bytesOf(payment));
  if (proofImageId !== undefined)
    await claimUpload(ctx, { imageId: proofImageId, userId: user._id, purpose: "image" });
}

export const TELL_PAYMENT_ERRORS = [
  ...DEALINGS_ERRORS,
  "BAD_AMOUNT",
  "BAD_REFERENCE",
  "BAD_CHEQUE_BANK",
  "BAD_PAYMENT_DAY",
  "BAD_REQUEST",
  "TOO_MANY_CLAIMS",
  "TOO_MANY",
  "DUPLICATE_REFERENCE",
  "ADVANCE_NOT_MEANT",
  "TOO_MUCH_DATA",
  "NO_IMAGE",
] as const satisfies readonly ErrorCode[];

/** Notes a payment of the caller's: of a retailer as a claim that waits for the distributor, of a distributor as received. Errors: TELL_PAYMENT_ERRORS. */
export async function tellPayment(
  ctx: MutationCtx,
  user: Doc<"users">,
  request: NewPayment,
  now: number,
): Promise<Doc<"payments">> {
  const khata = await requireKhata(ctx, user, request.partnerId);
  const payment = await checked(ctx, user, khata, request, now);
  const isClaim = user.role === "retailer";
  if (isClaim) await requireFewClaims(ctx, khata);
  else await requireDealings(ctx, user, request.partnerId);
  await admit(ctx, user, khata, { request, payment });
  await markUsed(ctx, khata.pair);
  const state = isClaim ? ("claimed" as const) : ("confirmed" as const);
  const recordedBy = isClaim ? ("retailer" as const) : ("distributor" as const);
  const row = { ...khata.pair, ...payment, state, recordedBy };
  const written = await insertRow(ctx, "payments", row);
  if (!isClaim) {
    const entryId = await enterPayment(ctx, written, { actorId: user._id, now });
    await ctx.db.patch("payments", written._id, { entryId });
  }
  await emit(ctx, { type: "paymentTold", payment: written, actor: user, now });
  return written;
}

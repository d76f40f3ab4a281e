/** The only place that changes the state of a payment. `domain/paymentLifecycle.ts` lists the allowed moves. */
import {
  validatePaymentMove,
  PAYMENT_MOVES,
  type PaymentMove,
} from "../../domain/paymentLifecycle";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { emit } from "../events";
import { enterPayment, enterReversal } from "../khata/ledger";
import { reasonAcross, requireReason } from "../network/words";
import { requireOwn } from "../rows";

/** The payment of one of its two parties. Errors: NOT_FOUND. */
export const requireOwnPayment = requireOwn("payments");

export type PaymentMoveInput = { readonly paymentId: string; readonly reason?: string };

/** Writes what the move does to the khata. Returns the fields that the payment notes of it. */
async function enter(
  ctx: MutationCtx,
  payment: Doc<"payments">,
  move: PaymentMove,
  { actor, now, reason }: { actor: Doc<"users">; now: number; reason: string | undefined },
): Promise<Partial<Doc<"payments">>> {
  const by = { actorId: actor._id, now };
  if (move === "confirm") return { entryId: await enterPayment(ctx, payment, by) };
  if (move === "reverse") await enterReversal(ctx, payment, { ...by, reason: reason ?? "" });
  return {};
}

/**
 * Makes the move, with its entry, its event and its webhook. The same move again changes nothing. Errors: NOT_FOUND, NO_REASON where
 * the move needs one, PAYMENT_CLOSED {state}.
 */
export async function movePayment(
  ctx: MutationCtx,
  actor: Doc<"users">,
  move: PaymentMove,
  input: PaymentMoveInput,
  now: number,
): Promise<void> {
  const payment = await requireOwnPayment(ctx, actor, input.paymentId);
  const { to, needsReason } = PAYMENT_MOVES[move];
  const reason = needsReason
    ? await reasonAcross(ctx, payment, requireReason(input.reason ?? ""), payment.reason)
    : undefined;
  const result = validatePaymentMove(payment, move, reason);
  if (result === "refused") fail("PAYMENT_CLOSED", { state: payment.state });
  if (result === "repeat") return;
  const entered = await enter(ctx, payment, move, { actor, now, reason });
  const changes = { ...entered, state: to, reason };
  await ctx.db.patch("payments", payment._id, changes);
  await emit(ctx, { type: "paymentMoved", payment: { ...payment, ...changes }, actor, now });
}

/** Notes the retailer's word against a payment that the distributor recorded. It changes no balance. Errors: NOT_FOUND, NO_REASON, PAYMENT_CLOSED {state}. */
export async function objectTo(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  input: { readonly paymentId: string; readonly reason: string },
  now: number,
): Promise<void> {
  const payment = await requireOwnPayment(ctx, retailer, input.paymentId);
  const words = requireReason(input.reason);
  const objection = await reasonAcross(ctx, payment, words, payment.objection);
  if (payment.objection === objection) return;
  const mayObject = payment.state === "confirmed" && payment.recordedBy === "distributor";
  if (!mayObject || payment.objection !== undefined)
    fail("PAYMENT_CLOSED", { state: payment.state });
  await ctx.db.patch("payments", payment._id, { objection });
  const objected = { ...payment, objection };
  await emit(ctx, { type: "paymentObjected", payment: objected, actor: retailer, now });
}

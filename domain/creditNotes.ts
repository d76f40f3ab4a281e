/** Credit notes: the reasons that they state, and the pieces that are left to credit. Amounts are in `gst/creditedLine.ts`. */
import type { OrderStatus } from "./orderLifecycle";
import { type Message, msg } from "./language/texts";

export const CREDIT_REASONS = ["returned", "damaged", "short", "wrong", "other"] as const;
export type CreditReason = (typeof CREDIT_REASONS)[number];

/** The reasons of all notes; nobody chooses that of notes which a cancellation issues. */
export const NOTE_REASONS = [...CREDIT_REASONS, "cancelled"] as const;
export type NoteReason = (typeof NOTE_REASONS)[number];

export const CREDIT_REASON_TEXTS = {
  returned: msg("Goods returned"),
  damaged: msg("Damaged or spoilt"),
  short: msg("Fewer pieces delivered"),
  wrong: msg("Wrong goods delivered"),
  other: msg("Another reason"),
  cancelled: msg("Order cancelled"),
} as const satisfies Record<NoteReason, Message>;

/** Only this one says nothing by itself. */
export function needsText(reason: CreditReason): boolean {
  return reason === "other";
}

/** True where the goods can mostly be sold again: the proposal of the dialog. */
export function proposesRestock(reason: CreditReason): boolean {
  return reason !== "damaged";
}

/** Goods of rejected and cancelled orders are owed no more: nothing is left to credit of them. */
const CREDITED_STATUSES: readonly OrderStatus[] = ["accepted", "completed"];

/** Pieces of an invoice's line that can still be credited. */
export function leftToCredit(
  status: OrderStatus | undefined,
  { invoiced, credited }: { readonly invoiced: number; readonly credited: number },
): number {
  return status !== undefined && CREDITED_STATUSES.includes(status) ? invoiced - credited : 0;
}

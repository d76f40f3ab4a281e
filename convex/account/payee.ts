/** The UPI ID of a distributor, which receives the payments of its invoices, and the bank account that its retailers see on them. */
import { namesOf } from "../../domain/fields/kinds";
import { BANK_FIELDS, type BankAccount, UPI_FIELD } from "../../domain/fields/payee";
import { checkText } from "../../domain/fields/text";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { bankAccountSaved, upiIdSaved } from "./notices";
import { mailNotice } from "../auth/notices";
import { requirePassword } from "../auth/currentPassword";
import { fail } from "../errors";
import { requireTexts } from "../fields";

/** See `users.saveUpiId`. */
export async function saveUpiId(
  ctx: ActionCtx,
  { upiId, password }: { upiId: string | null; password: string },
): Promise<null> {
  await requirePassword(ctx, password);
  return ctx.runMutation(internal.account.internal.setUpiId, { upiId });
}

/** Stores the UPI ID, or deletes it for null, and mails its owner. Errors: FORBIDDEN unless a distributor, BAD_UPI_ID. */
export async function setUpiId(
  ctx: MutationCtx,
  user: Doc<"users">,
  input: string | null,
): Promise<void> {
  if (user.role !== "distributor") fail("FORBIDDEN");
  const upiId = input === null ? undefined : (checkText(UPI_FIELD, input) ?? fail(UPI_FIELD.error));
  if (upiId === user.upiId) return;
  await ctx.db.patch("users", user._id, { upiId });
  await mailNotice(ctx, user, () => upiIdSaved(upiId));
}

/** See `users.saveBankAccount`. */
export async function saveBankAccount(
  ctx: ActionCtx,
  { account, password }: { account: BankAccount | null; password: string },
): Promise<null> {
  await requirePassword(ctx, password);
  return ctx.runMutation(internal.account.internal.setBankAccount, { account });
}

function isSame(one: BankAccount | undefined, other: BankAccount | undefined): boolean {
  return namesOf(BANK_FIELDS).every((name) => one?.[name] === other?.[name]);
}

/** Stores the account, or deletes it for null, and mails its owner. Errors: FORBIDDEN unless a distributor, BAD_BANK_ACCOUNT. */
export async function setBankAccount(
  ctx: MutationCtx,
  user: Doc<"users">,
  input: BankAccount | null,
): Promise<void> {
  if (user.role !== "distributor") fail("FORBIDDEN");
  const bankAccount = input === null ? undefined : requireTexts(BANK_FIELDS, input);
  if (isSame(bankAccount, user.bankAccount)) return;
  await ctx.db.patch("users", user._id, { bankAccount });
  await mailNotice(ctx, user, () => bankAccountSaved(bankAccount?.number));
}

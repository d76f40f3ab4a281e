/** The bank account of a distributor, which its retailers see on invoices. */
import { namesOf } from "../../domain/fields/kinds";
import { BANK_FIELDS, type BankAccount } from "../../domain/fields/payee";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { bankAccountSaved } from "./notices";
import { mailNotice } from "../auth/notices";
import { requirePassword } from "../auth/currentPassword";
import { fail } from "../errors";
import { requireTexts } from "../fields";

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
  await mailNotice(ctx, user, bankAccountSaved(bankAccount?.number));
}

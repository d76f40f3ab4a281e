/** Accounts of administrators, which are made by command and never by sign-up. */
import { CONTACT_FIELDS } from "../../domain/fields/account";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { hashPassword, newPassword } from "../auth/secrets";
import { requireTexts } from "../fields";

/** See `admin.upsertAdmin`. */
export async function upsertAdmin(
  ctx: ActionCtx,
  input: { email: string; name: string; password: string },
): Promise<{ userId: Id<"users">; email: string }> {
  const { email: emailField, name: nameField } = CONTACT_FIELDS;
  const { email, name } = requireTexts({ email: emailField, name: nameField }, input);
  const password = await hashPassword(newPassword(input.password));
  const userId = await ctx.runMutation(internal.auth.internal.saveAdmin, { email, name, password });
  return { userId, email };
}

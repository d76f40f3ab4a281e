/** Accounts of administrators, which are made by command and never by sign-up. */
import { NAME_MAX } from "../../domain/limits";
import { cleanText, normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { hashPassword, newPassword } from "../auth/secrets";
import { fail } from "../errors";

/** See `admin.upsertAdmin`. */
export async function upsertAdmin(
  ctx: ActionCtx,
  input: { email: string; name: string; password: string },
): Promise<{ userId: Id<"users">; email: string }> {
  const email = normalEmail(input.email) ?? fail("INVALID_EMAIL");
  const name = cleanText(input.name, { min: 1, max: NAME_MAX }) ?? fail("MISSING_FIELDS");
  const password = await hashPassword(newPassword(input.password));
  const userId = await ctx.runMutation(internal.auth.internal.saveAdmin, { email, name, password });
  return { userId, email };
}

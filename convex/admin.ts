/** The door of administration. */
import { v } from "convex/values";
import { NAME_MAX } from "../domain/limits";
import { acceptablePassword, cleanText, normalEmail } from "../domain/text";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { hashPassword } from "./auth/secrets";
import { fail } from "./errors";
import { internalAction } from "./functions";

/**
 * Makes an administrator, or gives one a new name and password and signs it out
 * everywhere. Internal: `npm run admin` calls it, and nothing from outside can.
 * Errors: INVALID_EMAIL, MISSING_FIELDS, BAD_PASSWORD, EMAIL_TAKEN (by a trader).
 */
export const upsertAdmin = internalAction({
  args: { email: v.string(), name: v.string(), password: v.string() },
  returns: v.object({ userId: v.id("users"), email: v.string() }),
  handler: async (ctx, args): Promise<{ userId: Id<"users">; email: string }> => {
    const email = normalEmail(args.email) ?? fail("INVALID_EMAIL");
    const name = cleanText(args.name, { min: 1, max: NAME_MAX }) ?? fail("MISSING_FIELDS");
    const password = await hashPassword(acceptablePassword(args.password) ?? fail("BAD_PASSWORD"));
    const userId = await ctx.runMutation(internal.auth.steps.saveAdmin, { email, name, password });
    return { userId, email };
  },
});

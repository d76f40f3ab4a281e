/** The two commands that a ticket for a verified e-mail allows: registering, and resetting a forgotten password. */
import type { ObjectType } from "convex/values";
import { normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { fail } from "../errors";
import { tokenHash } from "./devices";
import { callerAddress } from "./limits";
import type { registrationArgs } from "./schema";
import { hashPassword, newPassword } from "./secrets";

type Proof = {
  readonly email: string;
  readonly ticket: string;
  readonly purpose: "signup" | "reset";
};

function requireEmail(text: string): string {
  return normalEmail(text) ?? fail("INVALID_EMAIL");
}

/** The hash of a new password, computed only for a valid ticket, because hashing is costly. */
async function hashForTicket(ctx: ActionCtx, proof: Proof, typedPassword: string) {
  const secret = newPassword(typedPassword);
  const address = await callerAddress(ctx);
  await ctx.runMutation(internal.auth.internal.admitTicket, { ...proof, address });
  return hashPassword(secret);
}

type RegistrationForm = ObjectType<typeof registrationArgs>;

/** See `auth.register`. */
export async function registerWithTicket(
  ctx: ActionCtx,
  { password: plainPassword, ...form }: RegistrationForm,
): Promise<void> {
  const email = requireEmail(form.email);
  const proof = { email, ticket: form.ticket, purpose: "signup" } as const;
  const password = await hashForTicket(ctx, proof, plainPassword);
  await ctx.runMutation(internal.auth.internal.registerAccount, { ...form, email, password });
}

type Reset = Pick<RegistrationForm, "ticket" | "email" | "password"> & { readonly device?: string };

/** See `auth.resetPassword`. */
export async function resetWithTicket(
  ctx: ActionCtx,
  { ticket, email: typedEmail, password: plainPassword, device }: Reset,
): Promise<void> {
  const email = requireEmail(typedEmail);
  const password = await hashForTicket(ctx, { email, ticket, purpose: "reset" }, plainPassword);
  const deviceHash = await tokenHash(device);
  const reset = { ticket, email, password, deviceHash };
  await ctx.runMutation(internal.auth.internal.replacePassword, reset);
}

/**
 * Signing in and staying signed in, on top of the sign-in library's internal store. The library's own `signIn` is not
 * published: handed a made-up refresh token it deletes whatever row the second half names, in any table, for anybody.
 */
import { type Infer, type ObjectType, v } from "convex/values";
import { normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { fail } from "../errors";
import { tokenHash } from "./devices";
import { callerAddress } from "./limits";
import { passwordHash } from "./schema";
import { NOBODYS_HASH, isPassword } from "./secrets";
import { spentTry } from "./tries";

/** `code` is what the library's client sends when it finds one in the address: we have no such sign-in. */
export const credentials = v.object({
  email: v.optional(v.string()),
  password: v.optional(v.string()),
  role: v.optional(v.string()),
  code: v.optional(v.string()),
  /** The opaque token of the device, see `devices.ts`. */
  device: v.optional(v.string()),
});

type Credentials = Infer<typeof credentials>;

export const tokenPair = v.object({ token: v.string(), refreshToken: v.string() });

export type TokenPair = Infer<typeof tokenPair>;

/** Returns the token pair in the answer of the library's store, or null. */
export function tokensIn(answer: unknown): TokenPair | null {
  if (typeof answer !== "object" || answer === null) return null;
  if (!("token" in answer && "refreshToken" in answer)) return null;
  const { token, refreshToken } = answer;
  return typeof token === "string" && typeof refreshToken === "string"
    ? { token, refreshToken }
    : null;
}

/**
 * A login with the right e-mail, password and role: the user, the hash that the password matched, the limits that the try was
 * counted against, and the device that it came from.
 */
export const provenLogin = {
  userId: v.id("users"),
  compared: passwordHash,
  spent: v.array(spentTry),
  deviceHash: v.optional(v.string()),
};

export type ProvenLogin = ObjectType<typeof provenLogin>;

/**
 * Finds out whether somebody knows e-mail, password and role. Whatever is wrong gets one answer, INVALID_LOGIN, after the same
 * computation. Errors besides: TOO_MANY.
 */
export async function proveLogin(
  ctx: ActionCtx,
  { email: emailInput = "", password = "", role, device }: Credentials,
): Promise<ProvenLogin> {
  const email = normalEmail(emailInput) ?? null;
  const address = await callerAddress(ctx);
  const deviceHash = await tokenHash(device);
  const attempt = { email, address, deviceHash };
  const found = await ctx.runMutation(internal.auth.internal.admitLogin, attempt);
  const matches = await isPassword(password, found?.password ?? NOBODYS_HASH);
  if (found === null || !matches || found.role !== role) return fail("INVALID_LOGIN");
  return { userId: found.userId, compared: found.password, spent: found.spent, deviceHash };
}

/** A session of the app's own screens. Errors: as `proveLogin`. */
async function signInWithPassword(ctx: ActionCtx, credentials: Credentials): Promise<TokenPair> {
  const proven = await proveLogin(ctx, credentials);
  const tokens = await ctx.runMutation(internal.auth.internal.openSession, proven);
  return tokens ?? fail("INVALID_LOGIN");
}

type SignIn = {
  readonly provider?: string;
  readonly params?: Credentials;
  readonly refreshToken?: string;
};

/** The tokens of a new session, or the next ones of the session that a refresh token belongs to; null when it is over. */
export async function signInOrRenew(
  ctx: ActionCtx,
  { provider, params = {}, refreshToken }: SignIn,
): Promise<TokenPair | null> {
  if (provider === "password") return signInWithPassword(ctx, params);
  if (provider !== undefined || refreshToken === undefined) return null;
  return ctx.runMutation(internal.auth.internal.renew, { refreshToken });
}

/**
 * Who may call: the word that defines a function says it. Every builder loads
 * the session's row and the user's row, so signing out, deactivating or deleting
 * somebody reaches every open screen at once, because those rows are part of
 * what its queries read.
 */
import { getAuthSessionId, getAuthUserId } from "@convex-dev/auth/server";
import { customCtx, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import type { Role } from "../domain/roles";
import type { Doc } from "./_generated/dataModel";
import {
  type QueryCtx,
  action,
  httpAction,
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./_generated/server";
import { fail } from "./errors";

export { httpAction, internalAction, internalMutation, internalQuery };

/** The signed-in user, or null: nobody, signed out, deactivated or deleted. */
export async function getCaller(ctx: QueryCtx): Promise<Doc<"users"> | null> {
  const identity = ctx.auth.getUserIdentity();
  const known = { auth: { getUserIdentity: () => identity } };
  const [subject, ofSession] = await Promise.all([getAuthUserId(known), getAuthSessionId(known)]);
  const userId = ctx.db.normalizeId("users", subject ?? "");
  const sessionId = ctx.db.normalizeId("authSessions", ofSession ?? "");
  if (userId === null || sessionId === null) return null;
  const [session, user] = await Promise.all([
    ctx.db.get("authSessions", sessionId),
    ctx.db.get("users", userId),
  ]);
  return session?.userId === userId && user?.deactivatedAt === undefined ? user : null;
}

async function requireCaller(ctx: QueryCtx): Promise<Doc<"users">> {
  return (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
}

function requireRole(role: Role) {
  return async (ctx: QueryCtx): Promise<{ user: Doc<"users"> }> => {
    const user = await requireCaller(ctx);
    return user.role === role ? { user } : fail("FORBIDDEN");
  };
}

const anyone = async (ctx: QueryCtx): Promise<{ caller: Doc<"users"> | null }> => ({
  caller: await getCaller(ctx),
});
const member = async (ctx: QueryCtx): Promise<{ user: Doc<"users"> }> => ({
  user: await requireCaller(ctx),
});

/** Visitors too; `ctx.caller` is who it is, or null. */
export const anyoneQuery = customQuery(query, customCtx(anyone));
/** Anybody who is signed in; `ctx.user` is who it is, here and below. */
export const memberQuery = customQuery(query, customCtx(member));
export const memberMutation = customMutation(mutation, customCtx(member));
export const retailerQuery = customQuery(query, customCtx(requireRole("retailer")));
export const retailerMutation = customMutation(mutation, customCtx(requireRole("retailer")));
export const distributorQuery = customQuery(query, customCtx(requireRole("distributor")));
export const distributorMutation = customMutation(mutation, customCtx(requireRole("distributor")));
export const adminQuery = customQuery(query, customCtx(requireRole("admin")));
export const adminMutation = customMutation(mutation, customCtx(requireRole("admin")));
/** Steps that come before there is an account: codes, registration, reset. */
export const anyoneAction = action;

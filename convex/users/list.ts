/** Lists of users. */
import type { Role } from "../../domain/roles";
import type { QueryCtx } from "../_generated/server";

/** Users of a role who have not been deactivated, newest first. */
export function activeUsers(ctx: QueryCtx, role: Role) {
  return ctx.db
    .query("users")
    .withIndex("by_role", (q) => q.eq("role", role).eq("deactivatedAt", undefined))
    .order("desc");
}

/** Users of every role who have not been deactivated, newest first. */
export function allActiveUsers(ctx: QueryCtx) {
  return ctx.db
    .query("users")
    .withIndex("by_deactivated", (q) => q.eq("deactivatedAt", undefined))
    .order("desc");
}

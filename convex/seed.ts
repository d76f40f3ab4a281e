/**
 * The demo data: a market with a past, for a deployment that nobody has used yet. It never touches one that has accounts of
 * others. Planting may end at any moment with its process, and is finished by the next call.
 */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { ActionCtx, QueryCtx } from "./_generated/server";
import { getKnownAccount } from "./auth/accounts";
import { hashPassword } from "./auth/secrets";
import { passwordHash } from "./auth/schema";
import { internalAction, internalMutation, internalQuery } from "./functions";
import { portrait, productPictures } from "./imports/drawings";
import { DEMO_LOGINS, DEMO_PASSWORD } from "./seed/logins";
import { DISTRIBUTORS, RETAILERS, plantPeople } from "./seed/people";
import { takeStep } from "./seed/steps";

async function isUnused(ctx: QueryCtx): Promise<boolean> {
  return (await ctx.db.query("users").first()) === null;
}

/** More files than an interrupted call can have left. */
const LEFTOVERS_MAX = 200;

/**
 * Tells whether demo data has to be created or completed. Without accounts, files that belong to no upload are left over from a
 * call that ended before its first step, and are deleted.
 */
export const prepare = internalMutation({
  args: {},
  returns: v.union(v.literal("unused"), v.literal("begun"), v.literal("in use")),
  handler: async (ctx) => {
    if ((await ctx.db.query("plantings").first()) !== null) return "begun";
    if (!(await isUnused(ctx))) return "in use";
    for (const { _id } of await ctx.db.system.query("_storage").take(LEFTOVERS_MAX)) {
      const upload = await ctx.db
        .query("uploads")
        .withIndex("by_image", (q) => q.eq("imageId", _id))
        .first();
      if (upload === null) await ctx.storage.delete(_id);
    }
    return "unused";
  },
});

const drawings = {
  pictures: v.array(v.id("_storage")),
  portraits: v.array(v.id("_storage")),
};

/** The first step: the people, and the note that there is more to come. Answers whether this call made it. */
export const begin = internalMutation({
  args: { password: passwordHash, ...drawings },
  returns: v.boolean(),
  handler: async (ctx, { password, pictures, portraits }) => {
    if (!(await isUnused(ctx))) return false;
    for (const id of [...pictures, ...portraits]) {
      // Another call, begun meanwhile, took them for leftovers.
      if ((await ctx.db.system.get("_storage", id)) === null) throw new Error("A picture is gone");
    }
    await plantPeople(ctx, password, portraits);
    await ctx.db.insert("plantings", { startedAt: Date.now(), pictures, stepsDone: 0 });
    return true;
  },
});

/** One step after the first. Answers whether another one follows. */
export const goOn = internalMutation({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => takeStep(ctx),
});

async function store(ctx: ActionCtx, drawn: readonly string[]): Promise<Id<"_storage">[]> {
  const ids: Id<"_storage">[] = [];
  for (const drawing of drawn) {
    ids.push(await ctx.storage.store(new Blob([drawing], { type: "image/svg+xml" })));
  }
  return ids;
}

async function drawAll(ctx: ActionCtx) {
  const traders = [...DISTRIBUTORS, ...RETAILERS];
  return {
    pictures: await store(ctx, productPictures()),
    portraits: await store(
      ctx,
      traders.map((_, index) => portrait(index)),
    ),
  };
}

/** Plants the demo data where nobody has an account yet, or finishes what an earlier call began; elsewhere it does nothing. */
export const run = internalAction({
  args: {},
  returns: v.object({ planted: v.boolean() }),
  handler: async (ctx): Promise<{ planted: boolean }> => {
    const state = await ctx.runMutation(internal.seed.prepare, {});
    if (state === "in use") return { planted: false };
    if (state === "unused") {
      const [password, stored] = await Promise.all([hashPassword(DEMO_PASSWORD), drawAll(ctx)]);
      if (!(await ctx.runMutation(internal.seed.begin, { password, ...stored }))) {
        for (const id of [...stored.pictures, ...stored.portraits]) await ctx.storage.delete(id);
        return { planted: false };
      }
    }
    while (await ctx.runMutation(internal.seed.goOn, {}));
    return { planted: true };
  },
});

/** True if the demo logins exist, so that `npm start` can print them. */
export const hasDemo = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => (await getKnownAccount(ctx, DEMO_LOGINS[0].email)) !== null,
});

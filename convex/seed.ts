/** The demo data: a market with a past, for a deployment that nobody has used yet. It never touches one that has an account. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { ActionCtx } from "./_generated/server";
import { hashPassword } from "./auth/secrets";
import { passwordHash } from "./auth/schema";
import { internalAction, internalMutation, internalQuery } from "./functions";
import { portrait, productPictures } from "./seed/drawings";
import { plantGoods } from "./seed/goods";
import { DEMO_PASSWORD, DISTRIBUTORS, RETAILERS, plantPeople } from "./seed/people";
import { plantFeedback, plantTalks } from "./seed/talk";
import { plantConnections, plantOrders } from "./seed/trade";

function storeDrawings(ctx: ActionCtx, drawings: readonly string[]): Promise<Id<"_storage">[]> {
  const files = drawings.map((drawing) => new Blob([drawing], { type: "image/svg+xml" }));
  return Promise.all(files.map((file) => ctx.storage.store(file)));
}

export const isEmpty = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => (await ctx.db.query("users").first()) === null,
});

/**
 * Everything in one transaction, about 1,500 rows: a deployment is either empty or has all of it, also when two starts seed at
 * once or the machine stops in between. Answers whether this call made it.
 */
export const plant = internalMutation({
  args: {
    password: passwordHash,
    pictures: v.array(v.id("_storage")),
    portraits: v.array(v.id("_storage")),
  },
  returns: v.boolean(),
  handler: async (ctx, { password, pictures, portraits }) => {
    if ((await ctx.db.query("users").first()) !== null) return false;
    const now = Date.now();
    const people = await plantPeople(ctx, password, portraits);
    const goods = await plantGoods(ctx, people.distributors, pictures);
    await plantConnections(ctx, people, now);
    await plantOrders(ctx, people, goods, now);
    await plantTalks(ctx, people, now);
    await plantFeedback(ctx, people);
    return true;
  },
});

/** Seeds an empty deployment; on any other it does nothing. All accounts have the password that the README names. */
export const run = internalAction({
  args: {},
  returns: v.object({ planted: v.boolean() }),
  handler: async (ctx): Promise<{ planted: boolean }> => {
    if (!(await ctx.runQuery(internal.seed.isEmpty, {}))) return { planted: false };
    const traders = DISTRIBUTORS.length + RETAILERS.length;
    const [password, pictures, portraits] = await Promise.all([
      hashPassword(DEMO_PASSWORD),
      storeDrawings(ctx, productPictures()),
      storeDrawings(
        ctx,
        Array.from({ length: traders }, (_, index) => portrait(index)),
      ),
    ]);
    return {
      planted: await ctx.runMutation(internal.seed.plant, { password, pictures, portraits }),
    };
  },
});

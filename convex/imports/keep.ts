/** The steps of the action that fetches pictures; `wantedPictures.ts` does them. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../functions";
import { finish } from "../outgoing/queue";
import { vAnswer } from "../outgoing/schema";
import { admitPicture, getWaitingFor, recordPicture, settlePictures } from "./wantedPictures";

const pictureArgs = { parentId: v.id("imports"), address: v.string() };

/** Returns what a request fetches, and for whom; null if no row waits for it any more. */
export const pictureToFetch = internalQuery({
  args: { requestId: v.id("outgoingRequests") },
  returns: v.union(v.null(), v.object({ distributorId: v.id("users"), ...pictureArgs })),
  handler: async (ctx, { requestId }) => {
    const job = (await ctx.db.get("outgoingRequests", requestId))?.job;
    const one = job?.kind === "picture" ? await getWaitingFor(ctx, job) : null;
    if (one === null) return null;
    const { distributorId, parentId, address } = one;
    return { distributorId, parentId, address };
  },
});

/** False when the distributor's imports have fetched too much today. */
export const admit = internalMutation({
  args: { distributorId: v.id("users"), bytes: v.number() },
  returns: v.boolean(),
  handler: (ctx, { distributorId, bytes }) => admitPicture(ctx, distributorId, bytes),
});

export const record = internalMutation({
  args: { imageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { imageId }): Promise<null> => {
    await recordPicture(ctx, imageId);
    return null;
  },
});

const result = {
  ...pictureArgs,
  imageId: v.union(v.id("_storage"), v.null()),
  problem: v.string(),
};

/** Gives a picture to the rows that are left, see `settlePictures`. */
export const settle = internalMutation({
  args: result,
  returns: v.null(),
  handler: async (ctx, result): Promise<null> => {
    await settlePictures(ctx, result);
    return null;
  },
});

/** Records how a fetch ended. A failure that comes when it counts as interrupted already is ignored. */
export const end = internalMutation({
  args: { ...result, requestId: v.id("outgoingRequests"), answer: vAnswer },
  returns: v.null(),
  handler: async (ctx, { requestId, answer, ...result }): Promise<null> => {
    const request = await ctx.db.get("outgoingRequests", requestId);
    if (request !== null) await finish(ctx, request, answer);
    if (request !== null || result.imageId !== null) await settlePictures(ctx, result);
    return null;
  },
});

/** Public functions of imports: a distributor's products out of a file. The screen reads the file; the server validates each row again. */
import { v } from "convex/values";
import { distributorMutation, distributorQuery } from "./functions";
import { beginImport, getImport } from "./imports/begin";
import { askedRow, foundRow, lookUpRows } from "./imports/lookup";
import { drawIfMissing } from "./imports/pictures";
import { importMode, outcomeCounts, pictureCounts, rowOutcome } from "./imports/schema";
import { sentRow, takeBatch } from "./imports/take";
import { NO_PICTURES, listPictureProblems } from "./imports/wantedPictures";
import { pausedHosts } from "./outgoing/queue";

/** The caller's products by their SKUs, in the order of the rows. Errors: BAD_REQUEST. */
export const lookup = distributorQuery({
  args: { rows: v.array(askedRow) },
  returns: v.array(foundRow),
  handler: (ctx, { rows }) => lookUpRows(ctx, ctx.user._id, rows),
});

/** Errors: see `imports/begin.ts`. Whoever asks again after the pictures of types could not be drawn has them drawn. */
export const begin = distributorMutation({
  args: { importId: v.string(), mode: importMode, rowCount: v.number() },
  returns: v.null(),
  once: {
    ...{ table: "imports", key: "importId" },
    answer: async (ctx, { mode }) => {
      if (mode === "addAndUpdate") await drawIfMissing(ctx);
      return null;
    },
  },
  handler: (ctx, args) => beginImport(ctx, ctx.user, { ...args, once: ctx.once }),
});

/** Errors: see `imports/take.ts`. */
export const take = distributorMutation({
  args: { importId: v.string(), batch: v.number(), rows: v.array(sentRow) },
  returns: v.object({ outcomes: v.array(rowOutcome) }),
  once: {
    ...{ table: "importBatches", key: "importId", part: "batch" },
    answer: (_, { outcomes }) => ({ outcomes }),
  },
  handler: (ctx, args) => takeBatch(ctx, ctx.user, { ...args, once: ctx.once }),
});

/** The progress of the caller's import; null if there is none of this key. */
export const progress = distributorQuery({
  args: { importId: v.string() },
  returns: v.union(
    v.object({
      rowCount: v.number(),
      batchesDone: v.number(),
      counts: outcomeCounts,
      pictures: pictureCounts,
      /** Hosts that leave requests for pictures without an answer: they are tried again for a day. Absent if all answer. */
      silentHosts: v.optional(v.array(v.string())),
    }),
    v.null(),
  ),
  handler: async (ctx, { importId }) => {
    const found = await getImport(ctx, ctx.user._id, importId);
    if (found === null) return null;
    const { rowCount, batchesDone, counts, pictures = NO_PICTURES } = found;
    const paused = await pausedHosts(ctx, ctx.user._id, "picture");
    const silent = paused.size > 0 && { silentHosts: [...paused.keys()] };
    return { rowCount, batchesDone, counts, pictures, ...silent };
  },
});

/** The rows of the caller's import whose pictures can't be had, with the reasons; none if there is no import of this key. */
export const pictureProblems = distributorQuery({
  args: { importId: v.string() },
  returns: v.array(v.object({ line: v.number(), address: v.string(), problem: v.string() })),
  handler: async (ctx, { importId }) => {
    const found = await getImport(ctx, ctx.user._id, importId);
    return found === null ? [] : listPictureProblems(ctx, found._id);
  },
});

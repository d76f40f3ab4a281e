"use node";
/** Fetches one picture that rows of imports name. Runs in Node, as `download` does. */
import { v } from "convex/values";
import { IMAGE_BYTES_MAX } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { Answer } from "../outgoing/schema";
import { mayBePrivate } from "../outgoing/targets";
import { internalAction } from "../functions";
// These files run in Node, too, which the rule does not look at.
// oxlint-disable-next-line @convex-dev/import-wrong-runtime
import { DownloadProblem, TooLargeProblem, answerOfError, download } from "../outgoing/download";
import { withoutMetadata } from "../uploads/metadata";
import { pictureType } from "../uploads/picture";

type Fetched = { readonly answer: Answer } & (
  { readonly picture: Blob } | { readonly problem: string }
);

const NO_PICTURE =
  "There is no picture at this address: JPEG, PNG, GIF or WebP, at most 8,000 pixels wide and high.";

const UNREACHABLE = "The host of the picture could not be reached.";
const TOO_LARGE = `The picture is larger than ${IMAGE_BYTES_MAX / 2 ** 20} MB.`;
const TOO_MUCH =
  "Pictures of too many bytes were fetched within a day. Import this row again tomorrow.";

/** Never rejects. */
async function fetchPicture(address: string): Promise<Fetched> {
  try {
    const source = { url: address, maxBytes: IMAGE_BYTES_MAX, onlyHttps: true };
    const bytes = await download({ ...source, isTrusted: mayBePrivate });
    const type = pictureType(bytes);
    const answer = "answered";
    if (type === undefined) return { answer, problem: NO_PICTURE };
    return { answer, picture: new Blob([withoutMetadata(bytes, type)], { type }) };
  } catch (error) {
    const answer = answerOfError(error);
    if (error instanceof TooLargeProblem) return { answer, problem: TOO_LARGE };
    if (!(error instanceof DownloadProblem)) return { answer, problem: UNREACHABLE };
    return { answer, problem: `The picture could not be fetched: ${error.message}.` };
  }
}

type Kept = { readonly imageId: Id<"_storage"> | null; readonly problem: string };

/** Stores the picture and notes at once that nothing shows it yet: after an interruption it is swept like any other upload. */
async function keep(ctx: ActionCtx, distributorId: Id<"users">, fetched: Fetched): Promise<Kept> {
  if (!("picture" in fetched)) return { imageId: null, problem: fetched.problem };
  const { picture } = fetched;
  const charge = { distributorId, bytes: picture.size };
  if (!(await ctx.runMutation(internal.imports.keep.admit, charge)))
    return { imageId: null, problem: TOO_MUCH };
  const imageId = await ctx.storage.store(picture);
  await ctx.runMutation(internal.imports.keep.record, { imageId });
  return { imageId, problem: "" };
}

export const run = internalAction({
  args: { requestId: v.id("outgoingRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }): Promise<null> => {
    const picture = await ctx.runQuery(internal.imports.keep.pictureToFetch, { requestId });
    if (picture === null) {
      await ctx.runMutation(internal.outgoing.internal.drop, { requestId });
      return null;
    }
    const { distributorId, ...target } = picture;
    const fetched = await fetchPicture(target.address);
    const result = await keep(ctx, distributorId, fetched);
    const { answer } = fetched;
    await ctx.runMutation(internal.imports.keep.end, { requestId, answer, ...target, ...result });
    return null;
  },
});

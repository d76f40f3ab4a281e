/**
 * Exactly once for callers that repeat a request because they never heard its answer: the answer to a POST with an
 * `Idempotency-Key` is kept with the transaction that made it, so that it is there if and only if its effect is. The same key and
 * body is answered from it for a day, whoever asks first of many at once; the same key with another body is refused. Refusals
 * are not kept: nothing happened, so trying again is harmless.
 */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { internalMutation } from "../functions";

export const ANSWERS_KEPT_MS = 24 * 60 * 60_000;
export const ANSWERS_PER_SWEEP = 500;

export const onceArg = v.object({ key: v.string(), call: v.string(), fingerprint: v.string() });
export type OnceArg = Infer<typeof onceArg>;

function keptAnswer(ctx: MutationCtx, owner: string, { key, call }: OnceArg) {
  return ctx.db
    .query("restAnswers")
    .withIndex("by_key", (q) => q.eq("owner", owner).eq("call", call).eq("key", key))
    .unique();
}

function isFresh(kept: Doc<"restAnswers">): boolean {
  return kept._creationTime > Date.now() - ANSWERS_KEPT_MS;
}

function resultOf(kept: Doc<"restAnswers">, { fingerprint }: OnceArg): unknown {
  return kept.fingerprint === fingerprint ? JSON.parse(kept.result) : fail("KEY_REUSED");
}

/** For calls that must know before they do costly work; `once` looks again. Errors: KEY_REUSED. */
export async function isAnswered(
  ctx: MutationCtx,
  owner: string,
  asked: OnceArg | undefined,
): Promise<boolean> {
  const kept = asked && (await keptAnswer(ctx, owner, asked));
  if (!asked || !kept || !isFresh(kept)) return false;
  resultOf(kept, asked);
  return true;
}

/** Runs `work` unless this key has been answered; without a key, always. Errors: KEY_REUSED. */
export async function once<Result>(
  ctx: MutationCtx,
  owner: string,
  asked: OnceArg | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (asked === undefined) return work();
  const kept = await keptAnswer(ctx, owner, asked);
  // The caller's own `returns` checks that it is a result.
  if (kept !== null && isFresh(kept)) return resultOf(kept, asked) as Result;
  if (kept !== null) await ctx.db.delete("restAnswers", kept._id);
  const result = await work();
  await ctx.db.insert("restAnswers", { owner, ...asked, result: JSON.stringify(result) });
  return result;
}

/** `once` with everything but the work. */
export function onceFor(ctx: MutationCtx, owner: string, asked: OnceArg | undefined) {
  return <Result>(work: () => Promise<Result>): Promise<Result> => once(ctx, owner, asked, work);
}

/** Answers that are older than a day: a bounded piece, and again while there is more. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const old = await ctx.db
      .query("restAnswers")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - ANSWERS_KEPT_MS))
      .take(ANSWERS_PER_SWEEP);
    for (const { _id } of old) await ctx.db.delete("restAnswers", _id);
    if (old.length === ANSWERS_PER_SWEEP) {
      await ctx.scheduler.runAfter(0, internal.rest.once.sweep, {});
    }
    return null;
  },
});

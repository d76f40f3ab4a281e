/**
 * Exactly once for callers that repeat a request because they never heard its answer: the answer to a POST with an
 * `Idempotency-Key` is kept with the transaction that made it, so that it is there if and only if its effect is. The same key and
 * body is answered from it for a day, whoever asks first of many at once; the same key with another body is refused. Refusals
 * are not kept: nothing happened, so trying again is harmless. Beyond this the rule is that of `convex/once.ts`.
 */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { digestOf } from "../digest";
import { internalMutation } from "../functions";
import { type Once, type OnceTable, madeOnce, requireSame } from "../once";

export const ANSWERS_KEPT_MS = 24 * 60 * 60_000;
export const ANSWERS_PER_SWEEP = 500;

/** `request` is this request's own id, and `key` the one that came with it, if any. */
export const onceArg = v.object({
  request: v.string(),
  call: v.string(),
  digest: v.string(),
  key: v.optional(v.string()),
});
export type OnceArg = Infer<typeof onceArg>;

type Keyed = OnceArg & { readonly key: string };

function hasKey(attempt: OnceArg | undefined): attempt is Keyed {
  return attempt?.key !== undefined;
}

function keptAnswer(ctx: MutationCtx, owner: string, { key, call }: Keyed) {
  return ctx.db
    .query("restAnswers")
    .withIndex("by_key", (q) => q.eq("owner", owner).eq("call", call).eq("key", key))
    .unique();
}

function isFresh(kept: Doc<"restAnswers">): boolean {
  return kept._creationTime > Date.now() - ANSWERS_KEPT_MS;
}

function resultOf(kept: Doc<"restAnswers">, attempt: OnceArg): unknown {
  requireSame(kept, attempt);
  return JSON.parse(kept.result);
}

/** For calls that must know before they do costly work; `once` looks again. Errors: KEY_REUSED. */
export async function isAnswered(
  ctx: MutationCtx,
  owner: string,
  attempt: OnceArg | undefined,
): Promise<boolean> {
  if (!hasKey(attempt)) return false;
  const kept = await keptAnswer(ctx, owner, attempt);
  if (kept === null || !isFresh(kept)) return false;
  resultOf(kept, attempt);
  return true;
}

/** Runs `work` unless this key has been answered; without a key, always. Errors: KEY_REUSED. */
export async function once<Result>(
  ctx: MutationCtx,
  owner: string,
  attempt: OnceArg | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!hasKey(attempt)) return work();
  const kept = await keptAnswer(ctx, owner, attempt);
  // The caller's own `returns` checks that it is a result.
  if (kept !== null && isFresh(kept)) return resultOf(kept, attempt) as Result;
  if (kept !== null) await ctx.db.delete("restAnswers", kept._id);
  const result = await work();
  const { key, call, digest } = attempt;
  const answer = { owner, key, call, digest, result: JSON.stringify(result) };
  await ctx.db.insert("restAnswers", answer);
  return result;
}

/** The ways in which a call of a user takes effect once. */
export function onceFor(ctx: MutationCtx, owner: Id<"users">, attempt: OnceArg | undefined) {
  const requireAttempt = (): OnceArg => {
    if (attempt === undefined) throw new Error("The policy of this call says nothing of keys");
    return attempt;
  };
  return {
    /** For a day: the kept answer finds what comes again. */
    once: <Result>(work: () => Promise<Result>): Promise<Result> => once(ctx, owner, attempt, work),
    /** For the row of a command that such a call makes: the key is the request's own id. */
    rowOnce: (): Once => {
      const { request: key, digest } = requireAttempt();
      return { owner, key, digest };
    },
    /** For good: the row itself finds what comes again. Keys of REST are of one call, those of rows of the user. */
    onceForGood: async <Table extends OnceTable>(
      table: Table,
      make: (once: Once) => Promise<Doc<Table>>,
    ): Promise<Doc<Table>> => {
      const { request, call, key: sent, digest } = requireAttempt();
      const key = sent === undefined ? request : await digestOf([call, sent]);
      return madeOnce(ctx, table, { owner, key, digest }, () => make({ owner, key, digest }));
    },
  };
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

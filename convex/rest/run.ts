/** The functions that run all operations of REST, each in one transaction, which looks the caller up. */
import { v, type Infer } from "convex/values";
import { fail, failWith } from "../errors";
import { toErrorData } from "../../domain/errors";
import { ROLES } from "../../domain/roles";
import { noteUse } from "../developers/keys";
import { internalMutation, internalQuery } from "../functions";
import { type CallerArg, callerArg, getAdmitted, getKeyToNote, requireAdmitted } from "./caller";
import { once, onceArg, onceFor } from "./once";
import {
  type Existing,
  FewerRows,
  Page,
  type Operation,
  type ReadCtx,
  Unfinished,
  type WriteCtx,
} from "./operation";
import { OPERATIONS } from "./operations";
import type { QueryCtx } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";

const BY_CALL = new Map<string, Operation>(
  OPERATIONS.map((operation) => [operation.call, operation]),
);

const operationArgs = {
  call: v.string(),
  caller: callerArg,
  /** JSON of what the schemas accepted: Convex's own values have shorter arrays and fewer names of fields. */
  input: v.optional(v.string()),
  /** The refusal of an input that does not fit, for callers who are admitted. */
  misfit: v.optional(v.any()),
};

const answered = v.object({
  /** JSON of the body. */
  body: v.string(),
  /** The cursor of the next page; null at the end of a list, absent where there is none. */
  next: v.optional(v.union(v.string(), v.null())),
  /** The status, where it is not that of the operation. */
  status: v.optional(v.literal(200)),
  /** The call has to be made again for so many rows. */
  fewerRows: v.optional(v.number()),
  /** The call has to be made again for the next batch. */
  isUnfinished: v.optional(v.literal(true)),
  /** A key whose use has to be written down. */
  usedKey: v.union(v.id("apiKeys"), v.null()),
});

type Answered = Infer<typeof answered>;

function operationOf(call: string): Operation {
  const operation = BY_CALL.get(call);
  if (operation === undefined) throw new Error(`No operation is ${call}`);
  return operation;
}

/** Errors: UNAUTHENTICATED, FORBIDDEN, READ_ONLY_KEY, then the input's own. */
async function admit(
  ctx: QueryCtx,
  { who, needs }: Operation,
  caller: CallerArg,
  needed: "read" | "write",
  misfit: unknown,
): Promise<Doc<"users"> | null> {
  const user = await requireAdmitted(ctx, caller, who, needs ?? needed);
  if (misfit === undefined) return user;
  // An input that does not fit never runs, whatever is wrong with its refusal.
  return failWith(toErrorData(misfit) ?? { code: "BAD_REQUEST" });
}

function inputIn(json: string | undefined): never {
  return JSON.parse(json ?? "{}") as never;
}

function isExisting(result: unknown): result is Existing<unknown> {
  return typeof result === "object" && result !== null && "existing" in result;
}

function toAnswered({ answer }: Operation, result: unknown): Omit<Answered, "usedKey"> {
  if (answer.existing !== undefined && isExisting(result))
    return { body: JSON.stringify(result.existing), status: 200 };
  if (result instanceof Unfinished) return { body: "", isUnfinished: true };
  if (result instanceof FewerRows) return { body: "", fewerRows: result.count };
  if (result instanceof Page) return { body: JSON.stringify(result.body), next: result.next };
  return { body: JSON.stringify(result) };
}

export const query = internalQuery({
  args: { ...operationArgs, today: v.string() },
  returns: answered,
  handler: async (ctx, { call, caller, input, misfit, today }): Promise<Answered> => {
    const operation = operationOf(call);
    if (operation.kind !== "query") throw new Error(`${call} is no query`);
    const user = await admit(ctx, operation, caller, "read", misfit);
    const result = await operation.run({ ...ctx, user, today } as ReadCtx, inputIn(input));
    return { ...toAnswered(operation, result), usedKey: await getKeyToNote(ctx, caller) };
  },
});

const writing = { ...operationArgs, once: v.optional(onceArg) };

/** The mutation of operations, twice: the backend knows by its name which may write while the disk is nearly full. */
function mutationOf(isEssential: boolean) {
  return internalMutation({
    args: writing,
    returns: answered,
    handler: async (ctx, { call, caller, input, misfit, once: key }): Promise<Answered> => {
      const operation = operationOf(call);
      if (operation.kind !== "mutation" || (operation.isEssential ?? false) !== isEssential)
        throw new Error(`${call} is another kind of operation`);
      const now = { ...caller, at: Date.now() };
      const user = await admit(ctx, operation, now, "write", misfit);
      if (user === null) return fail("UNAUTHENTICATED");
      const withCaller: WriteCtx = { ...ctx, user, ...onceFor(ctx, user._id, key) };
      const run = () => operation.run(withCaller, inputIn(input));
      const result = operation.once === true ? await once(ctx, user._id, key, run) : await run();
      const usedKey = await getKeyToNote(ctx, now);
      if (usedKey !== null) await noteUse(ctx, usedKey, now.at);
      return { ...toAnswered(operation, result), usedKey: null };
    },
  });
}

export const mutation = mutationOf(false);
export const essentialMutation = mutationOf(true);

/** Returns the key of a refused call whose use has to be noted all the same. */
export const keyToNote = internalQuery({
  args: { caller: callerArg },
  returns: v.union(v.id("apiKeys"), v.null()),
  handler: (ctx, { caller }) => getKeyToNote(ctx, caller),
});

/**
 * Admits the caller of an action, or of a call with a long body before it is read. Returns the refusal instead of throwing it, beside
 * the key whose use has to be noted either way.
 */
export const admission = internalQuery({
  args: {
    caller: callerArg,
    who: v.union(v.literal("anyone"), v.array(v.union(...ROLES.map((role) => v.literal(role))))),
    needs: v.union(v.literal("read"), v.literal("write")),
  },
  returns: v.object({
    usedKey: v.union(v.null(), v.id("apiKeys")),
    refusal: v.union(v.null(), v.string()),
    userId: v.union(v.null(), v.id("users")),
  }),
  handler: async (ctx, { caller, who, needs }) => {
    const admitted = await getAdmitted(ctx, caller, who, needs);
    return {
      usedKey: await getKeyToNote(ctx, caller),
      refusal: typeof admitted === "string" ? admitted : null,
      userId: typeof admitted === "string" ? null : (admitted?.user._id ?? null),
    };
  },
});

/**
 * Exactly once. A client makes a key and keeps it before it sends a command. The row that the command makes notes the key, so that it is
 * there if and only if the command took effect: sent again with the same request, it is answered from the row; with another request the
 * key is refused. The builders (`functions.ts`) look for the row before the command runs, so what was sent stays sent, whatever ended
 * meanwhile; no command looks for a key itself.
 */
import { type Infer, v } from "convex/values";
import { isKey } from "../domain/text";
import type { Doc, Id, TableNames } from "./_generated/dataModel";
import type { MutationCtx, QueryCtx } from "./_generated/server";
import { digestOf } from "./digest";
import { fail } from "./errors";

/** The key in the row that a command made: whose it was, the key, and the digest of the request. */
export const onceField = v.object({ owner: v.id("users"), key: v.string(), digest: v.string() });

export type Once = Infer<typeof onceField>;

/** Fields of the index `by_once`, which each table with the field has. */
export const BY_ONCE: ["once.owner", "once.key"] = ["once.owner", "once.key"];

/** Tables of rows that commands make once. */
export type OnceTable = {
  [Table in TableNames]: Doc<Table> extends { readonly once: Once | null } ? Table : never;
}[TableNames];

type Named<Args, Value> = {
  [Name in keyof Args]-?: Args[Name] extends Value ? Name : never;
}[keyof Args] &
  string;

/** The way in which a command takes effect once. Its handler returns the row, with `ctx.once` in it. */
export type OnceOf<Ctx, Args, Table extends OnceTable, Answer> = {
  /** The table of the row. */
  readonly table: Table;
  /** The argument that is the key. */
  readonly key: Named<Args, string>;
  /** The argument that numbers what is sent under one key: each number is answered by itself. */
  readonly part?: Named<Args, number>;
  /** The part of the request that must be the same when the key comes again. Without it: all arguments but these two. */
  readonly request?: (ctx: Ctx, args: Args) => unknown;
  /** The answer, made from the row each time. */
  readonly answer: (ctx: Ctx, row: Doc<Table>) => Answer | Promise<Answer>;
};

/** Errors: BAD_KEY. */
export function requireKey(key: string): string {
  return isKey(key) ? key : fail("BAD_KEY");
}

/** Errors: KEY_REUSED if the two are of different requests. */
export function requireSame(earlier: Pick<Once, "digest"> | null, now: Pick<Once, "digest">): void {
  if (earlier?.digest !== now.digest) fail("KEY_REUSED");
}

/** Returns the once of this call's row. Errors: BAD_KEY. */
export async function onceOf<Ctx, Args extends object, Table extends OnceTable, Answer>(
  ctx: Ctx,
  owner: Id<"users">,
  { key: name, part, request }: OnceOf<Ctx, Args, Table, Answer>,
  args: Args,
): Promise<Once> {
  const { [name]: sent, ...rest } = args as Record<string, unknown>;
  const key = requireKey(sent as string);
  const { [part ?? name]: number, ...others } = rest;
  const digest = await digestOf(request === undefined ? others : await request(ctx, args));
  // The blank is in no client's key.
  return { owner, key: part === undefined ? key : `${key} ${number as number}`, digest };
}

/** The row of this table that a key made, or null. */
async function rowOf<Table extends OnceTable>(
  ctx: QueryCtx,
  table: Table,
  { owner, key }: Once,
): Promise<(Doc<Table> & Pick<Doc<OnceTable>, "once">) | null> {
  // Index and field are the same in all of these tables.
  const row = await ctx.db
    .query(table as "orders")
    .withIndex("by_once", (q) => q.eq("once.owner", owner).eq("once.key", key))
    .unique();
  return row as (Doc<Table> & typeof row) | null;
}

/** The row that the key made before, or else the one that `make` makes now. Errors: KEY_REUSED, and those of `make`. */
export async function madeOnce<Table extends OnceTable>(
  ctx: MutationCtx,
  table: Table,
  once: Once,
  make: () => Promise<Doc<Table>>,
): Promise<Doc<Table>> {
  const earlier = await rowOf(ctx, table, once);
  if (earlier === null) return make();
  requireSame(earlier.once, once);
  return earlier;
}

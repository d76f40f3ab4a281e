/** Rows by ids that callers sent, a user's own rows, and rows that were just written. "Not yours", "not there" and "no id at all" are one answer. */
import type { NamedTableInfo, Query, WithoutSystemFields } from "convex/server";
import type { DataModel, Doc, Id, TableNames } from "./_generated/dataModel";
import type { MutationCtx, QueryCtx } from "./_generated/server";
import { fail } from "./errors";

/** Returns the row that the id names, or null. */
export async function findRow<Table extends TableNames>(
  ctx: QueryCtx,
  table: Table,
  sentId: string,
): Promise<Doc<Table> | null> {
  const id = ctx.db.normalizeId(table, sentId);
  return id === null ? null : ctx.db.get(table, id);
}

/** Returns a function that reads rows of the table by their ids, each once. */
export function rowReader<Table extends TableNames>(ctx: QueryCtx, table: Table) {
  const rows = new Map<Id<Table>, Promise<Doc<Table> | null>>();
  return (id: Id<Table>): Promise<Doc<Table> | null> => {
    const row = rows.get(id) ?? ctx.db.get(table, id);
    rows.set(id, row);
    return row;
  };
}

/** Returns the named fields of a row in the order of the names: answers are made of it, whose text should not depend on how rows are stored. */
export function pickFields<Row, Name extends keyof Row>(
  row: Row,
  ...names: readonly Name[]
): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}

type Owners = Partial<Record<"userId" | "retailerId" | "distributorId", Id<"users">>>;

/** Tables whose rows name their owner, or their two parties. */
type OwnedTable = {
  [Table in TableNames]: keyof Owners & keyof Doc<Table> extends never ? never : Table;
}[TableNames];

/** Returns a function that finds a row of the table if it is the user's: its owner's, or one of its parties'. */
export function findOwn<Table extends OwnedTable>(table: Table) {
  return async (ctx: QueryCtx, user: Doc<"users">, sentId: string): Promise<Doc<Table> | null> => {
    const row = await findRow(ctx, table, sentId);
    const { userId, retailerId, distributorId } = (row ?? {}) as Owners;
    return [userId, retailerId, distributorId].includes(user._id) ? row : null;
  };
}

/** Returns a function that does as `findOwn`, or fails. Errors: NOT_FOUND. */
export function requireOwn<Table extends OwnedTable>(table: Table) {
  const find = findOwn(table);
  return async (ctx: QueryCtx, user: Doc<"users">, sentId: string): Promise<Doc<Table>> =>
    (await find(ctx, user, sentId)) ?? fail("NOT_FOUND");
}

/** Tables with both parties' indexes. */
type PartyTable =
  "connections" | "creditAccounts" | "creditNotes" | "dues" | "invoices" | "offers" | "payments";

/** Returns the rows of which the user is the party of its role. */
export function ownRows<Table extends PartyTable>(
  ctx: QueryCtx,
  table: Table,
  { _id, role }: Doc<"users">,
): Query<NamedTableInfo<DataModel, Table>> {
  // The two indexes are the same in all of these tables.
  const rows = ctx.db.query(table as "invoices");
  const own: unknown =
    role === "retailer"
      ? rows.withIndex("by_retailer", (q) => q.eq("retailerId", _id))
      : rows.withIndex("by_distributor", (q) => q.eq("distributorId", _id));
  return own as Query<NamedTableInfo<DataModel, Table>>;
}

/** Writes a row, and returns it. */
export async function insertRow<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  row: WithoutSystemFields<Doc<Table>>,
): Promise<Doc<Table>> {
  const written = await ctx.db.get(table, await ctx.db.insert(table, row));
  if (written === null) throw new Error(`The row of ${table} was not written`);
  return written;
}

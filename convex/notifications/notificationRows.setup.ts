/** I-54, over all rows of a small market whose people changed no setting: each thing is told once, and to do while it waits. */
import type { Doc, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

const TABLES = [
  ...(["notifications", "users", "orders", "offers"] as const),
  ...(["payments", "connections", "openings"] as const),
] as const satisfies readonly TableNames[];

type Tables = { readonly [Table in (typeof TABLES)[number]]: readonly Doc<Table>[] };

async function tablesOf(ctx: QueryCtx): Promise<Tables> {
  const rows = TABLES.map(async (table) => [table, await ctx.db.query(table).take(2_000)]);
  return Object.fromEntries(await Promise.all(rows)) as Tables;
}

type Pair = Pick<Doc<"connections">, "retailerId" | "distributorId">;
type Thing = Pair & { readonly _id: string };

type Things = {
  readonly reader: keyof Pair;
  /** Null where one row is told several times. */
  readonly all: readonly Thing[] | null;
  readonly waiting: readonly Thing[];
};

/** Things of each kind that is to do: all that there were, and those that wait. A request is one thing each time it is made. */
function thingsOf({
  orders,
  offers,
  payments,
  connections,
  openings,
}: Tables): Record<string, Things> {
  return {
    orderPlaced: {
      ...{ reader: "distributorId", all: orders },
      waiting: orders.filter(({ status }) => status === "pending"),
    },
    offerMade: {
      ...{ reader: "retailerId", all: offers },
      waiting: offers.filter(({ state }) => state === "open"),
    },
    paymentClaimed: {
      reader: "distributorId",
      all: payments.filter(({ recordedBy }) => recordedBy === "retailer"),
      waiting: payments.filter(({ state }) => state === "claimed"),
    },
    openingProposed: {
      ...{ reader: "retailerId", all: openings },
      waiting: openings.filter(({ state }) => state === "proposed"),
    },
    connectionRequested: {
      ...{ reader: "distributorId", all: null },
      waiting: connections.filter(({ status }) => status === "pending"),
    },
  };
}

/** Returns what is told wrongly, in words. Closed accounts are told nothing, and keep nothing. */
export async function notificationViolations(ctx: QueryCtx): Promise<string[]> {
  const tables = await tablesOf(ctx);
  const open = new Set(
    tables.users.filter((user) => user.deactivatedAt === undefined).map(({ _id }) => _id),
  );
  const wrong = tables.notifications
    .filter(({ userId }) => !open.has(userId))
    .map(({ kind }) => `a closed account has ${kind}`);
  for (const [kind, { reader, all, waiting }] of Object.entries(thingsOf(tables))) {
    const rows = tables.notifications.filter((row) => row.kind === kind);
    const told = (some: readonly Doc<"notifications">[]) =>
      some.map(({ userId, subject }) => `${userId} ${subject}`).sort();
    const due = (things: readonly Thing[]) =>
      things
        .filter((thing) => open.has(thing[reader]))
        .map((thing) => `${thing[reader]} ${thing._id}`)
        .sort();
    if (all !== null && String(told(rows)) !== String(due(all)))
      wrong.push(`${kind}: told ${String(told(rows))}, there is ${String(due(all))}`);
    const toDo = told(rows.filter(({ isToDo }) => isToDo === true));
    if (String(toDo) !== String(due(waiting)))
      wrong.push(`${kind}: to do ${String(toDo)}, waiting ${String(due(waiting))}`);
  }
  return wrong;
}

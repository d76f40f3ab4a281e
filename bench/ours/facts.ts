/** Reads the facts of our orders from the tables, as the operator sees them. */
import { makeFunctionReference } from "convex/server";
import type { Doc, TableNames } from "../../convex/_generated/dataModel";
import { owedPaiseOf } from "../../domain/orderLines";
import { operatorOf, untilFolded } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import type { Facts } from "../facts";

type Row = { readonly _creationTime: number };
type Rows = { page: Row[]; isDone: boolean; continueCursor: string };
const tableData = makeFunctionReference<
  "query",
  {
    table: string;
    order: "desc";
    paginationOpts: { numItems: number; cursor: string | null };
  },
  Rows
>("_system/cli/tableData");

const PAGE = 200;

/** Calls back with the rows of a table that were made after `since`, the newest first. Returns when the newest was made. */
async function eachRow<Table extends TableNames>(
  market: Pick<Market, "dataDir">,
  table: Table,
  since: number,
  hear: (row: Doc<Table>) => void,
): Promise<number> {
  let newest = since;
  const operator = operatorOf(market);
  for (let cursor: string | null = null; ;) {
    const rows: Rows = await operator.query(tableData, {
      ...{ table, order: "desc", paginationOpts: { numItems: PAGE, cursor } },
    });
    for (const row of rows.page) {
      if (row._creationTime <= since) return newest;
      newest = Math.max(newest, row._creationTime);
      hear(row as unknown as Doc<Table>);
    }
    if (rows.isDone) return newest;
    cursor = rows.continueCursor;
  }
}

/** The facts of one market: rows that are only ever added are read once. */
export class OurFacts {
  readonly #since = new Map<TableNames, number>();
  readonly #sums = { orders: 0, pieces: 0, owedPaise: 0, events: 0, notifications: 0 };

  async read(market: Pick<Market, "dataDir">): Promise<Facts> {
    await untilFolded(market);
    const sums = this.#sums;
    await this.#added(market, "orders", ({ lines }) => {
      sums.orders += 1;
      sums.pieces += lines.reduce((sum, { quantity }) => sum + quantity, 0);
      sums.owedPaise += owedPaiseOf(lines);
    });
    await this.#added(market, "orderEvents", ({ kind }) => {
      if (kind === "placed") sums.events += 1;
    });
    await this.#added(market, "notifications", ({ kind }) => {
      if (kind === "orderPlaced") sums.notifications += 1;
    });
    const now = {
      ...{ stock: 0, openOrdersPaise: 0, openLines: 0 },
      ...{ pendingFigure: 0, placedFigure: 0, dayFigure: 0 },
    };
    await eachRow(market, "stockLevels", 0, ({ stock }) => (now.stock += stock));
    await eachRow(market, "creditAccounts", 0, ({ openOrdersPaise, openLines }) => {
      now.openOrdersPaise += openOrdersPaise;
      now.openLines += openLines;
    });
    await eachRow(market, "counters", 0, ({ counter, ownerId, count }) => {
      if (counter === "orders.pending" && ownerId === null) now.pendingFigure += count;
    });
    await eachRow(market, "userCounts", 0, ({ counter, count }) => {
      if (counter === "ordersPlaced") now.placedFigure += count;
    });
    await eachRow(market, "dayCounts", 0, ({ counter, count }) => {
      if (counter === "ordersPlaced") now.dayFigure += count;
    });
    return { ...sums, ...now };
  }

  async #added<Table extends TableNames>(
    market: Pick<Market, "dataDir">,
    table: Table,
    hear: (row: Doc<Table>) => void,
  ): Promise<void> {
    this.#since.set(table, await eachRow(market, table, this.#since.get(table) ?? 0, hear));
  }
}

/** Exports all tables of a running market from one snapshot, and checks the invariants that hold on every snapshot. */
import { makeFunctionReference } from "convex/server";
import type { Doc, Id, TableNames } from "../../convex/_generated/dataModel";
import { soldViolations } from "../../convex/figures/soldRows.setup";
import { grouped, khataViolations, sum } from "../../convex/khata/khataRows.setup";
import { levelViolations } from "../../convex/products/levels.setup";
import schema from "../../convex/schema";
import { searchViolations } from "../../convex/searchIndex/indexRows.setup";
import { type Series, seriesOf } from "../../domain/gst/series";
import { keptLines, lineIdOf } from "../../domain/orderLines";
import { LIST_OF_STATUS, ORDER_STATUSES, type OrderStatus } from "../../domain/orderLifecycle";
import { entriesOf } from "../../embedded/extras/transfer/unzip";
import { operatorOf } from "../../testkit/clients";
import { type Market, instanceOf, readAgain } from "../../testkit/market";

export type Tables = { readonly [Table in TableNames]: readonly Doc<Table>[] };

const latestExport = makeFunctionReference<
  "query",
  Record<string, never>,
  { zip_object_key: string }
>("_system/cli/exports:getLatest");

type AtFolder = Pick<Market, "dataDir">;

/** Exports a market as `npx convex export` does, from one snapshot. Returns the archive's key, which stays while nothing changes. */
export async function requestExport(market: AtFolder, withFiles = false): Promise<string> {
  const { apiUrl, adminKey } = instanceOf(market);
  const headers = { Authorization: `Convex ${adminKey}` };
  const request = `${apiUrl}/api/export/request/zip?includeStorage=${withFiles}`;
  const answer = await fetch(request, { method: "POST", headers });
  if (!answer.ok) throw new Error(`The export answered ${answer.status}.`);
  return (await operatorOf(market).query(latestExport, {})).zip_object_key;
}

/** Returns the files of an exported archive by name. */
export async function archiveOf(market: AtFolder, key: string): Promise<Map<string, Buffer>> {
  const { apiUrl, adminKey } = instanceOf(market);
  const headers = { Authorization: `Convex ${adminKey}` };
  const answer = await fetch(`${apiUrl}/api/export/zip/${key}`, { headers });
  const archive = Buffer.from(await answer.arrayBuffer());
  const contents = (await entriesOf(archive)).map(
    async (entry) => [entry.name, await entry.read()] as const,
  );
  return new Map(await Promise.all(contents));
}

function tablesIn(archive: ReadonlyMap<string, Buffer>): Tables {
  const rowsOf = (table: string): unknown[] =>
    // The archive leaves out tables without a row.
    (archive.get(`${table}/documents.jsonl`)?.toString() ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as unknown);
  const tables = Object.keys(schema.tables);
  return Object.fromEntries(tables.map((table) => [table, rowsOf(table)])) as unknown as Tables;
}

export async function exportTables(market: AtFolder): Promise<Tables> {
  return tablesIn(await readAgain(async () => archiveOf(market, await requestExport(market))));
}

const hasReturnedStock = (status: OrderStatus): boolean =>
  status === "rejected" || status === "cancelled";

/** I-01: the initial stock of each product, edits included, equals its stock, holds and open orders. */
function* stockViolations(tables: Tables, initialStock: ReadonlyMap<Id<"products">, number>) {
  const holds = grouped(tables.stockHolds, (hold) => hold.productId);
  const isOpen = ({ status }: Doc<"orders">) => !hasReturnedStock(status);
  const ordered = tables.orders.filter(isOpen).flatMap(({ lines }) => lines);
  const lines = grouped(ordered, (line) => line.productId);
  const levels = new Map(tables.stockLevels.map((level) => [level._id, level]));
  for (const { _id, stockId } of tables.products) {
    const stock = levels.get(stockId)?.stock ?? 0;
    const held = sum(holds.get(_id) ?? [], (hold) => hold.quantity);
    const total = stock + held + sum(lines.get(_id), (line) => line.quantity);
    const initial = initialStock.get(_id);
    if (stock < 0) yield `[I-01] ${_id} has ${stock} in stock`;
    if (initial !== undefined && initial !== total)
      yield `[I-01] ${_id} has ${total} of ${initial} pieces`;
  }
}

const EVENTS = {
  pending: ["placed"],
  accepted: ["placed", "accepted"],
  completed: ["placed", "accepted", "completed"],
  rejected: ["placed", "rejected"],
  cancelled: ["placed", "cancelled"],
} as const satisfies Record<OrderStatus, readonly string[]>;

/** I-11, I-37, I-38: an order has the lines with which it was placed; each that is not sent was refused once, while the order waited or as it was accepted. */
function* lineViolations(
  { _id, status, lines }: Doc<"orders">,
  events: readonly Doc<"orderEvents">[],
) {
  const placed = events.find(({ kind }) => kind === "placed")?.descriptions ?? [];
  if (lines.length !== placed.length || lines.length === 0)
    yield `[I-11] [I-37] ${_id} has ${lines.length} of ${placed.length} lines`;
  if (!hasReturnedStock(status) && keptLines(lines).length === 0)
    yield `[I-37] ${_id} is ${status} without a line that is sent`;
  const accepted = events.find(({ kind }) => kind === "accepted")?.quantities;
  const sent = lines.map(({ quantity }) => quantity).join();
  if (accepted !== undefined && accepted.join() !== sent)
    yield `[I-38] ${_id} was accepted with ${accepted.join()} pieces, and has ${sent}`;
  const refusedAlone = events.flatMap(({ lines: named = [] }) => named);
  for (const [at, line] of lines.entries()) {
    const { quantity, askedQuantity = quantity, refused } = line;
    const times = refusedAlone.filter((each) => each === at).length;
    // Of a line that was left out by the acceptance, its event has no pieces.
    const isLeftOut = times === 0 && accepted?.[at] === 0;
    const isRefused = times === 1 || isLeftOut;
    const isWhole = (quantity === 0) === isRefused && (refused !== undefined) === isRefused;
    if (times > 1 || !isWhole || askedQuantity < Math.max(1, quantity))
      yield `[I-38] line ${at} of ${_id}, refused ${times} times, is ${JSON.stringify(line)}`;
  }
}

/** I-11, I-14: an order has exactly the events and the fields of its status, and a line that is sent unless it came to nothing. */
function* orderViolations(tables: Tables) {
  const events = grouped(tables.orderEvents, (event) => event.orderId);
  const due = grouped(tables.deliveries, ({ orderId }) => orderId);
  for (const order of tables.orders) {
    const { _id, status } = order;
    const own = events.get(_id) ?? [];
    yield* lineViolations(order, own);
    const kinds = own.map(({ kind }) => kind);
    const moves = kinds
      .filter((kind) => kind !== "linesRefused" && kind !== "messageChanged")
      .filter((kind) => !kind.startsWith("offer"))
      .join();
    const wasAccepted = kinds.includes("accepted");
    // The party that is left, when the other one closed its account, may end what was accepted.
    const ends = order.closedParty !== undefined && wasAccepted && hasReturnedStock(status);
    const expected = ends ? [...EVENTS.accepted, status] : EVENTS[status];
    if (moves !== expected.join()) yield `[I-14] ${_id} is ${status} after ${moves}`;
    const isWhole =
      (order.acceptedAt !== undefined) === wasAccepted &&
      (order.deliveryBefore !== undefined) === (order.acceptedAt !== undefined) &&
      (order.completedOn !== undefined) === (status === "completed") &&
      (order.invoiceId !== undefined) === wasAccepted &&
      (order.orderCancelReason !== undefined) === hasReturnedStock(status);
    if (!isWhole) yield `[I-14] ${_id} is ${status}, with the dates or reasons of another status`;
    const days = (due.get(_id) ?? []).map(({ retailerId, day }) => `${retailerId} ${day}`);
    const isDue = status === "accepted";
    if (days.join() !== (isDue ? `${order.retailerId} ${order.deliveryBefore}` : ""))
      yield `[I-14] ${_id} is ${status}, and due as ${days.join()}`;
    for (const list of [order.retailerList, order.distributorList])
      if (list !== "removed" && list !== LIST_OF_STATUS[status])
        yield `[I-14] ${_id} is ${status} and on the list ${list}`;
  }
}

/** I-38, I-40: an open offer and its order name each other; what was agreed to is what the offer said. */
function* offerViolations(tables: Tables) {
  const orders = new Map(tables.orders.map((order) => [order._id, order]));
  const open = tables.offers.filter(({ state }) => state === "open");
  for (const { _id, orderId, state, lines } of tables.offers) {
    const order = orders.get(orderId);
    const offered = lines.map(({ quantity }) => quantity).join();
    const isOpen = order?.status === "pending" && order.offer?.offerId === _id;
    if (state === "open" && !(isOpen && order.offer?.quantities.join() === offered))
      yield `[I-40] ${_id} is open, and its order ${orderId} is ${order?.status}`;
    const sent = order?.lines.map(({ quantity }) => quantity).join();
    const isApplied = lines.some(({ quantity }) => quantity > 0)
      ? order?.acceptedAt !== undefined && sent === offered
      : order?.status === "rejected";
    if (state === "agreed" && !isApplied)
      yield `[I-40] ${_id} was agreed to with ${offered} pieces, ${orderId} has ${sent}`;
  }
  const offered = tables.orders.filter(({ offer }) => offer !== undefined).length;
  if (offered !== open.length)
    yield `[I-40] ${offered} orders are on offer, and ${open.length} offers are open`;
}

/** The invoices and credit notes of each series, by distributor, financial year and name, in the order of creation. */
export function seriesOfDocuments({ invoices, creditNotes }: Tables) {
  const documents = [
    ...invoices.map((invoice) => ({ ...invoice, series: seriesOf(invoice.kind ?? "bill") })),
    ...creditNotes.map((note) => ({ ...note, series: "CN" as const })),
  ];
  return [...grouped(documents, seriesKey)];
}

const seriesKey = (row: { distributorId: string; financialYear: string; series?: Series }) =>
  `${row.distributorId} ${row.financialYear} ${row.series ?? "INV"}`;

/** I-15, I-46: the numbers of each series are 1 to n. */
function* numberViolations(tables: Tables) {
  const last = new Map(tables.invoiceCounters.map((row) => [seriesKey(row), row.last]));
  for (const [series, issued] of seriesOfDocuments(tables)) {
    // The export is in the order of creation, which is the order of commits.
    const isGapless = issued.every(({ number }, at) => number === at + 1);
    if (!isGapless || last.get(series) !== issued.length)
      yield `[I-46] ${series} has the numbers ${issued.map(({ number }) => number).join()}, and the counter ${last.get(series)}`;
  }
}

/** The lines of an order as an invoice has to have them: those that are sent. */
function linesToInvoice(order: Doc<"orders">): string {
  const lines = order.lines.map(({ productId, productName, quantity, pricePaise }, at) => ({
    ...{ lineId: lineIdOf(order, at), productId, productName, quantity, pricePaise },
    totalPaise: quantity * pricePaise,
  }));
  return JSON.stringify(lines.filter(({ quantity }) => quantity > 0));
}

/** I-15, I-16, I-17, I-39: each accepted order, and no other, has one invoice, of the lines that are sent. */
function* invoiceViolations(tables: Tables) {
  const invoices = grouped(tables.invoices, ({ orderId }) => orderId);
  for (const order of tables.orders) {
    const { _id, acceptedAt, deliveryBefore, invoiceId } = order;
    const found = invoices.get(_id) ?? [];
    invoices.delete(_id);
    if (found.length !== (acceptedAt === undefined ? 0 : 1))
      yield `[I-16] ${_id}, accepted at ${acceptedAt}, has ${found.length} invoices`;
    const [invoice] = found;
    if (invoice === undefined) continue;
    const lines = invoice.lines.map((line) => {
      const { lineId, productId, productName, quantity, pricePaise, totalPaise } = line;
      return { lineId, productId, productName, quantity, pricePaise, totalPaise };
    });
    if (JSON.stringify(lines) !== linesToInvoice(order))
      yield `[I-17] [I-39] ${_id} is invoiced as ${JSON.stringify(lines)}`;
    if (invoice.deliveryBefore !== deliveryBefore || invoice.acceptedAt !== acceptedAt)
      yield `[I-16] ${_id} and its invoice have other dates`;
    if (invoice._id !== invoiceId) yield `[I-16] ${_id} names another invoice than its own`;
  }
  if (invoices.size > 0) yield `[I-16] ${invoices.size} invoices have no order`;
  for (const { _id, netAmountPaise, qrImageId, upiLink, lines: own } of tables.invoices) {
    if (netAmountPaise !== sum(own, ({ totalPaise }) => totalPaise))
      yield `[I-15] ${_id} has the net amount ${netAmountPaise}`;
    const isPayable = upiLink?.includes(`am=${(netAmountPaise / 100).toFixed(2)}&`);
    if (qrImageId === undefined && isPayable !== true) yield `[I-16] ${_id} has no payment code`;
  }
}

/** I-54: each order is told to its distributor once: by a notification, or by news that still wait for the fold. */
function* notificationViolations(tables: Tables) {
  const queued = tables.effects.flatMap(({ notificationChanges }) =>
    notificationChanges.flatMap((change) => (change.type === "news" ? [change.news] : [])),
  );
  const told = [...tables.notifications, ...queued].filter(({ kind }) => kind === "orderPlaced");
  const ofOrder = grouped(told, ({ subject }) => subject);
  const open = new Set(
    tables.users.flatMap((user) => (user.deactivatedAt === undefined ? [user._id] : [])),
  );
  for (const { _id, distributorId } of tables.orders) {
    const times = ofOrder.get(_id)?.length ?? 0;
    if (open.has(distributorId) && times !== 1) yield `[I-54] ${_id} was told ${times} times`;
  }
}

/** I-27: each stored counter, with the changes that are not folded yet, equals the number of rows that it counts. */
function* counterViolations(tables: Tables) {
  const queued = tables.effects.flatMap(({ changes }) => changes);
  const counts = new Map<string, number>();
  const add = (counter: string, of: string | null, by: number) =>
    counts.set(`${counter} ${of}`, countOf(counter, of) + by);
  const countOf = (counter: string, of: string | null) => counts.get(`${counter} ${of}`) ?? 0;
  for (const { counter, ownerId, count } of tables.counters) add(counter, ownerId, count);
  for (const { counter, userId, count } of tables.userCounts) add(counter, userId, count);
  for (const change of queued) {
    if ("ownerId" in change) add(change.counter, change.ownerId, change.by);
    if ("userId" in change) add(change.counter, change.userId, change.by);
  }
  if (tables.effects.length > 0 && tables.foldsAtWork.length === 0)
    yield `[I-27] ${tables.effects.length} effects wait, and no fold is at work`;
  for (const status of ORDER_STATUSES) {
    const actual = tables.orders.filter((order) => order.status === status).length;
    const stored = countOf(`orders.${status}`, null);
    if (stored !== actual)
      yield `[I-27] ${actual} orders are ${status}, the counter says ${stored}`;
  }
  const placed = grouped(tables.orders, (order) => order.retailerId);
  for (const { _id } of tables.users) {
    const stored = countOf("ordersPlaced", _id);
    if (stored !== (placed.get(_id)?.length ?? 0))
      yield `[I-27] the counter of orders placed by ${_id} says ${stored}`;
  }
}

/** I-18: each conversation stores its newest message and the numbers of unread messages. */
function* chatViolations(tables: Tables) {
  const messages = grouped(tables.messages, (message) => message.conversationId);
  for (const conversation of tables.conversations) {
    const { _id, lastContent, retailerId, distributorId } = conversation;
    const sent = messages.get(_id) ?? [];
    messages.delete(_id);
    if (sent.at(-1)?.content !== lastContent)
      yield `[I-18] ${_id} does not store its newest message`;
    const unread = (reader: string) =>
      sent.filter(({ receiverId, status }) => receiverId === reader && status !== "read").length;
    const { unreadByRetailer, unreadByDistributor } = conversation;
    if (unread(retailerId) !== unreadByRetailer || unread(distributorId) !== unreadByDistributor)
      yield `[I-18] ${_id} counts ${unreadByRetailer} and ${unreadByDistributor} unread`;
  }
  if (messages.size > 0) yield `[I-18] ${messages.size} conversations have messages and no row`;
}

/** Returns each violation as a sentence, or an empty list. */
export function violationsIn(
  tables: Tables,
  initialStock: ReadonlyMap<Id<"products">, number> = new Map(),
): string[] {
  const isIndexed = tables.searchFills.every(({ isComplete }) => isComplete);
  return [
    ...stockViolations(tables, initialStock),
    ...levelViolations(tables),
    ...orderViolations(tables),
    ...offerViolations(tables),
    ...invoiceViolations(tables),
    ...numberViolations(tables),
    ...counterViolations(tables),
    ...notificationViolations(tables),
    ...chatViolations(tables),
    ...(isIndexed ? searchViolations(tables) : []),
    ...khataViolations(tables),
    ...soldViolations(tables),
  ];
}

/** Rules that all rows of the khata keep at any time (I-41, I-43, I-44, I-57), over the tables of one snapshot, each in the order of creation. */
import { ageingOf } from "../../domain/ageing";
import { todayIst } from "../../domain/dates";
import { USUAL_ORDERS } from "../../domain/limits";
import { lineTotal } from "../../domain/money";
import { referenceKeyOf } from "../../domain/paymentLifecycle";
import type { Doc, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Pair } from "../network/sides";

const KHATA_TABLES = [
  ...(["creditAccounts", "ledgerEntries", "dues", "advances", "allocations"] as const),
  ...(["payments", "paymentEvents", "orders", "invoices", "counters", "effects"] as const),
  "openings",
] as const satisfies readonly TableNames[];

export type KhataTables = {
  readonly [Table in (typeof KHATA_TABLES)[number]]: readonly Doc<Table>[];
};

/** Reads all rows of a small market. */
export async function khataTables(ctx: QueryCtx): Promise<KhataTables> {
  const rows = KHATA_TABLES.map(async (table) => [table, await ctx.db.query(table).take(1_000)]);
  return Object.fromEntries(await Promise.all(rows)) as KhataTables;
}

export function sum<Row>(rows: Iterable<Row> = [], value: (row: Row) => number): number {
  let total = 0;
  for (const row of rows) total += value(row);
  return total;
}

export function grouped<Row, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}

const pairKey = ({ retailerId, distributorId }: Pair) => `${retailerId} ${distributorId}`;
const isPending = ({ status }: Doc<"orders">) => status === "pending";
/** Tax on top is two halves, each rounded half up. */
const valueOf = ({ lines }: Doc<"orders">) =>
  sum(lines, ({ pricePaise, quantity, addedTaxBp = 0 }) => {
    const half = (BigInt(pricePaise) * BigInt(quantity) * BigInt(addedTaxBp) + 10_000n) / 20_000n;
    return lineTotal(pricePaise, quantity) + Number(2n * half);
  });
const openOf = ({ openPaise }: Doc<"dues">) => openPaise;
const leftOf = ({ leftPaise }: Doc<"advances">) => leftPaise;
const paiseOf = ({ paise }: { readonly paise: number }) => paise;

/** I-41, I-44: a balance is the sum of its entries, and of its open dues, also by age, less its advance. */
function* accountViolations(tables: KhataTables) {
  const [entries, dues] = [grouped(tables.ledgerEntries, pairKey), grouped(tables.dues, pairKey)];
  const advances = grouped(tables.advances, pairKey);
  const placed = grouped(tables.orders, pairKey);
  const accounts = new Map(tables.creditAccounts.map((account) => [pairKey(account), account]));
  if (accounts.size < tables.creditAccounts.length) yield "[I-41] a pair has two accounts";
  for (const pair of [...entries.keys(), ...placed.keys()])
    if (!accounts.has(pair)) yield `[I-41] ${pair} has entries or orders and no account`;
  for (const [pair, account] of accounts) {
    const { balancePaise, advancePaise, openOrdersPaise, openLines, openPieces, oldestDueRank } =
      account;
    let running = 0;
    for (const { _id, paise, balanceAfterPaise } of entries.get(pair) ?? [])
      if ((running += paise) !== balanceAfterPaise)
        yield `[I-41] ${running} after ${_id}, which says ${balanceAfterPaise}`;
    const open = dues.get(pair)?.filter(({ isOpen }) => isOpen) ?? [];
    const aged = sum(Object.values(ageingOf(open, todayIst(Date.now()))), (paise) => paise);
    const [owed, left] = [sum(open, openOf), sum(advances.get(pair), leftOf)];
    const ofPair = placed.get(pair) ?? [];
    const pendingOrders = ofPair.filter(isPending);
    const pending = sum(pendingOrders, valueOf);
    if (balancePaise !== running || balancePaise !== owed - advancePaise || advancePaise !== left)
      yield `[I-41] ${pair} has the balance ${balancePaise}, entries of ${running}, dues of ${owed}, an advance of ${advancePaise} in rows of ${left}`;
    if (aged !== balancePaise + advancePaise) yield `[I-44] ${pair} has ${aged} by age`;
    const waiting = pendingOrders.flatMap(({ lines }) => lines.filter(({ refused }) => !refused));
    const pieces = sum(waiting, ({ quantity }) => quantity);
    if (openLines !== waiting.length || openPieces !== pieces)
      yield `[I-41] ${pair} has ${openPieces} pieces on ${openLines} open lines, the orders ${pieces} on ${waiting.length}`;
    const [oldestDueOn] = open.map(({ dueOn }) => dueOn).sort();
    if (oldestDueRank !== (oldestDueOn === undefined ? undefined : -Date.parse(oldestDueOn)))
      yield `[I-41] ${pair} has the rank ${oldestDueRank}, its oldest due is of ${oldestDueOn}`;
    const latest = ofPair.slice(-USUAL_ORDERS).map(({ _id }) => _id);
    if (latest.join() !== account.latestOrders.join())
      yield `[I-41] ${pair} has the latest orders ${account.latestOrders.join()}, placed were ${latest.join()}`;
    if (openOrdersPaise !== pending)
      yield `[I-41] ${pair} has ${openOrdersPaise} in open orders, the orders ${pending}`;
  }
}

/** I-41: what is open of a due was not paid; what an entry took off the balance paid dues, or is left. */
function* allocationViolations(tables: KhataTables) {
  const ofDue = grouped(tables.allocations, ({ dueId }) => dueId);
  const ofEntry = grouped(tables.allocations, ({ entryId }) => entryId);
  const left = grouped(tables.advances, ({ entryId }) => entryId);
  for (const { _id, totalPaise, openPaise, isOpen, remindOn } of tables.dues) {
    const unpaid = totalPaise - sum(ofDue.get(_id), paiseOf);
    const isWhole = isOpen === openPaise > 0 && isOpen === (remindOn !== undefined);
    if (openPaise !== unpaid || openPaise < 0 || !isWhole)
      yield `[I-41] ${openPaise} of ${_id} is open, ${unpaid} is not paid`;
  }
  const reversed = new Set(
    tables.payments.flatMap(({ state, entryId }) => (state === "reversed" ? [entryId] : [])),
  );
  for (const { _id, kind, paise, paymentId } of tables.ledgerEntries) {
    const used = sum(ofEntry.get(_id), paiseOf) + sum(left.get(_id), leftOf);
    const payment = tables.payments.find((each) => each._id === paymentId)?.entryId;
    const taken = kind === "reversal" ? -sum(payment && ofEntry.get(payment), paiseOf) : -paise;
    const isUnused = reversed.has(_id) || (kind !== "reversal" && paise > 0);
    if (isUnused ? left.has(_id) : used !== taken)
      yield `[I-41] ${kind} ${_id} of ${paise} paid or left ${used}`;
  }
  const open = new Set(tables.dues.filter(({ isOpen }) => isOpen).map(pairKey));
  for (const advance of tables.advances)
    if (open.has(pairKey(advance))) yield `[I-41] ${advance._id} is unused beside an open due`;
}

const EVENTS = {
  claimed: ["claimed"],
  confirmed: ["claimed,confirmed", "confirmed"],
  disputed: ["claimed,disputed"],
  withdrawn: ["claimed,withdrawn"],
  reversed: ["claimed,confirmed,reversed", "confirmed,reversed"],
} as const satisfies Record<Doc<"payments">["state"], readonly string[]>;

/** I-43, I-57: a payment has the entries of its state, one of each; no key and no reference counts twice. */
function* paymentViolations(tables: KhataTables) {
  const entries = grouped(tables.ledgerEntries, ({ paymentId }) => paymentId);
  const events = grouped(tables.paymentEvents, ({ paymentId }) => paymentId);
  const seen = new Set<string>();
  for (const { _id, state, amountPaise: paise, entryId, ...payment } of tables.payments) {
    const own = entries.get(_id) ?? [];
    const found = own.map((entry) => `${entry.kind} ${entry.paise}`).join();
    const paid = state === "confirmed" || state === "reversed" ? [`payment ${-paise}`] : [];
    const wanted = [...paid, ...(state === "reversed" ? [`reversal ${paise}`] : [])].join();
    if (found !== wanted || entryId !== own[0]?._id)
      yield `[I-43] ${_id} is ${state}, its entries are ${found}`;
    const kinds = (events.get(_id) ?? []).map(({ kind }) => kind);
    const moves = kinds.filter((kind) => kind !== "objected").join();
    if (!EVENTS[state].some((each) => each === moves))
      yield `[I-43] ${_id} is ${state} after ${moves}`;
    const { once: made, retailerId, distributorId, method, reference, bank } = payment;
    const counts = reference !== undefined && (state === "claimed" || state === "confirmed");
    const key = referenceKeyOf({ method, reference, bank });
    const space = key === undefined ? `${retailerId} ${distributorId}` : distributorId;
    const once = [`the key ${made.owner} ${made.key}`];
    if (counts) once.push(`the reference ${space} ${key ?? reference}`);
    for (const each of once) {
      if (seen.has(each)) yield `[I-43] ${_id} has ${each} again`;
      seen.add(each);
    }
  }
}

/** I-41: an invoice has one entry and one due. */
function* invoiceViolations(tables: KhataTables) {
  const dues = grouped(tables.dues, ({ invoiceId }) => invoiceId);
  const isInvoice = ({ kind }: Doc<"ledgerEntries">) => kind === "invoice";
  const entries = grouped(tables.ledgerEntries.filter(isInvoice), ({ invoiceId }) => invoiceId);
  for (const { _id, netAmountPaise, payablePaise = netAmountPaise } of tables.invoices) {
    const found = [
      dues.get(_id)?.map(({ totalPaise }) => totalPaise),
      entries.get(_id)?.map(paiseOf),
    ];
    if (found.join(" ") !== `${payablePaise} ${payablePaise}`)
      yield `[I-41] ${_id} of ${payablePaise} has the due and the entry ${found.join(" ")}`;
  }
}

/** I-41: at most one opening balance of a pair counts, and it alone has an entry: of its sum, under its state. */
function* openingViolations(tables: KhataTables) {
  const counted = tables.openings.filter(
    ({ state }) => state === "agreed" || state === "unopposed",
  );
  const entries = grouped(
    tables.ledgerEntries.filter(({ kind }) => kind === "opening"),
    pairKey,
  );
  for (const pair of new Set(tables.openings.map(pairKey))) {
    const sums = counted.filter((row) => pairKey(row) === pair).map(paiseOf);
    const entered = (entries.get(pair) ?? []).map(paiseOf);
    if (sums.length > 1 || String(sums) !== String(entered))
      yield `[I-41] ${pair} has opening balances of ${String(sums)}, entered as ${String(entered)}`;
  }
}

/** I-27, I-41: an owner's figure, with the changes that wait, is the sum of its balances. */
function* figureViolations({ creditAccounts, counters, effects }: KhataTables) {
  const sums = new Map<string, number>();
  const add = (owner: string, paise: number) => sums.set(owner, (sums.get(owner) ?? 0) + paise);
  for (const { counter, ownerId, count } of counters)
    if (counter === "khata.open" && ownerId !== null) add(ownerId, -count);
  for (const change of effects.flatMap(({ changes }) => changes))
    if ("ownerId" in change && change.counter === "khata.open" && change.ownerId !== null)
      add(change.ownerId, -change.by);
  for (const { retailerId, distributorId, balancePaise } of creditAccounts)
    for (const owner of [retailerId, distributorId]) add(owner, balancePaise);
  for (const [owner, paise] of sums)
    if (paise !== 0) yield `[I-27] [I-41] the figure of ${owner} misses ${paise}`;
}

/** Returns each violation as a sentence, or an empty list. */
export function khataViolations(tables: KhataTables): string[] {
  return [
    ...accountViolations(tables),
    ...allocationViolations(tables),
    ...paymentViolations(tables),
    ...invoiceViolations(tables),
    ...openingViolations(tables),
    ...figureViolations(tables),
  ];
}

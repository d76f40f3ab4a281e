/** Every command that takes effect once, when its key comes again. */
import type { FunctionReference } from "convex/server";
import { describe, expect, it } from "vitest";
import { DAY_MS, todayIst } from "../domain/dates";
import { api } from "./_generated/api";
import { type LimitName, spendReserved } from "./auth/limits";
import {
  acceptOne,
  ANY_ORDERS,
  connectPair,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  openMarket,
  type Person,
  placeOne,
  refusal,
} from "./market.setup";
import type { OnceTable } from "./once";
import schema from "./schema";

type Args = Record<string, unknown>;

type Opened = {
  readonly by: Person;
  /** Without the key. */
  readonly asked: Args;
  /** Changes that make another request of it. */
  readonly others: readonly Args[];
  /** Somebody else who may use the same key, with what is another request there. */
  readonly neighbour: { readonly by: Person; readonly changes: Args };
  /** Ends the right to call, and returns the code that a new call gets from then on. */
  readonly end: () => Promise<string>;
  /** Changes that make a new call of it, beside a new key. */
  readonly anew?: Args;
};

type Command = {
  readonly mutation: FunctionReference<"mutation">;
  readonly table: OnceTable;
  readonly key: string;
  readonly open: (t: Market, key: string) => Promise<Opened>;
};

async function openTrade(t: Market) {
  const [distributor, rival] = [
    await joinDistributor(t, { orderTerms: ANY_ORDERS }),
    await joinDistributor(t, { orderTerms: ANY_ORDERS }),
  ];
  const [retailer, neighbour] = [await joinRetailer(t), await joinRetailer(t)];
  const connectionId = await connectPair(t, retailer, distributor);
  await connectPair(t, neighbour, distributor);
  await connectPair(t, retailer, rival);
  const productId = await listProduct(t, distributor, { sku: "A", skuKey: "a" });
  const ofRival = await listProduct(t, rival);
  const invoice = async (by: Person = distributor, of = productId) => {
    const orderId = await placeOne(retailer, of, 5);
    const deliveryBefore = todayIst(Date.now() + DAY_MS);
    return { orderId, ...(await acceptOne(by, { orderId, deliveryBefore })) };
  };
  /** Spends all of a limit. */
  const exhaust = async (name: LimitName, by: Person = distributor) => {
    await t.run((ctx) => spendReserved(ctx, name, by.user._id, 10_000));
    return "TOO_MANY";
  };
  const block = async (by: Person, other: Person) => {
    await by.client.mutation(api.network.block, { userId: other.user._id });
    return "NOT_AVAILABLE";
  };
  const people = { distributor, rival, retailer, neighbour };
  return { ...people, connectionId, productId, ofRival, invoice, exhaust, block };
}

async function openOrder(t: Market): Promise<Opened> {
  const { retailer, neighbour, distributor, productId, block } = await openTrade(t);
  const line = { productId, quantity: 2 };
  return {
    ...{ by: retailer, asked: { msg: "Please.", lines: [line] } },
    others: [{ lines: [{ ...line, quantity: 3 }] }, { msg: "Soon." }, { shortageRule: "sendLess" }],
    neighbour: { by: neighbour, changes: {} },
    end: () => block(distributor, retailer),
  };
}

async function openPayment(t: Market) {
  const trade = await openTrade(t);
  const { invoiceId } = await trade.invoice();
  const told = { amountPaise: 100, method: "upi", reference: "412345678901" };
  const asked = { ...told, paidOn: todayIst(Date.now()), invoiceIds: [invoiceId] };
  const others = [
    ...[{ amountPaise: 101 }, { reference: "412345678902" }, { invoiceIds: [] }],
    { method: "cash", reference: undefined },
  ];
  const theirs = { invoiceIds: [], isAdvanceMeant: true };
  return { ...trade, asked, others, theirs };
}

async function openClaim(t: Market): Promise<Opened> {
  const { asked, others, theirs, exhaust, ...people } = await openPayment(t);
  const { retailer, neighbour, distributor, rival } = people;
  return {
    ...{ by: retailer, asked: { ...asked, partnerId: distributor.user._id } },
    others: [...others, { partnerId: rival.user._id, invoiceIds: [] }],
    neighbour: { by: neighbour, changes: { ...theirs, reference: "412345678903" } },
    ...{ end: () => exhaust("memberChanges", retailer) },
  };
}

async function openRecord(t: Market): Promise<Opened> {
  const { asked, others, theirs, block, ...people } = await openPayment(t);
  const { retailer, neighbour, distributor, rival } = people;
  return {
    ...{ by: distributor, asked: { ...asked, partnerId: retailer.user._id } },
    others: [...others, { partnerId: neighbour.user._id, invoiceIds: [] }],
    neighbour: { by: rival, changes: theirs },
    end: () => block(retailer, distributor),
  };
}

async function openNote(t: Market): Promise<Opened> {
  const { distributor, rival, ofRival, invoice, exhaust } = await openTrade(t);
  const ofOrder = ({ orderId, invoiceId }: Awaited<ReturnType<typeof invoice>>) => ({
    ...{ invoiceId, lines: [{ lineId: orderId, quantity: 1 }] },
  });
  const first = ofOrder(await invoice());
  const changes = ofOrder(await invoice(rival, ofRival));
  return {
    ...{ by: distributor, asked: { ...first, reason: "returned", restocks: true } },
    others: [
      ...[{ reason: "damaged" }, { restocks: false }, { text: "Torn." }],
      ...[{ lines: [{ ...first.lines[0], quantity: 2 }] }, ofOrder(await invoice())],
    ],
    neighbour: { by: rival, changes },
    end: () => exhaust("memberChanges"),
  };
}

async function openMessage(t: Market): Promise<Opened> {
  const { retailer, neighbour, distributor, rival, connectionId } = await openTrade(t);
  return {
    ...{ by: retailer, asked: { to: distributor.user.email, content: "Hello" } },
    others: [{ content: "Hello!" }, { to: rival.user.email }],
    neighbour: { by: neighbour, changes: {} },
    end: async () => {
      await distributor.client.mutation(api.network.remove, { connectionId });
      return "NOT_CONNECTED";
    },
  };
}

async function openImport(t: Market): Promise<Opened> {
  const { distributor, rival, exhaust } = await openTrade(t);
  return {
    ...{ by: distributor, asked: { mode: "updateOnly", rowCount: 2 } },
    others: [{ mode: "addAndUpdate" }, { rowCount: 3 }],
    neighbour: { by: rival, changes: {} },
    end: () => exhaust("imports"),
  };
}

async function openBatch(t: Market, importId: string): Promise<Opened> {
  const { distributor, rival, exhaust } = await openTrade(t);
  for (const { client } of [distributor, rival])
    await client.mutation(api.imports.begin, { importId, mode: "updateOnly", rowCount: 60 });
  const row = { line: 2, cells: { sku: "A", pricePaise: "7" } };
  return {
    ...{ by: distributor, asked: { batch: 0, rows: [row] } },
    others: [{ rows: [{ ...row, line: 3 }] }, { rows: [{ ...row, cells: { sku: "A" } }] }],
    neighbour: { by: rival, changes: {} },
    end: () => exhaust("importBatches"),
    anew: { importId, batch: 1 },
  };
}

const COMMANDS: Record<string, Command> = {
  "orders.place": {
    ...{ mutation: api.orders.place, table: "orders", key: "orderKey", open: openOrder },
  },
  "payments.claim": {
    ...{ mutation: api.payments.claim, table: "payments", key: "paymentKey", open: openClaim },
  },
  "payments.record": {
    ...{ mutation: api.payments.record, table: "payments", key: "paymentKey", open: openRecord },
  },
  "creditNotes.issue": {
    ...{ mutation: api.creditNotes.issue, table: "creditNotes", key: "noteKey", open: openNote },
  },
  "chat.send": {
    ...{ mutation: api.chat.send, table: "messages", key: "sendKey", open: openMessage },
  },
  "imports.begin": {
    ...{ mutation: api.imports.begin, table: "imports", key: "importId", open: openImport },
  },
  "imports.take": {
    ...{ mutation: api.imports.take, table: "importBatches", key: "importId", open: openBatch },
  },
};

describe.each(Object.entries(COMMANDS))("%s", (_, { mutation, table, key, open }) => {
  async function start() {
    const t = openMarket();
    const own = newKey();
    const opened = await open(t, own);
    const call = ({ client }: Person, changes: Args = {}): Promise<unknown> =>
      client.mutation(mutation, { ...opened.asked, [key]: own, ...changes });
    const rows = () => t.run(async (ctx) => ctx.db.query(table).take(100));
    const made = async () => (await rows()).filter(({ once }) => once?.key.split(" ")[0] === own);
    return { t, ...opened, call, made };
  }

  it("answers the same request again, and changes nothing", async () => {
    const { t, by, call, made } = await start();
    const first = await call(by);
    const before = await everything(t);
    expect(await call(by)).toEqual(first);
    expect(await everything(t)).toBe(before);
    expect(await made()).toMatchObject([{ once: { owner: by.user._id } }]);
  });

  it("refuses another request with its key, and changes nothing", async () => {
    const { t, by, call, others } = await start();
    await call(by);
    const before = await everything(t);
    for (const other of others)
      expect(await refusal(call(by, other)), JSON.stringify(other)).toEqual({ code: "KEY_REUSED" });
    expect(await everything(t)).toBe(before);
  });

  it("keeps the keys of two callers apart", async () => {
    const { by, call, neighbour, made } = await start();
    await call(by);
    await call(neighbour.by, neighbour.changes);
    const owners = (await made()).map(({ once }) => once?.owner);
    expect(owners).toEqual([by.user._id, neighbour.by.user._id]);
  });

  it("takes effect once of twenty that come at the same time", async () => {
    const { by, call, made } = await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(by)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await made()).toHaveLength(1);
  });

  it("answers the same request after the right to it ended", async () => {
    const { by, call, end, anew } = await start();
    const first = await call(by);
    const code = await end();
    expect(await call(by)).toEqual(first);
    expect(await refusal(call(by, { [key]: newKey(), ...anew }))).toMatchObject({ code });
  });

  it.each(["", "two words", "ключ", "k".repeat(129)])("refuses the key %j", async (none) => {
    const { t, by, call } = await start();
    const before = await everything(t);
    expect(await refusal(call(by, { [key]: none }))).toEqual({ code: "BAD_KEY" });
    expect(await everything(t)).toBe(before);
  });
});

it("every table of rows that note a key is that of a command here, and finds them by it", () => {
  const tables = Object.entries(schema.tables).filter(
    ([, { validator }]) => "once" in validator.fields,
  );
  const commands = Object.values(COMMANDS).map(({ table }) => table);
  expect(tables.map(([table]) => table).sort()).toEqual([...new Set(commands)].sort());
  for (const [, table] of tables)
    expect(table[" indexes"]()).toContainEqual({
      ...{ indexDescriptor: "by_once", fields: ["once.owner", "once.key"] },
    });
});

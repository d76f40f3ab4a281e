/**
 * Accepts many orders of a distributor with a GSTIN at once, half of which get a tax invoice and half a bill of supply, and then credits
 * a piece of each at once. Some calls are sent twice. Each series must run on without a gap.
 */
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import type { ProductTax } from "../../domain/gst/productTax";
import { least, none } from "../../embedded/testkit/findings";
import { type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { type Market, inMarket } from "../../testkit/market";
import { type Trader, connect, joinTraders, listProduct, outcomeOf } from "../../testkit/traders";
import { type Tables, exportTables, seriesOfDocuments, violationsIn } from "../faults/consistency";

const ROUNDS = { short: 1, long: 10 };
const ACCEPTED = 200;
const LINES_MAX = 3;
const PIECES = 3;
const SOCKETS = 8;
/** Of the calls. */
const DOUBLED = 0.2;

const GOODS: readonly ProductTax[] = [
  { hsn: "9405", taxKind: "taxable", gstRateBp: 1800 },
  { hsn: "0401", taxKind: "nil" },
];

type Setup = {
  readonly retailer: Trader;
  readonly sockets: readonly ConvexClient[];
  readonly products: readonly Id<"products">[];
  readonly random: () => number;
  readonly faults: string[];
};

async function registeredProducts(market: Market, distributor: Trader): Promise<Id<"products">[]> {
  const ids: Id<"products">[] = [];
  for (const tax of GOODS) {
    const productId = await listProduct(market, distributor, { stock: 1_000_000 });
    await distributor.http.mutation(api.products.edit, { productId, changes: { tax } });
    ids.push(productId);
  }
  return ids;
}

/** Orders of one to three lines, each of one product: which series its document is of depends on that. */
async function placeAll({ retailer, products }: Setup): Promise<Id<"orders">[]> {
  const orders: Id<"orders">[] = [];
  while (orders.length < ACCEPTED) {
    const n = orders.length;
    const line = { productId: products[n % products.length]!, quantity: PIECES };
    const lines = Array.from({ length: 1 + (n % LINES_MAX) }, () => line);
    const asked = { orderKey: crypto.randomUUID(), msg: "All of it, please.", lines };
    const shortageRule = "sendLess";
    const { orderId } = await retailer.http.mutation(api.orders.place, { ...asked, shortageRule });
    orders.push(orderId);
  }
  return orders;
}

/** Makes a call for each order at once, and some of them from a second socket, too. */
async function atOnce<Of>(
  { sockets, random, faults }: Setup,
  subjects: readonly Of[],
  call: (subject: Of, client: ConvexClient) => Promise<unknown>,
): Promise<void> {
  const calls = subjects.flatMap((subject, n) =>
    [n, ...(random() < DOUBLED ? [n + 1] : [])].map((at) =>
      outcomeOf(call(subject, sockets[at % SOCKETS]!)),
    ),
  );
  for (const outcome of await Promise.all(calls)) if (outcome !== "done") faults.push(outcome);
}

/** Sends one piece less of the first line than was asked for. */
async function acceptAll(setup: Setup): Promise<void> {
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  const lines = [{ line: 0, quantity: PIECES - 1 }];
  await atOnce(setup, await placeAll(setup), (orderId, client) =>
    client.mutation(api.orders.accept, { orderId, lines, deliveryBefore }),
  );
}

/** One piece of each line of the invoices that have no note yet. */
async function creditAll(setup: Setup, { invoices, creditNotes }: Tables): Promise<void> {
  const credited = new Set(creditNotes.map(({ invoiceId }) => invoiceId));
  const wanted = invoices
    .filter(({ _id }) => !credited.has(_id))
    .map(({ _id, lines }) => ({
      ...{ invoiceId: _id, noteKey: crypto.randomUUID() },
      lines: lines.map(({ lineId }) => ({ lineId, quantity: 1 })),
    }));
  await atOnce(setup, wanted, (note, client) =>
    client.mutation(api.creditNotes.issue, { ...note, reason: "returned", restocks: true }),
  );
}

/** Numbers that are on two documents, whatever their series. */
function doubledNumbers({ invoices, creditNotes }: Tables): string[] {
  const seen = new Set<string>();
  return [...invoices, ...creditNotes].flatMap(({ printedNumber }) => {
    const isDouble = seen.has(printedNumber);
    seen.add(printedNumber);
    return isDouble ? [printedNumber] : [];
  });
}

function findings(tables: Tables, faults: readonly string[], rounds: number): Finding[] {
  const documents = rounds * ACCEPTED;
  const series = seriesOfDocuments(tables).map(([name, issued]) => {
    const wanted = name.endsWith("CN") ? documents : documents / GOODS.length;
    return least(
      `documents numbered 1, 2, … in the series ${name.slice(-3)}`,
      issued.length,
      wanted,
    );
  });
  return [
    none("refused calls, and rows that differ from the rules", faults, documents),
    none("doubled numbers", doubledNumbers(tables), 2 * documents),
    least("series", series.length, 3),
    ...series,
  ];
}

export const documentSeries: Proof = {
  name: "document-series",
  title: `[I-46] ${ACCEPTED} acceptances at once, and as many credit notes, number each series of a distributor with a GSTIN without a gap or a double`,
  async run({ form, seed, say }) {
    const faults: string[] = [];
    return inMarket(["--empty"], async (market) => {
      const { retailers, distributors } = await joinTraders(market, 1, 1);
      const [retailer, distributor] = [retailers[0]!, distributors[0]!];
      await connect([retailer], distributor);
      const seller = { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" };
      await distributor.http.mutation(api.tax.save, { details: seller });
      const shop = { stateCode: "27", pincode: "400001" };
      await retailer.http.mutation(api.tax.save, { details: shop });
      const products = await registeredProducts(market, distributor);
      const sockets = Array.from({ length: SOCKETS }, () => distributor.open());
      const setup = { retailer, sockets, products, random: chance(seed), faults };
      for (let round = 0; round < ROUNDS[form]; round += 1) {
        await acceptAll(setup);
        await creditAll(setup, await exportTables(market));
        say(`round ${round + 1} of ${ROUNDS[form]}`);
      }
      const tables = await exportTables(market);
      faults.push(...violationsIn(tables));
      await Promise.all(sockets.map((client) => client.close()));
      return findings(tables, faults, ROUNDS[form]);
    });
  },
};

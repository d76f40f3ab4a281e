/**
 * The bytes of list rows on the wire. A page is sent whole when one of its rows changes, so a row has what its screen draws, and
 * leaves out what is the same on all rows. Rows are those of the demo, with picture addresses as long as the embedded backend's.
 */
import { describe, expect, it } from "vitest";
import { ORDER_LISTS, ORDER_STATUSES } from "../domain/orderLifecycle";
import { api, internal } from "./_generated/api";
import { type Market, openConnectedPair, openMarket, placeLines } from "./market.setup";
import { DEMO_LOGINS } from "./seed/logins";

const ALL = { paginationOpts: { numItems: 250, cursor: null } };

/** A UUID, the day of expiry and the signature. */
const SHORT_ADDRESS = `${"u".repeat(36)}?e=20788&s=${"s".repeat(22)}`;
const STORAGE = /^.*\/api\/storage\//;

/** As it is sent: whole addresses keep the origin that they have. */
function bytesOf(row: object): number {
  const sized = (name: string, value: unknown): unknown => {
    if (name === "picture" && typeof value === "string") return SHORT_ADDRESS;
    if (name === "imageUrl" && typeof value === "string")
      return `${STORAGE.exec(value)?.[0] ?? ""}${SHORT_ADDRESS}`;
    return value;
  };
  return new TextEncoder().encode(JSON.stringify(row, sized)).length;
}

function withOneLine(row: object): object {
  return "lines" in row && Array.isArray(row.lines)
    ? { ...row, lines: row.lines.slice(0, 1) }
    : row;
}

async function clientOf(t: Market, role: "Retailer" | "Distributor" | "Admin") {
  const email = DEMO_LOGINS.find((login) => login.role === role)?.email;
  const { user, session } = await t.run(async (ctx) => {
    const found = await ctx.db
      .query("users")
      .withIndex("by_email", (q) => q.eq("email", email ?? ""))
      .unique();
    if (found === null) throw new Error(`The demo has no ${role}`);
    const expirationTime = Number.MAX_SAFE_INTEGER;
    const made = await ctx.db.insert("authSessions", { userId: found._id, expirationTime });
    return { user: found, session: made };
  });
  return t.withIdentity({ subject: `${user._id}|${session}` });
}

async function demoLists() {
  const t = openMarket();
  await t.action(internal.seed.run, {});
  const [retailer, distributor, admin] = [
    await clientOf(t, "Retailer"),
    await clientOf(t, "Distributor"),
    await clientOf(t, "Admin"),
  ];
  const distributorEmail = DEMO_LOGINS.find(({ role }) => role === "Distributor")?.email ?? "";
  const [distributorId = ""] = (await retailer.query(api.quickOrder.habits, {})).distributorIds;
  const lists: Record<string, { page: object[] }> = {
    "products.landing": await t.query(api.products.landing, ALL),
    "products.all": await retailer.query(api.products.all, ALL),
    "products.byDistributor": await retailer.query(api.products.byDistributor, {
      ...{ ...ALL, distributorEmail },
    }),
    "quickOrder.names": await retailer.query(api.quickOrder.names, { ...ALL, distributorId }),
    "products.mine": await distributor.query(api.products.mine, ALL),
    "admin.products": await admin.query(api.admin.products, ALL),
    "khata.accounts": await distributor.query(api.khata.accounts, ALL),
    "payments.waiting": await distributor.query(api.payments.waiting, ALL),
  };
  const [partner] = (await distributor.query(api.khata.accounts, ALL)).page;
  const partnerId = partner?.partnerId ?? "";
  lists["khata.entries"] = await distributor.query(api.khata.entries, { ...ALL, partnerId });
  const bell = { ...ALL, filter: "all" as const };
  lists["notifications.list"] = await distributor.query(api.notifications.list, bell);
  for (const list of ORDER_LISTS) {
    lists[`orders.incoming ${list}`] = await distributor.query(api.orders.incoming, {
      ...{ ...ALL, list },
    });
    lists[`orders.outgoing ${list}`] = await retailer.query(api.orders.outgoing, { ...ALL, list });
  }
  for (const status of ORDER_STATUSES)
    lists[`admin.orders ${status}`] = await admin.query(api.admin.orders, { ...ALL, status });
  return lists;
}

/** The longest row of each list, in bytes. An order counts with its first line: another test bounds each further one. */
const BOUNDS: Readonly<Record<string, number>> = {
  "products.landing": 260,
  // With the seller's company.
  "products.all": 300,
  "products.byDistributor": 300,
  // A browser reads the names of whole catalogues.
  "quickOrder.names": 110,
  // With the description and the tax details, which the card draws and the form edits.
  "products.mine": 440,
  "admin.products": 240,
  "khata.accounts": 260,
  "khata.entries": 260,
  // Both sides' names and e-mails: a payment is one view, for its webhook and on all its screens; there are few.
  "payments.waiting": 560,
  // With the partner, and the signed address of its picture.
  "notifications.list": 380,
  // A card has the customer's name, shop, phone, e-mail and address. 82 bytes of it are the signed address of the picture, and one that waits may have an offer.
  "orders.incoming pending": 570,
  "orders.incoming accepted": 520,
  "orders.incoming rejected": 530,
  "orders.incoming completed": 450,
  // Both names of the seller, as the basket has them.
  "orders.outgoing pending": 500,
  "orders.outgoing accepted": 460,
  "orders.outgoing rejected": 460,
  // With the product's id, to order again.
  "orders.outgoing completed": 520,
  // With the pictures of four lines.
  ...Object.fromEntries(ORDER_STATUSES.map((status) => [`admin.orders ${status}`, 900])),
};

/** The bytes that each further line of an order adds to its row: most of them are the name and the signed address of the picture. */
const LINE_BYTES = 170;

async function rowsOfLines(count: number) {
  const { retailer, distributor, productId } = await openConnectedPair(
    {},
    { name: "Kolhapuri Chappal, leather, size 8", stock: 1_000 },
  );
  const line = { productId, quantity: 1 };
  await placeLines(
    retailer,
    Array.from({ length: count }, () => line),
  );
  const asked = { ...ALL, list: "pending" as const };
  const { page: incoming } = await distributor.client.query(api.orders.incoming, asked);
  const { page: outgoing } = await retailer.client.query(api.orders.outgoing, asked);
  return [...incoming, ...outgoing];
}

describe("rows of lists", () => {
  it("of orders grow by no more than a line for each further line", async () => {
    const [one, eleven] = [await rowsOfLines(1), await rowsOfLines(11)];
    expect(one).toHaveLength(2);
    const perLine = eleven.map((row, at) => (bytesOf(row) - bytesOf(one[at]!)) / 10);
    expect(Math.max(...perLine)).toBeLessThan(LINE_BYTES);
  });

  it("have no more bytes than their bound", async () => {
    const lists = await demoLists();
    expect(Object.keys(lists).sort()).toEqual(Object.keys(BOUNDS).sort());
    const longest = Object.entries(lists).map(
      ([name, { page }]) => [name, Math.max(...page.map(withOneLine).map(bytesOf))] as const,
    );
    expect(longest.filter(([, bytes]) => bytes === -Infinity)).toEqual([]);
    expect(longest.filter(([name, bytes]) => bytes > (BOUNDS[name] ?? 0))).toEqual([]);
  });

  it("of one side leave out that side's own name and e-mail", async () => {
    const lists = await demoLists();
    for (const [side, own] of [
      ["orders.incoming", /Asha Kolhari|asha@/],
      ["orders.outgoing", /Meena Talwari|meena@/],
      ["products.mine", /Asha Kolhari|asha@/],
    ] as const) {
      const rows = Object.entries(lists).filter(([name]) => name.startsWith(side));
      expect(JSON.stringify(rows)).not.toMatch(own);
    }
  });
});

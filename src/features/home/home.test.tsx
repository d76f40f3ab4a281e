/** The homes of retailers and distributors, block by block. */
import type { FunctionReference, FunctionReturnType } from "convex/server";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { addDays, formatDate, todayIst, formatNearDay } from "../../../domain/dates";
import { type FakeClient, pageOf, serverError } from "../../testing/fakeClient.setup";
import {
  ASHA,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MEENA,
  PICTURE_URL,
  wholeOrder,
} from "../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  hueOf,
  open,
  usePhone,
} from "../../testing/screen.setup";

const main = page.getByRole("main");
const banner = page.getByRole("banner");
const block = (name: string) => main.getByRole("region", { name, exact: true });

const HOUR_MS = 3_600_000;
const TODAY = todayIst(Date.now());

type MoneySums = FunctionReturnType<typeof api.khata.money>;
type Waiting = FunctionReturnType<typeof api.home.waiting>;
type Deliveries = FunctionReturnType<typeof api.home.arriving>;

const NO_MONEY: MoneySums = {
  ...{ openPaise: 0, overduePaise: 0, todayPaise: 0, claims: 0, hasMore: false },
  dues: [],
};

/** Whoever has nothing to do. */
function quiet(me: typeof MEENA): FakeClient {
  return clientFor(me)
    .answer(api.home.start, null)
    .answer(api.home.offers, { count: 0, rows: [] })
    .answer(api.home.arriving, [])
    .answer(api.home.waiting, { count: 0, hasMore: false, rows: [] })
    .answer(api.home.newProducts, [])
    .answer(api.home.unread, { count: 0, rows: [] })
    .answer(api.home.toAnswer, { count: 0, hasMore: false, rows: [] })
    .answer(api.home.toDeliver, [])
    .answer(api.home.runsLow, { count: 0, rows: [] })
    .answer(api.home.sales, [])
    .answer(api.basket.usual, [])
    .answer(api.khata.money, NO_MONEY)
    .answer(api.network.pending, pageOf([]))
    .answer(api.network.pendingCount, 0);
}

const HOMES = { retailer: "/homepageretailer", distributor: "/homepage", admin: "/adminhome" };

async function home(
  me: typeof MEENA,
  change: (client: FakeClient) => FakeClient = (client) => client,
): Promise<FakeClient> {
  const client = change(quiet(me));
  await open(HOMES[me.role], client);
  return client;
}

/** Returns the place of a block in the document. */
function places(me: typeof MEENA, title: string): number {
  const titles =
    me === MEENA
      ? [
          ...["Offers to agree", "Arriving", "New at my distributors", "Waiting for an answer"],
          ...["To pay", "Usual basket", "Unread messages"],
        ]
      : ["To answer", "Sales of 30 days", "To deliver", "To collect", "Requests", "Runs low"];
  return titles.indexOf(title);
}

function heightOf(name: string): number {
  return block(name).element().getBoundingClientRect().height;
}

const WAITS: Waiting["rows"][number] = {
  ...{ orderId: idOf("order"), partner: "Kiran Corner" },
  ...{ productName: "Basmati rice", quantity: 1_200, lines: 1, totalPaise: 1_57_760_00 },
  picture: null,
  placedAt: Date.now() - 26.5 * HOUR_MS,
};

function waits(...parts: Partial<Waiting["rows"][number]>[]): Waiting {
  const rows = parts.map((part, n) => ({
    ...WAITS,
    orderId: idOf<"orders">(n === 0 ? "order" : `order${n}`),
    ...part,
  }));
  return { count: rows.length, hasMore: false, rows };
}

function delivery(day: string, part: Partial<Deliveries[number]["rows"][number]> = {}) {
  return {
    ...{ _id: idOf<"orders">(`k${day}`), partner: "Asha Kolhari", productName: "Rice" },
    ...{ picture: null, quantity: 10, lines: 1, deliveryBefore: day, ...part },
  };
}

const REQUEST = {
  ...{ _id: idOf<"connections">("request"), userName: "Meena", userEmail: "meena@mandi.test" },
  ...{
    shopName: "Peepal Chowk Stores",
    imageUrl: null,
    status: "pending" as const,
    createdAt: 1,
  },
};

test("[WELCOME4] [WELCOME5] [HOME11] both homes welcome in a band of 88 px, with the three cards as links of 48 px", async () => {
  for (const [me, first, text] of [
    [
      MEENA,
      "/distributorslist",
      "Find distributors, connect, and keep the ones you trust one click away.",
    ],
    [
      ASHA,
      "/pendingorders_dist",
      "Accept with a delivery date, or reject with a reason. The retailer sees it at once.",
    ],
  ] as const) {
    await home(me);
    const title = main.getByRole("heading", { level: 1 });
    await expect.element(title).toMatchTextContent("Welcome to Mandi");
    expect(title.element().closest("section")?.getBoundingClientRect().height).toBe(88);
    const cards = main.getByRole("list", { name: "Shortcuts" }).getByRole("link");
    expect(cards.elements().map((card) => card.getBoundingClientRect().height)).toEqual([
      48, 48, 48,
    ]);
    await expect.element(cards.first()).toHaveAttribute("href", first);
    await expect.element(cards.first()).toMatchTextContent(text);
    expect(banner.getByRole("link", { name: "Complaints!" }).elements()).toEqual([]);
  }
});

/** The blocks of each home, with what they say when they have nothing, and their word among several such. */
const EMPTY_BLOCKS = [
  [MEENA, api.home.offers, "Offers to agree", "No offers wait for you", "offers", "/pendingretail"],
  [MEENA, api.khata.money, "To pay", "Nothing to pay", "payments", "/khata"],
  [
    MEENA,
    api.home.arriving,
    "Arriving",
    "Nothing arrives this week",
    "arrivals",
    "/acceptedretail",
  ],
  [MEENA, api.basket.usual, "Usual basket", "Nothing ordered twice yet", "usual basket", "/basket"],
  [
    ...[MEENA, api.home.waiting, "Waiting for an answer", "All answered", "answers"],
    "/pendingretail",
  ],
  [
    ...[MEENA, api.home.newProducts, "New at my distributors"],
    ...["Connect with distributors to see them", "new products", "/latestproduct"],
  ],
  [MEENA, api.home.unread, "Unread messages", "All read", "unread messages", "/chat"],
  [
    ...[ASHA, api.home.toAnswer, "To answer", "All answered", "orders to answer"],
    "/pendingorders_dist",
  ],
  [
    ...[ASHA, api.home.toDeliver, "To deliver", "Nothing to deliver this week", "deliveries"],
    "/accepted_dist",
  ],
  [ASHA, api.khata.money, "To collect", "Nothing to collect", "payments", "/khata"],
  [ASHA, api.network.pending, "Requests", "No new requests", "requests", "/requests"],
  [ASHA, api.home.runsLow, "Runs low", "Every product lasts a week", "low stock", "/productlist"],
  [
    ...[ASHA, api.home.sales, "Sales of 30 days", "Nothing accepted in 30 days", "sales"],
    "/completed_dist",
  ],
] as readonly (readonly [
  typeof MEENA,
  FunctionReference<"query">,
  title: string,
  text: string,
  topic: string,
  to: string,
])[];

test.each(EMPTY_BLOCKS)(
  "[HOME12] one block without anything is a row of 56 px with one sentence, which leads to its list: %#",
  async (me, query, title, text, _topic, to) => {
    const others = EMPTY_BLOCKS.filter(([who, other]) => who === me && other !== query);
    await home(me, (client) =>
      others.reduce((each, [, other]) => each.answer(other, serverError()), client),
    );
    await expectTexts(block(title), text);
    await expect.element(block(title).getByRole("link")).toHaveAttribute("href", to);
    expect(heightOf(title)).toBe(56);
    expect(block("Nothing waits").elements()).toEqual([]);
  },
);

test("[HOME16] two or more blocks without anything are one row, whose words say it and lead to their lists", async () => {
  for (const me of [MEENA, ASHA]) {
    const blocks = EMPTY_BLOCKS.filter(([who]) => who === me);
    await home(me);
    const row = block("Nothing waits").getByRole("link");
    await expect
      .poll(() => row.elements().map((link) => [link.textContent, link.getAttribute("href")]))
      .toEqual(
        blocks
          .toSorted(([, , one], [, , other]) => places(me, one) - places(me, other))
          .map(([, , , text, topic, to], at) => {
            const comma = at < blocks.length - 1 ? "," : "";
            return [`${topic}${comma}: ${text}`, to];
          }),
      );
    await expectTexts(block("Nothing waits"), "Nothing waits:");
    for (const [, , title] of blocks) expect(block(title).elements(), title).toEqual([]);
  }
});

test("[HOME16] what has something stays, and what has nothing joins the row when it comes to that", async () => {
  const client = await home(MEENA, (each) => each.answer(api.home.waiting, waits({})));
  await expectTexts(block("Waiting for an answer"), "Kiran Corner");
  expect(block("Nothing waits").getByRole("link").elements()).toHaveLength(6);
  client.answer(api.home.waiting, waits());
  await expect.poll(() => block("Nothing waits").getByRole("link").elements().length).toBe(7);
  expect(block("Waiting for an answer").elements()).toEqual([]);
});

test("[HOME16] the row fits a phone with large text", async () => {
  await usePhone();
  await home(MEENA);
  await expectTexts(block("Nothing waits"), "Nothing waits:");
  await expectNoSidewaysScroll();
  document.documentElement.style.fontSize = "32px";
  await expectNoSidewaysScroll();
  document.documentElement.style.fontSize = "";
});

test("[HOME12] blocks wait for each other's first answers, and show a dash where a figure will be", async () => {
  const client = await home(ASHA, (each) =>
    each.answer(api.home.toAnswer, waits({})).answer(api.home.sales, () => undefined),
  );
  await expectTexts(block("To answer"), "–", "Loading...");
  expect(block("To answer").getByText("Kiran Corner").elements()).toEqual([]);
  client.answer(api.home.sales, []);
  await expectTexts(block("To answer"), "1", "Kiran Corner");
});

test("[HOME12] a block that is late does not keep the others", async () => {
  await home(ASHA, (each) =>
    each.answer(api.home.toAnswer, waits({})).answer(api.home.sales, () => undefined),
  );
  await expect
    .poll(() => block("To answer").element().textContent, { timeout: 5_000 })
    .toContain("Kiran Corner");
  await expectTexts(block("Sales of 30 days"), "Loading...");
});

test.each([
  [MEENA, api.home.offers, "Offers to agree", "Failed to load offers."],
  [MEENA, api.home.arriving, "Arriving", "Failed to fetch accepted orders."],
  [MEENA, api.basket.usual, "Usual basket", "The usual basket could not be loaded."],
  [MEENA, api.home.waiting, "Waiting for an answer", "Failed to fetch pending orders."],
  [
    MEENA,
    api.home.newProducts,
    "New at my distributors",
    "An error occurred while fetching the latest products.",
  ],
  [MEENA, api.home.unread, "Unread messages", "Failed to load users"],
  [ASHA, api.home.toAnswer, "To answer", "Failed to fetch orders. Please try again later."],
  [ASHA, api.home.toDeliver, "To deliver", "Failed to fetch accepted orders."],
  [ASHA, api.network.pending, "Requests", "An error occurred while fetching requests."],
  [ASHA, api.home.runsLow, "Runs low", "An error occurred while fetching products."],
  [ASHA, api.home.sales, "Sales of 30 days", "Failed to load sales."],
  [ASHA, api.khata.money, "To collect", "Failed to load what is open."],
] as const)(
  "[HOME12] [MONEY6] a failure stays in its block, with Retry there: %#",
  async (me, query, name, text) => {
    await home(me, (client) => client.answer(query, serverError()));
    await expectTexts(block(name).getByRole("alert"), text, "Retry");
    expect(main.getByRole("alert").elements()).toHaveLength(1);
  },
);

test("[HOME1] offers to agree say whose they are and when they end", async () => {
  const expiresAt = Date.now() + 41.5 * HOUR_MS;
  const orderId = idOf<"orders">("k17");
  const rows = [
    { _id: idOf<"offers">("offer"), orderId, business: "Banyan Court", lines: 3, expiresAt },
    {
      ...{ _id: idOf<"offers">("tax"), orderId, business: "Lake Traders", lines: 2, expiresAt },
      isOfTaxAlone: true as const,
    },
  ];
  await home(MEENA, (client) => client.answer(api.home.offers, { count: 100, rows }));
  await expectTexts(block("Offers to agree"), "99+", "Banyan Court", "ends in 41 h");
  await expectTexts(block("Offers to agree"), "Can send less of 3 lines");
  const taxed = block("Offers to agree").getByRole("link", { name: /Lake Traders/ });
  await expectTexts(taxed, "The GST on your order has changed");
  await expect.element(taxed).not.toMatchTextContent("less");
  const row = block("Offers to agree").getByRole("link", { name: /Banyan Court/ });
  await expect.element(row).toHaveAttribute("href", "/pendingretail?order=k17");
});

test("a near day has its weekday and no year", () => {
  expect(formatNearDay("2026-11-30")).toBe("Mon 30 Nov");
  expect(formatNearDay("2026-12-06")).toBe("Sun 6 Dec");
});

test("[HOME2] [HOME8] [HOME18] deliveries stand by day: late in red, today, tomorrow, this week", async () => {
  const days = [addDays(TODAY, -2), TODAY, addDays(TODAY, 1), addDays(TODAY, 4)];
  const ofDay = (ahead: number, count: number) => ({ day: addDays(TODAY, ahead), count });
  const stripDays = {
    late: [],
    today: [ofDay(0, 2)],
    tomorrow: [ofDay(1, 3)],
    week: [ofDay(2, 0), ofDay(3, 1), ofDay(4, 100), ofDay(5, 0), ofDay(6, 3)],
  };
  const groups: Deliveries = (["late", "today", "tomorrow", "week"] as const).map((group, at) => ({
    ...{ group, count: at + 1, days: stripDays[group], rows: [delivery(days[at]!)] },
  }));
  for (const [me, query, name, to] of [
    [MEENA, api.home.arriving, "Arriving", "/acceptedretail"],
    [ASHA, api.home.toDeliver, "To deliver", "/accepted_dist"],
  ] as const) {
    await home(me, (client) => client.answer(query, groups));
    const strip = block(name).getByRole("list", { name: "Orders by day" }).getByRole("link");
    const near = (ahead: number) => formatNearDay(addDays(TODAY, ahead));
    await expect
      .poll(() => strip.elements().map((link) => [link.textContent, link.getAttribute("href")]))
      .toEqual(
        [
          ...["Late: 1 order", "Today: 2 orders", `${near(1)}: 3 orders`, `${near(2)}: 0 orders`],
          ...[`${near(3)}: 1 order`, `${near(4)}: 99+ orders`, `${near(5)}: 0 orders`],
          `${near(6)}: 3 orders`,
        ].map((text) => [text, to]),
      );
    expect(hueOf(strip.first().element())).toBe("red");
    const row = block(name)
      .getByRole("region", { name: "Late" })
      .getByRole("listitem")
      .first()
      .getByRole("link");
    await expect.element(row).toHaveAttribute("href", `${to}?order=k${days[0]}`);
    const all = block(name).getByRole("link", { name: /^See all/ });
    await expect.element(all).toHaveAttribute("href", to);
    const titles = block(name).getByRole("heading", { level: 3 });
    await expect
      .poll(() => titles.elements().map((each) => each.textContent))
      .toEqual(["Late1", "Today2", "Tomorrow3", "This week4"]);
    expect(hueOf(titles.first().element())).toBe("red");
    await expectTexts(block(name), "10 × Rice", "Asha Kolhari");
    const [late] = groups;
    const others = groups.slice(1).map((group) => ({ ...group, count: 0, rows: [] }));
    await home(me, (client) => client.answer(query, [late!, ...others]));
    await expect.poll(() => titles.elements().map((each) => each.textContent)).toEqual(["Late1"]);
  }
});

test("[HOME17] rows that name a product show its picture, 40 px wide", async () => {
  const picture = PICTURE_URL;
  const [first] = waits({ picture }).rows;
  const groups: Deliveries = [
    { group: "today", count: 1, days: [], rows: [delivery(TODAY, { picture })] },
  ];
  const low = { _id: idOf<"products">("a"), name: "Rice", picture, stock: 4, cover: null };
  const line = { productId: idOf<"products">("rice"), name: "Rice", picture, quantity: 12 };
  const lines = [{ ...line, pricePaise: 84_50 }];
  const usual = [{ distributorId: idOf<"users">("asha"), distributorName: "Banyan", lines }];
  const waiting = { count: 1, hasMore: false, rows: [first!] };
  for (const [me, change, titles] of [
    [
      MEENA,
      (client: FakeClient) =>
        client
          .answer(api.home.waiting, waiting)
          .answer(api.home.arriving, groups)
          .answer(api.basket.usual, usual),
      ["Waiting for an answer", "Arriving", "Usual basket"],
    ],
    [
      ASHA,
      (client: FakeClient) =>
        client
          .answer(api.home.toAnswer, waiting)
          .answer(api.home.toDeliver, groups)
          .answer(api.home.runsLow, { count: 1, rows: [low] }),
      ["To answer", "To deliver", "Runs low"],
    ],
  ] as const) {
    await home(me, change);
    for (const title of titles) {
      const pictures = () => [...block(title).element().querySelectorAll("img")];
      await expect
        .poll(() => pictures().map(({ width }) => width), { message: title })
        .toEqual([40]);
      expect(pictures()[0]!.src).toBe(picture);
      expect(pictures()[0]!.alt).toBe("");
    }
  }
});

test("[HOME3] the usual basket is added at one press, without what is in the basket", async () => {
  const line = { productId: idOf<"products">("rice"), name: "Rice", picture: null, quantity: 12 };
  const other = { ...line, productId: idOf<"products">("dal"), name: "Dal", quantity: 5 };
  const lines = [line, other].map((each) => ({ ...each, pricePaise: 84_50 }));
  const usual = [{ distributorId: idOf<"users">("asha"), distributorName: "Banyan Court", lines }];
  const client = await home(MEENA, (each) =>
    each
      .answer(api.basket.usual, usual)
      .answer(api.basket.quantities, [{ productId: other.productId, quantity: 1 }])
      .onCall(api.basket.add, () => ({ added: [] })),
  );
  await expectTexts(block("Usual basket"), "2", "Rice", "12 × ₹84.50");
  await block("Usual basket").getByRole("button", { name: "Add all" }).click();
  await expect
    .poll(() => client.calls.map(({ args }) => args))
    .toEqual([{ lines: [{ productId: "rice", quantity: 12 }] }]);
});

test("[HOME4] what waits for an answer tells its content, value and age", async () => {
  await home(MEENA, (client) =>
    client.answer(api.home.waiting, { ...waits({}, { lines: 5 }), hasMore: true }),
  );
  const waiting = block("Waiting for an answer");
  await expectTexts(waiting, "2+", "1,200 × Basmati rice", "Basmati rice and 4 more", "26 h");
  await expectTexts(waiting, "₹1,57,760.00", "Kiran Corner");
  const row = waiting.getByRole("listitem").first().getByRole("link");
  await expect.element(row).toHaveAttribute("href", "/pendingretail?order=order");
});

test("[HOME5] new products have pictures and lead to their order page", async () => {
  const rows = ["a", "b"].map((name) => ({
    ...{ _id: idOf<"products">(name), name, picture: null, pricePaise: 100, business: "Banyan" },
  }));
  await home(MEENA, (client) => client.answer(api.home.newProducts, rows));
  const links = block("New at my distributors").getByRole("listitem").getByRole("link");
  await expect.element(links.first()).toHaveAttribute("href", "/orderinfo/a");
  expect(block("New at my distributors").element().querySelectorAll(".crate")).toHaveLength(2);
});

test("[HOME6] unread messages lead to their conversation", async () => {
  const row = { name: "Asha Kolhari", email: "asha@mandi.test", text: "Rice is in.", at: 1 };
  const rows = [{ _id: idOf<"conversations">("talk"), unread: 3, ...row }];
  await home(MEENA, (client) => client.answer(api.home.unread, { count: 3, rows }));
  const link = block("Unread messages").getByRole("link", { name: /Asha Kolhari/ });
  await expect.element(link).toHaveAttribute("href", "/chat?with=asha%40mandi.test");
  await expectTexts(block("Unread messages"), "Rice is in.");
});

test("[HOME7] what is to answer is coloured by its age, and accepted in place", async () => {
  const at = (hours: number) => ({
    placedAt: Date.now() - (hours + 0.5) * HOUR_MS,
    partner: `${hours} old`,
  });
  const client = await home(ASHA, (each) =>
    each
      .answer(api.home.toAnswer, waits(at(26), at(5), at(2)))
      .answer(api.orders.one, wholeOrder()),
  );
  const ages = block("To answer").getByText(/^\d+ h$/);
  await expect
    .poll(() => ages.elements().map(({ textContent }) => textContent))
    .toEqual(["26 h", "5 h", "2 h"]);
  expect(
    ages.elements().map((each) => /text-(\w+)/.exec(each.getAttribute("class") ?? "")?.[1]),
  ).toEqual(["negative", "caution", "muted"]);
  await block("To answer").getByRole("button", { name: "Accept the order of 26 old" }).click();
  const dialog = page.getByRole("dialog", { name: "Accept Order" });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  client.answer(api.orders.one, wholeOrder({ status: "accepted" }));
  await block("To answer").getByRole("button", { name: "Accept the order of 5 old" }).click();
  await expectTexts(page, "This order was answered meanwhile.");
});

test("[HOME14] a row of what is to answer leads to its order, and a line tells of the newest behind them", async () => {
  const client = await home(ASHA, (each) => each.answer(api.home.toAnswer, waits({})));
  const toAnswer = block("To answer");
  const row = toAnswer.getByRole("link", { name: /Kiran Corner/ });
  await expect.element(row).toHaveAttribute("href", "/pendingorders_dist?order=order");
  expect(toAnswer.getByText(/newest/).elements()).toEqual([]);
  const more = { ...waits({}), count: 24 };
  client.answer(api.home.toAnswer, { ...more, newestAt: Date.now() - 26.5 * HOUR_MS });
  const line = toAnswer.getByRole("link", { name: "and 23 more, newest 26 h ago" });
  await expect.element(line).toHaveAttribute("href", "/pendingorders_dist?sort=latest");
  client.answer(api.home.toAnswer, { ...more, count: 80, hasMore: true, newestAt: Date.now() });
  await expectTexts(toAnswer, "and 79+ more, newest just now");
  client.answer(api.home.toAnswer, { ...waits({}), hasMore: true, newestAt: Date.now() });
  await expectTexts(toAnswer, "and more, newest just now");
});

test("[HOME15] names of businesses and what they ordered are whole at 375 px", async () => {
  await usePhone();
  const partner = "Seven Wells Distribution";
  const productName = "Motorcycle Tyre 100/90-17";
  const expiresAt = Date.now() + 41.5 * HOUR_MS;
  const orderId = idOf<"orders">("order");
  const offer = { _id: idOf<"offers">("offer"), orderId, business: partner, lines: 12, expiresAt };
  await home(MEENA, (client) =>
    client
      .answer(api.home.offers, { count: 1, rows: [offer] })
      .answer(api.home.waiting, waits({ partner, productName, lines: 3 })),
  );
  const whole = async (name: string, ...texts: string[]) => {
    await expectTexts(block(name), ...texts);
    for (const text of texts) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = block(name)
        .getByText(text)
        .element();
      expect([scrollWidth, scrollHeight], text).toEqual([clientWidth, clientHeight]);
    }
  };
  await whole("Offers to agree", partner, "Can send less of 12 lines");
  await whole("Waiting for an answer", partner, `${productName} and 2 more`);
  const shop = "Fort Gate General Store";
  await home(ASHA, (client) =>
    client.answer(api.home.toAnswer, waits({ partner: shop, productName, lines: 3 })),
  );
  await whole("To answer", shop, `${productName} and 2 more`);
});

test("[HOME7] a request is accepted in place", async () => {
  const client = await home(ASHA, (each) =>
    each
      .answer(api.network.pending, pageOf([REQUEST]))
      .answer(api.network.pendingCount, 4)
      .onCall(api.network.answer, () => null),
  );
  await expectTexts(block("Requests"), "4", "Peepal Chowk Stores");
  await block("Requests")
    .getByRole("button", { name: /^Accept the request/ })
    .click();
  await expectTexts(page, "Request accepted successfully.");
  expect(client.calls.map(({ args }) => args)).toEqual([
    { connectionId: "request", status: "accepted" },
  ]);
});

test("[HOME7] only the request that is being accepted is busy", async () => {
  const other = { ...REQUEST, _id: idOf<"connections">("other"), shopName: "Fort Gate Stores" };
  await home(ASHA, (each) =>
    each
      .answer(api.network.pending, pageOf([REQUEST, other]))
      .onCall(api.network.answer, () => new Promise<never>(() => undefined)),
  );
  const accept = (shop: string) =>
    block("Requests").getByRole("button", { name: `Accept the request of ${shop}` });
  await accept("Peepal Chowk Stores").click();
  await expect.element(accept("Peepal Chowk Stores")).toHaveAttribute("aria-busy", "true");
  await expect.element(accept("Fort Gate Stores")).toBeEnabled();
});

test("[HOME9] what runs low tells its stock, red at ten pieces, and how long it lasts", async () => {
  const rows = [
    { _id: idOf<"products">("a"), name: "Rice", picture: null, stock: 4, cover: null },
    { _id: idOf<"products">("b"), name: "Dal", picture: null, stock: 1_250, cover: 4 },
  ];
  await home(ASHA, (client) => client.answer(api.home.runsLow, { count: 2, rows }));
  await expectTexts(block("Runs low"), "2", "4 Pcs", "1,250 Pcs", "lasts 4 days");
  expect(hueOf(block("Runs low").getByText("4 Pcs", { exact: true }).element())).toBe("red");
  const row = block("Runs low").getByRole("link", { name: /Rice/ });
  await expect.element(row).toHaveAttribute("href", "/productlist?search=Rice");
});

test("[HOME10] sales of 30 days are a chart above its table, which is folded", async () => {
  const sales = [
    { day: addDays(TODAY, -3), paise: 1_57_760_00, orders: 12 },
    { day: TODAY, paise: 2_240_00, orders: 1 },
  ];
  await home(ASHA, (client) => client.answer(api.home.sales, sales));
  const area = block("Sales of 30 days");
  await expect
    .element(area.getByRole("img", { name: "Sales of 30 days: ₹1,60,000.00" }))
    .toBeVisible();
  await expect.element(area.getByTitle("₹1,60,000.00")).toMatchTextContent("₹1.6 lakh");
  expect(area.getByRole("row").elements()).toEqual([]);
  await area.getByText("Figures", { exact: true }).click();
  const rows = area.getByRole("row").elements();
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toMatchObject([
    ["Day", "Orders", "Value"],
    [expect.any(String), "1", "₹2,240.00"],
    [expect.any(String), "12", "₹1,57,760.00"],
  ]);
});

test("[HOME10] breaks the bar of a day that is far above the others, and tells each day by keys and taps", async () => {
  const [high, low] = [addDays(TODAY, -3), addDays(TODAY, -1)];
  const sales = [
    { day: high, paise: 1_56_000_00, orders: 12 },
    { day: low, paise: 8_000_00, orders: 1 },
    { day: TODAY, paise: 20_000_00, orders: 1 },
  ];
  await home(ASHA, (client) => client.answer(api.home.sales, sales));
  const area = block("Sales of 30 days");
  const chart = area.getByRole("img", { name: "Sales of 30 days: ₹1,84,000.00" });
  await expect.element(chart).toBeVisible();
  await expectTexts(area, "₹40,000", "₹1.56 lakh");
  const heights = () =>
    [...chart.element().querySelectorAll("rect")].map((bar) => Number(bar.getAttribute("height")));
  // The high bar has a gap; the others keep their shares of the scale.
  expect(heights()).toEqual([80, 14, 20, 50]);
  const keys = area.getByRole("slider");
  keys.element().focus();
  await expectTexts(area, `${formatDate(TODAY)}: ₹20,000.00`);
  await userEvent.keyboard("{ArrowLeft}");
  await expectTexts(area, `${formatDate(low)}: ₹8,000.00`);
  await expect.element(keys).toHaveAttribute("aria-valuetext", `${formatDate(low)}: ₹8,000.00`);
  const { left, right, top } = chart.element().getBoundingClientRect();
  const tap = { clientX: left + ((right - left) * 26.5) / 30, clientY: top + 9, bubbles: true };
  for (const type of ["pointerdown", "pointerleave"])
    chart.element().dispatchEvent(new PointerEvent(type, { ...tap, pointerType: "touch" }));
  await expectTexts(area, `${formatDate(high)}: ₹1,56,000.00`);
});

test("blocks stand in one column on phones, first what is to be done, and fit long names", async () => {
  await usePhone();
  const long = { partner: LONG_WORD, productName: LONG_HINDI };
  const late = { group: "late" as const, count: 1, days: [], rows: [delivery(TODAY, long)] };
  const rows = [
    { _id: idOf<"products">("a"), name: LONG_WORD, picture: null, stock: 1_00_000, cover: 4 },
  ];
  await home(ASHA, (client) =>
    client
      .answer(api.home.toAnswer, waits(long))
      .answer(api.home.toDeliver, [late])
      .answer(api.home.runsLow, { count: 1, rows })
      .answer(api.home.sales, [{ day: TODAY, paise: 9_99_99_999_99, orders: 1_00_000 }])
      .answer(api.khata.money, { ...NO_MONEY, openPaise: 1 })
      .answer(api.network.pending, pageOf([REQUEST])),
  );
  await block("Sales of 30 days").getByText("Figures", { exact: true }).click();
  await expectTexts(main, LONG_WORD, "₹1,57,760.00", "₹9,99,99,999.99");
  await expectNoSidewaysScroll();
  const names = [
    "To answer",
    "To deliver",
    "To collect",
    "Requests",
    "Runs low",
    "Sales of 30 days",
  ];
  const tops = names.map((name) => block(name).element().getBoundingClientRect().top);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  await page.viewport(1280, 800);
  const left = (name: string) => block(name).element().getBoundingClientRect().left;
  expect(left("To answer")).toBe(left("Sales of 30 days"));
  expect(left("To collect")).toBe(left("Runs low"));
  expect(left("To collect")).toBeGreaterThan(left("To answer"));
});

describe("the money on a home page", () => {
  const sums: MoneySums = {
    ...{ openPaise: 1_57_760_00, overduePaise: 8_400_00, todayPaise: 1_000_50 },
    ...{ hasMore: false, claims: 2 },
    dues: [
      {
        partnerId: idOf("kiran"),
        business: "Kiran Corner",
        openPaise: 8_400_00,
        dueOn: "2020-01-31",
      },
    ],
  };
  const withMoney = (me: typeof MEENA, part: Partial<MoneySums> = {}) =>
    home(me, (client) => client.answer(api.khata.money, { ...sums, ...part }));

  test("[MONEY6] tells a retailer what is to pay, due and overdue, with the oldest dues", async () => {
    await withMoney(MEENA);
    const toPay = block("To pay");
    await expectTexts(toPay, "₹1.58 lakh", "₹8,400.00 overdue", "₹1,000.50 due today");
    await expect.element(toPay.getByTitle("₹1,57,760.00")).toBeVisible();
    await expectTexts(toPay, "Kiran Corner", "31 Jan 2020");
    const links = toPay.getByRole("link").elements();
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/khata", "/khata/kiran"]);
  });

  test("[MONEY6] tells a distributor what is to collect, and how many payments to confirm", async () => {
    await withMoney(ASHA);
    const toCollect = block("To collect");
    const claims = toCollect.getByRole("link", { name: "2 payments to confirm" });
    await expect.element(claims).toHaveAttribute("href", "/khata");
    await withMoney(ASHA, { ...NO_MONEY, claims: 1 });
    await expectTexts(toCollect, "1 payment to confirm", "Nothing is due yet");
    await withMoney(ASHA, { claims: 100, hasMore: true });
    await expectTexts(toCollect, "99+ payments to confirm", "More than ₹8,400.00 overdue");
  });

  test("[MONEY6] names an advance where nothing is open", async () => {
    await withMoney(ASHA, { ...NO_MONEY, openPaise: -500_00 });
    await expectTexts(main, "Nothing to collect · ₹500.00 in advance");
  });

  test("fits long names on a phone", async () => {
    await usePhone();
    await withMoney(ASHA, { dues: [{ ...sums.dues[0]!, business: LONG_WORD }] });
    await expectTexts(main, LONG_WORD, "₹8,400.00");
    await expectNoSidewaysScroll();
  });
});

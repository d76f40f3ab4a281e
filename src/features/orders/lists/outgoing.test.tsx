/** The retailer's orders of several lines, offers of fewer pieces, and timelines. */
import { ConvexError } from "convex/values";
import type { FunctionReturnType } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { type FakeClient, pageOf, serverError } from "../../../testing/fakeClient.setup";
import {
  ADMIN,
  ASHA,
  idOf,
  LONG_WORD,
  MARCH_4,
  MEENA,
  order,
  orderLine,
  wholeOrder,
} from "../../../testing/fixtures.setup";
import {
  choose,
  clientFor,
  expectOptions,
  expectTexts,
  open,
  overflowing,
  usePhone,
} from "../../../testing/screen.setup";

type Order = ReturnType<typeof order>;
type Line = ReturnType<typeof orderLine>;
type Offer = FunctionReturnType<typeof api.offers.mine>["page"][number];
type OrderEvent = FunctionReturnType<typeof api.orders.timeline>[number];
type Invoice = NonNullable<FunctionReturnType<typeof api.invoices.one>>;

const main = page.getByRole("main");
const rows = main.getByRole("row");
const dialog = page.getByRole("dialog");
const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MARCH_4 });
});

function outgoing(...orders: Order[]): FakeClient {
  return clientFor(MEENA)
    .answer(api.orders.outgoing, pageOf(orders))
    .answer(api.offers.mine, pageOf([]));
}

function line(productName: string, part: Partial<Line> = {}): Line {
  return orderLine({ productName, ...part });
}

const THREE = [line("Rice"), line("Soap", { quantity: 2 }), line("Lamp", { quantity: 1 })];

/** An order of several lines. */
function basket(part: Partial<Order> = {}): Order {
  return order({ _id: idOf("basket"), lines: THREE, ...part });
}

/** The lines, of which the second is not sent. */
function withoutSoap(refused: NonNullable<Line["refused"]>): Line[] {
  return THREE.map((each) =>
    each.productName === "Soap" ? { ...each, quantity: 0, askedQuantity: 2, refused } : each,
  );
}

describe("[GROUP1] the lines of an order", () => {
  const heading = rows.filter({ hasText: "3 lines, placed 04 Mar 2026" });

  test("stand below a heading with their number, day, total and buttons", async () => {
    await open("/pendingretail", outgoing(order({ _id: idOf("single") }), basket()));
    await expectTexts(heading, "Asha Kolhari", "₹9,607.50", "Before the weekend");
    const buttons = heading
      .getByRole("button")
      .elements()
      .map(({ textContent }) => textContent);
    expect(buttons).toEqual(["Timeline", "Cancel all", "Update Message", "Order again"]);
    const texts = () => rows.elements().map(({ textContent }) => textContent);
    await expect.poll(() => texts().length).toBe(6);
    expect(texts().findIndex((text) => text.includes("3 lines"))).toBe(2);
    // The order itself is cancelled, reworded and ordered again in one place.
    for (const name of ["Cancel all", "Timeline", "Update Message", "Order again"])
      expect(rows.filter({ hasText: "Soap" }).getByRole("button", { name }).elements()).toEqual([]);
  });

  test("are cancelled with one reason in one step", async () => {
    const client = outgoing(basket()).onCall(api.orders.cancel, () => null);
    await open("/pendingretail", client);
    await main.getByRole("button", { name: "Cancel all" }).click();
    await expectTexts(dialog, "Cancel all lines", "3 lines to Asha Kolhari, ₹9,607.50");
    await dialog.getByRole("textbox").fill("Shop shut");
    await dialog.getByRole("button", { name: "Cancel all" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.cancel)).toEqual([
      { orderIds: ["basket"], reason: "Shop shut" },
    ]);
  });

  test("are cancelled one by one, down to the last", async () => {
    const client = outgoing(basket()).onCall(api.orders.cancel, () => null);
    await open("/pendingretail", client);
    await main.getByRole("button", { name: "Cancel line: Soap" }).click();
    await expectTexts(dialog, "Cancel this line", "2 × Soap, ₹1,281.00");
    await dialog.getByRole("textbox").fill("Not needed");
    await dialog.getByRole("button", { name: "Cancel line" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.cancel)).toEqual([
      { orderIds: ["basket-2"], reason: "Not needed" },
    ]);
    const [rice, ...others] = THREE;
    const lines = [
      rice!,
      ...others.map((each) => ({
        ...{ ...each, quantity: 0, askedQuantity: each.quantity },
        refused: { by: "retailer" as const, reason: "Not needed" },
      })),
    ];
    client.answer(api.orders.outgoing, pageOf([basket({ lines })]));
    await expectTexts(main, "Cancelled by you: Not needed");
    await expect
      .poll(() => main.getByRole("button", { name: "Cancel", exact: false }).elements())
      .toHaveLength(1);
  });

  test("that are not sent stay, struck out, with whose doing that is and why", async () => {
    const lines = withoutSoap({ by: "distributor", reason: "Not available" });
    await open(
      "/acceptedretail",
      outgoing(basket({ lines, status: "accepted", deliveryBefore: "2026-03-06" })),
    );
    const soap = rows.filter({ hasText: "Soap" });
    await expectTexts(soap, "Rejected", "0 of 2", `Left out by ${ASHA.name}: Not available`);
    expect(
      getComputedStyle(soap.getByTitle("Soap", { exact: true }).element()).textDecorationLine,
    ).toBe("line-through");
    expect(soap.getByText("06 Mar 2026").elements()).toEqual([]);
    await expectTexts(rows.filter({ hasText: "Rice" }), "Accepted", "06 Mar 2026");
    await expectTexts(heading, "₹8,326.50");
    expect(main.getByRole("button", { name: /Cancel/ }).elements()).toEqual([]);
  });

  test("have one message, which is reworded above them", async () => {
    const client = outgoing(basket({ status: "accepted" }));
    await open(
      "/acceptedretail",
      client.onCall(api.orders.updateMessage, () => null),
    );
    await heading.getByRole("button", { name: "Update Message" }).click();
    await heading.getByRole("textbox").fill("Ring twice");
    await heading.getByRole("button", { name: "Submit" }).click();
    expect(client.argsOf(api.orders.updateMessage)).toEqual([
      { orderId: "basket", msg: "Ring twice" },
    ]);
  });

  test("of completed and rejected orders stand on one card, and are ordered again together or alone", async () => {
    const lines = withoutSoap({ by: "distributor", reason: "Not available" });
    const client = outgoing(basket({ lines, status: "completed", completedOn: MARCH_4 }));
    client.onCall(api.basket.addOrdered, () => ({ added: [] }));
    await open("/completedretail", client);
    const card = page.getByRole("article");
    await expectTexts(card, "Rice and 2 more", "Rice", "Soap", "Lamp", "Total", "₹8,326.50");
    await expectTexts(card, `Left out by ${ASHA.name}: Not available`);
    await card.getByRole("button", { name: "Order again" }).click();
    expect(client.argsOf(api.basket.addOrdered)).toEqual([{ orderId: "basket" }]);
    const again = card.getByRole("link", { name: "Re-Order Lamp" });
    await expect.element(again).toHaveAttribute("href", "/orderinfo/product?quantity=1");
    const soap = card.getByRole("link", { name: "Re-Order Soap" });
    await expect.element(soap).toHaveAttribute("href", "/orderinfo/product?quantity=2");
    await open(
      "/rejectedretail",
      outgoing(basket({ status: "rejected", orderCancelReason: "Sold out" })),
    );
    await expectTexts(card, "Rice and 2 more", "Sold out", "Remove Order");
  });

  test("are counted for screen readers as the rows that they are", async () => {
    await open("/pendingretail", outgoing(basket()));
    await expectTexts(main, "Rice");
    // All rows are there: none needs a number.
    await expect.element(main.getByRole("table")).not.toHaveAttribute("aria-rowcount");
  });

  test("fit a phone", async () => {
    await usePhone();
    await open("/pendingretail", outgoing(basket()));
    await expect.element(heading).toBeVisible();
    expect(overflowing(main.element())).toEqual([]);
    await open("/completedretail", outgoing(basket({ status: "completed" })));
    await expectTexts(main, "Rice and 2 more");
    expect(overflowing(main.element())).toEqual([]);
  });
});

describe("[ORDERFILTER1] the filters of a retailer's orders", () => {
  const seller = `Banyan Court Wholesale · ${ASHA.name}`;
  const search = main.getByRole("searchbox", { name: "Search orders" });
  const partner = main.getByRole("combobox", { name: "Distributor" });
  const placed = main.getByRole("combobox", { name: "Placed" });

  /** A client that keeps the filters that it was asked with, and finds nothing for "lamp". */
  function filtering(list: "pending" | "accepted" | "rejected") {
    const asked: unknown[] = [];
    const client = outgoing()
      .answer(api.orders.partners, [
        {
          ...{ partnerId: idOf<"users">("asha"), name: ASHA.name },
          companyName: "Banyan Court Wholesale",
        },
      ])
      .answer(api.orders.outgoing, ({ paginationOpts: _, ...args }) => {
        asked.push(args);
        return pageOf(args.text === "lamp" ? [] : [order({ status: list })]);
      });
    return { client, latest: () => asked.at(-1) };
  }

  test("are asked of the server, and kept in the address", async () => {
    const { client, latest } = filtering("pending");
    await open("/pendingretail?search=rice", client);
    await expect.element(search).toHaveValue("rice");
    expect(latest()).toEqual({ list: "pending", text: "rice" });
    await expectOptions(partner, ["All distributors", seller]);
    await choose(partner, seller);
    await expect.poll(latest).toEqual({ list: "pending", text: "rice", partnerId: "asha" });
    await choose(placed, "Placed yesterday");
    await expect.poll(latest).toEqual({
      ...{ list: "pending", text: "rice", partnerId: "asha" },
      from: Date.UTC(2026, 2, 2, 18, 30),
      to: Date.UTC(2026, 2, 3, 18, 30) - 1,
    });
    await choose(placed, "On one day…");
    await main.getByLabelText("Placed on").fill("1/3");
    await expectTexts(main, "Sunday, 1 March");
    await expect.poll(latest).toEqual({
      ...{ list: "pending", text: "rice", partnerId: "asha" },
      from: Date.UTC(2026, 1, 28, 18, 30),
      to: Date.UTC(2026, 2, 1, 18, 30) - 1,
    });
    await main.getByLabelText("Placed on").fill("1/");
    await expect.element(main.getByLabelText("Placed on")).toHaveValue("1/");
    await main.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(latest).toEqual({ list: "pending" });
    await expect.element(search).toHaveValue("");
  });

  test.each(["pending", "accepted", "rejected"] as const)(
    "that match none of the %s orders say so, and can be cleared",
    async (list) => {
      const { client } = filtering(list);
      await open(`/${list}retail`, client);
      await expectTexts(main, "Basmati rice");
      await search.fill("lamp");
      await expectTexts(main, `No ${list} orders found.`, "No order matches the filters.");
      await main.getByRole("button", { name: "Clear filters" }).last().click();
      await expectTexts(main, "Basmati rice");
    },
  );

  test("fit a phone, with a long name, and work without the names of distributors", async () => {
    const { client } = filtering("pending");
    client.answer(api.orders.partners, [{ partnerId: idOf<"users">("long"), name: LONG_WORD }]);
    await usePhone();
    await open("/pendingretail?partner=long&placed=day&day=2026-03-01", client);
    await main.getByRole("button", { name: "Filter 2 set" }).click();
    await expectTexts(main, "Sunday, 1 March");
    await expect.element(partner).toHaveDisplayValue(LONG_WORD);
    expect(overflowing(main.element())).toEqual([]);
    client.answer(api.orders.partners, serverError());
    await open("/pendingretail", client);
    await expectTexts(main, "Basmati rice");
    await main.getByRole("button", { name: "Filter" }).click();
    await expect.element(partner).toHaveDisplayValue("All distributors");
  });
});

test("[GROUP2] an order of which fewer pieces were agreed on shows both numbers", async () => {
  const fewer = order({ status: "accepted", quantity: 6, askedQuantity: 10 });
  for (const [address, part] of [
    ["/acceptedretail", { deliveryBefore: "2026-03-06" }],
    ["/completedretail", { status: "completed", completedOn: MARCH_4 }],
  ] as const) {
    await open(address, outgoing({ ...fewer, ...part }));
    await expectTexts(main, "6 of 10");
  }
});

test.each(["pending", "accepted", "rejected", "completed"] as const)(
  "[BASKET8] the list of %s orders names the company first, as the basket does",
  async (status) => {
    const address = `/${status}retail`;
    const one = order({ status, companyName: "Banyan Court Wholesale" });
    await open(address, outgoing(one));
    await expectTexts(main, `Banyan Court Wholesale · ${ASHA.name}`);
    // An order of before companies were kept.
    await open(address, outgoing(order({ status })));
    await expectTexts(main, ASHA.name);
  },
);

describe("an offer of fewer pieces", () => {
  const offer: Offer = {
    ...{ _id: idOf("offer"), orderId: idOf("basket"), state: "open" },
    ...{ deliveryBefore: "2026-03-06", createdAt: MARCH_4, expiresAt: MARCH_4 + 41.5 * HOUR_MS },
    ...{ distributorName: ASHA.name, distributorEmail: ASHA.email, userName: MEENA.name },
    ...{ userEmail: MEENA.email, shopName: "Peepal Chowk Stores" },
    companyName: "Banyan Court Wholesale",
    lines: [
      {
        lineId: "basket-1",
        productName: "Rice",
        askedQuantity: 10,
        quantity: 6,
        pricePaise: 6_120,
      },
      {
        lineId: "basket-2",
        productName: "Soap",
        askedQuantity: 4,
        quantity: 4,
        pricePaise: 100,
      },
      {
        lineId: "basket-3",
        productName: "Lamp",
        askedQuantity: 2,
        quantity: 0,
        pricePaise: 900,
      },
    ],
  };
  const offered = (): FakeClient =>
    outgoing(order({ productName: "Rice", quantity: 10 })).answer(api.offers.mine, pageOf([offer]));
  const card = main.getByRole("region", {
    name: "Banyan Court Wholesale can send less. Agree or decline?",
  });

  test("[OFFER1] shows each line as asked and as offered, the new total and when it ends", async () => {
    await open("/pendingretail", offered());
    await expectTexts(card, "ends in 41 h", "asked 10 → 6", "all 4", "asked 2 → not available");
    await expectTexts(card, "₹367.20", "₹371.20", "Agree", "Decline");
    await expect.element(card.getByText("₹612.00 →")).toBeVisible();
    await expect.element(card.getByText("New total")).toBeVisible();
    await usePhone();
    expect(overflowing(main.element())).toEqual([]);
  });

  test("are awaited by what stands below them, which would move otherwise", async () => {
    const orders = pageOf([order({ productName: "Rice", quantity: 10 })]);
    const client = clientFor(MEENA).answer(api.orders.outgoing, orders);
    await open("/pendingretail", client);
    const filter = await main.getByRole("searchbox").findElement();
    const isAwaiting = () =>
      [filter, ...rows.elements()].map((element) => {
        const awaits = (at: Element | null): boolean =>
          at !== null &&
          (getComputedStyle(at).animationName === "await" || awaits(at.parentElement));
        return awaits(element);
      });
    await expect.poll(() => new Set(isAwaiting())).toEqual(new Set([true]));
    client.answer(api.offers.mine, pageOf([]));
    await expect.poll(() => new Set(isAwaiting())).toEqual(new Set([false]));
  });

  test("[TAX8] of all pieces at another GST shows the rate, and the sum with it", async () => {
    const [rice] = offer.lines;
    const dearer = {
      ...{ ...rice!, quantity: 10, addedTaxBp: 1800 },
      placedPrice: { pricePaise: rice!.pricePaise, addedTaxBp: 0 },
    };
    const client = outgoing(order({ productName: "Rice", quantity: 10 }));
    client.answer(api.offers.mine, pageOf([{ ...offer, lines: [dearer] }]));
    await open("/pendingretail", client);
    const changed = main.getByRole("region", {
      name: "The GST on your order to Banyan Court Wholesale has changed. Agree or decline?",
    });
    await expectTexts(changed, "all 10 + 18% GST", "₹722.16");
    await expect.element(changed.getByText("₹612.00 →")).toBeVisible();
    await usePhone();
    expect(overflowing(main.element())).toEqual([]);
  });

  test("[OFFER2] that is agreed to leads to its invoice, when the offer is gone", async () => {
    const client = offered()
      .onCall(api.offers.agree, () => {
        client.answer(api.offers.mine, pageOf([]));
        return { invoiceId: idOf<"invoices">("invoice") };
      })
      .answer(api.invoices.one, { printedNumber: "SWD/26-27/00011" } as Invoice);
    await open("/pendingretail", client);
    await card.getByRole("button", { name: "Agree" }).click();
    const link = main.getByRole("link", { name: "Invoice SWD/26-27/00011" });
    await expect.element(link).toHaveAttribute("href", "/invoicepage?invoice=invoice");
    await expect.element(card).not.toBeInTheDocument();
    await expect.element(main.getByRole("status").filter({ hasText: "Agreed." })).toBeVisible();
    expect(client.argsOf(api.offers.agree)).toEqual([{ offerId: "offer" }]);
  });

  test("[OFFER2] that is declined leaves the order waiting", async () => {
    const client = offered().onCall(api.offers.decline, () => null);
    await open("/pendingretail", client);
    await card.getByRole("button", { name: "Decline" }).click();
    await expectTexts(main, "Declined. Your order stays as it was and waits for another answer.");
    expect(client.argsOf(api.offers.decline)).toEqual([{ offerId: "offer" }]);
  });

  test("[OFFER2] that was withdrawn meanwhile says so", async () => {
    const client = offered().onCall(api.offers.agree, () => {
      client.answer(api.offers.mine, pageOf([]));
      return Promise.reject(new ConvexError({ code: "OFFER_CLOSED", state: "withdrawn" }));
    });
    await open("/pendingretail", client);
    await card.getByRole("button", { name: "Agree" }).click();
    await expectTexts(
      main,
      "The distributor has withdrawn this offer. Your order waits for another answer.",
    );
  });

  test("shows at its order how many are offered", async () => {
    const { _id: offerId, expiresAt } = offer;
    await open(
      "/pendingretail",
      outgoing(order({ offer: { offerId, expiresAt, quantities: [6] } })),
    );
    await expectTexts(main, "6 offered");
  });
});

describe("[TIMELINE1] the timeline of an order", () => {
  const pieces = (quantity: number, askedQuantity?: number) => ({
    ...{ lineId: "order", productName: "Basmati rice", quantity, askedQuantity },
  });
  const placed: OrderEvent = {
    ...{ _id: idOf("placed"), kind: "placed", by: "retailer", at: MARCH_4, to: "pending" },
    ...{ lines: [pieces(12)], msg: "Before the weekend" },
  };
  const accepted: OrderEvent = {
    ...{ _id: idOf("accepted"), kind: "accepted", by: "distributor", at: MARCH_4 + HOUR_MS },
    ...{ from: "pending", to: "accepted", lines: [pieces(6, 12)] },
  };

  function told(client: FakeClient, ...events: OrderEvent[]): FakeClient {
    return client.answer(api.orders.one, wholeOrder()).answer(api.orders.timeline, events);
  }

  test("stays open, live, when the order has left the list", async () => {
    const client = told(outgoing(order()), placed);
    await open("/pendingretail", client);
    const button = main.getByRole("button", { name: "Timeline" });
    await button.click();
    const panel = page.getByRole("dialog", { name: "Timeline" });
    await expectTexts(panel, "Basmati rice", "You placed the order", "12 × Basmati rice");
    await expectTexts(panel, "“Before the weekend”", "04 Mar 2026, 12:00 pm");
    client.answer(api.orders.outgoing, pageOf([]));
    told(client, placed, accepted).answer(
      api.orders.one,
      wholeOrder({ status: "accepted", deliveryBefore: "2026-03-06" }),
    );
    await expectTexts(panel, "Asha Kolhari accepted", "6 of 12 × Basmati rice");
    await expectTexts(panel, "Pending → Accepted", "06 Mar 2026");
    await panel.getByRole("button", { name: "Close panel" }).click();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test("fills a phone, and is 360 px wide at a desk", async () => {
    await open("/pendingretail", told(outgoing(order()), placed));
    await main.getByRole("button", { name: "Timeline" }).click();
    const width = () => Math.round(dialog.element().getBoundingClientRect().width);
    await expect.element(dialog).toBeVisible();
    // It grows while it opens.
    await expect.poll(width).toBe(360);
    await usePhone();
    await expect.poll(width).toBe(375);
  });

  test.each(["/rejectedretail", "/completedretail"])("is on the cards of %s", async (address) => {
    await open(address, told(outgoing(order({ status: "rejected" })), placed));
    await main.getByRole("button", { name: "Timeline" }).click();
    await expectTexts(dialog, "You placed the order");
  });

  test("is on the distributor's completed orders", async () => {
    const client = clientFor(ASHA).answer(
      api.orders.incoming,
      pageOf([order({ status: "completed", completedOn: MARCH_4 })]),
    );
    await open("/completed_dist", told(client, placed));
    await main.getByRole("button", { name: "Timeline" }).click();
    await expectTexts(dialog, "Meena Talwari placed the order");
  });

  test("is on the admin's tables, with both names", async () => {
    const { msg: _, ...row } = order();
    const client = clientFor(ADMIN).answer(
      api.admin.orders,
      pageOf([{ ...row, ...orderLine(), photos: [], movedAt: MARCH_4, status: undefined }]),
    );
    await open("/adminhome", told(client, placed, accepted));
    await main.getByRole("button", { name: "Timeline" }).first().click();
    await expectTexts(dialog, "Meena Talwari placed the order", "Asha Kolhari accepted");
  });
});

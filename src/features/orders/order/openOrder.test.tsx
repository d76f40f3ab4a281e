/** An open order: beside its list on desktops, in its place on phones, in each status and for both parties. */
import { beforeAll, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import type { OrderStatus } from "../../../../domain/orderLifecycle";
import { preload } from "../../../app/preload";
import { type FakeClient, pageOf } from "../../../testing/fakeClient.setup";
import {
  ASHA,
  idOf,
  MARCH_4,
  MEENA,
  order,
  orderLine,
  wholeOrder,
} from "../../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../../testing/screen.setup";

type Args = { readonly list?: string; readonly orderId?: string };
type Invoice = NonNullable<FunctionReturnType<typeof api.invoices.one>>;
type Part = NonNullable<Parameters<typeof wholeOrder>[0]>;

const main = page.getByRole("main");
const pane = main.getByRole("region", { name: "Order", exact: true });
const title = (name: string) => main.getByRole("heading", { level: 1, name });
const shop = { companyName: "Banyan Court" };
const rice = order({ ...shop, _id: idOf("rice"), productName: "Rice" });
const dal = order({ ...shop, _id: idOf("dal"), productName: "Dal", shopName: "Mill Gate Bazaar" });
const ROW_OF = { rice, dal } as const;

/** The client of a person with two orders on `list`, of which the first is `part`. */
function withOrders(me: typeof MEENA, list = "pending", part: Part = {}): FakeClient {
  const query = me === MEENA ? api.orders.outgoing : api.orders.incoming;
  const row = (status: OrderStatus) => [rice, dal].map((each) => ({ ...each, status }));
  return clientFor(me)
    .answer(query, (args: Args) => pageOf(args.list === list ? row(part.status ?? "pending") : []))
    .answer(api.orders.one, ({ orderId = "" }: Args) =>
      orderId === "rice" || orderId === "dal" ? wholeOrder(part, ROW_OF[orderId]) : null,
    )
    .answer(api.orders.timeline, [])
    .answer(api.orders.pendingCount, 2)
    .answer(api.orders.partners, [])
    .answer(api.offers.mine, pageOf([]));
}

// Loaded when the first order is opened, and where one has moved to.
beforeAll(async () => {
  await import("./OrderPane");
  await Promise.all(["/accepted_dist", "/acceptedretail"].map(preload));
});

const link = (name: RegExp) => main.getByRole("link", { name }).first();

describe("[ORDERFILTER3] the address of one order", () => {
  test.each([
    [ASHA, "/pendingorders_dist"],
    [MEENA, "/pendingretail"],
  ] as const)("opens it beside the whole list, with its filters: %#", async (me, address) => {
    await open(`${address}?order=rice`, withOrders(me));
    await expectTexts(pane, "Rice", "1 line, placed 04 Mar 2026", "Pending");
    await expectTexts(main, "Dal");
    await expect.element(title("Pending Orders")).toBeVisible();
    await expect.element(main.getByRole("search")).toBeVisible();
    expect(pane.getByText("Dal").elements()).toEqual([]);
  });

  test("takes the list's place on a phone, and leads back to it", async () => {
    await usePhone();
    await open("/pendingorders_dist?order=rice", withOrders(ASHA));
    await expect.element(title("Meena Talwari · Peepal Chowk Stores")).toBeVisible();
    expect(main.getByText("Dal").first().element().checkVisibility()).toBe(false);
    await expectNoSidewaysScroll();
    await main.getByRole("link", { name: "Pending Orders" }).click();
    await expectTexts(main, "Rice", "Dal");
    await expect.element(pane).not.toBeInTheDocument();
  });

  test.each([
    [ASHA, "/pendingorders_dist"],
    [MEENA, "/pendingretail"],
  ] as const)("leads to the list to which it moved meanwhile: %#", async (me, from) => {
    await open(`${from}?order=rice`, withOrders(me, "accepted", { status: "accepted" }));
    await expect.element(title("Accepted Orders")).toBeVisible();
    await expectTexts(pane, "Rice", "Accepted");
  });

  test("keeps the list open when its order moves while it is shown", async () => {
    const client = withOrders(ASHA);
    await open("/pendingorders_dist?order=rice", client);
    await expectTexts(pane, "Rice", "Pending");
    client.answer(api.orders.one, wholeOrder({ status: "accepted" }, rice));
    client.answer(api.orders.incoming, pageOf([]));
    await expectTexts(main, "No pending orders found.");
    await expectTexts(pane, "Accepted");
    await expect.element(title("Pending Orders")).toBeVisible();
  });

  test("says that the order is not on the list when the reader may not see it", async () => {
    await open("/rejectedretail?order=nobodys", withOrders(MEENA));
    await expectTexts(pane, "No rejected orders found.", "The order is not on this list.");
    expect(pane.getByRole("group", { name: "Actions" }).elements()).toEqual([]);
  });

  test("asks for the offer of that order alone, beside those of the list", async () => {
    const ids = new Set<string | undefined>();
    const client = withOrders(MEENA).answer(api.offers.mine, ({ orderId }: Args) => {
      ids.add(orderId);
      return pageOf([]);
    });
    await open("/pendingretail?order=rice", client);
    await expectTexts(pane, "Rice");
    expect([...ids].sort()).toEqual(["rice", undefined]);
  });
});

describe("an order that a list opens", () => {
  test("changes with the chosen title, and Escape gives the focus back to that title", async () => {
    await open("/pendingorders_dist", withOrders(ASHA));
    await link(/Peepal Chowk Stores/).click();
    const heading = pane.getByRole("heading", { level: 2 });
    await expect.element(heading).toHaveTextContent("Meena Talwari · Peepal Chowk Stores");
    await expect.element(heading).toHaveFocus();
    await link(/Mill Gate Bazaar/).click();
    await expect.element(heading).toHaveTextContent("Meena Talwari · Mill Gate Bazaar");
    await expect.element(heading).toHaveFocus();
    await expect.element(link(/Mill Gate Bazaar/)).toHaveAttribute("aria-current", "true");
    await userEvent.keyboard("{Escape}");
    await expect.element(pane).not.toBeInTheDocument();
    await expect.element(link(/Mill Gate Bazaar/)).toHaveFocus();
  });

  test("closes by its button, and keeps the filters of the list", async () => {
    await open("/pendingorders_dist?search=r", withOrders(ASHA));
    await link(/Peepal Chowk Stores/).click();
    await pane.getByRole("button", { name: "Close the order" }).click();
    await expect.element(pane).not.toBeInTheDocument();
    await expect.element(main.getByRole("searchbox")).toHaveValue("r");
  });

  test("gives the focus back to its title on a phone, too", async () => {
    await usePhone();
    await open("/rejectedretail", withOrders(MEENA, "rejected", { status: "rejected" }));
    await link(/Dal/).click();
    await expect.element(title("Banyan Court · Asha Kolhari")).toHaveFocus();
    await main.getByRole("link", { name: "Rejected Orders" }).click();
    await expect.element(link(/Dal/)).toHaveFocus();
  });

  test("stays on its list, though its kept row has moved on", async () => {
    const client = withOrders(ASHA, "accepted", { status: "completed" });
    await open("/accepted_dist", client);
    await link(/Peepal Chowk Stores/).click();
    await expectTexts(pane, "Rice", "Completed");
    await expect.element(title("Accepted Orders")).toBeVisible();
  });
});

type Shown = {
  readonly me: typeof MEENA;
  readonly address: string;
  readonly part: Part;
  readonly progress: string;
  readonly actions: readonly string[];
};

const OFFER = { offerId: idOf<"offers">("offer"), quantities: [6], expiresAt: MARCH_4 };
const RETAILER_WORK = ["Cancel", "Update Message", "Order again"];
const AHEAD = "2999-01-01";
const PAST = "2026-03-05";

const EACH: Record<string, Shown> = {
  "pending, to its distributor": {
    ...{ me: ASHA, address: "/pendingorders_dist", part: {} },
    ...{ progress: "Step 1 of 5: placed", actions: ["Accept", "Reject"] },
  },
  "pending, to its retailer": {
    ...{ me: MEENA, address: "/pendingretail", part: {} },
    ...{ progress: "Step 1 of 5: placed", actions: RETAILER_WORK },
  },
  "answered with an offer": {
    ...{ me: ASHA, address: "/pendingorders_dist", part: { offer: OFFER } },
    ...{ progress: "Step 2 of 5: answered", actions: ["Accept", "Reject"] },
  },
  "accepted, to its distributor": {
    ...{ me: ASHA, address: "/accepted_dist" },
    part: { status: "accepted", acceptedAt: MARCH_4, deliveryBefore: AHEAD },
    ...{ progress: "Step 3 of 5: accepted", actions: ["Mark as Completed"] },
  },
  "due, to its retailer": {
    ...{ me: MEENA, address: "/acceptedretail" },
    part: { status: "accepted", acceptedAt: MARCH_4, deliveryBefore: PAST },
    ...{ progress: "Step 4 of 5: due", actions: ["Update Message", "Order again"] },
  },
  "completed, to its retailer": {
    ...{ me: MEENA, address: "/completedretail" },
    part: { status: "completed", acceptedAt: MARCH_4, completedOn: MARCH_4 },
    ...{ progress: "Step 5 of 5: completed", actions: ["Re-Order", "Order again", "Remove"] },
  },
  "completed, to its distributor": {
    ...{ me: ASHA, address: "/completed_dist" },
    part: { status: "completed", acceptedAt: MARCH_4, completedOn: MARCH_4 },
    ...{ progress: "Step 5 of 5: completed", actions: [] },
  },
  "rejected, to its retailer": {
    ...{ me: MEENA, address: "/rejectedretail" },
    part: { status: "rejected", orderCancelReason: "Sold out" },
    ...{ progress: "Ended at step 2 of 5: rejected", actions: ["Order again", "Remove Order"] },
  },
  "cancelled after its acceptance, to its distributor": {
    ...{ me: ASHA, address: "/rejected_dist" },
    part: { status: "cancelled", acceptedAt: MARCH_4, orderCancelReason: "Shop closed" },
    ...{ progress: "Ended at step 4 of 5: cancelled", actions: ["Remove"] },
  },
};

test.each(Object.entries(EACH))(
  "[ORDER1] an order shows its progress and the next actions: %s",
  async (_, { me, address, part, progress, actions }) => {
    await open(`${address}?order=rice`, withOrders(me, "all", part));
    await expect.element(pane.getByRole("img", { name: progress })).toBeVisible();
    const buttons = pane
      .getByRole("group", { name: "Actions" })
      .elements()
      .flatMap((group) => [...group.querySelectorAll("button, a")]);
    expect(buttons.map(({ textContent }) => textContent)).toEqual(actions);
    if (part.offer !== undefined) await expectTexts(pane, "· 6 offered");
    if (part.orderCancelReason !== undefined) await expectTexts(pane, part.orderCancelReason);
  },
);

describe("[ORDER1] the content of an order", () => {
  const address = "7 Market Yard";
  const invoice: Invoice = {
    ...{ _id: idOf("invoice"), orderId: idOf("rice"), invoiceNo: "19" },
    ...{ printedNumber: "BCW/26-27/00019", orderStatus: "accepted", deliveryBefore: AHEAD },
    ...{ createdAt: MARCH_4, orderDate: MARCH_4, acceptedAt: MARCH_4, lines: [] },
    distributor: { address, companyName: "", email: ASHA.email, name: ASHA.name, phone: "" },
    retailer: { address, email: MEENA.email, name: MEENA.name, phone: "", shopName: "" },
    ...{ netAmountPaise: 7_68_600, payablePaise: 7_68_600, openPaise: 5_00_000 },
    ...{ creditedPaise: 1_00_000, qrImageUrl: null, authorizedSignature: ASHA.name },
  };

  test("has every line with its sum, and why one is not sent", async () => {
    const refused = { by: "distributor", reason: "Sold out" } as const;
    const lines = Array.from({ length: 100 }, (_, at) =>
      orderLine({ productName: `Product ${at + 1}`, ...(at === 99 && { quantity: 0, refused }) }),
    );
    const row = order({ ...shop, _id: idOf("rice"), lines });
    const client = withOrders(MEENA).answer(api.orders.one, wholeOrder({}, row));
    await open("/pendingretail?order=rice", client);
    await expectTexts(pane, "100 lines, placed 04 Mar 2026", "₹7,686.00");
    expect(pane.getByRole("list", { name: "Lines" }).getByRole("listitem").elements()).toHaveLength(
      100,
    );
    await expectTexts(
      pane,
      "Left out by Banyan Court · Asha Kolhari: Sold out",
      // 99 lines of 12 × ₹640.50.
      "₹7,60,914.00",
    );
    await pane.getByRole("button", { name: "Cancel line: Product 2", exact: true }).click();
    await expectTexts(page.getByRole("dialog"), "Cancel this line");
  });

  test("says what is open of its invoice, and leads to its papers, partner and khata", async () => {
    const note = {
      ...{ _id: idOf<"creditNotes">("note"), printedNumber: "CN/26-27/00002" },
      ...{ issuedAt: MARCH_4, totalPaise: 1_00_000 },
    };
    const part = { status: "accepted", invoiceId: idOf<"invoices">("invoice") } as const;
    const client = withOrders(ASHA, "accepted", part)
      .answer(api.invoices.one, invoice)
      .answer(api.creditNotes.ofInvoice, pageOf([note]));
    await open("/accepted_dist?order=rice", client);
    await expectTexts(pane, "₹5,000.00", "-₹1,000.00");
    const addresses = () =>
      pane
        .getByRole("link")
        .elements()
        .map((each) => each.getAttribute("href"));
    await expect
      .poll(addresses)
      .toEqual(
        expect.arrayContaining([
          "/invoicepage?invoice=invoice",
          "/creditnote/note",
          "/khata/meena",
          `/chat?with=${encodeURIComponent(MEENA.email)}`,
          "tel:+919876543210",
        ]),
      );
  });

  test("rewords its message in a dialog", async () => {
    const client = withOrders(MEENA, "accepted", { status: "accepted" });
    await open("/acceptedretail?order=rice", client);
    await pane.getByRole("button", { name: "Update Message" }).click();
    await expectTexts(page.getByRole("dialog"), "Please enter the new message:");
  });

  test("closes when the order is removed", async () => {
    const client = withOrders(MEENA, "rejected", { status: "rejected" });
    client.onCall(api.orders.hide, () => null);
    await open("/rejectedretail?order=rice", client);
    await pane.getByRole("button", { name: "Remove Order" }).click();
    await expect.element(pane).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.hide)).toEqual([{ orderIds: ["rice"] }]);
  });
});

/** One order alone on a list: where links of notifications, homes and the search lead. */
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { type FakeClient, pageOf } from "../../../testing/fakeClient.setup";
import { ASHA, idOf, MEENA, order, wholeOrder } from "../../../testing/fixtures.setup";
import { clientFor, expectTexts, open } from "../../../testing/screen.setup";

type Asked = { readonly list?: string; readonly orderId?: string };

const main = page.getByRole("main");
const title = (name: string) => main.getByRole("heading", { level: 1, name });
const rice = order({ _id: idOf("rice"), productName: "Rice" });
const dal = order({ _id: idOf("dal"), productName: "Dal" });

/** A person with two orders, of which one is on the list where `list` says. */
function withOrders(me: typeof MEENA, list: "pending" | "accepted" = "pending"): FakeClient {
  const query = me === MEENA ? api.orders.outgoing : api.orders.incoming;
  return clientFor(me)
    .answer(query, (args: Asked) =>
      pageOf(args.list !== list ? [] : args.orderId === "rice" ? [rice] : [rice, dal]),
    )
    .answer(api.orders.one, wholeOrder({ _id: rice._id, status: list }))
    .answer(api.orders.pendingCount, 2)
    .answer(api.orders.partners, [])
    .answer(api.offers.mine, pageOf([]));
}

describe("[ORDERFILTER3] the address of one order", () => {
  test.each([
    [ASHA, "/pendingorders_dist"],
    [MEENA, "/pendingretail"],
  ] as const)(
    "shows it alone, without filters, and leads to the whole list: %#",
    async (me, to) => {
      await open(`${to}?order=rice&search=dal`, withOrders(me));
      await expectTexts(main, "Rice", "Only one order is shown.");
      expect(main.getByText("Dal").elements()).toEqual([]);
      expect(main.getByRole("search").elements()).toEqual([]);
      await main.getByRole("link", { name: "Show all" }).click();
      await expectTexts(main, "Rice", "Dal");
      await expect.element(main.getByRole("search")).toBeVisible();
    },
  );

  test.each([
    [ASHA, "/pendingorders_dist"],
    [MEENA, "/pendingretail"],
  ] as const)("leads to the list to which it moved meanwhile: %#", async (me, from) => {
    await open(`${from}?order=rice`, withOrders(me, "accepted"));
    await expect.element(title("Accepted Orders")).toBeVisible();
    await expectTexts(main, "Rice", "Only one order is shown.");
  });

  test("keeps the list open when its order moves while it is shown", async () => {
    const client = withOrders(ASHA);
    await open("/pendingorders_dist?order=rice", client);
    await expectTexts(main, "Rice");
    client.answer(api.orders.one, wholeOrder({ _id: rice._id, status: "accepted" }));
    client.answer(api.orders.incoming, pageOf([]));
    await expectTexts(main, "No pending orders found.", "The order is not on this list.");
    await expect.element(title("Pending Orders")).toBeVisible();
  });

  test("says that the order is not on the list when the reader may not see it", async () => {
    const client = withOrders(MEENA, "accepted").answer(api.orders.one, null);
    await open("/rejectedretail?order=nobodys", client);
    await expectTexts(main, "No rejected orders found.", "The order is not on this list.");
    await expect.element(main.getByRole("link", { name: "Show all" })).toBeVisible();
  });

  test("asks for the offer of that order alone", async () => {
    const asked: Asked[] = [];
    const client = withOrders(MEENA).answer(api.offers.mine, (args: Asked) => {
      asked.push(args);
      return pageOf([]);
    });
    await open("/pendingretail?order=rice", client);
    await expectTexts(main, "Rice");
    expect(asked.map(({ orderId }) => orderId)).toEqual(["rice"]);
  });
});

/** The distributor's daily handling: filters, days, several orders at once, contacts, and keys. */
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { mailtoHref } from "../../../device/contactLinks";
import { type FakeClient, pageOf } from "../../../testing/fakeClient.setup";
import {
  ASHA,
  idOf,
  LONG_WORD,
  MARCH_4,
  MEENA,
  order,
  orderLine,
} from "../../../testing/fixtures.setup";
import {
  choose,
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../../testing/screen.setup";

type Order = ReturnType<typeof order>;

const cards = page.getByRole("article");
const dialog = page.getByRole("dialog");
const select = (name: string) => page.getByRole("combobox", { name });
const rowsNamed = (...names: readonly string[]) =>
  names.map((name) => order({ _id: idOf(name), productName: name }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MARCH_4 });
});

function incoming(...rows: Order[]): FakeClient {
  return clientFor(ASHA)
    .answer(api.orders.incoming, pageOf(rows))
    .answer(api.orders.pendingCount, rows.length)
    .answer(api.orders.partners, [
      { partnerId: idOf<"users">("meena"), name: "Meena Talwari", shopName: "Peepal Chowk Stores" },
    ]);
}

/** A server that names its arguments in a product. */
function echoing(): FakeClient {
  return incoming().answer(api.orders.incoming, ({ paginationOpts: _, ...asked }) =>
    pageOf(rowsNamed(JSON.stringify(asked))),
  );
}

const expectAsked = (asked: object) => expectTexts(cards, JSON.stringify(asked));

describe("[HANDLE1] the pending orders", () => {
  test("are the oldest first, unless the newest are wanted", async () => {
    await open("/pendingorders_dist", echoing());
    await expectAsked({ list: "pending", sort: "oldest" });
    await choose(select("Sort by"), "Newest first");
    await expectAsked({ list: "pending", sort: "latest" });
    await choose(select("Sort by"), "Oldest first");
    await expectAsked({ list: "pending", sort: "oldest" });
  });

  test("are filtered by text, retailer and day, and by none of them again", async () => {
    await open("/pendingorders_dist", echoing());
    await page.getByRole("searchbox", { name: "Search orders" }).fill("rice");
    // The button that clears the filters appears, and moves the others.
    await expectAsked({ list: "pending", sort: "oldest", text: "rice" });
    await choose(select("Retailer"), "Meena Talwari · Peepal Chowk Stores");
    await choose(select("Placed"), "Placed today");
    await expectAsked({
      ...{ list: "pending", sort: "oldest", text: "rice", partnerId: "meena" },
      from: Date.parse("2026-03-04T00:00:00+05:30"),
      to: Date.parse("2026-03-04T23:59:59.999+05:30"),
    });
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expectAsked({ list: "pending", sort: "oldest" });
  });

  test("say so where none matches", async () => {
    await open("/pendingorders_dist?search=nothing", incoming());
    await expectTexts(page, "No pending orders found.", "No order matches the filters.");
  });
});

test("[HANDLE2] closed cards are at most 168 px high, all of a line equally, also on phones", async () => {
  const lines = ["Rice", "Dal", "Oil", "Salt", "Tea"].map((productName) =>
    orderLine({ productName }),
  );
  // One of its first lines is not sent, which takes no more room.
  lines[1] = orderLine({ quantity: 0, refused: { by: "retailer", reason: "r ".repeat(200) } });
  const basket = order({
    ...{ _id: idOf("basket"), lines, msg: "m ".repeat(200), userName: LONG_WORD },
  });
  await open("/pendingorders_dist", incoming(order(), basket, ...rowsNamed("Soap")));
  const heights = () => cards.elements().map((card) => card.getBoundingClientRect().height);
  for (const go of [() => Promise.resolve(), usePhone]) {
    await go();
    await expect.poll(() => heights().length).toBe(3);
    await expect.poll(() => Math.max(...heights())).toBeLessThanOrEqual(168);
    expect(new Set(heights()).size).toBe(1);
    await expectNoSidewaysScroll();
  }
});

describe("[HANDLE3] the accepted orders", () => {
  const due = (name: string, deliveryBefore: string) =>
    order({ ...{ _id: idOf(name), productName: name, status: "accepted" }, deliveryBefore });
  const rows = [
    ...[due("Rice", "2026-02-07"), due("Dal", "2026-03-03")],
    ...[due("Oil", "2026-03-04"), due("Salt", "2026-03-09")],
  ];

  test("name their group, Late, Today or Later, with its count on the choice of it, and tell how late they are", async () => {
    await open("/accepted_dist", incoming(...rows));
    const details = [
      ["Late", "Rice", "· 25 days late"],
      ["Late", "Dal", "· 1 day late"],
      ["Today", "Oil", "· today"],
      ["Later", "Salt", "09 Mar 2026"],
    ];
    for (const [at, texts] of details.entries()) await expectTexts(cards.nth(at), ...texts);
    const choices = page.getByRole("group", { name: "Delivery" }).getByRole("button");
    const words = choices.elements().map(({ textContent }) => textContent);
    expect(words).toEqual(["Late 2", "Today 1", "Later 1"]);
    const late = cards.getByText("25 days late").element();
    expect(getComputedStyle(late).color).not.toBe(getComputedStyle(cards.first().element()).color);
  });

  test("are narrowed down to a group of days", async () => {
    await open("/accepted_dist", echoing());
    const press = (name: string) =>
      page.getByRole("button", { name: new RegExp(`^${name}( \\d+)?$`) }).click();
    await expectAsked({ list: "accepted", delivery: {} });
    await press("Late");
    await expectAsked({ list: "accepted", delivery: { to: "2026-03-03" } });
    await press("Today");
    await expectAsked({ list: "accepted", delivery: { from: "2026-03-04", to: "2026-03-04" } });
    await press("Later");
    await expectAsked({ list: "accepted", delivery: { from: "2026-03-05" } });
    await press("Later");
    await expectAsked({ list: "accepted", delivery: {} });
  });

  test("say so where none is late", async () => {
    await open("/accepted_dist?due=late", incoming());
    await expectTexts(page, "No Accepted Orders found.", "No order matches the filters.");
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await expectTexts(page, "Orders that you accept wait here until they are delivered.");
  });
});

test("[HANDLE4] several are rejected with one reason, each with its result", async () => {
  const client = incoming(...rowsNamed("Rice", "Soap")).onCall(api.orders.reject, ({ orderIds }) =>
    orderIds.includes("Rice")
      ? new ConvexError({ code: "ILLEGAL_MOVE", status: "cancelled" })
      : null,
  );
  await open("/pendingorders_dist", client);
  await expect.poll(() => page.getByRole("checkbox").elements().length).toBe(2);
  for (const box of page.getByRole("checkbox").elements()) await userEvent.click(box);
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByRole("button", { name: "Reject 2" }).click();
  await dialog.getByRole("button", { name: "Reject 2" }).click();
  await expectTexts(dialog, "Please provide a reason for rejection.");
  await dialog.getByRole("textbox", { name: "Reason for Rejection" }).fill(" Sold out ");
  await dialog.getByRole("button", { name: "Reject 2" }).click();
  await expectTexts(dialog, "1 of 2 done, 1 failed", "This order can no longer be changed.");
  await expectTexts(dialog, "Rejected");
  expect(client.argsOf(api.orders.reject)).toEqual([
    { orderIds: ["Rice"], reason: "Sold out" },
    { orderIds: ["Soap"], reason: "Sold out" },
  ]);
});

test("[HANDLE5] an accepted card folds to the link of its invoice, in its place", async () => {
  const [rice, soap] = rowsNamed("Rice", "Soap");
  const client = incoming({ ...rice!, createdAt: MARCH_4 - 1 }, soap!);
  client
    .onCall(api.orders.accept, () => {
      client.answer(api.orders.incoming, pageOf([soap!]));
      return { invoiceId: idOf<"invoices">("bill"), offerId: null };
    })
    .answer(api.invoices.one, { printedNumber: "SWD/26-27/00011" } as never);
  await open("/pendingorders_dist", client);
  await cards.first().getByRole("button", { name: "Accept" }).click();
  await dialog.getByRole("button", { name: "Today" }).click();
  await expectTexts(dialog, "Wednesday, 4 March", "04 Mar 2026 · ₹7,686.00");
  await dialog.getByRole("button", { name: "Submit" }).click();
  const link = page.getByRole("main").getByRole("listitem").first().getByRole("link");
  await expectTexts(link, "Accepted · SWD/26-27/00011");
  await expect.element(link).toHaveAttribute("href", "/invoicepage?invoice=bill");
  await expect.poll(() => cards.elements().length).toBe(1);
  await expectTexts(page.getByRole("main"), "1");
  // Once nothing waits any more the list says so, above what was accepted.
  client.answer(api.orders.incoming, pageOf([]));
  await expectTexts(page, "No pending orders found.", "Accepted · SWD/26-27/00011");
});

test("[CONTACT1] [CONTACT2] [CONTACT3] a card calls, writes, and shows the way", async () => {
  await open("/pendingorders_dist", incoming(order({ userPhone: "98765 43210" })));
  const hrefOf = (name: RegExp | string) =>
    cards.getByRole("link", { name }).first().element().getAttribute("href");
  await expect.element(cards.getByRole("link", { name: /^Phone/ })).toBeVisible();
  expect(hrefOf(/^Phone/)).toBe("tel:+919876543210");
  expect(hrefOf(/^E-mail/)).toBe(mailtoHref(MEENA.email));
  await cards.getByRole("button", { name: "More" }).click();
  const map = cards.getByRole("link", { name: "12 Station Road, Pune 411001" });
  const query = encodeURIComponent("12 Station Road Pune 411001");
  await expect
    .element(map)
    .toHaveAttribute("href", `https://www.google.com/maps/search/?api=1&query=${query}`);
  const text = `Your order on Mandi: 12 × Basmati rice, ₹7,686.00, pending.\n${window.location.origin}/pendingretail`;
  expect(hrefOf("WhatsApp")).toBe(`https://wa.me/919876543210?text=${encodeURIComponent(text)}`);
  for (const link of [map, cards.getByRole("link", { name: "WhatsApp" })])
    await expect.element(link).toHaveAttribute("rel", "noopener noreferrer");
});

test("[LANG2] the text about an order is in the language of its retailer", async () => {
  const client = incoming(order()).answer(api.orders.retailerLanguage, "hi");
  await open("/pendingorders_dist", client);
  await cards.getByRole("button", { name: "More" }).click();
  const text = `Mandi पर आपका ऑर्डर: 12 × Basmati rice, ₹7,686.00, पेंडिंग।\n${window.location.origin}/pendingretail`;
  const link = cards.getByRole("link", { name: "WhatsApp" });
  await expect
    .element(link)
    .toHaveAttribute("href", expect.stringMatching(`text=${encodeURIComponent(text)}$`));
});

describe("keys", () => {
  const focused = () => document.activeElement?.textContent ?? "";
  const press = (keys: string) => userEvent.keyboard(keys);

  async function openCards(): Promise<void> {
    await open("/pendingorders_dist", incoming(...rowsNamed("Rice", "Soap")));
    await expect.poll(() => cards.elements().length).toBe(2);
    // The bar's code comes after the page's.
    await expect.element(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();
  }

  test("[KEYS1] J and K go from card to card, A and R answer the one that has the focus", async () => {
    await openCards();
    await press("a");
    expect(dialog.elements()).toEqual([]);
    await press("jj");
    await expect.poll(focused).toContain("Soap");
    await press("k");
    await expect.poll(focused).toContain("Rice");
    await press("a");
    await expect.element(page.getByRole("dialog", { name: "Accept Order" })).toBeVisible();
    await press("j");
    await expect.element(page.getByRole("dialog", { name: "Accept Order" })).toBeVisible();
    await press("{Escape}");
    await press("jr");
    await expectTexts(
      page.getByRole("dialog", { name: "Reason for Rejection" }),
      "12 × Soap, ₹7,686.00",
    );
  });

  test("[KEYS2] do nothing in fields and with Ctrl", async () => {
    await openCards();
    await press("/");
    const search = page.getByRole("searchbox", { name: "Search orders" });
    await expect.element(search).toHaveFocus();
    await press("j?");
    await expect.element(search).toHaveValue("j?");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("[KEYS3] are listed under the question mark, and can be turned off", async () => {
    await openCards();
    await press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expectTexts(help, "Next order", "Previous order", "Show these keys");
    await help.getByRole("switch").click();
    await press("{Escape}");
    await expect.element(help).not.toBeInTheDocument();
    await press("j");
    expect(focused()).not.toContain("Rice");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await help.getByRole("switch").click();
    await press("{Escape}");
    await press("j");
    await expect.poll(focused).toContain("Rice");
  });
});

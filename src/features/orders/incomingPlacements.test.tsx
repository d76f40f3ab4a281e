/** The distributor's placements of several lines: their cards, their answers, and the actions on several of them. */
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { missingText } from "../../../domain/gst/missingText";
import { type FakeClient, pageOf } from "../../testing/fakeClient.setup";
import {
  ASHA,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MARCH_4,
  order,
  wholeOrder,
} from "../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";

type Order = ReturnType<typeof order>;

const HOUR = 3_600_000;
const cards = page.getByRole("article");
const dialog = page.getByRole("dialog");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MARCH_4 });
});

/** Returns a line of a placement. */
function line(name: string, part: Partial<Order> = {}): Order {
  return order({
    ...{ _id: idOf(name), placementId: idOf("basket"), productName: name },
    ...{ quantity: 10, pricePaise: 100_00 },
    ...part,
  });
}

/** In the order of placing, as the distributor's lists of what is to do. */
const BASKET = ["Rice", "Dal", "Oil", "Salt", "Tea"].map((name) => line(name));

function incoming(...rows: Order[]): FakeClient {
  return clientFor(ASHA)
    .answer(api.orders.incoming, pageOf(rows))
    .answer(api.orders.pendingCount, 1)
    .answer(api.orders.partners, []);
}

const accepts = (client: FakeClient) =>
  client.onCall(api.orders.accept, () => ({ invoiceId: idOf<"invoices">("bill"), offerId: null }));

async function openAnswer(client: FakeClient): Promise<Locator> {
  await open("/pendingorders_dist", client);
  await cards.first().getByRole("button", { name: "Accept" }).click();
  return page.getByRole("dialog", { name: "Accept Order" });
}

const piecesOf = (name: string) => dialog.getByRole("textbox", { name: `Pieces of ${name}` });

describe("[ANSWER1] a placement of several lines", () => {
  test("is one card with its first lines, and opens the others", async () => {
    await open("/pendingorders_dist", incoming(...BASKET, order()));
    await expect.poll(() => cards.elements().length).toBe(2);
    const card = cards.first();
    await expectTexts(card, "Meena Talwari · Peepal Chowk Stores", "5 lines", "₹5,000.00");
    await expectTexts(card, "Rice", "Dal", "Before the weekend");
    expect(card.getByText("Oil").elements()).toEqual([]);
    await card.getByRole("button", { name: "3 more" }).click();
    await expectTexts(card, "Oil", "Salt", "Tea", "If short: ask me");
    await card.getByRole("button", { name: "Show Less" }).click();
    await expect.element(card.getByText("Oil")).not.toBeInTheDocument();
    await expectTexts(page.getByRole("main"), "2");
  });

  test("has a single line's card once the others are answered", async () => {
    await open("/pendingorders_dist", incoming(line("Rice")));
    await expectTexts(cards, "Rice", "10 ×", "₹100.00", "₹1,000.00");
    expect(cards.getByText("1 lines").elements()).toEqual([]);
  });

  test("tells its age, as every order that waits", async () => {
    const createdAt = MARCH_4 - 26 * HOUR;
    const old = BASKET.map((row) => ({ ...row, createdAt }));
    await open("/pendingorders_dist", incoming(order(), ...old));
    await expectTexts(cards.first(), "< 1 h");
    await expectTexts(cards.last(), "26 h");
  });

  test("fits long names on desktops and phones", async () => {
    const long = { userName: LONG_HINDI, shopName: LONG_WORD, retailerAddress: LONG_WORD };
    const offer = { offerId: idOf<"offers">("offer"), quantity: 99, expiresAt: MARCH_4 + HOUR };
    const rows = BASKET.map((row) => ({
      ...{ ...row, ...long, productName: LONG_WORD, msg: LONG_HINDI, offer },
      ...{ quantity: 99_999, pricePaise: 99_999_999_999 },
    }));
    await openAnswer(incoming(...rows));
    await expectNoSidewaysScroll();
    await usePhone();
    await expectNoSidewaysScroll();
    const { scrollWidth, clientWidth } = dialog.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });
});

describe("the answer to a placement", () => {
  test("[ANSWER2] all lines are accepted with one date in one call", async () => {
    const client = accepts(incoming(...BASKET));
    const accept = await openAnswer(client);
    await expectTexts(accept, "5 lines for Meena Talwari, ₹5,000.00");
    await accept.getByRole("button", { name: "Tomorrow" }).click();
    await expectTexts(accept, "05 Mar 2026 · ₹5,000.00");
    await accept.getByRole("button", { name: "Accept" }).click();
    await expect.element(accept).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.accept)).toEqual([
      {
        lines: ["Rice", "Dal", "Oil", "Salt", "Tea"].map((orderId) => ({ orderId })),
        deliveryBefore: "2026-03-05",
      },
    ]);
  });

  test("[ANSWER3] fewer pieces are offered to a retailer who wants to be asked", async () => {
    const client = accepts(incoming(...BASKET));
    const accept = await openAnswer(client);
    await accept.getByRole("button", { name: "Today" }).click();
    await piecesOf("Rice").fill("6");
    await piecesOf("Dal").fill("0");
    await userEvent.keyboard("{Enter}");
    await expectTexts(accept, "Not available", "04 Mar 2026 · ₹3,600.00");
    await expect.element(accept.getByText(/^Meena Talwari is asked first/)).toBeVisible();
    expect(client.argsOf(api.orders.accept)).toEqual([]);
    await accept.getByRole("button", { name: "Send offer" }).click();
    await expect.element(accept).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.accept)[0]?.lines.slice(0, 3)).toEqual([
      { orderId: "Rice", quantity: 6 },
      { orderId: "Dal", quantity: 0 },
      { orderId: "Oil" },
    ]);
  });

  test("[MINIMUM1] the rest of an order below the minimum says so", async () => {
    const rows = BASKET.map((row) => ({ ...row, isBelowMinimum: true as const }));
    await open("/pendingorders_dist", incoming(...rows));
    await expectTexts(cards, "Below your minimum");
  });

  test("[ANSWER3] fewer pieces are accepted at once where the retailer takes what there is", async () => {
    const rows = BASKET.map((row) => ({ ...row, shortageRule: "sendLess" as const }));
    await open("/pendingorders_dist", incoming(...rows));
    await cards.getByRole("button", { name: "3 more" }).click();
    await expectTexts(cards, "If short: send what you have");
    await cards.getByRole("button", { name: "Accept" }).click();
    const accept = page.getByRole("dialog", { name: "Accept Order" });
    await piecesOf("Rice").fill("6");
    await expect.element(accept.getByRole("button", { name: "Accept with less" })).toBeVisible();
    await expect.element(accept.getByText(/^Meena Talwari takes what you have/)).toBeVisible();
  });

  test("[ANSWER3] a single order is sent in part as well", async () => {
    const client = accepts(incoming(order()));
    const accept = await openAnswer(client);
    await accept.getByRole("button", { name: "Today" }).click();
    await accept.getByRole("button", { name: "Send fewer pieces" }).click();
    await piecesOf("Basmati rice").fill("5");
    await accept.getByRole("button", { name: "Send offer" }).click();
    await expect
      .poll(() => client.argsOf(api.orders.accept)[0]?.lines)
      .toEqual([{ orderId: "order", quantity: 5 }]);
  });

  test("[ANSWER3] nothing of any line is a rejection, and needs no date", async () => {
    const client = incoming(...BASKET.slice(0, 2)).onCall(api.orders.reject, () => null);
    const accept = await openAnswer(client);
    await piecesOf("Rice").fill("0");
    await piecesOf("Dal").fill("0");
    await userEvent.keyboard("{Enter}");
    await accept.getByRole("button", { name: "Reject" }).click();
    await expect.element(accept).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.reject)).toEqual([
      { orderIds: ["Rice", "Dal"], reason: "Not available" },
    ]);
  });

  test("[ANSWER2] a line that was cancelled meanwhile is left out, and says so", async () => {
    const client = accepts(incoming(...BASKET));
    const accept = await openAnswer(client);
    client.answer(api.orders.incoming, pageOf(BASKET.slice(1)));
    await expectTexts(accept, "Answered or cancelled meanwhile");
    await accept.getByRole("button", { name: "Today" }).click();
    await accept.getByRole("button", { name: "Accept" }).click();
    await expect.poll(() => client.argsOf(api.orders.accept)[0]?.lines.length).toBe(4);
  });

  test("[ANSWER2] a placement that was cancelled meanwhile ends the dialog's action", async () => {
    const client = incoming(...BASKET);
    const accept = await openAnswer(client);
    client
      .answer(api.orders.one, wholeOrder({ _id: idOf("Rice"), status: "cancelled" }))
      .answer(api.orders.incoming, pageOf([]));
    await expectTexts(accept, "This order is cancelled now. Nothing more can be done here.");
    await expect.element(accept.getByRole("button", { name: "Accept" })).toBeDisabled();
  });

  test("[ANSWER2] all lines are rejected with one reason in one call", async () => {
    const client = incoming(...BASKET).onCall(api.orders.reject, () => null);
    await open("/pendingorders_dist", client);
    await cards.getByRole("button", { name: "Reject" }).click();
    await expectTexts(dialog, "5 lines, ₹5,000.00");
    await dialog.getByRole("textbox").fill("The van is in the workshop");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.reject)).toEqual([
      { orderIds: ["Rice", "Dal", "Oil", "Salt", "Tea"], reason: "The van is in the workshop" },
    ]);
  });
});

test("[ANSWER4] an open offer is told on its card, can be withdrawn, and does not keep from accepting", async () => {
  const offer = { offerId: idOf<"offers">("offer"), quantity: 6, expiresAt: MARCH_4 + 41 * HOUR };
  const client = incoming(order({ quantity: 10, offer })).onCall(api.offers.withdraw, () => null);
  await open("/pendingorders_dist", client);
  await expectTexts(cards, "Offered 6 of 10, waiting for Meena Talwari · ends in 41 h");
  await expect.element(cards.getByRole("button", { name: "Accept" })).toBeEnabled();
  await cards.getByRole("button", { name: "Withdraw" }).click();
  await expect.poll(() => client.argsOf(api.offers.withdraw)).toEqual([{ offerId: "offer" }]);
});

test("an open offer of all pieces is one of their GST", async () => {
  const offer = { offerId: idOf<"offers">("offer"), quantity: 10, expiresAt: MARCH_4 + 41 * HOUR };
  await open("/pendingorders_dist", incoming(order({ quantity: 10, offer })));
  await expectTexts(cards, "Asked to agree to the GST, waiting for Meena Talwari · ends in 41 h");
});

describe("several placements at once", () => {
  const single = order({ productName: "Soap" });
  const select = (name: RegExp) => page.getByRole("checkbox", { name });
  const bar = page.getByRole("region", { name: "Selected orders" });

  async function openBulk(client: FakeClient): Promise<void> {
    await open("/pendingorders_dist", client);
    await expect.element(bar).not.toBeInTheDocument();
    await select(/^Select 5 lines of Meena Talwari/).click();
    await select(/^Select 12 × Soap of Meena Talwari/).click();
    await bar.getByRole("button", { name: "Accept 2" }).click();
  }

  test("[ANSWER5] are accepted with one date, each in a call of its own", async () => {
    const client = accepts(incoming(single, ...BASKET));
    await openBulk(client);
    await dialog.getByRole("button", { name: "Accept 2" }).click();
    await expectTexts(dialog, "Please select a delivery date.");
    await dialog.getByRole("button", { name: "Today" }).click();
    await dialog.getByRole("button", { name: "Accept 2" }).click();
    await expectTexts(page, "2 orders accepted.");
    await expect.element(bar).not.toBeInTheDocument();
    const lines = client.argsOf(api.orders.accept).map((args) => args.lines.length);
    expect(lines).toEqual([1, 5]);
  });

  test("[ANSWER5] one that fails is named, stays selected, and is tried again alone", async () => {
    const refusal = new ConvexError({ code: "ILLEGAL_MOVE", status: "cancelled" });
    const client = incoming(single, ...BASKET).onCall(api.orders.accept, ({ lines }) =>
      lines.length === 1 ? refusal : { invoiceId: idOf<"invoices">("bill"), offerId: null },
    );
    await openBulk(client);
    await dialog.getByRole("button", { name: "Today" }).click();
    await dialog.getByRole("button", { name: "Accept 2" }).click();
    await expectTexts(dialog, "This order can no longer be changed.", "Accepted");
    await expectTexts(dialog, "1 of 2 done, 1 failed");
    await dialog.getByRole("button", { name: "Accept 1" }).click();
    await expect.poll(() => client.argsOf(api.orders.accept).length).toBe(3);
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect.element(bar.getByText(/^1 selected/)).toBeVisible();
    await expect.element(select(/Soap/)).toBeChecked();
    await bar.getByRole("button", { name: "Clear the selection" }).click();
    await expect.element(select(/Soap/)).not.toBeChecked();
  });

  test("[ANSWER6] accepted ones are completed after one confirmation that names them", async () => {
    const done = { status: "accepted", deliveryBefore: "2026-02-07" } as const;
    const rows = [single, ...BASKET].map((row) => ({ ...row, ...done }));
    const client = incoming(...rows).onCall(api.orders.complete, () => null);
    await open("/accepted_dist", client);
    await expect.element(cards.first().getByText("25 days late")).toBeVisible();
    for (const box of page.getByRole("checkbox").elements()) await userEvent.click(box);
    await bar.getByRole("button", { name: "Complete 2" }).click();
    const confirm = page.getByRole("alertdialog", { name: "Complete 2 orders?" });
    await expectTexts(confirm, "12 × Soap", "5 lines");
    await confirm.getByRole("button", { name: "Complete 2" }).click();
    await expectTexts(page, "2 orders completed.");
    expect(client.argsOf(api.orders.complete).map(({ orderIds }) => orderIds.length)).toEqual([
      1, 5,
    ]);
    await expect
      .poll(() => cards.getByText("Completed", { exact: true }).elements().length)
      .toBe(2);
  });
});

test("[ANSWER6] the lines that were accepted together are completed with one click", async () => {
  const rows = BASKET.map((row) => ({ ...row, status: "accepted" as const }));
  const client = incoming(...rows).onCall(api.orders.complete, () => null);
  await open("/accepted_dist", client);
  await cards.getByRole("button", { name: "Mark as Completed" }).click();
  await expectTexts(cards, "Completed");
  expect(client.argsOf(api.orders.complete)).toEqual([
    { orderIds: ["Rice", "Dal", "Oil", "Salt", "Tea"] },
  ]);
});

test("[ANSWER6] rejected lines are one card for each reason, with one Remove", async () => {
  // Rejected ones are the latest first.
  const rows = BASKET.toReversed().map((row, at) => ({
    ...{ ...row, status: "rejected" as const },
    orderCancelReason: at === 0 ? "Not available" : "Sold out",
  }));
  const client = incoming(...rows).onCall(api.orders.hide, () => null);
  await open("/rejected_dist", client);
  await expect.poll(() => cards.elements().length).toBe(2);
  await cards.last().getByRole("button", { name: "Remove" }).click();
  await expect
    .poll(() => client.argsOf(api.orders.hide))
    .toEqual([{ orderIds: ["Rice", "Dal", "Oil", "Salt"] }]);
});

describe("[TAX4] an acceptance that lacks tax details", () => {
  test("asks for them, saves those of products, and accepts with the rest", async () => {
    const client = incoming(line("Rice"));
    const productId = "rice";
    const missing = [
      { what: "buyerState" as const },
      { what: "hsn" as const, digits: 4, productId, productName: "Rice", tax: { uqc: "BAG" } },
      { what: "taxKind" as const, productId, productName: "Rice", tax: { uqc: "BAG" } },
    ];
    client.onCall(api.products.edit, () => null);
    let tries = 0;
    client.onCall(api.orders.accept, () => {
      tries += 1;
      const detail = missingText(missing);
      if (tries === 1) throw new ConvexError({ code: "TAX_DETAILS_MISSING", missing, detail });
      return { invoiceId: idOf<"invoices">("bill"), offerId: null };
    });
    const answer = await openAnswer(client);
    await answer.getByRole("button", { name: "Tomorrow" }).click();
    await answer.getByRole("button", { name: "Submit" }).click();
    await expectTexts(
      answer,
      "The invoice needs more tax details. Missing: the State to which the goods go; the HSN code of Rice; the GST rate of Rice.",
    );
    await answer.getByRole("button", { name: "Submit" }).click();
    await expectTexts(answer, "Please choose the State.", "Please choose the GST rate.");
    await answer.getByRole("combobox", { name: "State of delivery" }).click();
    await page.getByRole("option", { name: "27-Maharashtra" }).click();
    await answer.getByRole("textbox", { name: "HSN code of Rice" }).fill("1006");
    await answer.getByRole("combobox", { name: "GST rate of Rice" }).click();
    await page.getByRole("option", { name: "5%", exact: true }).click();
    await answer.getByRole("button", { name: "Submit" }).click();
    await expect.poll(() => tries).toBe(2);
    const tax = { hsn: "1006", taxKind: "taxable", gstRateBp: 500, uqc: "BAG" };
    expect(client.argsOf(api.products.edit)).toEqual([{ productId, changes: { tax } }]);
    expect(client.argsOf(api.orders.accept).at(-1)).toMatchObject({
      delivery: { stateCode: "27" },
    });
  });
});

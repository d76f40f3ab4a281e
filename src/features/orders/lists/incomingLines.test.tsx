/** The distributor's orders of several lines: their cards, their answers, and the actions on several orders. */
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { missingText } from "../../../../domain/gst/missingText";
import { type FakeClient, pageOf } from "../../../testing/fakeClient.setup";
import {
  ASHA,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MARCH_4,
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

type Order = ReturnType<typeof order>;
type Line = ReturnType<typeof orderLine>;

const HOUR = 3_600_000;
const cards = page.getByRole("article");
const dialog = page.getByRole("dialog");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MARCH_4 });
});

function line(productName: string, part: Partial<Line> = {}): Line {
  return orderLine({ productName, quantity: 10, pricePaise: 100_00, ...part });
}

const NAMES = ["Rice", "Dal", "Oil", "Salt", "Tea"];
const LINES = NAMES.map((name) => line(name));

/** An order of several lines. */
function basket(part: Partial<Order> = {}): Order {
  return order({ _id: idOf("basket"), lines: LINES, ...part });
}

/** `lines` with the one at this place taken out of the order. */
function without(at: number, refused: NonNullable<Line["refused"]>, lines = LINES): Line[] {
  return lines.map((each, place) =>
    place === at ? { ...each, quantity: 0, askedQuantity: each.quantity, refused } : each,
  );
}

const CANCELLED = { by: "retailer", reason: "Not needed" } as const;

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

describe("[ANSWER1] an order of several lines", () => {
  test("is one card with its first lines, and opens the others", async () => {
    await open("/pendingorders_dist", incoming(basket(), order()));
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

  test("tells its age, as every order that waits", async () => {
    const old = basket({ createdAt: MARCH_4 - 26 * HOUR });
    await open("/pendingorders_dist", incoming(order(), old));
    await expectTexts(cards.first(), "< 1 h");
    await expectTexts(cards.last(), "26 h");
  });

  test("fits long names on desktops and phones", async () => {
    const offer = { offerId: idOf<"offers">("offer"), quantities: [99, 99, 99, 99, 0] };
    const long = basket({
      ...{ userName: LONG_HINDI, shopName: LONG_WORD, retailerAddress: LONG_WORD },
      ...{ msg: LONG_HINDI, offer: { ...offer, expiresAt: MARCH_4 + HOUR } },
      lines: without(
        4,
        { by: "retailer", reason: LONG_WORD },
        NAMES.map(() => line(LONG_WORD, { quantity: 99_999, pricePaise: 99_999_999_999 })),
      ),
    });
    const client = incoming(long);
    client.answer(api.orders.one, wholeOrder({}, long));
    await open("/pendingorders_dist", client);
    await cards.getByRole("button", { name: "3 more" }).click();
    await expectNoSidewaysScroll();
    await cards.getByRole("button", { name: "Accept" }).click();
    await expect.element(dialog).toBeVisible();
    await expectNoSidewaysScroll();
    await usePhone();
    await expectNoSidewaysScroll();
    const { scrollWidth, clientWidth } = dialog.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  test("keeps a line that is not sent, struck out, with whose doing that is and why", async () => {
    const lines = without(1, CANCELLED, without(0, { by: "distributor", reason: "Sold out" }));
    await open("/pendingorders_dist", incoming(basket({ lines })));
    await expectTexts(cards, "5 lines", "₹3,000.00", "Left out", "Cancelled");
    await cards.getByRole("button", { name: "3 more" }).click();
    await expectTexts(cards, "Left out by you: Sold out", "Cancelled by Meena Talwari: Not needed");
    for (const name of ["Rice", "Dal"])
      expect(getComputedStyle(cards.getByText(name).element()).textDecorationLine).toBe(
        "line-through",
      );
  });
});

describe("one line of a pending order", () => {
  const rejectLine = (name: string) => cards.getByRole("button", { name: `Reject ${name}` });

  async function openCard(lines: Line[]): Promise<FakeClient> {
    const client = incoming(basket({ lines })).onCall(api.orders.reject, () => null);
    await open("/pendingorders_dist", client);
    await cards.getByRole("button", { expanded: false }).click();
    return client;
  }

  test("is rejected alone, with a reason of its own", async () => {
    const client = await openCard(LINES);
    await rejectLine("Dal").click();
    const reject = page.getByRole("dialog", { name: "Reason for Rejection" });
    await expectTexts(reject, "10 × Dal, ₹1,000.00");
    await reject.getByRole("textbox").fill("Sold out");
    await reject.getByRole("button", { name: "Submit" }).click();
    await expect.element(reject).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.reject)).toEqual([
      { orderIds: ["basket-2"], reason: "Sold out" },
    ]);
  });

  test("is rejected with the order if it is the last one, or was left out before", async () => {
    await openCard(without(1, CANCELLED, LINES.slice(0, 2)));
    await expectTexts(cards, "Cancelled by Meena Talwari: Not needed");
    expect(
      rejectLine("")
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(["Reject"]);
  });

  test("that was cancelled meanwhile ends the dialog's action", async () => {
    const client = await openCard(LINES);
    await rejectLine("Dal").click();
    const row = basket({ lines: without(1, CANCELLED) });
    client.answer(api.orders.one, wholeOrder({}, row));
    await expectTexts(dialog, "This line is cancelled now. Nothing more can be done here.");
    await expect.element(dialog.getByRole("button", { name: "Submit" })).toBeDisabled();
  });
});

describe("the answer to an order", () => {
  test("[ANSWER2] all lines are accepted with one date in one call", async () => {
    const client = accepts(incoming(basket()));
    const accept = await openAnswer(client);
    await expectTexts(accept, "5 lines for Meena Talwari, ₹5,000.00");
    await accept.getByRole("button", { name: "Tomorrow" }).click();
    await expectTexts(accept, "05 Mar 2026 · ₹5,000.00");
    await accept.getByRole("button", { name: "Accept" }).click();
    await expect.element(accept).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.accept)).toEqual([
      { orderId: "basket", deliveryBefore: "2026-03-05" },
    ]);
  });

  test("[ANSWER3] fewer pieces are offered to a retailer who wants to be asked", async () => {
    const client = accepts(incoming(basket()));
    const accept = await openAnswer(client);
    await accept.getByRole("button", { name: "Today" }).click();
    await piecesOf("Rice").fill("6");
    await piecesOf("Oil").fill("0");
    await userEvent.keyboard("{Enter}");
    await expectTexts(accept, "Not available", "04 Mar 2026 · ₹3,600.00");
    await expect.element(accept.getByText(/^Meena Talwari is asked first/)).toBeVisible();
    expect(client.argsOf(api.orders.accept)).toEqual([]);
    await accept.getByRole("button", { name: "Send offer" }).click();
    await expect.element(accept).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.accept)[0]?.lines).toEqual([
      { line: 0, quantity: 6 },
      { line: 2, quantity: 0 },
    ]);
  });

  test("[MINIMUM1] the rest of an order below the minimum says so", async () => {
    await open("/pendingorders_dist", incoming(basket({ isBelowMinimum: true })));
    await expectTexts(cards, "Below your minimum");
  });

  test("[ANSWER3] fewer pieces are accepted at once where the retailer takes what there is", async () => {
    await open("/pendingorders_dist", incoming(basket({ shortageRule: "sendLess" })));
    await cards.getByRole("button", { name: "3 more" }).click();
    await expectTexts(cards, "If short: send what you have");
    await cards.getByRole("button", { name: "Accept" }).click();
    const accept = page.getByRole("dialog", { name: "Accept Order" });
    await piecesOf("Rice").fill("6");
    await expect.element(accept.getByRole("button", { name: "Accept with less" })).toBeVisible();
    await expect.element(accept.getByText(/^Meena Talwari takes what you have/)).toBeVisible();
  });

  test("[ANSWER3] an order of one line is sent in part as well", async () => {
    const client = accepts(incoming(order()));
    const accept = await openAnswer(client);
    await accept.getByRole("button", { name: "Today" }).click();
    await accept.getByRole("button", { name: "Send fewer pieces" }).click();
    await piecesOf("Basmati rice").fill("5");
    await accept.getByRole("button", { name: "Send offer" }).click();
    await expect
      .poll(() => client.argsOf(api.orders.accept)[0]?.lines)
      .toEqual([{ line: 0, quantity: 5 }]);
  });

  test("[ANSWER3] nothing of any line is a rejection, and needs no date", async () => {
    const row = basket({ lines: LINES.slice(0, 2) });
    const client = incoming(row).onCall(api.orders.reject, () => null);
    const accept = await openAnswer(client);
    await piecesOf("Rice").fill("0");
    await piecesOf("Dal").fill("0");
    await userEvent.keyboard("{Enter}");
    await accept.getByRole("button", { name: "Reject" }).click();
    await expect.element(accept).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.reject)).toEqual([
      { orderIds: ["basket"], reason: "Not available" },
    ]);
  });

  test("[ANSWER2] a line that was cancelled meanwhile is left out, and says so", async () => {
    const client = accepts(incoming(basket()));
    const accept = await openAnswer(client);
    await piecesOf("Rice").fill("6");
    client.answer(api.orders.one, wholeOrder({}, basket({ lines: without(0, CANCELLED) })));
    await expectTexts(accept, "Cancelled by Meena Talwari: Not needed");
    await expect.element(piecesOf("Rice")).not.toBeInTheDocument();
    await accept.getByRole("button", { name: "Today" }).click();
    await expectTexts(accept, "04 Mar 2026 · ₹4,000.00");
    await accept.getByRole("button", { name: "Accept" }).click();
    await expect
      .poll(() => client.argsOf(api.orders.accept))
      .toEqual([{ orderId: "basket", deliveryBefore: "2026-03-04" }]);
  });

  test("[ANSWER2] an order that was cancelled meanwhile ends the dialog's action", async () => {
    const client = incoming(basket());
    const accept = await openAnswer(client);
    client
      .answer(api.orders.one, wholeOrder({ _id: idOf("basket"), status: "cancelled" }))
      .answer(api.orders.incoming, pageOf([]));
    await expectTexts(accept, "This order is cancelled now. Nothing more can be done here.");
    await expect.element(accept.getByRole("button", { name: "Accept" })).toBeDisabled();
  });

  test("[ANSWER2] all lines are rejected with one reason in one call", async () => {
    const client = incoming(basket()).onCall(api.orders.reject, () => null);
    await open("/pendingorders_dist", client);
    await cards.getByRole("button", { name: "Reject" }).click();
    await expectTexts(dialog, "5 lines, ₹5,000.00");
    await dialog.getByRole("textbox").fill("The van is in the workshop");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.reject)).toEqual([
      { orderIds: ["basket"], reason: "The van is in the workshop" },
    ]);
  });
});

describe("[ANSWER4] an open offer", () => {
  const offer = { offerId: idOf<"offers">("offer"), expiresAt: MARCH_4 + 41 * HOUR };

  test("is told on its card, can be withdrawn, and does not keep from accepting", async () => {
    const row = order({ quantity: 10, offer: { ...offer, quantities: [6] } });
    const client = incoming(row).onCall(api.offers.withdraw, () => null);
    await open("/pendingorders_dist", client);
    await expectTexts(cards, "Offered 6 of 10, waiting for Meena Talwari · ends in 41 h");
    await expectTexts(cards, "6 of 10 ×");
    await expect.element(cards.getByRole("button", { name: "Accept" })).toBeEnabled();
    await cards.getByRole("button", { name: "Withdraw" }).click();
    await expect.poll(() => client.argsOf(api.offers.withdraw)).toEqual([{ offerId: "offer" }]);
  });

  test("tells the pieces of all lines that are still asked for", async () => {
    const lines = without(4, CANCELLED);
    const row = basket({ lines, offer: { ...offer, quantities: [6, 10, 10, 10, 0] } });
    await open("/pendingorders_dist", incoming(row));
    await expectTexts(cards, "Offered 36 of 40, waiting for Meena Talwari · ends in 41 h");
  });

  test("of all pieces is one of their GST", async () => {
    const row = order({ quantity: 10, offer: { ...offer, quantities: [10] } });
    await open("/pendingorders_dist", incoming(row));
    await expectTexts(cards, "Asked to agree to the GST, waiting for Meena Talwari · ends in 41 h");
  });
});

describe("several orders at once", () => {
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
    const client = accepts(incoming(single, basket()));
    await openBulk(client);
    await dialog.getByRole("button", { name: "Accept 2" }).click();
    await expectTexts(dialog, "Please select a delivery date.");
    await dialog.getByRole("button", { name: "Today" }).click();
    await dialog.getByRole("button", { name: "Accept 2" }).click();
    await expectTexts(page, "2 orders accepted.");
    await expect.element(bar).not.toBeInTheDocument();
    const ids = client.argsOf(api.orders.accept).map(({ orderId }) => orderId);
    expect(ids).toEqual(["order", "basket"]);
  });

  test("[ANSWER5] one that fails is named, stays selected, and is tried again alone", async () => {
    const refusal = new ConvexError({ code: "ILLEGAL_MOVE", status: "cancelled" });
    const client = incoming(single, basket()).onCall(api.orders.accept, ({ orderId }) =>
      orderId === "order" ? refusal : { invoiceId: idOf<"invoices">("bill"), offerId: null },
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
    const rows = [single, basket()].map((row) => ({ ...row, ...done }));
    const client = incoming(...rows).onCall(api.orders.complete, () => null);
    await open("/accepted_dist", client);
    await expect.element(cards.first().getByText("25 days late")).toBeVisible();
    for (const box of page.getByRole("checkbox").elements()) await userEvent.click(box);
    await bar.getByRole("button", { name: "Complete 2" }).click();
    const confirm = page.getByRole("alertdialog", { name: "Complete 2 orders?" });
    await expectTexts(confirm, "12 × Soap", "5 lines");
    await confirm.getByRole("button", { name: "Complete 2" }).click();
    await expectTexts(page, "2 orders completed.");
    expect(client.argsOf(api.orders.complete)).toEqual([
      { orderIds: ["order"] },
      { orderIds: ["basket"] },
    ]);
    await expect
      .poll(() => cards.getByText("Completed", { exact: true }).elements().length)
      .toBe(2);
  });
});

test("[ANSWER6] an accepted order is completed with one click, and what was left out stays so", async () => {
  const lines = without(1, { by: "distributor", reason: "Not available" });
  const client = incoming(basket({ lines, status: "accepted" }));
  await open(
    "/accepted_dist",
    client.onCall(api.orders.complete, () => null),
  );
  await cards.getByRole("button", { name: "Mark as Completed" }).click();
  await expectTexts(cards, "Completed", "Left out", "₹4,000.00");
  expect(client.argsOf(api.orders.complete)).toEqual([{ orderIds: ["basket"] }]);
});

test("[ANSWER6] a rejected order of several lines is one card with one Remove", async () => {
  const row = basket({ status: "rejected", orderCancelReason: "Sold out" });
  const client = incoming(row).onCall(api.orders.hide, () => null);
  await open("/rejected_dist", client);
  await expectTexts(cards, "5 lines", "₹5,000.00", "Sold out");
  await cards.getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => client.argsOf(api.orders.hide)).toEqual([{ orderIds: ["basket"] }]);
});

test("the completed orders have a row for each line, below what belongs to the order", async () => {
  const lines = without(1, CANCELLED, LINES.slice(0, 3));
  const row = basket({ lines, status: "completed", completedOn: MARCH_4, msg: "Ring twice" });
  await open("/completed_dist", incoming(row, order({ status: "completed" })));
  const rows = page.getByRole("main").getByRole("row");
  await expectTexts(
    rows.filter({ hasText: "3 lines, completed 04 Mar 2026" }),
    ...["Meena Talwari · Peepal Chowk Stores", "₹2,000.00", "Ring twice"],
  );
  await expectTexts(rows.filter({ hasText: "Dal" }), "Cancelled by Meena Talwari: Not needed");
  // The head, the heading with three lines, and the other order.
  await expect.poll(() => rows.elements().length).toBe(6);
});

describe("[TAX4] an acceptance that lacks tax details", () => {
  test("asks for them, saves those of products, and accepts with the rest", async () => {
    const client = incoming(order({ productName: "Rice" }));
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
    await answer
      .getByRole("combobox", { name: "State of delivery" })
      .selectOptions("27-Maharashtra");
    await answer.getByRole("textbox", { name: "HSN code of Rice" }).fill("1006");
    await answer.getByRole("combobox", { name: "GST rate of Rice" }).selectOptions("5%");
    await answer.getByRole("button", { name: "Submit" }).click();
    await expect.poll(() => tries).toBe(2);
    const tax = { hsn: "1006", taxKind: "taxable", gstRateBp: 500, uqc: "BAG" };
    expect(client.argsOf(api.products.edit)).toEqual([{ productId, changes: { tax } }]);
    expect(client.argsOf(api.orders.accept).at(-1)).toMatchObject({
      delivery: { stateCode: "27" },
    });
  });
});

/** The screens of orders: texts, dialogs, and the states of their lists. */
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { type FakeClient, pageOf, serverError } from "../../../testing/fakeClient.setup";
import {
  ASHA,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MARCH_4,
  MEENA,
  order,
  product,
  wholeOrder,
} from "../../../testing/fixtures.setup";
import { testListStates } from "../../../testing/listStates.setup";
import { mailtoHref } from "../../../device/contactLinks";
import {
  choose,
  clientFor,
  expectColumns,
  expectFields,
  expectOptions,
  expectTexts,
  open,
  overflowing,
  pressComposing,
  usePhone,
} from "../../../testing/screen.setup";

type Order = ReturnType<typeof order>;

const main = page.getByRole("main");
const cards = page.getByRole("article");
const dialog = page.getByRole("dialog");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MARCH_4 });
});

function incoming(...orders: Order[]): FakeClient {
  return clientFor(ASHA).answer(api.orders.incoming, pageOf(orders));
}

function outgoing(...orders: Order[]): FakeClient {
  return clientFor(MEENA)
    .answer(api.orders.outgoing, pageOf(orders))
    .answer(api.offers.mine, pageOf([]));
}

/** Holds up what others store in the outbox, as a slow disk does, until the returned function is called. */
async function holdOutbox(): Promise<() => void> {
  const opening = indexedDB.open("mandi-account");
  await new Promise((resolve) => (opening.onsuccess = resolve));
  let isHeld = true;
  const store = opening.result.transaction("entries", "readwrite").objectStore("entries");
  const hold = () => {
    if (isHeld) store.count().onsuccess = hold;
  };
  hold();
  return () => {
    isHeld = false;
    opening.result.close();
  };
}

/** Expects pictures with these names. */
async function expectPictures(...names: readonly string[]): Promise<void> {
  for (const name of names)
    await expect.element(cards.getByRole("img", { name, exact: true }).first()).toBeVisible();
}

describe("a distributor's pending orders", () => {
  async function openAcceptance(client: FakeClient) {
    await open("/pendingorders_dist", client);
    await cards.getByRole("button", { name: "Accept" }).click();
    return page.getByRole("dialog", { name: "Accept Order" });
  }

  test("[SELLER2] a card says who ordered what, for how much, and where to", async () => {
    await open("/pendingorders_dist", incoming(order()));
    await expectTexts(cards, "Basmati rice", "12 ×", "₹640.50", "₹7,686.00");
    await expectTexts(cards, "Meena Talwari · Peepal Chowk Stores", "Before the weekend");
    await expectTexts(cards, "Accept", "Reject");
    await expectPictures("Message");
    await cards.getByRole("button", { name: "More" }).click();
    await expectTexts(cards, MEENA.email, MEENA.phone, "12 Station Road, Pune 411001");
    await expectPictures("Phone", "E-mail", "Address");
  });

  test("[SELLER2] [SELLER6] an order is accepted with a date from today on", async () => {
    const client = incoming(order()).onCall(api.orders.accept, () => ({
      invoiceId: idOf<"invoices">("invoice"),
      offerId: null,
    }));
    const accept = await openAcceptance(client);
    const date = accept.getByRole("textbox", { name: "Delivery date" });
    const submit = accept.getByRole("button", { name: "Submit" });
    await expect.element(accept.getByRole("button", { name: "Cancel" })).toBeVisible();
    await submit.click();
    await expectTexts(accept, "Please select a delivery date.");
    for (const impossible of ["30/02/2026", "03/03/2026"]) {
      await date.fill(impossible);
      await expectTexts(accept, "Date input not valid.");
    }
    // A UPI ID is saved: the picture may stay away.
    await date.fill("4/3");
    await expectTexts(accept, "Wednesday, 4 March");
    await submit.click();
    await expect.element(accept).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.accept)).toEqual([
      { orderId: "order", deliveryBefore: "2026-03-04" },
    ]);
  });

  test("[SELLER2] what is typed stays while the account can't be read again", async () => {
    const client = incoming(order());
    const accept = await openAcceptance(client);
    await accept.getByRole("textbox", { name: "Delivery date" }).fill("4/3");
    client.answer(api.users.me, serverError());
    await expectTexts(accept, "Wednesday, 4 March");
    await accept.getByRole("button", { name: "Submit" }).click();
    await expect.poll(() => client.argsOf(api.orders.accept).length).toBe(1);
  });

  test("[SELLER6] [SELLER7] without a UPI ID a picture of a code is asked for", async () => {
    const { upiId: _, ...withoutUpi } = ASHA;
    const client = clientFor(withoutUpi).answer(api.orders.incoming, pageOf([order()]));
    const accept = await openAcceptance(client);
    await accept.getByRole("textbox", { name: "Delivery date" }).fill("04/03/2026");
    await accept.getByRole("button", { name: "Submit" }).click();
    await expectTexts(accept, "Please upload a QR code image for payment.");
    const code = accept.getByLabelText("QR code");
    await expect.element(code).toHaveAttribute("accept", "image/*");
    await code.upload(new File(["rice"], "code.png", { type: "image/png" }));
    await expect.element(accept.getByAltText("The QR code you chose")).toBeInTheDocument();
    expect(client.argsOf(api.orders.accept)).toEqual([]);
  });

  test("[SELLER8] [SELLER9] [SELLER10] the calendar begins today, writes the day first, and asks for a day alone", async () => {
    const accept = await openAcceptance(incoming(order()));
    await accept.getByRole("button", { name: "Open calendar" }).click();
    const calendar = page.getByLabelText("Calendar");
    const days = calendar.getByRole("gridcell").getByRole("button");
    const openDays = () =>
      days
        .elements()
        .filter((day) => !(day as HTMLButtonElement).disabled)
        .map(({ textContent }) => textContent);
    await expect.poll(() => openDays()[0]).toBe("4");
    expect(calendar.getByRole("combobox").or(calendar.getByRole("listbox")).elements()).toEqual([]);
    await days.filter({ hasText: /^6$/ }).first().click();
    await expect
      .element(accept.getByRole("textbox", { name: "Delivery date" }))
      .toHaveValue("06/03/2026");
  });

  test("[SELLER2] an order is rejected with a reason", async () => {
    const client = incoming(order()).onCall(api.orders.reject, () => null);
    await open("/pendingorders_dist", client);
    await cards.getByRole("button", { name: "Reject" }).click();
    const reject = page.getByRole("dialog", { name: "Reason for Rejection" });
    await expect.element(reject.getByRole("button", { name: "Cancel" })).toBeVisible();
    await reject.getByRole("button", { name: "Submit" }).click();
    await expectTexts(reject, "Please provide a reason for rejection.");
    await reject.getByRole("textbox").fill("  The maker has stopped making it ");
    await reject.getByRole("button", { name: "Submit" }).click();
    await expect.element(reject).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.reject)).toEqual([
      { orderIds: ["order"], reason: "The maker has stopped making it" },
    ]);
  });

  test("an order that was cancelled meanwhile closes the dialog's action and says why", async () => {
    const client = incoming(order());
    const accept = await openAcceptance(client);
    client.answer(api.orders.one, wholeOrder({ status: "cancelled" }));
    await expectTexts(accept, "This order is cancelled now. Nothing more can be done here.");
    await expect.element(accept.getByRole("button", { name: "Submit" })).toBeDisabled();
  });

  test("an answer without a connection says that it waits", async () => {
    const client = incoming(order());
    await open("/pendingorders_dist", client);
    await cards.getByRole("button", { name: "Reject" }).click();
    await dialog.getByRole("textbox").fill("Sold out");
    client.goOffline();
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expectTexts(dialog, "You are offline. This is sent as soon as the connection is back.");
    // It can't be called back: nothing offers to cancel it.
    await expect.element(dialog.getByRole("button", { name: "Cancel" })).not.toBeInTheDocument();
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("an acceptance that became an offer, for its GST, says so", async () => {
    const client = incoming(order()).onCall(api.orders.accept, () => ({
      ...{ invoiceId: null, offerId: idOf<"offers">("offer") },
    }));
    const accept = await openAcceptance(client);
    await accept.getByRole("textbox", { name: "Delivery date" }).fill("4/3");
    await accept.getByRole("button", { name: "Submit" }).click();
    await expectTexts(page, "Offered: Meena Talwari is asked to agree to the GST.");
  });

  test("an order is accepted only with a connection", async () => {
    const client = incoming(order());
    const accept = await openAcceptance(client);
    await accept.getByRole("textbox", { name: "Delivery date" }).fill("4/3");
    client.goOffline();
    await expect.element(accept.getByRole("button", { name: "Submit" })).toBeDisabled();
    await expectTexts(accept, "Answering an order needs the connection.");
    client.goOnline();
    await expect.element(accept.getByRole("button", { name: "Submit" })).toBeEnabled();
  });

  test("a late answer to one order leaves the dialog of the next one open", async () => {
    let answer: () => void = () => undefined;
    const promise = new Promise<null>((resolve) => {
      answer = () => resolve(null);
    });
    const [first, second] = [order(), order({ _id: idOf<"orders">("second"), userName: "Ravi" })];
    const client = incoming(first, second).onCall(api.orders.reject, () => promise);
    await open("/pendingorders_dist", client);
    await cards.getByRole("button", { name: "Reject" }).first().click();
    await dialog.getByRole("textbox").fill("Sold out");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await dialog.getByRole("button", { name: "Close dialog" }).click();
    await cards.getByRole("button", { name: "Reject" }).last().click();
    await dialog.getByRole("textbox").fill("Closed for the day");
    answer();
    // Longer than a dialog takes to close.
    await new Promise((done) => setTimeout(done, 500));
    await expect.element(dialog.getByRole("textbox")).toHaveValue("Closed for the day");
  });
});

describe("a distributor's other orders", () => {
  const accepted = order({ status: "accepted", deliveryBefore: "2026-03-06" });
  const long = "Please put the cartons behind the counter, next to the scales. ".repeat(3).trim();

  test("[SELLER12] [SELLER13] an accepted order has its date, and a message of two lines until it is pointed at", async () => {
    await open("/accepted_dist", incoming({ ...accepted, msg: long }));
    await expectTexts(cards, "Accepted", "06 Mar 2026");
    await expectPictures("Address", "Delivery before", "Message");
    for (const name of [/^Phone/, /^E-mail/])
      await expect.element(cards.getByRole("link", { name })).toBeVisible();
    const message = cards.getByText("next to the scales");
    const heightOf = () => message.element().getBoundingClientRect().height;
    const cut = heightOf();
    expect(getComputedStyle(message.element()).webkitLineClamp).toBe("2");
    await message.hover();
    await expect.poll(heightOf).toBeGreaterThan(cut);
  });

  test("[SELLER12] [SELLER14] an order marked as completed stays in its place as such", async () => {
    const client = incoming(accepted);
    client.onCall(api.orders.complete, () => {
      client.answer(api.orders.incoming, pageOf([]));
      return null;
    });
    await open("/accepted_dist", client);
    await cards.getByRole("button", { name: "Mark as Completed" }).click();
    await expectTexts(cards, "Completed");
    await expect
      .element(cards.getByRole("button", { name: "Mark as Completed" }))
      .not.toBeInTheDocument();
  });

  test("[SELLER16] [SELLER18] rejected and cancelled orders tell the reason, and can be removed", async () => {
    const client = incoming(
      order({ status: "rejected", orderCancelReason: "Sold out" }),
      order({ _id: idOf("second"), status: "cancelled" }),
    ).onCall(api.orders.hide, () => null);
    await open("/rejected_dist", client);
    await expectTexts(main, "Rejected", "Sold out", "Cancelled", "Not provided");
    await expectPictures("Reason");
    await cards.last().getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => client.argsOf(api.orders.hide)).toEqual([{ orderIds: ["second"] }]);
  });

  test("[SELLER20] [SELLER25] a completed order has its columns, and a message cut after 50 characters", async () => {
    const msg = "fifty characters are enough to know what it is about, and not one more";
    await open("/completed_dist", incoming({ ...accepted, msg, completedOn: MARCH_4 }));
    await expectColumns(
      page,
      ...["Product", "Customer", "Quantity", "Price", "Delivery Before", "Completed On"],
      ...["Message", "Address"],
    );
    await expect.element(main.getByText(`${msg.slice(0, 50)}…`)).toBeVisible();
    await main.getByRole("button", { name: "Read More" }).click();
    await expect.element(main.getByText(msg)).toBeVisible();
    await main.getByRole("button", { name: "Show Less" }).click();
    await expect.element(main.getByText(msg)).not.toBeInTheDocument();
  });

  test("[SELLER20] [SELLER21] [SELLER23] completed orders are filtered by month and year, when both are set", async () => {
    const asked: unknown[] = [];
    const client = clientFor(ASHA).answer(api.orders.incoming, ({ paginationOpts: _, ...args }) => {
      asked.push(args);
      return pageOf([accepted]);
    });
    await open("/completed_dist", client);
    await expect.element(page.getByLabelText("Month")).toHaveDisplayValue("Select Month");
    await expect.element(page.getByLabelText("Year")).toHaveDisplayValue("Select Year");
    await expectOptions(page.getByLabelText("Month"), [
      ...["January", "February", "March", "April", "May", "June", "July", "August"],
      ...["September", "October", "November", "December"],
    ]);
    await expectOptions(page.getByLabelText("Year"), ["2026", "2025", "2024"]);
    await expectOptions(page.getByLabelText("Sort by"), [
      "Sort: Latest",
      "Sort: Oldest",
      "Sort: Last 15 days",
    ]);
    const before = asked.at(-1);
    await choose(page.getByLabelText("Month"), "January");
    await expectTexts(page, "Choose a month and a year to filter.");
    expect(asked.at(-1)).toEqual(before);
    await choose(page.getByLabelText("Year"), "2025");
    await expect.poll(() => asked.at(-1)).not.toEqual(before);
  });
});

describe("a retailer's orders", () => {
  const accepted = order({ status: "accepted", deliveryBefore: "2026-03-06", msg: undefined });

  test("[BUYER2] [BUYER3] a pending order is reworded, and empty words do nothing", async () => {
    const client = outgoing(order()).onCall(api.orders.updateMessage, () => null);
    await open("/pendingretail", client);
    await expectColumns(
      page,
      ...["Image", "Product", "Distributor · E-mail", "Placed", "Quantity", "Price", "Total"],
      ...["Status", "Message", "Actions"],
    );
    await expectTexts(main, "Pending");
    await main.getByRole("button", { name: "Update Message" }).click();
    const reword = page.getByRole("dialog", { name: "Update Message" });
    const words = reword.getByLabelText("Please enter the new message:");
    await expect.element(words).toHaveValue("Before the weekend");
    await words.fill("   ");
    await reword.getByRole("button", { name: "Update message" }).click();
    await expect.element(reword).toBeVisible();
    expect(client.argsOf(api.orders.updateMessage)).toEqual([]);
    await words.fill("Two days later, please");
    await reword.getByRole("button", { name: "Update message" }).click();
    await expect.element(reword).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.updateMessage)).toEqual([
      { orderId: "order", msg: "Two days later, please" },
    ]);
  });

  test("[BUYER2] [BUYER3] a pending order is cancelled only with a reason", async () => {
    const client = outgoing(order());
    await open("/pendingretail", client);
    await main.getByRole("button", { name: "Cancel" }).click();
    const cancel = page.getByRole("dialog", { name: "Cancel this order" });
    await expectFields(cancel, "Please enter the reason for cancellation:");
    await cancel.getByRole("button", { name: "Cancel order" }).click();
    await expect.element(cancel).toBeVisible();
    expect(client.argsOf(api.orders.cancel)).toEqual([]);
    await cancel.getByRole("button", { name: "Keep it" }).click();
    await expect.element(cancel).not.toBeInTheDocument();
  });

  test("[CANCEL1] a cancellation says that the stock was returned", async () => {
    const client = outgoing(order()).onCall(api.orders.cancel, () => null);
    await open("/pendingretail", client);
    await main.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("textbox").fill("Ordered twice");
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expectTexts(page, "Cancelled. Stock returned");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("[FAILURE21] a rewording or cancellation that fails says so", async () => {
    const client = outgoing(order())
      .onCall(api.orders.updateMessage, serverError)
      .onCall(api.orders.cancel, serverError);
    await open("/pendingretail", client);
    await main.getByRole("button", { name: "Update Message" }).click();
    await dialog.getByRole("textbox").fill("Two days later, please");
    await dialog.getByRole("button", { name: "Update message" }).click();
    await expectTexts(dialog, "Failed to update the message.");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await main.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("textbox").fill("Ordered twice");
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expectTexts(dialog, "Failed to cancel the order and update product stock.");
  });

  test("[BUYER6] [BUYER8] an accepted order can only be reworded, in its row", async () => {
    const client = outgoing(accepted).onCall(api.orders.updateMessage, () => null);
    await open("/acceptedretail", client);
    await expectColumns(
      page,
      ...["Image", "Product", "Distributor · E-mail", "Placed", "Quantity", "Price", "Total"],
      ...["Status", "Delivery before", "Message", "Actions"],
    );
    await expectTexts(main, "Accepted", "No message", "06 Mar 2026");
    const buttons = main.getByRole("row").last().getByRole("button").elements();
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      ...["Timeline", "Update Message", "Order again"],
    ]);
    await main.getByRole("button", { name: "Update Message" }).click();
    await main.getByRole("textbox").fill("Ring twice");
    await main.getByRole("button", { name: "Submit" }).click();
    expect(client.argsOf(api.orders.updateMessage)).toEqual([
      { orderId: "order", msg: "Ring twice" },
    ]);
  });

  test("[BUYER8] Escape closes the rewording, unless it undoes a word of an input method", async () => {
    await open("/acceptedretail", outgoing(accepted));
    await main.getByRole("button", { name: "Update Message" }).click();
    const words = main.getByRole("textbox");
    pressComposing(words, "Escape");
    await words.fill("Ring twice");
    await userEvent.keyboard("{Escape}");
    await expect.element(words).not.toBeInTheDocument();
  });

  test("[BUYER7] on a phone the table is a list of cards of at most 168 px, which write and call by buttons", async () => {
    const listed = [accepted, { ...accepted, _id: idOf<"orders">("second"), msg: LONG_HINDI }];
    await open("/acceptedretail", outgoing(...listed));
    const row = main.getByRole("row").last();
    await expect.element(row.getByRole("link", { name: ASHA.email })).toBeVisible();
    const mail = row.getByRole("link", { name: `E-mail ${ASHA.name}` });
    await expect.element(mail).not.toBeInTheDocument();
    await usePhone();
    await expect.element(mail).toHaveAttribute("href", mailtoHref(ASHA.email));
    const message = row.getByRole("link", { name: `Message ${ASHA.name}` });
    await expect.element(message).toHaveAttribute("href", "/chat?with=asha%40mandi.test");
    for (const link of [mail, message]) {
      const { width, height } = link.element().getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(168);
    await expectTexts(row, "Basmati rice", ASHA.name, "04 Mar 2026", "06 Mar 2026", "₹7,686.00");
    expect(overflowing(main.element())).toEqual([]);
  });

  test("the buttons of a table that is wider than its room stay in sight", async () => {
    await page.viewport(1024, 800);
    const names = { distributorName: LONG_WORD, productName: LONG_HINDI, pricePaise: 9_999_900 };
    await open("/pendingretail", outgoing(order(names)));
    const button = main.getByRole("button", { name: "Cancel" });
    await expect.element(button).toBeVisible();
    const table = main.getByRole("table").element();
    expect(table.scrollWidth).toBeGreaterThan(table.parentElement!.clientWidth);
    const { right } = main
      .getByRole("button", { name: "Order again" })
      .element()
      .getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(1024);
    await page.viewport(1280, 800);
    // The border of a cell can be half a pixel.
    await expect
      .poll(() => table.scrollWidth - table.parentElement!.clientWidth)
      .toBeLessThanOrEqual(1);
  });

  test("[BUYER10] rejected orders tell the reason, or that there is none, and can be removed", async () => {
    const client = outgoing(
      order({ status: "rejected", orderCancelReason: "Sold out" }),
      order({ _id: idOf("second"), status: "cancelled" }),
    ).onCall(api.orders.hide, () => null);
    await open("/rejectedretail", client);
    await expectTexts(cards.first(), "Distributor", "E-mail", "Quantity", "Price", "Reason");
    await expectTexts(main, "Rejected", "Sold out", "Cancelled", "Not provided");
    await cards.first().getByRole("button", { name: "Remove Order" }).click();
    await expect.poll(() => client.argsOf(api.orders.hide)).toEqual([{ orderIds: ["order"] }]);
  });

  test("[BUYER13] [BUYER14] a completed order can be ordered again or removed", async () => {
    const client = outgoing(order({ status: "completed", completedOn: MARCH_4 }))
      .answer(api.products.one, product())
      .onCall(api.orders.hide, () => null);
    await open("/completedretail", client);
    await expectTexts(cards, "Completed", "Distributor", "E-mail", "Quantity", "Price");
    await cards.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => client.argsOf(api.orders.hide)).toEqual([{ orderIds: ["order"] }]);
    await cards.getByRole("link", { name: "Re-Order" }).click();
    await expect.element(page.getByLabelText("Quantity")).toHaveValue(12);
  });

  test("[BUYER14] what is no longer sold leads to all products, with a note", async () => {
    const client = outgoing(order({ status: "completed" })).answer(api.products.one, null);
    await open("/completedretail", client);
    await cards.getByRole("link", { name: "Re-Order" }).click();
    await expect
      .element(page.getByRole("heading", { level: 1 }))
      .toMatchTextContent("All Products");
    await expectTexts(page, "Basmati rice is no longer sold. Here are all products.");
  });
});

describe("placing an order", () => {
  const place = page.getByRole("button", { name: "Place Order" });
  const quantity = page.getByLabelText("Quantity");
  const message = page.getByPlaceholder("Leave a message");

  function sold(me: typeof MEENA | null): FakeClient {
    return clientFor(me).answer(api.products.one, product());
  }

  test("[PLACE1] while the product is on its way the page says so", async () => {
    await open("/orderinfo/product", clientFor(MEENA));
    await expectTexts(main, "Loading product information...");
  });

  test("[PLACE2] [PLACE4] [PLACE8] [ORDERED1] the page shows the product, and asks for what is missing", async () => {
    const client = sold(MEENA).onCall(api.orders.place, ({ lines }) =>
      lines[0]!.quantity > 40
        ? new ConvexError({ code: "INSUFFICIENT_STOCK", stock: 40, productName: "Rice" })
        : { orderId: idOf<"orders">("order") },
    );
    await open("/orderinfo/product", client);
    await expect
      .element(page.getByRole("heading", { level: 1 }))
      .toMatchTextContent("Basmati rice");
    await expectTexts(main, "₹12,34,567.00");
    await expectFields(page, "Quantity", "Message");
    await expect.element(quantity).toHaveValue(1);
    await expect.element(quantity).toHaveAttribute("min", "1");
    await quantity.fill("0");
    await place.click();
    await expectTexts(page, "Missing Information");
    await expectTexts(page, "Please provide: Quantity (must be greater than 0), Message");
    await quantity.fill("90000");
    expect(client.argsOf(api.orders.place)).toEqual([]);
    await message.fill("All that you have");
    await place.click();
    await expectTexts(page, "Insufficient Stock", "Available stock: 40");
    await quantity.fill("2");
    await place.click();
    await expectTexts(page, "Order Placed", "Your order has been placed successfully!");
    const seeIt = main.getByRole("link", { name: "See your order" });
    await expect.element(seeIt).toHaveAttribute("href", "/pendingretail");
    const back = main.getByRole("link", { name: "Back to search" });
    await expect.element(back).toHaveAttribute("href", "/productlistall");
    expect(client.argsOf(api.orders.place).at(-1)).toMatchObject({
      msg: "All that you have",
      lines: [{ productId: "product", quantity: 2 }],
    });
  });

  test("[ORDERED2] the old price stands struck out beside a new one, and few pieces are named", async () => {
    const client = sold(MEENA);
    await open("/orderinfo/product", client);
    await expectTexts(main, "₹12,34,567.00", "40 Pcs in stock");
    client.answer(api.products.one, product({ pricePaise: 130_000_000, stock: 10 }));
    const before = main.getByRole("deletion");
    await expect.element(before).toMatchTextContent("Was ₹12,34,567.00");
    await expectTexts(main, "₹13,00,000.00", "Few left, 10 Pcs");
    await expect.element(before, { timeout: 6_000 }).not.toBeInTheDocument();
    client.answer(api.products.one, product({ pricePaise: 130_000_000, stock: 0 }));
    await expectTexts(main, "Sold out, 0 Pcs");
  });

  test("[ORIGIN2] the country of origin is named where it is known", async () => {
    const client = sold(MEENA);
    await open("/orderinfo/product", client);
    await expectTexts(main, "Pack size");
    const label = main.getByText("Country of origin");
    expect(label.elements()).toEqual([]);
    for (const [countryOfOrigin, name] of [
      ["VN", "Vietnam"],
      ["IN", "India"],
    ] as const) {
      client.answer(api.products.one, product({ countryOfOrigin }));
      await expect.element(label).toBeVisible();
      await expectTexts(main, name);
    }
  });

  test("a product with terms names the quantities that can be ordered, and the price of each", async () => {
    const terms = {
      ...{ sku: "RICE-10", minQuantity: 24, multiple: 12, pricePaise: 9_000 },
      priceBreaks: [{ from: 48, pricePaise: 8_400 }],
    };
    const client = clientFor(MEENA)
      .answer(api.products.one, product({ ...terms, minOrderPaise: 200_000 }))
      .onCall(api.orders.place, () => ({ orderId: idOf<"orders">("order") }));
    await open("/orderinfo/product", client);
    await expect.element(quantity).toHaveValue(24);
    await expectTexts(main, "RICE-10", "From 48: ₹84.00 each", "Minimum order", "₹2,000.00");
    await expectTexts(main, "24 more: ₹84.00 each", "₹2,160.00");
    await quantity.fill("50");
    await message.fill("For the festival");
    await place.click();
    await expectTexts(page, "Order 48 or 60.");
    expect(client.argsOf(api.orders.place)).toEqual([]);
    await quantity.fill("60");
    await expectTexts(main, "₹5,040.00");
    await place.click();
    await expectTexts(page, "Order Placed");
    expect(client.argsOf(api.orders.place)).toMatchObject([
      { lines: [{ quantity: 60, pricePaise: 8_400 }] },
    ]);
  });

  test("a second press for the same order is told that it is placed, as no failure", async () => {
    const client = sold(MEENA).onCall(api.orders.place, () => ({
      orderId: idOf<"orders">("order"),
    }));
    await open("/orderinfo/product", client);
    await message.fill("Before the weekend");
    await place.click();
    await expectTexts(page, "Order Placed");
    await place.click();
    await expectTexts(main, "This order was already placed");
    expect(main.getByRole("alert").elements()).toEqual([]);
    await expect
      .element(main.getByRole("link", { name: "See your order" }))
      .toHaveAttribute("href", "/pendingretail");
    expect(client.argsOf(api.orders.place)).toHaveLength(1);
    await quantity.fill("2");
    await place.click();
    await expectTexts(page, "Missing Information");
  });

  test("[FAILURE13] an order that fails says so", async () => {
    await open("/orderinfo/product", sold(MEENA).onCall(api.orders.place, serverError));
    await message.fill("Before the weekend");
    await place.click();
    await expectTexts(page, "Order Failed");
    await expectTexts(page, "There was an error placing your order. Please try again.");
  });

  test("an order without a connection waits, and is sent when it is back", async () => {
    const client = sold(MEENA).onCall(api.orders.place, () => ({
      orderId: idOf<"orders">("order"),
    }));
    await open("/orderinfo/product", client);
    await message.fill("Before the weekend");
    client.goOffline();
    await place.click();
    await expectTexts(page, "Waiting for the connection");
    expect(client.argsOf(api.orders.place)).toEqual([]);
    client.goOnline();
    await expectTexts(page, "Order Placed");
    expect(client.argsOf(api.orders.place).length).toBe(1);
  });

  test("[PWA3] an order is said to wait once a closed tab does not lose it any more", async () => {
    const client = sold(MEENA);
    await open("/orderinfo/product", client);
    await message.fill("Before the weekend");
    client.goOffline();
    const release = await holdOutbox();
    await place.click();
    await expect.element(place).toHaveAttribute("aria-busy", "true");
    await expect.element(page.getByText("Waiting for the connection")).not.toBeInTheDocument();
    release();
    await expectTexts(page, "Waiting for the connection");
  });

  test("[PLACE3] [PLACE6] a visitor who orders is asked to log in or to sign up", async () => {
    await open("/orderinfo/product", sold(null));
    await message.fill("For tomorrow");
    await place.click();
    await expectTexts(page, "Authentication Required", "Please log in to place an order.");
    const notice = page.getByRole("alert");
    const login = notice.getByRole("link", { name: "Login" });
    await expect.element(login).toHaveAttribute("href", "/auth/login");
    const signUp = notice.getByRole("link", { name: "Sign Up" });
    await expect.element(signUp).toHaveAttribute("href", "/auth/signup");
  });
});

const LONG = {
  productName: LONG_WORD,
  userName: LONG_HINDI,
  shopName: LONG_WORD,
  distributorName: LONG_WORD,
  msg: LONG_HINDI,
  retailerAddress: LONG_WORD,
  orderCancelReason: LONG_WORD,
  quantity: 99_999,
  totalPaise: 99_999_999_999,
  pricePaise: 99_999_999_999,
  deliveryBefore: "2026-03-06",
  completedOn: MARCH_4,
};

type Status = Order["status"];

function listOf(me: typeof ASHA, address: string, status: Status, failure: string, empty: string) {
  return {
    ...{ me, address, failure, empty },
    query: me === ASHA ? api.orders.incoming : api.orders.outgoing,
    row: order({ status }),
    shown: "Basmati rice",
    longRows: [
      order({ ...LONG, status }),
      order({ ...LONG, _id: idOf("hindi"), status, productName: LONG_HINDI, msg: LONG_WORD }),
    ],
  };
}

describe("[FAILURE15] [SELLER1] [SELLER11] [SELLER15] [SELLER19] the list of a distributor", () => {
  testListStates([
    {
      ...listOf(
        ASHA,
        "/pendingorders_dist",
        "pending",
        "Failed to fetch orders. Please try again later.",
        "No pending orders found.",
      ),
      wayOn: "/productlist",
    },
    {
      ...listOf(
        ASHA,
        "/accepted_dist",
        "accepted",
        "Failed to fetch accepted orders.",
        "No Accepted Orders found.",
      ),
      wayOn: "/pendingorders_dist",
    },
    listOf(
      ASHA,
      "/rejected_dist",
      "rejected",
      "Failed to fetch rejected orders. Please try again later.",
      "No rejected orders found.",
    ),
    listOf(
      ASHA,
      "/completed_dist",
      "completed",
      "Failed to fetch completed orders.",
      "No completed orders found.",
    ),
  ]);
});

describe("[FAILURE15] [BUYER1] [BUYER5] [BUYER9] [BUYER12] the list of a retailer", () => {
  testListStates([
    {
      ...listOf(
        MEENA,
        "/pendingretail",
        "pending",
        "Failed to fetch pending orders.",
        "No pending orders found.",
      ),
      wayOn: "/productlistall",
    },
    listOf(
      MEENA,
      "/acceptedretail",
      "accepted",
      "Failed to fetch accepted orders.",
      "No accepted orders found.",
    ),
    listOf(
      MEENA,
      "/rejectedretail",
      "rejected",
      "Failed to fetch rejected orders.",
      "No rejected orders found.",
    ),
    listOf(
      MEENA,
      "/completedretail",
      "completed",
      "Failed to fetch completed orders.",
      "No completed orders found.",
    ),
  ]);
});

/** Credit notes: issuing one, those of an invoice, and the page of one. */
import type { FunctionReturnType } from "convex/server";
import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { CREDIT_SENTENCE } from "../../../domain/gst/creditDeadline";
import { type FakeClient, pageOf, serverError } from "../../testing/fakeClient.setup";
import { ASHA, idOf, LONG_WORD, MARCH_4, MEENA } from "../../testing/fixtures.setup";
import {
  choose,
  clientFor,
  expectColumns,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";

type Invoice = NonNullable<FunctionReturnType<typeof api.invoices.one>>;
type Note = NonNullable<FunctionReturnType<typeof api.creditNotes.one>>;
type State = NonNullable<FunctionReturnType<typeof api.creditNotes.state>>;

const main = page.getByRole("main");
const dialog = page.getByRole("dialog", { name: "Issue credit note" });
const notes = main.getByRole("region", { name: "Credit notes" });
const sheet = page.getByRole("article");
const button = (name: string) => page.getByRole("button", { name, exact: true });

const RICE = { lineId: "order-1", productName: "Basmati rice" };
const SALT = { lineId: "order-2", productName: "Salt" };
const PARTIES = {
  distributor: {
    ...{ name: ASHA.name, email: ASHA.email, phone: ASHA.phone, address: ASHA.address },
    companyName: "Banyan Court Wholesale",
  },
  retailer: {
    ...{ name: MEENA.name, email: MEENA.email, phone: MEENA.phone, address: MEENA.address },
    shopName: "Peepal Chowk Stores",
  },
};

function invoice(rest: Partial<Invoice> = {}): Invoice {
  const line = { quantity: 10, pricePaise: 118_00, totalPaise: 1_180_00 };
  const goods = { description: "", imageUrl: null };
  return {
    ...{ _id: idOf("invoice1"), orderId: idOf("order"), invoiceNo: "1" },
    ...{ printedNumber: "BCW/26-27/00001", createdAt: MARCH_4, orderDate: MARCH_4 },
    ...{ acceptedAt: MARCH_4, deliveryBefore: "2026-03-06", orderStatus: "accepted", ...PARTIES },
    lines: [RICE, SALT].map((product) => ({ ...product, ...line, ...goods })),
    ...{ netAmountPaise: 2_360_00, payablePaise: 2_360_00, openPaise: 2_360_00 },
    ...{ qrImageUrl: null, authorizedSignature: ASHA.name, ...rest },
  };
}

function state(rest: Partial<State> = {}): State {
  const lines = [
    { lineId: RICE.lineId, credited: 0, left: 10 },
    { lineId: SALT.lineId, credited: 8, left: 2 },
  ];
  return { creditedPaise: 0, lines, ...rest };
}

function invoicePage(me: typeof MEENA, rest: Partial<Invoice> = {}): FakeClient {
  return clientFor(me)
    .answer(api.invoices.mine, pageOf([]))
    .answer(api.invoices.one, invoice(rest))
    .answer(api.payments.ofInvoice, {
      ...{ partnerId: idOf<"users">("partner"), openPaise: 2_360_00, payments: [] },
      dueOn: "2026-03-04",
    })
    .answer(api.creditNotes.state, state())
    .answer(api.creditNotes.ofInvoice, pageOf([]));
}

const ADDRESS = "/invoicepage?invoice=invoice1";
const pieces = (product: string) => dialog.getByRole("textbox", { name: `Pieces of ${product}` });

describe("[NOTE7] issuing a credit note", () => {
  test("sends the pieces, the reason and the choice of the stock once, and is the distributor's alone", async () => {
    const client = invoicePage(ASHA);
    client.onCall(api.creditNotes.issue, () => ({ noteId: idOf<"creditNotes">("note") }));
    await open(ADDRESS, client);
    await button("Issue credit note").click();
    await expectTexts(dialog, "of 10 left", "of 2 left", "₹0.00 credited");
    await button("Issue").click();
    await expectTexts(dialog, "Please enter the pieces to be credited.");
    await expectTexts(dialog, "Please choose a reason.");
    await pieces("Basmati rice").fill("3");
    await expectTexts(dialog, "₹354.00 credited");
    await choose(dialog.getByLabelText("Reason"), "Goods returned");
    const stock = dialog.getByLabelText("The goods go back to stock");
    await expect.element(stock).toBeChecked();
    await choose(dialog.getByLabelText("Reason"), "Damaged or spoilt");
    await expect.element(stock).not.toBeChecked();
    await dialog.getByLabelText("In words").fill("Torn bags");
    await button("Issue").click();
    await expectTexts(page, "Credit note issued.");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(client.argsOf(api.creditNotes.issue)).toEqual([
      {
        ...{ invoiceId: "invoice1", lines: [{ lineId: "order-1", quantity: 3 }] },
        ...{ reason: "damaged", text: "Torn bags", restocks: false },
        noteKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      },
    ]);
    await open(ADDRESS, invoicePage(MEENA));
    await expectTexts(sheet, "BCW/26-27/00001");
    expect(button("Issue credit note").elements()).toEqual([]);
  });

  test("takes all that is left, wants words for another reason, and keeps its key when it is tried again", async () => {
    const client = invoicePage(ASHA);
    client.onCall(api.creditNotes.issue, () => serverError());
    await open(ADDRESS, client);
    await button("Issue credit note").click();
    await button("All that is left").click();
    await expect.element(pieces("Salt")).toHaveValue("2");
    await expectTexts(dialog, "₹1,416.00 credited");
    await choose(dialog.getByLabelText("Reason"), "Another reason");
    await button("Issue").click();
    await expectTexts(dialog, "Please say why in at most 500 characters.");
    await dialog.getByLabelText("In words").fill("A favour");
    await button("Issue").click();
    await expectTexts(dialog, "The credit note could not be issued. Please try again.");
    const detail = "Of Salt it is 1.";
    const refused = { code: "CREDITED_TOO_MUCH", productName: "Salt", left: 1, detail };
    client.onCall(api.creditNotes.issue, () => new ConvexError(refused));
    await button("Issue").click();
    await expectTexts(dialog, "That is more than is left to credit. Of Salt it is 1.");
    const keys = client.argsOf(api.creditNotes.issue).map(({ noteKey }) => noteKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("follows what another tab credits, until nothing is left", async () => {
    const client = invoicePage(ASHA);
    await open(ADDRESS, client);
    await button("Issue credit note").click();
    await button("All that is left").click();
    const lines = [{ lineId: SALT.lineId, credited: 9, left: 1 }];
    client.answer(api.creditNotes.state, state({ lines }));
    await expectTexts(dialog, "of 1 left", "of 0 left", "₹118.00 credited");
    client.answer(api.creditNotes.state, state({ lines: [] }));
    await expectTexts(dialog, "Nothing of this invoice is left to credit.");
  });

  test("says that it no longer lowers the tax after the last day", async () => {
    const old = state({ deadline: "2020-11-30" });
    await open(ADDRESS, invoicePage(ASHA).answer(api.creditNotes.state, old));
    await button("Issue credit note").click();
    await expectTexts(
      dialog,
      "A credit note lowered the tax of this invoice until 30 Nov 2020 (CGST Act, section 34(2)).",
    );
  });

  test("needs the connection, and fits a phone", async () => {
    await usePhone();
    const lines = [{ ...invoice().lines[0]!, productName: LONG_WORD }];
    const client = invoicePage(ASHA, { lines });
    await open(ADDRESS, client);
    await button("Issue credit note").click();
    await expectTexts(dialog, "of 10 left");
    client.goOffline();
    await expectTexts(dialog, "Issuing a credit note needs the connection.");
    await expect.element(button("Issue")).toBeDisabled();
    await expectNoSidewaysScroll();
  });
});

describe("[NOTE8] an invoice with credit notes", () => {
  test("lists them with number, day and sum, live, and is not “Paid” where nobody paid", async () => {
    const client = invoicePage(MEENA);
    await open(ADDRESS, client);
    await expectTexts(sheet, "BCW/26-27/00001");
    expect(notes.elements()).toEqual([]);
    const row = { _id: idOf<"creditNotes">("note"), printedNumber: "CN/26-27/00001" };
    client
      .answer(
        api.creditNotes.ofInvoice,
        pageOf([{ ...row, issuedAt: MARCH_4, totalPaise: 354_00 }]),
      )
      .answer(api.invoices.one, invoice({ creditedPaise: 354_00, openPaise: 2_006_00 }));
    await expectTexts(notes, "₹354.00 of ₹2,360.00 credited", "04 Mar 2026", "₹354.00");
    await expect
      .element(notes.getByRole("link", { name: "CN/26-27/00001" }))
      .toHaveAttribute("href", "/creditnote/note");
    await expectTexts(sheet, "₹2,006.00 of ₹2,360.00 open");
    client.answer(api.invoices.one, invoice({ creditedPaise: 2_360_00, openPaise: 0 }));
    await expectTexts(sheet, "Nothing to pay");
  });

  test("says when they can't be had", async () => {
    const client = invoicePage(MEENA, { creditedPaise: 1 });
    await open(ADDRESS, client.answer(api.creditNotes.ofInvoice, serverError()));
    await expectTexts(notes, "The credit notes could not be loaded.");
  });
});

function note(rest: Partial<Note> = {}): Note {
  return {
    ...{ _id: idOf("note"), printedNumber: "CN/26-27/00001", noteNo: "1", title: "Credit Note" },
    ...{ issuedAt: MARCH_4, totalPaise: 354_00, reason: "damaged", restocks: false },
    ...{ invoiceId: idOf("invoice1"), invoiceNumber: "BCW/26-27/00001", invoiceIssuedAt: MARCH_4 },
    ...PARTIES,
    lines: [{ ...RICE, quantity: 3, pricePaise: 118_00, totalPaise: 354_00 }],
    amountInWords: "Rupees Three Hundred Fifty Four Only",
    authorizedSignature: ASHA.name,
    ...rest,
  };
}

describe("[NOTE9] the page of a credit note", () => {
  test("has its particulars, the invoice that it is of, and the sum in words", async () => {
    await open("/creditnote/note", clientFor(MEENA).answer(api.creditNotes.one, note()));
    await expectTexts(sheet, "Credit Note", "CN/26-27/00001", "Date of issue", "Against invoice");
    await expectTexts(sheet, "BCW/26-27/00001", "Invoice date", "04 Mar 2026");
    await expectTexts(sheet, "Banyan Court Wholesale", "Peepal Chowk Stores", ASHA.email);
    await expectColumns(sheet, "Product", "Quantity", "Price", "Total");
    await expectTexts(sheet, "Damaged or spoilt", "Not back in stock", "Credited", "₹354.00");
    await expectTexts(sheet, "Rupees Three Hundred Fifty Four Only", "Authorized signature");
    await expectTexts(main, "Download PDF", "Share as picture", "Print");
    await expect
      .element(main.getByRole("link", { name: "Invoice BCW/26-27/00001" }))
      .toHaveAttribute("href", "/invoicepage?invoice=invoice1");
    expect(sheet.getByText(/GST|HSN|Place of supply|input tax/).elements()).toEqual([]);
  });

  test("has the taxes given back and the recipient's duty, on a phone too", async () => {
    const taxes = {
      ...{ taxablePaise: 300_00, untaxedPaise: 0, igstPaise: 0 },
      ...{ cgstPaise: 27_00, sgstPaise: 27_00 },
    };
    const line = { ...note().lines[0]!, ...taxes, hsn: "1006", uqc: "BAG", gstRateBp: 1800 };
    const tax: Note["tax"] = {
      ...{ kind: "taxInvoice", title: "Credit Note", placeOfSupply: "27", isInterState: false },
      ...{ stateTax: "SGST", ...taxes, amountInWords: note().amountInWords },
    };
    const taxed = { tax, sentence: CREDIT_SENTENCE, reasonText: LONG_WORD };
    const seller = { ...PARTIES.distributor, gstin: "27AAPFU0939F1ZV", stateCode: "27" };
    const whole = note({ ...taxed, distributor: seller, lines: [{ ...line, taxKind: "taxable" }] });
    await usePhone();
    await open("/creditnote/note", clientFor(ASHA).answer(api.creditNotes.one, whole));
    await expectTexts(sheet, "HSN 1006", "3 BAG", "₹27.00", "9%");
    await expectTexts(sheet, "Taxable value", "27-Maharashtra", "GSTIN 27AAPFU0939F1ZV");
    await expectTexts(sheet, CREDIT_SENTENCE);
    await expectNoSidewaysScroll();
  });

  test("is there for its two parties alone", async () => {
    await open("/creditnote/other", clientFor(MEENA).answer(api.creditNotes.one, null));
    await expectTexts(main, "There is no such credit note.");
  });
});

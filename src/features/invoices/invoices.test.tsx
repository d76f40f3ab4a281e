/** The page of invoices. */
import type { FunctionReturnType } from "convex/server";
import { ConvexError } from "convex/values";
import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { ORDER_LINES_MAX, UPI_DAY_LIMIT_PAISE } from "../../../domain/limits";
import { type FakeClient, pageOf, serverError } from "../../testing/fakeClient.setup";
import {
  ASHA,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MARCH_4,
  MEENA,
  PICTURE_URL,
} from "../../testing/fixtures.setup";
import {
  choose,
  clientFor,
  expectColumns,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";

type Summary = FunctionReturnType<typeof api.invoices.mine>["page"][number];
type Invoice = NonNullable<FunctionReturnType<typeof api.invoices.one>>;

const main = page.getByRole("main");
const sheet = page.getByRole("article");
const choice = page.getByLabelText("Invoice", { exact: true });

function summary(number: number): Summary {
  return {
    _id: idOf(`invoice${number}`),
    invoiceNo: String(number),
    printedNumber: `2025-26/0000${number}`,
    createdAt: MARCH_4,
    distributorName: ASHA.name,
    retailerName: MEENA.name,
    shopName: "Peepal Chowk Stores",
    netAmountPaise: 768_600,
    payablePaise: 768_600,
    openPaise: 768_600,
    productName: "Basmati rice",
  };
}

const LINE: Invoice["lines"][number] = {
  lineId: "order",
  productName: "Basmati rice",
  quantity: 12,
  pricePaise: 64_050,
  totalPaise: 768_600,
  description: "Long grain, one year old.",
  imageUrl: null,
};

function invoice(number: number, line: Partial<typeof LINE> = {}): Invoice {
  const { name, email, phone, address } = MEENA;
  return {
    _id: idOf(`invoice${number}`),
    orderId: idOf("order"),
    invoiceNo: String(number),
    printedNumber: `2025-26/0000${number}`,
    createdAt: MARCH_4,
    orderDate: MARCH_4,
    acceptedAt: MARCH_4,
    deliveryBefore: "2026-03-06",
    orderStatus: "accepted",
    distributor: {
      name: ASHA.name,
      email: ASHA.email,
      phone: ASHA.phone,
      address: ASHA.address,
      companyName: "Banyan Court Wholesale",
    },
    retailer: { name, email, phone, address, shopName: "Peepal Chowk Stores" },
    lines: [{ ...LINE, ...line }],
    netAmountPaise: 768_600,
    payablePaise: 768_600,
    openPaise: 768_600,
    qrImageUrl: null,
    upiLink: "upi://pay?pa=asha@upi",
    authorizedSignature: ASHA.name,
  };
}

type InvoiceMoney = NonNullable<FunctionReturnType<typeof api.payments.ofInvoice>>;

const ACCOUNT = { holder: "Banyan Court Wholesale", number: "001122334455", ifsc: "HDFC0001234" };

function money(part: Partial<InvoiceMoney> = {}): InvoiceMoney {
  return {
    ...{ partnerId: idOf("asha"), openPaise: 768_600, dueOn: "2026-03-06", payments: [] },
    ...{ upiLink: "upi://pay?pa=asha@upi&am=7686.00", upiId: "asha@upi", bankAccount: ACCOUNT },
    ...part,
  };
}

/** A client that answers with the money of any invoice: a sheet is shown together with it. */
function clientWithMoney(me: typeof MEENA): FakeClient {
  return clientFor(me).answer(api.payments.ofInvoice, money());
}

function withInvoices(line: Partial<typeof LINE> = {}): FakeClient {
  return clientWithMoney(MEENA)
    .answer(api.invoices.mine, pageOf([summary(2), summary(1)]))
    .answer(api.invoices.one, ({ invoiceId }) => invoice(Number(invoiceId.at(-1)), line));
}

describe("an invoice", () => {
  test("[INVOICE1] shows parties, goods, sum, dates and the way to pay", async () => {
    await open("/invoicepage", withInvoices());
    await expectTexts(sheet, "Order date", "Acceptance date", "Delivery before", "06 Mar 2026");
    await expectTexts(sheet.getByRole("region", { name: "Distributor" }), ASHA.email, ASHA.phone);
    await expectTexts(sheet.getByRole("region", { name: "Retailer" }), MEENA.email, MEENA.phone);
    await expectColumns(sheet, "Product", "Quantity", "Price", "Total");
    await expectTexts(sheet, "Description", "Long grain, one year old.", "Scan to make payment");
    await expectTexts(sheet, "Order summary", "Status", "Net amount", "Authorized signature");
    await expectTexts(sheet, "₹640.50", "₹7,686.00");
    await expectTexts(main, "Download PDF");
  });

  test("[TAX6] stands in the list beside it with the sum to pay", async () => {
    await page.viewport(1440, 900);
    const taxed = { ...summary(2), payablePaise: 906_948 };
    await open(
      "/invoicepage",
      withInvoices().answer(api.invoices.mine, pageOf([taxed, summary(1)])),
    );
    const list = page.getByRole("navigation", { name: "All invoices" });
    await expectTexts(list, "₹9,069.48", "₹7,686.00");
  });

  test("[INVOICE1] says when there is neither description nor picture", async () => {
    await open("/invoicepage", withInvoices({ description: "" }));
    await expectTexts(sheet, "No description available", "No image available");
  });

  test("[INVOICE3] [INVOICE7] the newest lies open until another is picked from a list of 15 rem at most", async () => {
    await open("/invoicepage", withInvoices());
    await expectTexts(sheet, "2025-26/00002");
    const { maxHeight } = getComputedStyle(choice.element(), "::picker(select)");
    expect(parseFloat(maxHeight)).toBeLessThanOrEqual(15 * 16);
    const options = choice.getByRole("option");
    const [newest = "", older = ""] = options.elements().map(({ textContent }) => textContent);
    await expect.element(choice).toHaveDisplayValue(newest);
    await choose(choice, older);
    await expectTexts(sheet, "2025-26/00001");
  });

  test("[INVOICE9] lists every line of its acceptance, also of the most", async () => {
    const lines = Array.from({ length: ORDER_LINES_MAX }, (_, n) => ({
      ...{ ...LINE, lineId: `order-${n + 1}`, productName: `Product ${n % 50}` },
      description: `Description ${n}`,
    }));
    const payable = { netAmountPaise: 76_860_000, payablePaise: 76_860_100 };
    const client = withInvoices().answer(api.invoices.one, { ...invoice(1), lines, ...payable });
    await open("/invoicepage", client);
    await expectTexts(sheet, "₹7,68,600.00", "To pay", "₹7,68,601.00", "Description 99");
    // All are rendered, for the picture and the paper.
    await expect.poll(() => sheet.getByRole("row").elements().length).toBe(ORDER_LINES_MAX + 1);
    await usePhone();
    await expectNoSidewaysScroll();
  });

  test("[TIMELINE3] tells what happened to its lines", async () => {
    const { lineId, productName } = LINE;
    const client = withInvoices().answer(api.invoices.timeline, [
      {
        ...{ _id: idOf<"orderEvents">("placed"), kind: "placed", by: "retailer" },
        ...{ at: MARCH_4, to: "pending" },
        lines: [{ lineId, productName, quantity: 12 }],
      },
      {
        ...{ _id: idOf<"creditNotes">("note"), by: "distributor", at: MARCH_4 + 1 },
        creditNote: { printedNumber: "CN/25-26/00007", totalPaise: 640_50 },
      },
    ]);
    await open("/invoicepage", client);
    await main.getByRole("button", { name: "Timeline" }).click();
    const panel = page.getByRole("dialog", { name: "Timeline" });
    await expectTexts(panel, "Invoice 2025-26/00002", "You placed the order", "12 × Basmati rice");
    await expectTexts(panel, `${ASHA.name} issued a credit note`, "CN/25-26/00007 · ₹640.50");
  });

  test("fits long names on a phone", async () => {
    await usePhone();
    await open("/invoicepage", withInvoices({ productName: LONG_WORD, description: LONG_HINDI }));
    await expectTexts(sheet, LONG_HINDI);
    await expectNoSidewaysScroll();
  });
});

/** An invoice of which so much is open. */
function withOpen(openPaise: number, part: Partial<InvoiceMoney> = {}, me = MEENA): FakeClient {
  const upiLink = openPaise === 0 ? undefined : `upi://pay?pa=asha@upi&am=${openPaise / 100}`;
  const payablePaise = Math.max(768_600, openPaise);
  return clientFor(me)
    .answer(api.invoices.mine, pageOf([summary(1)]))
    .answer(api.invoices.one, { ...invoice(1), payablePaise, openPaise, upiLink })
    .answer(api.payments.ofInvoice, money({ openPaise, upiLink, ...part }));
}

describe("what is open of an invoice", () => {
  const payment = main.getByRole("region", { name: "Payment" });
  const code = sheet.getByRole("img", { name: "Payment QR code" });
  const pay = payment.getByRole("link", { name: /^Pay ₹/ });

  test("[MONEY1] is in its code, live, until nothing is", async () => {
    const client = withOpen(768_600);
    await open("/invoicepage", client);
    await expect.element(code).toBeVisible();
    const whole = code.element().innerHTML;
    expect(sheet.getByText(/open$/).elements()).toEqual([]);
    const rest = { ...invoice(1), openPaise: 100_050, upiLink: "upi://pay?pa=asha@upi&am=1000.50" };
    client.answer(api.invoices.one, rest);
    await expectTexts(sheet, "₹1,000.50 of ₹7,686.00 open");
    expect(code.element().innerHTML).not.toBe(whole);
    const { upiLink: _, ...paid } = { ...rest, openPaise: 0 };
    client.answer(api.invoices.one, paid).answer(api.payments.ofInvoice, money({ openPaise: 0 }));
    await expectTexts(sheet, "Paid");
    await expectTexts(payment, "Paid");
    await expect.element(code).not.toBeInTheDocument();
  });

  test("[MONEY1] has the distributor's own picture while something is", async () => {
    const client = withOpen(100_000);
    const { upiLink: _, ...rest } = { ...invoice(1), qrImageUrl: PICTURE_URL, openPaise: 100_000 };
    await open("/invoicepage", client.answer(api.invoices.one, rest));
    await expect.element(code).toHaveAttribute("src", PICTURE_URL);
    client.answer(api.invoices.one, { ...rest, openPaise: 0 });
    await expectTexts(sheet, "Paid");
    await expect.element(code).not.toBeInTheDocument();
  });

  test("[MONEY2] the retailer pays by a link on a phone, and by the code on a computer", async () => {
    await open("/invoicepage", withOpen(100_050));
    await expectTexts(payment, "₹1,000.50", "asha@upi", "I have paid");
    expect(pay.elements().some((link) => link.checkVisibility())).toBe(false);
    await usePhone();
    await expect.element(pay).toBeVisible();
    await expect.element(pay).toHaveAttribute("href", "upi://pay?pa=asha@upi&am=1000.5");
    await expect.element(pay).toMatchTextContent("Pay ₹1,000.50");
    await expect
      .element(payment.getByRole("link", { name: "I have paid" }))
      .toHaveAttribute("href", "/khata/asha?pay=invoice1");
    await expectNoSidewaysScroll();
  });

  test("[MONEY2] the UPI ID and each part of the bank account can be copied", async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation((text) => {
      copied.push(text);
      return Promise.resolve();
    });
    await open("/invoicepage", withOpen(100_000));
    await payment.getByRole("button", { name: "Copy UPI ID" }).click();
    await expect.element(payment.getByRole("button", { name: "Copied" })).toBeVisible();
    await payment.getByText("Bank details").click();
    for (const part of ["account holder", "account number", "IFSC"])
      await payment.getByRole("button", { name: `Copy ${part}` }).click();
    expect(copied).toEqual(["asha@upi", ...Object.values(ACCOUNT)]);
  });

  test("[MONEY3] above ₹1,00,000 the limit of UPI is told, with the bank account open", async () => {
    const hint =
      "UPI between persons takes at most ₹1,00,000 a day. Pay in parts, or by bank transfer.";
    const client = withOpen(UPI_DAY_LIMIT_PAISE + 1);
    await open("/invoicepage", client);
    await expectTexts(payment, hint, ACCOUNT.holder, ACCOUNT.number, ACCOUNT.ifsc);
    client.answer(api.payments.ofInvoice, money({ openPaise: UPI_DAY_LIMIT_PAISE }));
    await expect.element(payment.getByText(hint)).not.toBeInTheDocument();
    await expect.element(payment.getByText(ACCOUNT.number)).not.toBeVisible();
    client.answer(api.payments.ofInvoice, money({ bankAccount: undefined }));
    await expect.element(payment.getByText("Bank details")).not.toBeInTheDocument();
  });

  test("[MONEY2] the payee gets no way to pay, but to record a payment", async () => {
    await usePhone();
    const large = UPI_DAY_LIMIT_PAISE + 1;
    await open("/invoicepage", withOpen(large, { partnerId: idOf("meena") }, ASHA));
    await expect
      .element(payment.getByRole("link", { name: "Record payment" }))
      .toHaveAttribute("href", "/khata/meena?pay=invoice1");
    await expect.element(code).toBeVisible();
    expect(payment.getByRole("link").elements()).toHaveLength(1);
    expect(payment.getByText(/asha@upi|Bank details|UPI between/).elements()).toEqual([]);
  });

  test("[MONEY2] a claim that waits is told, so that nobody pays twice", async () => {
    const claim = { _id: idOf("claim"), amountPaise: 50_000, state: "claimed" };
    const payments = [{ payment: claim, paise: 0 }] as unknown as InvoiceMoney["payments"];
    await open("/invoicepage", withOpen(100_000, { payments }));
    await expectTexts(payment, "₹500.00 waits for Asha Kolhari's confirmation.");
  });

  test("[FAILURE26] that can't be had says so, and the invoice stays", async () => {
    await open("/invoicepage", withOpen(100).answer(api.payments.ofInvoice, serverError()));
    await expectTexts(main.getByRole("alert"), "Failed to load what is open of this invoice.");
    await expectTexts(sheet, "₹640.50");
  });
});

test("[INVOICE2] without invoices the page says so, and how they come", async () => {
  for (const [me, to] of [
    [MEENA, "/pendingretail"],
    [ASHA, "/pendingorders_dist"],
  ] as const) {
    await open("/invoicepage", clientFor(me).answer(api.invoices.mine, pageOf([])));
    await expectTexts(main, "No invoices found");
    await expect
      .element(main.getByRole("link", { name: "Pending Orders" }))
      .toHaveAttribute("href", to);
  }
});

test("an address that is nobody's invoice says so", async () => {
  const client = withInvoices();
  client.answer(api.invoices.one, null).answer(api.payments.ofInvoice, null);
  await open("/invoicepage?invoice=none", client);
  await expectTexts(main, "There is no such invoice.");
});

test("[FAILURE26] invoices that can't be had say why, and come back", async () => {
  const client = clientWithMoney(MEENA).answer(api.invoices.mine, serverError());
  await open("/invoicepage", client);
  const words = "Failed to fetch invoices: the server did not answer as expected.";
  await expectTexts(main.getByRole("alert"), words, "Retry");
  client.answer(api.invoices.mine, new ConvexError({ code: "TOO_MANY" }));
  await expectTexts(main, "Failed to fetch invoices: Too many attempts. Please try again later.");
  client.answer(api.invoices.mine, pageOf([summary(1)])).answer(api.invoices.one, serverError());
  await expectTexts(main, words);
  client.answer(api.invoices.one, invoice(1));
  await expectTexts(sheet, "2025-26/00001");
  await expect.element(main.getByRole("alert")).not.toBeInTheDocument();
});

describe("[TAX3] the page of a tax document", () => {
  test("has both parties' details, the taxes of each line, their sums and the sum in words", async () => {
    const taxes = {
      ...{ taxablePaise: 6_513_56, untaxedPaise: 0 },
      ...{ cgstPaise: 586_22, sgstPaise: 586_22, igstPaise: 0 },
    };
    const line = { ...LINE, ...taxes, hsn: "1006", uqc: "BAG", gstRateBp: 1800 };
    const taxed = invoice(1, { ...line, taxKind: "taxable" });
    const tax: Invoice["tax"] = {
      ...{ kind: "taxInvoice", title: "Tax Invoice", placeOfSupply: "27" },
      ...{ isInterState: false, stateTax: "SGST", ...taxes },
      amountInWords: "Rupees Seven Thousand Six Hundred Eighty Six Only",
    };
    const seller = { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" };
    const client = clientWithMoney(MEENA)
      .answer(api.invoices.mine, pageOf([summary(1)]))
      .answer(api.invoices.one, {
        ...{ ...taxed, tax, distributor: { ...taxed.distributor, ...seller } },
        retailer: { ...taxed.retailer, stateCode: "27", pincode: "400001" },
      });
    await open("/invoicepage", client);
    await expectTexts(sheet, "Tax Invoice", "Original for Recipient");
    const distributor = sheet.getByRole("region", { name: "Distributor" });
    await expectTexts(distributor, "GSTIN 27AAPFU0939F1ZV", "State 27-Maharashtra", "PIN 411001");
    await expectTexts(sheet, "HSN 1006", "12 BAG", "Date of issue");
    const row = sheet.getByRole("row", { name: /HSN 1006/ });
    for (const text of ["₹6,513.56", "₹586.22", "9%"])
      await expect.element(row.getByText(text, { exact: true }).first()).toBeVisible();
    for (const name of ["Taxable value", "CGST", "SGST"])
      await expect.element(sheet.getByRole("columnheader", { name })).toBeInTheDocument();
    await expectTexts(sheet, "Taxable value", "₹6,513.56", "27-Maharashtra");
    await expectTexts(sheet, "Rupees Seven Thousand Six Hundred Eighty Six Only");
    await usePhone();
    await expectNoSidewaysScroll();
  });

  const TAX: NonNullable<Invoice["tax"]> = {
    ...{ kind: "taxInvoice", title: "Tax Invoice", placeOfSupply: "27", isInterState: false },
    ...{ stateTax: "SGST", taxablePaise: 0, untaxedPaise: 0 },
    ...{ cgstPaise: 0, sgstPaise: 0, igstPaise: 0, amountInWords: "Rupees" },
  };
  const clientWithTax = (me: typeof MEENA, line: Partial<typeof LINE>, tax: Invoice["tax"] = TAX) =>
    clientWithMoney(me)
      .answer(api.invoices.mine, pageOf([summary(1)]))
      .answer(api.invoices.one, { ...invoice(1, { taxKind: "taxable", ...line }), tax });
  const copies = main.getByRole("combobox", { name: "Copies" });

  test("[COPY1] has the choice of copies for the distributor alone, and the original on screen", async () => {
    await open("/invoicepage", clientWithTax(ASHA, {}));
    await choose(copies, "All three copies");
    await expectTexts(sheet, "Original for Recipient");
    await expect.element(copies).toHaveDisplayValue("All three copies");
    await usePhone();
    await expectNoSidewaysScroll();
    await open("/invoicepage", clientWithTax(MEENA, {}));
    await expectTexts(sheet, "Original for Recipient");
    expect(copies.elements()).toEqual([]);
  });

  test("[COPY1] has a mark on a bill of supply, too", async () => {
    const tax = { ...TAX, kind: "billOfSupply" as const, title: "Bill of Supply" };
    await open("/invoicepage", clientWithTax(ASHA, {}, tax));
    await expectTexts(sheet, "Bill of Supply", "Original for Recipient");
    await expect.element(copies).toBeVisible();
  });

  test.each([
    ["distributor", ASHA, 50_000_01, true],
    ["distributor", ASHA, 50_000_00, false],
    ["retailer", MEENA, 50_000_01, false],
  ] as const)(
    "[EWAY1] tells a %s of the e-way bill above ₹50,000",
    async (_, me, paise, isTold) => {
      const parts = { cgstPaise: 1_000_00, sgstPaise: 1_000_00 };
      const value = { taxablePaise: paise - 2_000_00, ...parts };
      await open("/invoicepage", clientWithTax(me, value));
      await expectTexts(sheet, "Tax Invoice");
      const hint = main.getByText(/ need an e-way bill before they move/);
      expect(hint.elements()).toHaveLength(isTold ? 1 : 0);
      if (!isTold) return;
      await expect.element(hint).toMatchTextContent("₹50,000.01 with their tax");
      await expect.element(hint).toMatchTextContent("Goods of more than ₹50,000.00 need");
      await expect.element(hint).toMatchTextContent("States may set other limits");
      await expect.element(hint).toMatchTextContent("Mandi gives no legal or tax advice.");
    },
  );

  test("has none of it on a bill, whoever looks and however large it is", async () => {
    const huge = { ...invoice(1), netAmountPaise: 90_000_00, payablePaise: 90_000_00 };
    const client = clientWithMoney(ASHA)
      .answer(api.invoices.mine, pageOf([summary(1)]))
      .answer(api.invoices.one, huge);
    await open("/invoicepage", client);
    await expectTexts(sheet, "Order summary");
    expect(copies.elements()).toEqual([]);
    expect(main.getByText("E-way bill").elements()).toEqual([]);
    await open("/invoicepage", withInvoices());
    await expectTexts(sheet, "Order summary");
    for (const text of ["Tax details", "GSTIN", "HSN", "Place of supply", "Original"])
      expect(sheet.getByText(text).elements()).toEqual([]);
  });
});

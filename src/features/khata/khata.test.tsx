/** The screens of the khata: the list of partners, the page of one, and the dialogs of payments and terms. */
import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { addDays, todayIst } from "../../../domain/dates";
import { type FakeClient, pageOf } from "../../testing/fakeClient.setup";
import { answerUploads } from "../../testing/uploads.setup";
import {
  ASHA,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MEENA,
  pictureFile,
} from "../../testing/fixtures.setup";
import { testListStates } from "../../testing/listStates.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";
import type { Me } from "../../session/userdata";
import {
  type Khata,
  type KhataRow,
  type LedgerEntry,
  listedKhata,
  type Payment,
} from "./khataTexts";

const TODAY = todayIst(Date.now());
const main = page.getByRole("main");
const dialog = page.getByRole("dialog");
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function unfold(title: string): Promise<void> {
  await main.getByRole("heading", { name: title }).click();
}

function row(part: Partial<KhataRow> = {}): KhataRow {
  return {
    ...{ partnerId: idOf<"users">("asha"), partnerName: ASHA.name },
    ...{ business: "Banyan Court Wholesale", terms: "credit", creditDays: 14 },
    ...{ creditLimitPaise: 5_000_000, balancePaise: 840_000, openOrdersPaise: 160_000 },
    oldestDueOn: addDays(TODAY, -3),
    ...part,
  };
}

function khata(part: Partial<Khata> = {}): Khata {
  const { oldestDueOn: _, ...shown } = row();
  return {
    ...shown,
    ...{ partnerEmail: ASHA.email, partnerPhone: ASHA.phone, isClosed: false },
    ...{ company: "Banyan Court Wholesale", hasEntries: true, claims: [] },
    ...part,
  };
}

/** The largest sum that a list has room for. */
const LARGE_SUM_PAISE = 9_999_999_99;

/** The same, as Asha sees it. */
function ashasKhata(part: Partial<Khata> = {}): Khata {
  const { name: partnerName, email: partnerEmail } = MEENA;
  const business = "Peepal Chowk Stores";
  return khata({ partnerId: idOf("meena"), partnerName, partnerEmail, business, ...part });
}

function payment(part: Partial<Payment> = {}): Payment {
  return {
    _id: idOf("payment"),
    ...{ retailerId: idOf<"users">("meena"), retailerName: MEENA.name, retailerEmail: MEENA.email },
    ...{ shopName: "Peepal Chowk Stores", distributorId: idOf<"users">("asha") },
    ...{ distributorName: ASHA.name, distributorEmail: ASHA.email },
    ...{ companyName: "Banyan Court Wholesale", amountPaise: 200_000, method: "upi" },
    ...{ reference: "412345678901", paidOn: TODAY, invoiceIds: [], proofUrl: null },
    ...{ recordedBy: "retailer", recordedAt: Date.now(), state: "claimed" },
    ...part,
  };
}

const ENTRIES: LedgerEntry[] = [
  {
    ...{ _id: idOf("e2"), kind: "payment", paise: -200_000, balanceAfterPaise: 840_000 },
    ...{ at: 2, day: TODAY, method: "upi", reference: "412345678900" },
  },
  {
    ...{ _id: idOf("e1"), kind: "invoice", paise: 1_040_000, balanceAfterPaise: 1_040_000 },
    ...{ at: 1, day: TODAY, invoiceId: idOf<"invoices">("i1"), printedNumber: "BCW/26-27/00001" },
  },
];

const MONEY = {
  ageing: { notDue: 440_000, to15: 400_000, to30: 0, to60: 0, to90: 0, over90: 0 },
  dues: [
    {
      ...{ _id: idOf<"dues">("d1"), invoiceId: idOf<"invoices">("i1"), dueOn: addDays(TODAY, -3) },
      ...{ printedNumber: "BCW/26-27/00001", totalPaise: 1_040_000, openPaise: 400_000 },
    },
    {
      ...{ _id: idOf<"dues">("d2"), invoiceId: idOf<"invoices">("i2"), dueOn: addDays(TODAY, 4) },
      ...{ printedNumber: "BCW/26-27/00002", totalPaise: 440_000, openPaise: 440_000 },
    },
  ],
};

function partnerPage(me: Me, known: Khata, payments: Payment[] = []): FakeClient {
  return clientFor(me)
    .answer(api.khata.account, known)
    .answer(api.khata.ageing, MONEY)
    .answer(api.khata.entries, pageOf(ENTRIES))
    .answer(api.payments.withPartner, pageOf(payments));
}

testListStates([
  {
    address: "/khata",
    me: MEENA,
    query: api.khata.accounts,
    row: listedKhata(row()),
    shown: "Banyan Court Wholesale",
    longRows: [
      listedKhata(row({ partnerId: idOf("a"), business: LONG_WORD, partnerName: LONG_WORD })),
      listedKhata(row({ partnerId: idOf("b"), business: LONG_HINDI, partnerName: LONG_HINDI })),
    ],
    failure: "The khata could not be loaded.",
    empty: "No entries yet",
    wayOn: "/productlistall",
  },
]);

describe("the list of partners", () => {
  test("[KHATA1] shows what is to pay or to collect, the terms, the limit and how late it is", async () => {
    const rows = [
      row(),
      row({
        partnerId: idOf("ravi"),
        business: "Lake Traders",
        balancePaise: -50_000,
        terms: "advance",
        oldestDueOn: null,
      }),
    ];
    await open("/khata", clientFor(MEENA).answer(api.khata.accounts, pageOf(rows)));
    const asha = main.getByRole("article", { name: "Banyan Court Wholesale" });
    await expectTexts(asha, "₹8,400.00", "to pay", "3 days late", "Paid within 14 days");
    await expectTexts(asha, "₹10,000.00 / ₹50,000.00");
    await expect.element(asha.getByRole("link")).toHaveAttribute("href", "/khata/asha");
    const ravi = main.getByRole("article", { name: "Lake Traders" });
    await expectTexts(ravi, "₹500.00", "advance", "Paid in advance");
    await expect.element(ravi.getByText("Limit used")).not.toBeInTheDocument();

    const collects = [row({ partnerId: idOf("meena"), business: "Peepal Chowk Stores" })];
    await open("/khata", clientFor(ASHA).answer(api.khata.accounts, pageOf(collects)));
    await expectTexts(main.getByRole("article"), "₹8,400.00", "to collect");
  });

  test("[KHATA16] says what is to pay or to collect in all, and what of it is overdue, live", async () => {
    const sums = { openPaise: 606_300, overduePaise: 397_600, todayPaise: 0, hasMore: false };
    const beside = { claims: 0, dues: [] };
    const client = clientFor(ASHA)
      .answer(api.khata.accounts, pageOf([row()]))
      .answer(api.khata.money, { ...sums, ...beside });
    await open("/khata", client);
    await expectTexts(main, "₹6,063.00");
    expect(main.getByText("To collect ₹6,063.00 · ₹3,976.00 overdue").elements()).toHaveLength(1);
    client.answer(api.khata.money, { ...sums, ...beside, hasMore: true });
    await expectTexts(main, "· more than ₹3,976.00 overdue");
    client.answer(api.khata.money, { ...sums, ...beside, openPaise: -50_000, overduePaise: 0 });
    await expectTexts(main, "₹500.00");
    expect(main.getByText("Advance ₹500.00").elements()).toHaveLength(1);

    await open("/khata", clientFor(MEENA).answer(api.khata.money, { ...sums, ...beside }));
    await expectTexts(main, "₹6,063.00");
    expect(main.getByText(/^To pay/).elements()).toHaveLength(1);
  });

  test("[KHATA2] folds the payments that wait on phones, and where there are more than two", async () => {
    const waiting = (count: number) =>
      pageOf(Array.from({ length: count }, (_, n) => payment({ _id: idOf(`p${n}`) })));
    const openWith = (count: number) =>
      open(
        "/khata",
        clientFor(ASHA)
          .answer(api.khata.accounts, pageOf([row()]))
          .answer(api.payments.waiting, waiting(count)),
      );
    await openWith(3);
    await expectTexts(main, "3 to confirm");
    await expect.element(button("Confirm")).not.toBeInTheDocument();
    await unfold("Payments");
    await expect.poll(() => button("Confirm").elements().length).toBe(3);
    await usePhone();
    await openWith(1);
    await expectTexts(main, "1 to confirm");
    await expect.element(button("Confirm")).not.toBeInTheDocument();
  });

  test("[KHATA2] has the payments that wait above it, to be confirmed by one side and withdrawn by the other", async () => {
    const waiting = pageOf([payment()]);
    const client = clientFor(ASHA)
      .answer(api.khata.accounts, pageOf([row()]))
      .answer(api.payments.waiting, waiting)
      .onCall(api.payments.confirm, () => null);
    await open("/khata", client);
    await expectTexts(
      main,
      "Payments",
      "1 to confirm",
      "To confirm",
      "UPI 412345678901",
      "₹2,000.00",
    );
    await button("Confirm").click();
    const asked = page.getByRole("alertdialog", { name: "Did ₹2,000.00 come?" });
    await expect
      .element(
        asked.getByText(/^UPI 412345678901, paid .+ by Peepal Chowk Stores\. It counts at once\.$/),
      )
      .toBeVisible();
    await asked.getByRole("button", { name: "Cancel" }).click();
    expect(client.argsOf(api.payments.confirm)).toEqual([]);
    await button("Confirm").click();
    await asked.getByRole("button", { name: "Confirm payment" }).click();
    await expectTexts(page, "Payment confirmed.");
    expect(client.argsOf(api.payments.confirm)).toEqual([{ paymentId: "payment" }]);
    expect(page.getByRole("alertdialog").elements()).toEqual([]);

    const retailer = clientFor(MEENA)
      .answer(api.khata.accounts, pageOf([row()]))
      .answer(api.payments.waiting, waiting)
      .onCall(api.payments.withdraw, () => null);
    await open("/khata", retailer);
    await expectTexts(main, "1 waiting to be confirmed", "Waiting for Asha");
    await expect.element(button("Confirm")).not.toBeInTheDocument();
    await button("Withdraw").click();
    await button("Withdraw payment").click();
    expect(retailer.argsOf(api.payments.withdraw)).toEqual([{ paymentId: "payment" }]);
  });

  test("[KHATA2] cannot confirm without a connection, and says so", async () => {
    const client = clientFor(ASHA)
      .answer(api.khata.accounts, pageOf([row()]))
      .answer(api.payments.waiting, pageOf([payment()]));
    await open("/khata", client);
    await expect.element(button("Confirm")).toBeEnabled();
    await button("Confirm").click();
    client.goOffline();
    await expectTexts(page.getByRole("alertdialog"), "Confirming needs the connection.");
    await button("Confirm payment").click();
    await button("Cancel").click();
    await expect.element(button("Confirm")).toBeDisabled();
    await expectTexts(main, "Confirming needs the connection.");
    expect(client.argsOf(api.payments.confirm)).toEqual([]);
  });

  test("a dispute needs a reason", async () => {
    const client = clientFor(ASHA)
      .answer(api.khata.accounts, pageOf([row()]))
      .answer(api.payments.waiting, pageOf([payment()]))
      .onCall(api.payments.dispute, () => null);
    await open("/khata", client);
    await button("Dispute").click();
    await button("Dispute payment").click();
    await expectTexts(dialog, "Please give a reason.");
    await dialog.getByRole("textbox").fill("No such money came.");
    await button("Dispute payment").click();
    expect(client.argsOf(api.payments.dispute)).toEqual([
      { paymentId: "payment", reason: "No such money came." },
    ]);
  });
});

describe("the page of a partner", () => {
  test("[KHATA3] shows balance, dues, ages and all entries, and the figures change live", async () => {
    const client = partnerPage(MEENA, khata());
    await open("/khata/asha", client);
    await expectTexts(
      main,
      "Banyan Court Wholesale",
      "₹8,400.00",
      "to pay",
      "Not due",
      "1–15 days late",
    );
    await expectTexts(main, "3 days late", "of ₹10,400.00");
    const table = main.getByRole("table", { name: "Entries" });
    await expectTexts(table, "Payment, UPI", "412345678900", "\u2212₹2,000.00", "+₹10,400.00");
    const invoice = table.getByRole("link", { name: "BCW/26-27/00001" });
    await expect.element(invoice).toHaveAttribute("href", "/invoicepage?invoice=i1");
    client.answer(api.khata.account, khata({ balancePaise: -50_000 }));
    await expectTexts(main, "₹500.00", "advance");
    await usePhone();
    await expectNoSidewaysScroll();
  });

  test("[KHATA3] tells of ages with money alone, each visible however small it is", async () => {
    const ageing = { ...MONEY.ageing, notDue: LARGE_SUM_PAISE, to15: 0, over90: 100 };
    const client = partnerPage(MEENA, khata()).answer(api.khata.ageing, { ...MONEY, ageing });
    await open("/khata/asha", client);
    const ages = main.getByRole("list", { name: "By age" });
    await expectTexts(ages, "₹99,99,999.99", "Over 90 days late", "₹1.00");
    expect(ages.getByRole("listitem").elements()).toHaveLength(2);
    const parts = [...(ages.element().previousElementSibling?.children ?? [])];
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(part.getBoundingClientRect().width).toBeGreaterThanOrEqual(4);
  });

  test("[KHATA3] shows a limit of which a thousandth is used", async () => {
    const small = { balancePaise: 1_000, openOrdersPaise: 0, creditLimitPaise: 1_000_000 };
    await open("/khata/asha", partnerPage(MEENA, khata(small)));
    const meter = main.getByRole("meter", { name: "Limit used" });
    await expectTexts(main, "₹10.00 / ₹10,000.00");
    const width = meter.element().firstElementChild?.getBoundingClientRect().width;
    expect(width).toBeGreaterThanOrEqual(4);
  });

  test("keeps a distributor's further actions behind one button on phones", async () => {
    await usePhone();
    await open("/khata/meena", partnerPage(ASHA, ashasKhata()));
    const more = button("More");
    await expect.element(more).toHaveAttribute("aria-expanded", "false");
    expect(
      button("Terms")
        .elements()
        .filter((each) => each.checkVisibility()),
    ).toEqual([]);
    await more.click();
    await expect.element(button("Terms")).toBeVisible();
    await button("Terms").click();
    await expect.element(dialog.getByLabelText("Days of credit")).toBeVisible();
  });

  test("[KHATA3] says that ageing is of the oldest sums where more are open than it reads", async () => {
    const client = partnerPage(MEENA, khata());
    await open("/khata/asha", client.answer(api.khata.ageing, { ...MONEY, isOfOldest: true }));
    await expectTexts(main, "Of the oldest 2,000 open sums.");
  });

  test("[KHATA3] of a stranger leads back to the khata", async () => {
    const client = clientFor(MEENA).answer(
      api.khata.account,
      new ConvexError({ code: "NOT_FOUND" }),
    );
    await open("/khata/somebody", client);
    await expectTexts(main, "There is no khata with this partner.");
  });

  test("[KHATA4] shows every state of a payment, with its proof, its reason and what can be done", async () => {
    const states = [
      payment({ _id: idOf("p1"), proofUrl: "https://mandi.test/api/storage/proof" }),
      payment({ _id: idOf("p2"), state: "disputed", reason: "No such money came." }),
      payment({
        _id: idOf("p3"),
        state: "confirmed",
        recordedBy: "distributor",
        objection: "It was less.",
      }),
      payment({ _id: idOf("p4"), state: "reversed", reason: "The cheque bounced." }),
    ];
    await open("/khata/meena", partnerPage(ASHA, ashasKhata(), states));
    await expectTexts(
      main,
      "To confirm",
      "Disputed",
      "Confirmed",
      "Reversed",
      "Reason: “The cheque bounced.”",
    );
    await expectTexts(main, "Objection: “It was less.”", "Bounced or wrong");
    await expect.element(main.getByRole("link", { name: "Proof" })).toBeVisible();
  });

  test("[KHATA4] shows every action on a payment as a button, a finger high on phones", async () => {
    const settled = (recordedBy: "retailer" | "distributor") => [
      payment({ _id: idOf("settled"), state: "confirmed", recordedBy }),
    ];
    await usePhone();
    for (const [label, address, client] of [
      ["Dispute", "/khata/meena", partnerPage(ASHA, ashasKhata(), [payment()])],
      ["Bounced or wrong", "/khata/meena", partnerPage(ASHA, ashasKhata(), settled("distributor"))],
      ["Object", "/khata/asha", partnerPage(MEENA, khata(), settled("distributor"))],
    ] as const) {
      await open(address, client);
      await unfold("Payments");
      await expect.element(button(label)).toBeVisible();
      const element = button(label).element();
      expect(getComputedStyle(element).borderTopWidth, label).toBe("1px");
      expect(element.getBoundingClientRect().height, label).toBeGreaterThanOrEqual(44);
    }
  });

  test("[KHATA8] lets a distributor set terms, allow an order once, and propose an opening balance before the first entry", async () => {
    const client = partnerPage(ASHA, ashasKhata())
      .onCall(api.khata.setTerms, () => null)
      .onCall(api.khata.allowOnce, () => null)
      .onCall(api.khata.openWith, () => null);
    await open("/khata/meena", client);
    await expect.element(button("Opening balance")).not.toBeInTheDocument();
    await button("Terms").click();
    await dialog.getByLabelText("Days of credit").fill("x");
    await button("Save terms").click();
    await expectTexts(dialog, "Please enter a whole number from 1 to 180.");
    await dialog.getByLabelText("Days of credit").fill("30");
    await dialog.getByLabelText("Limit in rupees").fill("");
    await dialog.getByLabelText("Stop orders after days overdue").fill("7");
    await button("Save terms").click();
    expect(client.argsOf(api.khata.setTerms)).toEqual([
      { retailerId: "meena", terms: "credit", creditDays: 30, blockOverdueDays: 7 },
    ]);
    await button("Allow once").click();
    await dialog.getByLabelText("Amount in rupees").fill("500");
    await dialog.getByRole("button", { name: "Allow once" }).click();
    expect(client.argsOf(api.khata.allowOnce)).toEqual([{ retailerId: "meena", paise: 50_000 }]);
    const until = Date.now() + 3_600_000;
    client.answer(
      api.khata.account,
      ashasKhata({ allowance: { paise: 50_000, until }, hasEntries: false }),
    );
    await expect.element(main.getByText(/may go ₹500.00 beyond the limit, until/)).toBeVisible();
    await button("Opening balance").click();
    await dialog.getByText("Paid in advance").click();
    await dialog.getByLabelText("Amount in rupees").fill("120.50");
    await button("Propose balance").click();
    expect(client.argsOf(api.khata.openWith)).toEqual([
      { retailerId: "meena", paise: -12_050, day: TODAY },
    ]);
  });

  test("[KHATA15] has terms whose wrong fields are marked, each with its own error", async () => {
    const client = partnerPage(ASHA, ashasKhata()).onCall(api.khata.setTerms, () => null);
    await open("/khata/meena", client);
    await button("Terms").click();
    const field = (name: string) => dialog.getByLabelText(name);
    const [days, limit] = [field("Days of credit"), field("Limit in rupees")];
    const [block, ignored] = [
      field("Stop orders after days overdue"),
      field("Overdue sums to ignore"),
    ];
    await limit.fill("a lot");
    await button("Save terms").click();
    await expect.element(limit).toHaveAttribute("aria-invalid", "true");
    const badSum = "Please enter rupees up to ₹1,000 crore, such as 50,000.";
    await expect.element(limit).toHaveAccessibleDescription(new RegExp(`${badSum}$`));
    for (const right of [days, block, ignored])
      await expect.element(right).not.toHaveAttribute("aria-invalid");
    await limit.fill("₹50,000");
    await days.fill("181");
    await block.fill("366");
    await ignored.fill("-1");
    await button("Save terms").click();
    for (const wrong of [days, block, ignored])
      await expect.element(wrong).toHaveAttribute("aria-invalid", "true");
    await expect.element(limit).not.toHaveAttribute("aria-invalid");
    await expectTexts(dialog, "Please enter a whole number from 0 to 365.");
    expect(client.argsOf(api.khata.setTerms)).toEqual([]);
    await days.fill("30");
    await block.fill("0");
    await ignored.fill(" Rs 500.50 ");
    await button("Save terms").click();
    await expect
      .poll(() => client.argsOf(api.khata.setTerms))
      .toEqual([
        {
          ...{ retailerId: "meena", terms: "credit", creditDays: 30, blockOverdueDays: 0 },
          ...{ creditLimitPaise: 50_000_00, overduePaiseIgnored: 500_50 },
        },
      ]);
  });

  test("[KHATA15] has no limit where goods are paid in advance, whatever was typed for it", async () => {
    const client = partnerPage(ASHA, ashasKhata()).onCall(api.khata.setTerms, () => null);
    await open("/khata/meena", client);
    await button("Terms").click();
    await dialog.getByLabelText("Limit in rupees").fill("x");
    await dialog.getByText("In advance").click();
    await button("Save terms").click();
    await expect
      .poll(() => client.argsOf(api.khata.setTerms))
      .toEqual([{ retailerId: "meena", terms: "advance" }]);
  });
});

describe("an opening balance", () => {
  const proposed = (part: Partial<NonNullable<Khata["opening"]>> = {}): Khata["opening"] => ({
    ...{ _id: idOf("opening"), paise: 125_000, day: "2026-05-11", state: "proposed" },
    ...{ proposedAt: Date.parse("2026-06-10T06:30:00Z") },
    ...{ countsAt: Date.parse("2026-06-24T06:30:00Z"), ...part },
  });
  const note = main.getByRole("region", { name: "Opening balance" });

  test("[OPENING2] that is proposed says when it counts, and is agreed to or objected to by the retailer", async () => {
    const client = partnerPage(MEENA, khata({ opening: proposed() }))
      .onCall(api.khata.agreeToOpening, () => null)
      .onCall(api.khata.objectToOpening, () => null);
    await open("/khata/asha", client);
    await expectTexts(
      note,
      "₹1,250.00 to pay since 11 May 2026",
      "Proposed by Asha. It counts on 24 Jun 2026 unless you object.",
    );
    await note.getByRole("button", { name: "Agree" }).click();
    await expect
      .poll(() => client.argsOf(api.khata.agreeToOpening))
      .toEqual([{ openingId: "opening" }]);
    await note.getByRole("button", { name: "Object" }).click();
    await dialog.getByRole("textbox").fill("It was less.");
    await dialog.getByRole("button", { name: "Object" }).click();
    await expect
      .poll(() => client.argsOf(api.khata.objectToOpening))
      .toEqual([{ openingId: "opening", reason: "It was less." }]);
    await usePhone();
    await expectNoSidewaysScroll();
  });

  test("[OPENING5] can be taken back by its distributor, and replaced while it waits", async () => {
    const client = partnerPage(ASHA, ashasKhata({ opening: proposed(), hasEntries: false })).onCall(
      api.khata.withdrawOpening,
      () => null,
    );
    await open("/khata/meena", client);
    await expectTexts(
      note,
      "₹1,250.00 to collect since 11 May 2026",
      "Proposed. It counts once Meena agrees, or on 24 Jun 2026 without an objection.",
    );
    await expect.element(button("Opening balance")).toBeVisible();
    await note.getByRole("button", { name: "Take back" }).click();
    await expect
      .poll(() => client.argsOf(api.khata.withdrawOpening))
      .toEqual([{ openingId: "opening" }]);
    client.answer(api.khata.account, ashasKhata({ opening: proposed({ state: "withdrawn" }) }));
    await expect.element(note).not.toBeInTheDocument();
  });

  test.each([
    ["agreed", "Agreed to on 12 Jun 2026.", false],
    ["unopposed", "Counts since 12 Jun 2026: no objection came within 14 days.", true],
    ["objected", "Objected to on 12 Jun 2026. It does not count.", false],
  ] as const)("[OPENING3] that is %s says so on both sides", async (state, text, mayObject) => {
    const answeredAt = Date.parse("2026-06-12T06:30:00Z");
    const opening = proposed({ state, answeredAt });
    await open("/khata/asha", partnerPage(MEENA, khata({ opening })));
    await expectTexts(note, text);
    const object = note.getByRole("button", { name: "Object" });
    if (mayObject) await expect.element(object).toBeVisible();
    else await expect.element(object).not.toBeInTheDocument();
    await expect.element(note.getByRole("button", { name: "Agree" })).not.toBeInTheDocument();
    const told = proposed({ state, answeredAt, objection: "It was less." });
    await open("/khata/meena", partnerPage(ASHA, ashasKhata({ opening: told })));
    await expectTexts(note, text, "Objection: “It was less.”");
    await expect.element(note.getByRole("button")).not.toBeInTheDocument();
  });
});

describe("a payment", () => {
  test("[KHATA12] proposes what is open less what already waits, and says that it waits", async () => {
    const claims = [{ amountPaise: 300_000, invoiceIds: [idOf<"invoices">("i2")] }];
    await open("/khata/asha", partnerPage(MEENA, khata({ claims })));
    await button("I have paid").click();
    const amount = dialog.getByLabelText("Amount in rupees");
    await expect.element(amount).toHaveValue("5,400.00");
    await expectTexts(dialog, "₹3,000.00 that you told of already waits to be confirmed.");
    await dialog.getByLabelText("BCW/26-27/00002").click();
    await expect.element(amount).toHaveValue("1,400.00");
  });

  test("[KHATA13] that was refused is corrected, and takes the place of the refused one", async () => {
    const client = partnerPage(MEENA, khata());
    client.onCall(api.payments.claim, ({ reference }) =>
      reference === "412345678902"
        ? { paymentId: idOf<"payments">("payment") }
        : new ConvexError({ code: "DUPLICATE_REFERENCE" }),
    );
    await open("/khata/asha", client);
    await button("I have paid").click();
    await dialog.getByLabelText("Reference").fill("412345678901");
    await button("Send").click();
    const notice = main.getByRole("alert");
    await expectTexts(
      notice,
      "₹8,400.00 to Banyan Court Wholesale, UPI 412345678901. A payment with this reference is already noted.",
    );
    await notice.getByRole("button", { name: "Correct" }).click();
    const reference = dialog.getByLabelText("Reference");
    await expect.element(reference).toHaveValue("412345678901");
    await reference.fill("412345678902");
    await dialog.getByLabelText("Amount in rupees").fill("8000");
    await button("Send").click();
    await expect.element(notice).not.toBeInTheDocument();
    await expect
      .poll(() => client.argsOf(api.payments.claim).at(-1))
      .toMatchObject({ amountPaise: 800_000, reference: "412345678902", paidOn: TODAY });
    expect(client.argsOf(api.payments.claim)).toHaveLength(2);
  });

  test("[KHATA13] that was disputed is sent again with changes by the retailer alone", async () => {
    const paidOn = addDays(TODAY, -2);
    const disputed = payment({ state: "disputed", reason: "No such money.", paidOn });
    const client = partnerPage(MEENA, khata(), [disputed]);
    client.onCall(api.payments.claim, () => ({ paymentId: idOf<"payments">("again") }));
    await open("/khata/asha", client);
    await button("Correct and send again").click();
    await expect.element(dialog.getByLabelText("Amount in rupees")).toHaveValue("2,000.00");
    await dialog.getByLabelText("Reference").fill("412345678909");
    await button("Send").click();
    await expect
      .poll(() => client.argsOf(api.payments.claim))
      .toMatchObject([{ amountPaise: 200_000, reference: "412345678909", paidOn }]);
    await open("/khata/meena", partnerPage(ASHA, ashasKhata(), [disputed]));
    await expectTexts(main, "Disputed");
    await expect.element(button("Correct and send again")).not.toBeInTheDocument();
  });

  test("[KHATA5] is claimed with its reference, its proof and the invoices it is for", async () => {
    answerUploads();
    const client = partnerPage(MEENA, khata());
    client.onCall(api.payments.claim, () => ({ paymentId: idOf<"payments">("payment") }));
    await open("/khata/asha", client);
    await button("I have paid").click();
    const amount = dialog.getByLabelText("Amount in rupees");
    await expect.element(amount).toHaveValue("8,400.00");
    await dialog.getByLabelText("BCW/26-27/00002").click();
    await expect.element(amount).toHaveValue("4,400.00");
    await button("Send").click();
    await expectTexts(dialog, "The reference does not have the form of this method.");
    await dialog.getByLabelText("Reference").fill("4123 4567 8901");
    await dialog.getByLabelText("Proof").upload(await pictureFile());
    await button("Send").click();
    await expectTexts(page, "Payment told");
    expect(client.argsOf(api.payments.claim)).toEqual([
      {
        ...{ partnerId: "asha", amountPaise: 440_000, method: "upi", reference: "412345678901" },
        ...{ paidOn: TODAY, invoiceIds: ["i2"], proofImageId: "picture" },
        paymentKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      },
    ]);
  });

  test("[KHATA14] by a cheque asks for its bank, and shows it", async () => {
    const cheque = { method: "cheque", reference: "000001", bank: "HDFC Bank" } as const;
    const claimed = payment({ ...cheque, state: "claimed", recordedBy: "retailer" });
    const client = partnerPage(MEENA, khata(), [claimed]);
    client.onCall(api.payments.claim, () => ({ paymentId: idOf<"payments">("payment") }));
    await open("/khata/asha", client);
    await expectTexts(main, "Cheque 000001, HDFC Bank");
    await button("I have paid").click();
    await expect.element(dialog.getByLabelText("Bank", { exact: true })).not.toBeInTheDocument();
    await dialog.getByText("Cheque").click();
    await dialog.getByLabelText("Reference").fill("000 001");
    await button("Send").click();
    await expectTexts(dialog, "Please give the name of the cheque's bank.");
    await dialog.getByLabelText("Bank", { exact: true }).fill("Axis Bank");
    await button("Send").click();
    await expect
      .poll(() => client.argsOf(api.payments.claim))
      .toMatchObject([{ method: "cheque", reference: "000001", bank: "Axis Bank" }]);
  });

  test("[KHATA5] of more than is owed is sent after a question only", async () => {
    const client = partnerPage(MEENA, khata());
    client.onCall(api.payments.claim, () => ({ paymentId: idOf<"payments">("payment") }));
    await open("/khata/asha", client);
    await button("I have paid").click();
    await dialog.getByText("Cash").click();
    await expect.element(dialog.getByLabelText("Reference")).not.toBeInTheDocument();
    await dialog.getByLabelText("Amount in rupees").fill("9000");
    await button("Send").click();
    await expectTexts(dialog, "₹600.00 is an advance. Go on?");
    expect(client.argsOf(api.payments.claim)).toEqual([]);
    await button("Go on").click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .poll(() => client.argsOf(api.payments.claim))
      .toMatchObject([{ amountPaise: 900_000, isAdvanceMeant: true }]);
  });

  test("[KHATA6] claimed without a connection waits to be sent, and is sent once", async () => {
    const client = partnerPage(MEENA, khata());
    client.onCall(api.payments.claim, () => ({ paymentId: idOf<"payments">("payment") }));
    await open("/khata/asha", client);
    await button("I have paid").click();
    client.goOffline();
    await dialog.getByText("Cash").click();
    await button("Send").click();
    await expectTexts(main, "Waiting to send");
    const words =
      "₹8,400.00 to Banyan Court Wholesale, Cash. It is sent once, as soon as the server answers.";
    await expectTexts(main, words);
    expect(client.argsOf(api.payments.claim)).toEqual([]);
    client.goOnline();
    await expectTexts(page, "Payment told");
    await expect.element(main.getByText("Waiting to send")).not.toBeInTheDocument();
    expect(client.argsOf(api.payments.claim)).toHaveLength(1);
  });

  test("[KHATA6] that the server refuses stays with its reason, and goes on as an advance under a word of its own", async () => {
    const client = partnerPage(MEENA, khata());
    client.onCall(api.payments.claim, ({ isAdvanceMeant }) =>
      isAdvanceMeant === true
        ? { paymentId: idOf<"payments">("payment") }
        : new ConvexError({ code: "ADVANCE_NOT_MEANT", advancePaise: 40_000 }),
    );
    await open("/khata/asha", client);
    await button("I have paid").click();
    await dialog.getByText("Cash").click();
    await button("Send").click();
    const notice = main.getByRole("alert");
    await expectTexts(
      notice,
      "Not sent",
      "₹8,400.00 to Banyan Court Wholesale, Cash. This is more than is owed. ₹400.00 is an advance. Go on?",
    );
    await notice.getByRole("button", { name: "Go on" }).click();
    await expect.element(notice).not.toBeInTheDocument();
    await expect.poll(() => client.argsOf(api.payments.claim)).toHaveLength(2);
    const [refused, sent] = client.argsOf(api.payments.claim);
    expect([refused?.isAdvanceMeant, sent?.isAdvanceMeant]).toEqual([undefined, true]);
  });

  test("[KHATA7] is recorded under one key, however often it is sent", async () => {
    let isLost = true;
    const client = partnerPage(ASHA, ashasKhata());
    client.onCall(api.payments.record, () => {
      if (!isLost) return { paymentId: idOf<"payments">("payment") };
      isLost = false;
      return new Error("[Request ID: 1] Server Error");
    });
    await open("/khata/meena", client);
    await button("Record payment").click();
    await dialog.getByText("Cash").click();
    await expect.element(dialog.getByText("Proof")).not.toBeInTheDocument();
    const record = dialog.getByRole("button", { name: "Record payment" });
    await record.click();
    await expectTexts(dialog, "The payment could not be sent. Please try again.");
    await record.click();
    await expectTexts(page, "Payment recorded.");
    const [first, second] = client.argsOf(api.payments.record);
    expect(second).toEqual(first);
  });

  test("[KHATA7] cannot be recorded without a connection", async () => {
    const client = partnerPage(ASHA, ashasKhata());
    await open("/khata/meena", client);
    await expect.element(button("Record payment")).toBeEnabled();
    client.goOffline();
    await expect.element(button("Record payment")).toBeDisabled();
    await expectTexts(main, "Recording a payment needs the connection.");
  });

  test("[KHATA9] begins with the invoice and its open sum where the address names one", async () => {
    await open("/khata/asha?pay=i2", partnerPage(MEENA, khata()));
    await expect.element(dialog.getByLabelText("Amount in rupees")).toHaveValue("4,400.00");
    await expect.element(dialog.getByLabelText("BCW/26-27/00002")).toBeChecked();
    await button("Cancel").click();
    await expect.element(dialog).not.toBeInTheDocument();

    const client = partnerPage(MEENA, khata());
    client.answer(api.payments.ofInvoice, {
      ...{ partnerId: idOf<"users">("asha"), openPaise: 12_300, payments: [] },
      dueOn: "2026-03-04",
    });
    await open("/khata/asha?pay=other", client);
    await expect.element(dialog.getByLabelText("Amount in rupees")).toHaveValue("123.00");
  });
});

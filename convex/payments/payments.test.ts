/** Telling of payments and what becomes of them: keys, references, claims, and moves that come at once. What they do to balances is in `khata/khata.test.ts`. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, todayIst } from "../../domain/dates";
import { NAMED_INVOICES_MAX, OPEN_CLAIMS_MAX, PAID_DAYS_MAX } from "../../domain/limits";
import type { PaymentMethod } from "../../domain/paymentMethods";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  copyOf,
  ANY_ORDERS,
  acceptOne,
  everything,
  FIRST_PAGE,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  type Person,
  placeOne,
  refusal,
  storePicture,
} from "../market.setup";

const NOON = Date.parse("2026-06-10T06:30:00Z");
const UTR = "412345678901";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});

const today = () => todayIst(Date.now());

type Told = {
  readonly amountPaise?: number;
  readonly method?: PaymentMethod;
  readonly reference?: string | undefined;
  readonly bank?: string;
  readonly paidOn?: string;
  readonly invoiceIds?: string[];
  readonly proofImageId?: Id<"_storage">;
  readonly paymentKey?: string;
  readonly isAdvanceMeant?: boolean;
};

/** A retailer who owes ₹1,000.00. */
async function openTrade() {
  const t = openMarket();
  const [retailer, distributor] = [
    await joinRetailer(t),
    await joinDistributor(t, { orderTerms: ANY_ORDERS }),
  ];
  const productId = await listProduct(t, distributor, { pricePaise: 100_000 });
  const orderId = await placeOne(retailer, productId);
  const { invoiceId } = await acceptOne(distributor, { orderId, deliveryBefore: today() });
  const requestOf = (partner: Person, told: Told) => ({
    ...{ partnerId: partner.user._id, amountPaise: 100_00, method: "upi" as const },
    ...{ reference: UTR, paidOn: today(), invoiceIds: [], paymentKey: newKey() },
    ...told,
  });
  const claim = async (told: Told = {}, by: Person = retailer, to: Person = distributor) =>
    (await by.client.mutation(api.payments.claim, requestOf(to, told))).paymentId;
  const record = async (told: Told = {}) =>
    (await distributor.client.mutation(api.payments.record, requestOf(retailer, told))).paymentId;
  const moves = {
    confirm: (paymentId: string) =>
      distributor.client.mutation(api.payments.confirm, { paymentId }),
    dispute: (paymentId: string, reason = "Nothing came.") =>
      distributor.client.mutation(api.payments.dispute, { paymentId, reason }),
    reverse: (paymentId: string, reason = "It bounced.") =>
      distributor.client.mutation(api.payments.reverse, { paymentId, reason }),
    withdraw: (paymentId: string) => retailer.client.mutation(api.payments.withdraw, { paymentId }),
    object: (paymentId: string, reason = "I paid more.") =>
      retailer.client.mutation(api.payments.object, { paymentId, reason }),
  };
  const stateOf = async (paymentId: Id<"payments">) =>
    (await t.run((ctx) => ctx.db.get("payments", paymentId)))?.state;
  const eventsOf = async (paymentId: Id<"payments">) =>
    (
      await t.run((ctx) =>
        ctx.db
          .query("paymentEvents")
          .withIndex("by_payment", (q) => q.eq("paymentId", paymentId))
          .take(9),
      )
    ).map(({ kind }) => kind);
  const balance = async () => {
    const asked = { partnerId: distributor.user._id };
    return (await retailer.client.query(api.khata.account, asked)).balancePaise;
  };
  const people = { retailer, distributor };
  return { t, ...people, invoiceId, orderId, claim, record, ...moves, stateOf, eventsOf, balance };
}

type Trade = Awaited<ReturnType<typeof openTrade>>;

const CASH = { method: "cash", reference: undefined } as const;

describe("a key", () => {
  it.each(["claim", "record"] as const)("makes one payment of any number of %ss", async (tell) => {
    const trade = await openTrade();
    const told = { paymentKey: "k-1" };
    const paymentId = await trade[tell](told);
    const before = await everything(trade.t);
    const again = await Promise.all([trade[tell](told), trade[tell](told)]);
    expect(again).toEqual([paymentId, paymentId]);
    expect(await trade[tell]({ ...told, reference: "4123 4567-8901" })).toBe(paymentId);
    expect(await everything(trade.t)).toBe(before);
  });

  it("that comes again after the payment was answered makes no second one", async () => {
    const trade = await openTrade();
    const told = { paymentKey: "k-1" };
    const paymentId = await trade.claim(told);
    await trade.dispute(paymentId);
    expect(await trade.claim(told)).toBe(paymentId);
    expect(await trade.stateOf(paymentId)).toBe("disputed");
  });

  it.each<Told>([
    { amountPaise: 100_01 },
    { ...CASH },
    { reference: "412345678902" },
    { paidOn: addDays(todayIst(NOON), -1) },
  ])("is refused with another request: %j", async (other) => {
    const trade = await openTrade();
    await trade.claim({ paymentKey: "k-1" });
    const before = await everything(trade.t);
    expect(await refusal(trade.claim({ paymentKey: "k-1", ...other }))).toEqual({
      code: "KEY_REUSED",
    });
    expect(await everything(trade.t)).toBe(before);
  });

  it("is refused with other invoices or another partner", async () => {
    const { t, claim, retailer, invoiceId } = await openTrade();
    const rival = await joinDistributor(t);
    await placeOne(retailer, await listProduct(t, rival));
    const told = { paymentKey: "k-1", isAdvanceMeant: true };
    await claim(told);
    const reused = { code: "KEY_REUSED" };
    expect(await refusal(claim({ ...told, invoiceIds: [invoiceId] }))).toEqual(reused);
    expect(await refusal(claim(told, retailer, rival))).toEqual(reused);
  });

  it("is its user's own: the same text of the other side is another payment", async () => {
    const { claim, record } = await openTrade();
    const told = { ...CASH, paymentKey: "k-1" };
    expect(await claim(told)).not.toBe(await record(told));
  });
});

describe("a reference", () => {
  const DUPLICATE = { code: "DUPLICATE_REFERENCE" };

  it.each(["4123 4567 8901", " 412345678901\t", "4123-4567-8901"])(
    "is the same with blanks and hyphens: %j",
    async (reference) => {
      const { claim, record } = await openTrade();
      await claim();
      expect(await refusal(claim({ reference, amountPaise: 5 }))).toEqual(DUPLICATE);
      expect(await refusal(record({ reference }))).toEqual(DUPLICATE);
    },
  );

  it("is the same in small letters", async () => {
    const { claim } = await openTrade();
    await claim({ method: "bank", reference: "HDFCN52026061012" });
    const small = { method: "bank", reference: "hdfcn52026061012" } as const;
    expect(await refusal(claim(small))).toEqual(DUPLICATE);
  });

  it.each([
    ["upi", "bank"],
    ["bank", "upi"],
  ] as const)(
    "[I-57] noted as %s is noted as %s too, of whichever retailer",
    async (first, second) => {
      const { t, claim, record, confirm, distributor, balance } = await openTrade();
      const before = await balance();
      const told = { amountPaise: 500_00, reference: UTR };
      const paymentId = await claim({ ...told, method: first });
      expect(await refusal(claim({ ...told, method: second }))).toEqual(DUPLICATE);
      expect(await refusal(record({ ...told, method: second }))).toEqual(DUPLICATE);
      await confirm(paymentId);
      expect(await refusal(record({ ...told, method: second }))).toEqual(DUPLICATE);
      const neighbour = await joinRetailer(t);
      await placeOne(neighbour, await listProduct(t, distributor));
      const advance = { ...told, method: second, isAdvanceMeant: true };
      expect(await refusal(claim(advance, neighbour))).toEqual(DUPLICATE);
      expect(await balance()).toBe(before - 500_00);
    },
  );

  it("[I-57] told at once by both methods and both retailers stands once", async () => {
    const { t, claim, record, distributor } = await openTrade();
    const neighbour = await joinRetailer(t);
    await placeOne(neighbour, await listProduct(t, distributor));
    const advance = { isAdvanceMeant: true };
    const outcomes = await Promise.allSettled([
      ...[claim(), claim({ method: "bank" }), record({ method: "bank" }), record()],
      ...[claim(advance, neighbour), claim({ ...advance, method: "bank" }, neighbour)],
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("of a cheque is none of a transfer", async () => {
    const { claim } = await openTrade();
    await claim({ method: "cheque", reference: UTR.slice(0, 6) });
    await claim();
  });

  describe("of a cheque with its bank", () => {
    const cheque = { method: "cheque", reference: "000001", isAdvanceMeant: true } as const;

    it("[I-57] is apart from the same number of another bank", async () => {
      const { claim, record, t, retailer, distributor } = await openTrade();
      await claim({ ...cheque, bank: "HDFC Bank" });
      await claim({ ...cheque, bank: "State Bank of India" });
      await record({ ...cheque, bank: "Bank of India" });
      const asked = { partnerId: distributor.user._id, paginationOpts: FIRST_PAGE };
      const { page } = await retailer.client.query(api.payments.withPartner, asked);
      expect(page.map(({ reference, bank }) => `${reference} ${bank}`)).toEqual([
        ...["000001 Bank of India", "000001 State Bank of India", "000001 HDFC Bank"],
      ]);
      const { page: entries } = await retailer.client.query(api.khata.entries, asked);
      expect(entries[0]).toMatchObject({ reference: "000001", bank: "Bank of India" });
      expect(await everything(t)).toContain("000001 ofindia");
    });

    it.each(["HDFC Bank", "hdfc bank", " HDFC  BANK ", "H.D.F.C. Bank", "HDFC", "HDFC Bank Ltd."])(
      "[I-57] is noted once of one bank, however %j writes it, of whichever retailer",
      async (bank) => {
        const { t, claim, record, distributor, confirm } = await openTrade();
        const paymentId = await claim({ ...cheque, bank: "HDFC Bank" });
        const neighbour = await joinRetailer(t);
        await placeOne(neighbour, await listProduct(t, distributor));
        expect(await refusal(claim({ ...cheque, bank }))).toEqual(DUPLICATE);
        expect(await refusal(claim({ ...cheque, bank }, neighbour))).toEqual(DUPLICATE);
        await confirm(paymentId);
        expect(await refusal(record({ ...cheque, bank }))).toEqual(DUPLICATE);
      },
    );

    it("comes again once it bounced", async () => {
      const { claim, confirm, reverse } = await openTrade();
      const told = { ...cheque, bank: "HDFC Bank" };
      const paymentId = await claim(told);
      await confirm(paymentId);
      await reverse(paymentId);
      await claim(told);
    });

    it("may be the retailer's own cheque whose bank was not told, and not another's", async () => {
      const { t, claim, distributor } = await openTrade();
      await claim(cheque);
      expect(await refusal(claim({ ...cheque, bank: "HDFC Bank" }))).toEqual(DUPLICATE);
      const neighbour = await joinRetailer(t);
      await placeOne(neighbour, await listProduct(t, distributor));
      await claim({ ...cheque, bank: "HDFC Bank" }, neighbour);
      expect(await refusal(claim(cheque, neighbour))).toEqual(DUPLICATE);
    });

    it("is another request under its key", async () => {
      const { claim } = await openTrade();
      const told = { ...cheque, paymentKey: "k-1", bank: "HDFC Bank" };
      const paymentId = await claim(told);
      expect(await claim(told)).toBe(paymentId);
      expect(await refusal(claim({ ...told, bank: "Axis Bank" }))).toEqual({ code: "KEY_REUSED" });
    });

    it("is stuck with what came to nothing a hundred times of that bank alone", async () => {
      const { t, claim, retailer, distributor } = await openTrade();
      const neighbour = await joinRetailer(t);
      await placeOne(neighbour, await listProduct(t, distributor));
      const paymentId = await claim({ ...cheque, bank: "Axis Bank" }, neighbour);
      await t.run(async (ctx) => {
        const payment = (await ctx.db.get("payments", paymentId))!;
        for (let n = 0; n < 100; n += 1)
          await ctx.db.insert("payments", { ...copyOf(payment, n), state: "disputed" });
      });
      expect(await refusal(claim({ ...cheque, bank: "Axis Bank" }))).toEqual(DUPLICATE);
      await claim({ ...cheque, bank: "HDFC Bank" }, retailer, distributor);
    });

    it.each<Told>([
      { method: "upi", reference: UTR, bank: "HDFC Bank" },
      { ...CASH, bank: "HDFC Bank" },
      { ...cheque, bank: "x".repeat(61) },
      { ...cheque, bank: "HD\u202eFC" },
      { ...cheque, bank: "\u200b" },
    ])("is no bank: %j", async (told) => {
      const { t, claim } = await openTrade();
      const before = await everything(t);
      expect(await refusal(claim(told))).toEqual({ code: "BAD_CHEQUE_BANK" });
      expect(await everything(t)).toBe(before);
    });
  });

  it("can be told again after a dispute, a withdrawal and a reversal", async () => {
    const trade = await openTrade();
    await trade.dispute(await trade.claim());
    await trade.withdraw(await trade.claim());
    const paymentId = await trade.claim();
    await trade.confirm(paymentId);
    expect(await refusal(trade.claim())).toEqual(DUPLICATE);
    await trade.reverse(paymentId);
    await trade.claim();
    expect(await refusal(trade.claim())).toEqual(DUPLICATE);
  });

  it("that was recorded with a wrong sum is recorded again with the right one", async () => {
    const { record, reverse, balance } = await openTrade();
    const before = await balance();
    await reverse(await record({ amountPaise: 50_00 }), "Recorded wrongly");
    await record({ amountPaise: 500_00 });
    expect(await balance()).toBe(before - 500_00);
  });

  it("of a cheque is another one from another retailer, and comes again once it bounced", async () => {
    const { t, claim, distributor, confirm, reverse } = await openTrade();
    const cheque = { method: "cheque", reference: "000001", isAdvanceMeant: true } as const;
    const paymentId = await claim(cheque);
    const neighbour = await joinRetailer(t);
    await placeOne(neighbour, await listProduct(t, distributor));
    await claim(cheque, neighbour);
    expect(await refusal(claim(cheque))).toEqual(DUPLICATE);
    await confirm(paymentId);
    await reverse(paymentId);
    await claim(cheque);
  });

  it("of a cheque is compared with the retailer's own alone, however many others have it", async () => {
    const { t, claim, retailer, distributor } = await openTrade();
    const cheque = { method: "cheque", reference: "000001", isAdvanceMeant: true } as const;
    const neighbour = await joinRetailer(t);
    const paymentId = await claim({ ...cheque, reference: "000002" });
    await t.run(async (ctx) => {
      const payment = (await ctx.db.get("payments", paymentId))!;
      const other = { ...payment, retailerId: neighbour.user._id, reference: "000001" };
      for (let n = 0; n < 100; n += 1) await ctx.db.insert("payments", copyOf(other, n));
    });
    await claim(cheque, retailer, distributor);
  });

  it("of another retailer at the same distributor is noted already; at another distributor it is free", async () => {
    const { t, claim, retailer, distributor } = await openTrade();
    await claim();
    const neighbour = await joinRetailer(t);
    await placeOne(neighbour, await listProduct(t, distributor));
    const advance = { isAdvanceMeant: true };
    expect(await refusal(claim(advance, neighbour))).toEqual(DUPLICATE);
    const rival = await joinDistributor(t);
    await placeOne(retailer, await listProduct(t, rival));
    await claim(advance, retailer, rival);
  });

  it("that was disputed a hundred times is not noted again", async () => {
    const trade = await openTrade();
    for (let n = 0; n < 100; n += 1) await trade.dispute(await trade.claim());
    expect(await refusal(trade.claim())).toEqual(DUPLICATE);
  });

  it.each<[PaymentMethod, string | undefined]>([
    ["upi", undefined],
    ["upi", "41234567890"],
    ["upi", "4123456789012"],
    ["upi", "ABCDEFGHIJKL"],
    ["bank", "HDFCN520260610"],
    ["bank", "HDFCN52026061०12"],
    ["cheque", "12345"],
    ["cheque", "1234567"],
    ["cash", UTR],
    ["upi", `${UTR}${" ".repeat(100_000)}`],
  ])("of %s is not %j", async (method, reference) => {
    const { t, claim } = await openTrade();
    const before = await everything(t);
    expect(await refusal(claim({ method, reference }))).toEqual({ code: "BAD_REFERENCE" });
    expect(await everything(t)).toBe(before);
  });
});

describe("what is told", () => {
  it("is at most what is owed, unless an advance is meant", async () => {
    const { claim, record } = await openTrade();
    const told = { ...CASH, amountPaise: 1_000_01 };
    for (const tell of [claim, record])
      expect(await refusal(tell(told))).toEqual({ code: "ADVANCE_NOT_MEANT", advancePaise: 1 });
    await claim({ ...told, amountPaise: 1_000_00 });
    await claim({ ...told, isAdvanceMeant: true });
  });

  it("is an advance as a whole where nothing is owed, or less than nothing", async () => {
    const { record } = await openTrade();
    await record({ ...CASH, amountPaise: 1_500_00, isAdvanceMeant: true });
    expect(await refusal(record({ ...CASH, amountPaise: 5_00 }))).toEqual({
      ...{ code: "ADVANCE_NOT_MEANT", advancePaise: 5_00 },
    });
  });

  it(`was paid within the last ${PAID_DAYS_MAX} days of India, and not tomorrow`, async () => {
    const { claim } = await openTrade();
    const bad = { code: "BAD_PAYMENT_DAY" };
    // 23:50 in India.
    vi.setSystemTime(Date.parse("2026-06-10T18:20:00Z"));
    await claim({ ...CASH, paidOn: "2026-06-10" });
    expect(await refusal(claim({ ...CASH, paidOn: "2026-06-11" }))).toEqual(bad);
    vi.setSystemTime(Date.parse("2026-06-10T18:40:00Z"));
    await claim({ ...CASH, paidOn: "2026-06-11" });
    await claim({ ...CASH, paidOn: addDays("2026-06-11", -PAID_DAYS_MAX) });
    const early = addDays("2026-06-11", -PAID_DAYS_MAX - 1);
    expect(await refusal(claim({ ...CASH, paidOn: early }))).toEqual(bad);
  });

  it("names invoices of the pair alone, each once and not too many", async () => {
    const { t, claim, retailer, invoiceId, orderId } = await openTrade();
    const rival = await joinDistributor(t);
    const other = await placeOne(retailer, await listProduct(t, rival));
    const theirs = await acceptOne(rival, { orderId: other, deliveryBefore: today() });
    for (const id of [theirs.invoiceId, orderId, "x", ""])
      expect(await refusal(claim({ invoiceIds: [invoiceId, id] })), id).toEqual({
        code: "NOT_FOUND",
      });
    const many = Array<string>(NAMED_INVOICES_MAX + 1).fill(invoiceId);
    expect(await refusal(claim({ invoiceIds: many }))).toEqual({ code: "BAD_REQUEST" });
    const paymentId = await claim({ invoiceIds: many.slice(1) });
    const payment = await t.run((ctx) => ctx.db.get("payments", paymentId));
    expect(payment?.invoiceIds).toEqual([invoiceId]);
  });

  it("shows no picture but the teller's own", async () => {
    const { t, claim, distributor } = await openTrade();
    const proofImageId = await storePicture(t);
    const userId = distributor.user._id;
    const upload = { imageId: proofImageId, userId, purpose: "image", claimed: false } as const;
    await t.run((ctx) => ctx.db.insert("uploads", upload));
    expect(await refusal(claim({ proofImageId }))).toEqual({ code: "NO_IMAGE" });
  });

  it(`waits as one of at most ${OPEN_CLAIMS_MAX}; any answer makes room`, async () => {
    const trade = await openTrade();
    const ids: string[] = [];
    for (let n = 0; n < OPEN_CLAIMS_MAX; n += 1) ids.push(await trade.claim(CASH));
    const full = { code: "TOO_MANY_CLAIMS", max: OPEN_CLAIMS_MAX };
    expect(await refusal(trade.claim(CASH))).toEqual(full);
    const [confirmed = "", disputed = "", withdrawn = ""] = ids;
    await trade.record(CASH);
    await trade.confirm(confirmed);
    await trade.dispute(disputed);
    await trade.withdraw(withdrawn);
    for (let n = 0; n < 3; n += 1) await trade.claim({ ...CASH, isAdvanceMeant: true });
    expect(await refusal(trade.claim({ ...CASH, isAdvanceMeant: true }))).toEqual(full);
  });
});

describe("a claim", () => {
  const CLOSED = (state: string) => ({ code: "PAYMENT_CLOSED", state });

  it("[I-43] is confirmed once, with one entry, however often", async () => {
    const trade = await openTrade();
    const paymentId = await trade.claim();
    expect(await trade.balance()).toBe(1_000_00);
    await Promise.all([trade.confirm(paymentId), trade.confirm(paymentId)]);
    await trade.confirm(paymentId);
    expect(await trade.balance()).toBe(900_00);
    expect(await trade.eventsOf(paymentId)).toEqual(["claimed", "confirmed"]);
    const entries = await trade.t.run((ctx) => ctx.db.query("ledgerEntries").take(9));
    expect(entries.filter((entry) => entry.paymentId === paymentId)).toHaveLength(1);
  });

  it("that was answered takes no other answer", async () => {
    const trade = await openTrade();
    const answers = {
      confirmed: trade.confirm,
      disputed: trade.dispute,
      withdrawn: trade.withdraw,
    };
    for (const [state, answer] of Object.entries(answers)) {
      const paymentId = await trade.claim(CASH);
      await answer(paymentId);
      const before = await everything(trade.t);
      for (const [other, late] of Object.entries(answers))
        if (other !== state)
          expect(await refusal(late(paymentId)), `${other} of ${state}`).toEqual(CLOSED(state));
      if (state !== "confirmed")
        expect(await refusal(trade.reverse(paymentId))).toEqual(CLOSED(state));
      await answer(paymentId);
      expect(await everything(trade.t)).toBe(before);
    }
  });

  it("that was disputed can't be disputed for another reason", async () => {
    const { claim, dispute } = await openTrade();
    const paymentId = await claim();
    await dispute(paymentId);
    await dispute(paymentId, " Nothing came. ");
    expect(await refusal(dispute(paymentId, "Too little came."))).toEqual(CLOSED("disputed"));
  });

  it("that is withdrawn and confirmed at once is one of both", async () => {
    for (let round = 0; round < 10; round += 1) {
      const trade = await openTrade();
      const paymentId = await trade.claim();
      const answers = [trade.withdraw, trade.confirm];
      if (round % 2 === 1) answers.reverse();
      const ends = await Promise.allSettled(answers.map((answer) => answer(paymentId)));
      expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const state = await trade.stateOf(paymentId);
      expect(await trade.balance()).toBe(state === "confirmed" ? 900_00 : 1_000_00);
      expect(await trade.eventsOf(paymentId)).toEqual(["claimed", state]);
    }
  });

  it("can't be objected to, also when it is confirmed", async () => {
    const { claim, confirm, object } = await openTrade();
    const paymentId = await claim();
    expect(await refusal(object(paymentId))).toEqual(CLOSED("claimed"));
    await confirm(paymentId);
    expect(await refusal(object(paymentId))).toEqual(CLOSED("confirmed"));
  });
});

describe("a recorded payment", () => {
  it("is objected to once, and still reversed", async () => {
    const trade = await openTrade();
    const paymentId = await trade.record();
    await trade.object(paymentId);
    const before = await everything(trade.t);
    await trade.object(paymentId, " I paid more. ");
    expect(await refusal(trade.object(paymentId, "Or less."))).toEqual({
      ...{ code: "PAYMENT_CLOSED", state: "confirmed" },
    });
    expect(await everything(trade.t)).toBe(before);
    expect(await trade.balance()).toBe(900_00);
    await trade.reverse(paymentId);
    expect(await trade.balance()).toBe(1_000_00);
    expect(await trade.eventsOf(paymentId)).toEqual(["confirmed", "objected", "reversed"]);
  });

  it("that was reversed can't be objected to any more", async () => {
    const { record, reverse, object } = await openTrade();
    const paymentId = await record();
    await reverse(paymentId);
    expect(await refusal(object(paymentId))).toEqual({ code: "PAYMENT_CLOSED", state: "reversed" });
  });
});

describe("payments", () => {
  const listsOf = async ({ retailer, distributor }: Trade) => {
    const of = (person: Person, partner: Person) =>
      Promise.all([
        person.client.query(api.payments.waiting, { paginationOpts: FIRST_PAGE }),
        person.client.query(api.payments.withPartner, {
          ...{ partnerId: partner.user._id, paginationOpts: FIRST_PAGE },
        }),
      ]);
    const lists = [...(await of(retailer, distributor)), ...(await of(distributor, retailer))];
    return lists.map(({ page }) => page.map(({ _id }) => _id));
  };

  it("wait for both sides, the oldest first, until they are answered; all of a partner's stay", async () => {
    const trade = await openTrade();
    const [one, two, three] = [
      await trade.claim(CASH),
      await trade.claim(CASH),
      await trade.record(CASH),
    ];
    const all = [three, two, one];
    expect(await listsOf(trade)).toEqual([[one, two], all, [one, two], all]);
    await trade.confirm(one);
    expect(await listsOf(trade)).toEqual([[two], all, [two], all]);
  });

  it("of an invoice are those that paid it and the claims that name it, with what each paid", async () => {
    const trade = await openTrade();
    const { invoiceId, retailer, distributor } = trade;
    const paid = await trade.record({ ...CASH, amountPaise: 300_00 });
    const bounced = await trade.record({ ...CASH, amountPaise: 50_00 });
    await trade.reverse(bounced);
    const waiting = await trade.claim({ ...CASH, invoiceIds: [invoiceId] });
    await trade.claim(CASH);
    for (const { client } of [retailer, distributor]) {
      const money = await client.query(api.payments.ofInvoice, { invoiceId });
      expect(money).toMatchObject({ openPaise: 700_00, dueOn: today(), upiId: "big@upi" });
      expect(money?.upiLink).toContain("am=700.00");
      expect(money?.payments.map(({ payment, paise }) => [payment._id, paise])).toEqual([
        [paid, 300_00],
        [bounced, 0],
        [waiting, 0],
      ]);
    }
  });
});

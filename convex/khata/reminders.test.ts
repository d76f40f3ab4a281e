import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { addDays, DAY_MS, todayIst } from "../../domain/dates";
import { api, internal } from "../_generated/api";
import {
  acceptOne,
  connectPair,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeOne,
  finishDueFunctions,
  type Market,
  type Person,
} from "../market.setup";
import { DUES_PER_RUN, NAMED_MAX, sendReminders } from "./reminders";

const BEGIN = Date.parse("2026-05-01T10:00:00+05:30");
const FIRST_DAY = "2026-05-01";
/** The price of the product that is sold here, paise. */
const PRICE = 5250;

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN });
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Sets the usual terms: reminders are for those who keep their money here. */
function useKhata(distributor: Person, retailer: Person) {
  const retailerId = retailer.user._id;
  return distributor.client.mutation(api.khata.setTerms, { retailerId, terms: "onDelivery" });
}

async function stage(company = "Big Wholesale") {
  const t = openMarket();
  const distributor = await joinDistributor(t, { companyName: company });
  const retailer = await joinRetailer(t);
  await connectPair(t, retailer, distributor);
  await useKhata(distributor, retailer);
  return { t, distributor, retailer, productId: await listProduct(t, distributor) };
}
type Stage = Awaited<ReturnType<typeof stage>>;

/** An invoice that is to be paid on `day`, which is its delivery's. */
async function invoiceDue({ distributor, retailer, productId }: Stage, day: string) {
  const orderId = await placeOne(retailer, productId);
  return acceptOne(distributor, { orderId, deliveryBefore: day });
}

const mails = (t: Market) => t.run((ctx) => ctx.db.query("outbox").take(10_000));

/** Runs what the cron runs at ten in the morning of `day`. Returns the mails of that run. */
async function remindOn(t: Market, day: string, hour = "10:00") {
  const before = (await mails(t)).length;
  vi.setSystemTime(Date.parse(`${day}T${hour}:00+05:30`));
  await t.mutation(internal.khata.internal.remind, {});
  await finishDueFunctions(t);
  return (await mails(t)).slice(before);
}

/** The days, of `count` from `day` on, on which a mail went. */
async function daysWithMail(t: Market, day: string, count: number): Promise<string[]> {
  const days: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const today = addDays(day, n);
    const sent = await remindOn(t, today);
    expect(sent.length).toBeLessThanOrEqual(1);
    if (sent.length === 1) days.push(today);
  }
  return days;
}

/** As the retailer, to the opening balance that was proposed. */
async function agree({ retailer, distributor }: Stage): Promise<void> {
  const partnerId = distributor.user._id;
  const { opening } = await retailer.client.query(api.khata.account, { partnerId });
  await retailer.client.mutation(api.khata.agreeToOpening, { openingId: opening!._id });
}

const claimOf = ({ distributor }: Stage, amountPaise = 100) => ({
  ...{ partnerId: distributor.user._id, amountPaise, method: "cash" as const },
  ...{ paidOn: todayIst(Date.now()), invoiceIds: [], paymentKey: newKey() },
});

const remindedOn = async ({ retailer, distributor }: Stage) =>
  (await retailer.client.query(api.khata.account, { partnerId: distributor.user._id })).remindedOn;

describe("a sum that is not paid", () => {
  it("[REMINDER1] is reminded of two days before its day, on it, and every week after", async () => {
    const here = await stage();
    await invoiceDue(here, "2026-05-10");
    expect(await daysWithMail(here.t, FIRST_DAY, 31)).toEqual([
      ...["2026-05-08", "2026-05-10", "2026-05-17", "2026-05-24", "2026-05-31"],
    ]);
  });

  it("is first reminded of on its day, if it came less than two days before", async () => {
    const here = await stage();
    await invoiceDue(here, "2026-05-02");
    expect(await daysWithMail(here.t, FIRST_DAY, 10)).toEqual(["2026-05-02", "2026-05-09"]);
  });

  it("is not reminded of any more once it is paid, and again after the payment bounced", async () => {
    const here = await stage();
    const { t, distributor, retailer } = here;
    await invoiceDue(here, "2026-05-10");
    await remindOn(t, "2026-05-08");
    const payment = { ...claimOf(here, PRICE), partnerId: retailer.user._id };
    const { paymentId } = await distributor.client.mutation(api.payments.record, payment);
    expect(await daysWithMail(t, "2026-05-09", 10)).toEqual([]);
    await distributor.client.mutation(api.payments.reverse, { paymentId, reason: "Bounced" });
    expect(await remindOn(t, "2026-05-18", "15:00")).toEqual([]);
    expect(await daysWithMail(t, "2026-05-19", 8)).toEqual(["2026-05-19", "2026-05-26"]);
  });

  it("of which a part is paid is reminded of with what is open", async () => {
    const here = await stage();
    const { t, distributor, retailer } = here;
    await invoiceDue(here, "2026-05-10");
    const payment = { ...claimOf(here, 2_000), partnerId: retailer.user._id };
    await distributor.client.mutation(api.payments.record, payment);
    const [mail] = await remindOn(t, "2026-05-08");
    expect(mail?.subject).toBe("₹32.50 to pay to Big Wholesale");
  });

  it("from before the khata is reminded of from the day after it was entered", async () => {
    const here = await stage();
    const { t, distributor, retailer } = here;
    const opening = { retailerId: retailer.user._id, paise: 4_000_00, day: "2026-01-15" };
    await distributor.client.mutation(api.khata.openWith, opening);
    await agree(here);
    expect(await remindOn(t, FIRST_DAY, "11:00")).toEqual([]);
    const [mail] = await remindOn(t, "2026-05-02");
    expect(mail?.text).toContain("- Opening balance: ₹4,000.00, due on 15 Jan 2026");
    expect(await daysWithMail(t, "2026-05-03", 8)).toEqual(["2026-05-09"]);
  });

  it("from before the khata is not reminded of while it is only proposed", async () => {
    const here = await stage();
    const { t, distributor, retailer } = here;
    const opening = { retailerId: retailer.user._id, paise: 4_000_00, day: "2026-01-15" };
    await distributor.client.mutation(api.khata.openWith, opening);
    for (let n = 0; n < 13; n += 1) {
      vi.setSystemTime(Date.parse(`${addDays(FIRST_DAY, n)}T10:00:00+05:30`));
      await t.mutation(internal.khata.internal.remind, {});
    }
    expect(await mails(t)).toEqual([]);
  });

  it("is no reason to remind of what was paid in advance", async () => {
    const here = await stage();
    const { t, distributor, retailer } = here;
    const opening = { retailerId: retailer.user._id, paise: -4_000_00, day: FIRST_DAY };
    await distributor.client.mutation(api.khata.openWith, opening);
    await agree(here);
    await invoiceDue(here, "2026-05-03");
    expect(await daysWithMail(t, FIRST_DAY, 10)).toEqual([]);
    expect(await remindedOn(here)).toBeUndefined();
  });
});

describe("a pair that does not use the khata", () => {
  async function unused() {
    const here = await stage();
    await here.t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("creditAccounts").take(2))
        await ctx.db.delete("creditAccounts", _id);
    });
    await invoiceDue(here, "2026-05-05");
    return here;
  }

  it("is not reminded: what it owes is kept elsewhere", async () => {
    const { t } = await unused();
    expect(await daysWithMail(t, FIRST_DAY, 20)).toEqual([]);
  });

  it.each([
    ["terms are set", ({ distributor, retailer }: Stage) => useKhata(distributor, retailer)],
    [
      "a payment is recorded",
      (here: Stage) =>
        here.distributor.client.mutation(api.payments.record, {
          ...{ ...claimOf(here), partnerId: here.retailer.user._id },
        }),
    ],
  ])("is reminded from the day on which %s", async (_, begin) => {
    const here = await unused();
    expect(await daysWithMail(here.t, FIRST_DAY, 20)).toEqual([]);
    await begin(here);
    expect(await daysWithMail(here.t, "2026-05-21", 9)).toEqual(["2026-05-26"]);
  });
});

describe("the mail", () => {
  it("goes to the retailer alone, names each sum that is due and all that is owed, and holds names as text", async () => {
    const here = await stage(`<b>Lamp</b> & "co"`);
    const { t, retailer } = here;
    await invoiceDue(here, "2026-05-10");
    await invoiceDue(here, "2026-05-10");
    await invoiceDue(here, "2026-05-20");
    const sent = await remindOn(t, "2026-05-08");
    expect(sent).toHaveLength(1);
    const [{ to, subject, text, html }] = sent as [(typeof sent)[number]];
    expect(to).toBe(retailer.user.email);
    expect(subject).toBe(`₹157.50 to pay to <b>Lamp</b> & "co"`);
    expect(text.match(/^- Invoice .+: ₹52\.50, due on 10 May 2026$/gm)).toHaveLength(2);
    expect(text).not.toContain("20 May");
    expect(html).not.toContain("<b>");
    expect(html).toContain("&lt;b&gt;Lamp&lt;/b&gt; &amp; &quot;co&quot;");
  });

  it("waits while what was paid in advance is being settled, and covers all", async () => {
    const here = await stage();
    await oweMany(here, 1, "2026-05-10");
    const setBalance = (balancePaise: number) =>
      here.t.run(async (ctx) => {
        const account = await ctx.db.query("creditAccounts").first();
        await ctx.db.patch("creditAccounts", account!._id, { balancePaise });
      });
    await setBalance(0);
    expect(await remindOn(here.t, "2026-05-10")).toEqual([]);
    await setBalance(100);
    expect(await remindOn(here.t, "2026-05-17")).toHaveLength(1);
  });

  it("is noted in the khata of both sides, with its day", async () => {
    const here = await stage();
    await invoiceDue(here, "2026-05-10");
    expect(await remindedOn(here)).toBeUndefined();
    await remindOn(here.t, "2026-05-08");
    expect(await remindedOn(here)).toBe("2026-05-08");
    const { distributor, retailer } = here;
    const account = await distributor.client.query(api.khata.account, {
      partnerId: retailer.user._id,
    });
    expect(account.remindedOn).toBe("2026-05-08");
  });
});

describe("a pair", () => {
  it("[REMINDER2] gets one mail a day, however often the reminders run and whatever is added that day", async () => {
    const here = await stage();
    const { t } = here;
    await invoiceDue(here, "2026-05-10");
    expect(await remindOn(t, "2026-05-08")).toHaveLength(1);
    for (const day of ["08", "09", "10"]) await invoiceDue(here, `2026-05-${day}`);
    for (const hour of ["11:00", "12:00", "23:59"])
      expect(await remindOn(t, "2026-05-08", hour)).toEqual([]);
    expect(await daysWithMail(t, "2026-05-09", 3)).toEqual(["2026-05-09", "2026-05-10"]);
  });

  it("gets one mail a week of all that is overdue, though each sum was due on a day of its own", async () => {
    const here = await stage();
    for (const day of ["03", "04", "05", "06", "07"]) await invoiceDue(here, `2026-05-${day}`);
    await daysWithMail(here.t, FIRST_DAY, 7);
    expect(await daysWithMail(here.t, "2026-05-08", 24)).toEqual([
      ...["2026-05-14", "2026-05-21", "2026-05-28"],
    ]);
  });

  it("gets one mail after days without a run, not one for each that was missed", async () => {
    const here = await stage();
    for (const day of ["03", "05", "07"]) await invoiceDue(here, `2026-05-${day}`);
    expect(await remindOn(here.t, "2026-06-20")).toHaveLength(1);
    expect(await daysWithMail(here.t, "2026-06-20", 9)).toEqual(["2026-06-27"]);
  });

  it("gets mails of each distributor apart", async () => {
    const here = await stage();
    const { t, retailer } = here;
    const other = await joinDistributor(t, { companyName: "Other Wholesale" });
    const productId = await listProduct(t, other);
    await connectPair(t, retailer, other);
    await useKhata(other, retailer);
    await invoiceDue(here, "2026-05-10");
    await invoiceDue({ ...here, distributor: other, productId }, "2026-05-10");
    const sent = await remindOn(t, "2026-05-08");
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [retailer.user.email, "₹52.50 to pay to Big Wholesale"],
      [retailer.user.email, "₹52.50 to pay to Other Wholesale"],
    ]);
  });
});

describe("while the retailer's word of a payment waits", () => {
  it.each(["dispute", "withdraw"] as const)(
    "[REMINDER2] nothing is mailed of what it covers; after %s the next day brings the reminder",
    async (move) => {
      const here = await stage();
      const { t, distributor, retailer } = here;
      await invoiceDue(here, "2026-05-10");
      await remindOn(t, "2026-05-08");
      const { paymentId } = await retailer.client.mutation(
        api.payments.claim,
        claimOf(here, PRICE),
      );
      expect(await daysWithMail(t, "2026-05-09", 4)).toEqual([]);
      if (move === "dispute")
        await distributor.client.mutation(api.payments.dispute, { paymentId, reason: "No" });
      else await retailer.client.mutation(api.payments.withdraw, { paymentId });
      expect(await daysWithMail(t, "2026-05-13", 8)).toEqual(["2026-05-13", "2026-05-20"]);
    },
  );

  it("[REMINDER2] the rest is reminded of on its days, however little was claimed", async () => {
    const here = await stage();
    const { t, retailer } = here;
    await invoiceDue(here, "2026-05-10");
    await retailer.client.mutation(api.payments.claim, claimOf(here, 1));
    const [mail] = await remindOn(t, "2026-05-08");
    expect(mail?.subject).toBe("₹52.49 to pay to Big Wholesale");
    expect(mail?.text).toContain(
      "You owe Big Wholesale ₹52.50 in all. You told them of ₹0.01, which waits to be confirmed. Besides, this is due:",
    );
    expect(mail?.text).toMatch(/^- Invoice .+: ₹52\.49, due on 10 May 2026$/m);
    expect(await daysWithMail(t, "2026-05-09", 9)).toEqual(["2026-05-10", "2026-05-17"]);
  });

  it("[REMINDER2] only the invoices that it would pay are left out, those that it names before the oldest", async () => {
    const here = await stage();
    const { t, retailer } = here;
    await invoiceDue(here, "2026-05-10");
    const { invoiceId } = await invoiceDue(here, "2026-05-10");
    const claim = { ...claimOf(here, PRICE), invoiceIds: [invoiceId] };
    await retailer.client.mutation(api.payments.claim, claim);
    const number = await t.run(
      async (ctx) => (await ctx.db.get("invoices", invoiceId))!.printedNumber,
    );
    const [mail] = await remindOn(t, "2026-05-08");
    expect(mail?.text).toContain("- Invoice");
    expect(mail?.text).not.toContain(number);
    expect(mail?.subject).toBe("₹52.50 to pay to Big Wholesale");
  });

  it("[REMINDER2] the mail names what is due behind more sums than one mail names, all of which it would pay", async () => {
    const here = await stage();
    const { t, retailer } = here;
    for (let n = 0; n <= NAMED_MAX; n += 1) await invoiceDue(here, "2026-05-10");
    const { invoiceId } = await invoiceDue(here, "2026-05-10");
    await retailer.client.mutation(api.payments.claim, claimOf(here, (NAMED_MAX + 1) * PRICE));
    const invoice = await t.run((ctx) => ctx.db.get("invoices", invoiceId));
    const [mail] = await remindOn(t, "2026-05-08");
    expect(mail?.text.match(/^- Invoice .+$/gm)).toEqual([
      `- Invoice ${invoice?.printedNumber}: ₹52.50, due on 10 May 2026`,
    ]);
  });

  it("another distributor's reminders go on", async () => {
    const here = await stage();
    const { t, retailer } = here;
    const other = await joinDistributor(t);
    await connectPair(t, retailer, other);
    await useKhata(other, retailer);
    await invoiceDue(here, "2026-05-10");
    const owed = { ...claimOf(here), partnerId: other.user._id, isAdvanceMeant: true };
    await retailer.client.mutation(api.payments.claim, owed);
    expect(await remindOn(t, "2026-05-08")).toHaveLength(1);
  });
});

describe("no mail", () => {
  const close = (t: Market, { user }: Person) =>
    t.run((ctx) => ctx.db.patch("users", user._id, { deactivatedAt: 1 }));

  it.each(["retailer", "distributor"] as const)(
    "goes out after the %s closed the account, and the run still ends",
    async (role) => {
      const here = await stage();
      await invoiceDue(here, "2026-05-10");
      await close(here.t, here[role]);
      expect(await daysWithMail(here.t, "2026-05-08", 10)).toEqual([]);
      expect(
        await here.t.run((ctx) =>
          ctx.db
            .query("dues")
            .withIndex("by_reminder", (q) => q.gt("remindOn", "").lte("remindOn", "2026-05-17"))
            .take(1),
        ),
      ).toEqual([]);
    },
  );

  it("comes from a distributor whom the retailer blocked, until the block is taken back", async () => {
    const here = await stage();
    const { t, retailer, distributor } = here;
    await invoiceDue(here, "2026-05-10");
    const userId = distributor.user._id;
    await retailer.client.mutation(api.network.block, { userId });
    expect(await daysWithMail(t, "2026-05-08", 4)).toEqual([]);
    await retailer.client.mutation(api.network.unblock, { userId });
    expect(await daysWithMail(t, "2026-05-12", 7)).toEqual(["2026-05-17"]);
  });
});

/** Sums of a pair that are due on `dueOn`, entered as the ledger does, without their invoices. */
async function oweMany({ t, retailer, distributor }: Stage, count: number, dueOn: string) {
  const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
  await t.run(async (ctx) => {
    for (let n = 0; n < count; n += 1)
      await ctx.db.insert("dues", {
        ...{ ...pair, dueOn, totalPaise: 100, openPaise: 100, isOpen: true },
        remindOn: "2026-05-10",
        printedNumber: `DTW/26-27/${String(n + 1).padStart(5, "0")}`,
      });
    const account = await ctx.db
      .query("creditAccounts")
      .withIndex("by_pair", (q) =>
        q.eq("retailerId", pair.retailerId).eq("distributorId", pair.distributorId),
      )
      .unique();
    const balancePaise = count * 100;
    const used = { balancePaise, isUsed: true } as const;
    if (account !== null) await ctx.db.patch("creditAccounts", account._id, used);
    else
      await ctx.db.insert("creditAccounts", {
        ...{
          ...pair,
          ...used,
          terms: "onDelivery",
          advancePaise: 0,
          openOrdersPaise: 0,
          openLines: 0,
          openPieces: 0,
          latestOrders: [],
        },
      });
  });
}

describe("more sums than one run takes", () => {
  it.each([
    ["today", "2026-05-10", "2026-05-17"],
    ["in two days", "2026-05-12", "2026-05-12"],
  ])(
    "of one pair, on both sides of a run's end, are one mail with their whole sum when due %s",
    async (_, dueOn, next) => {
      const here = await stage();
      const count = 5 * DUES_PER_RUN;
      await oweMany(here, count, dueOn);
      const sent = await remindOn(here.t, "2026-05-10");
      expect(sent).toHaveLength(1);
      expect(sent[0]?.subject).toBe("₹250.00 to pay to Big Wholesale");
      const lines = sent[0]?.text.split("\n").slice(1) ?? [];
      expect(lines).toHaveLength(NAMED_MAX + 1);
      expect(lines.at(-1)).toBe("- and more");
      const dues = await here.t.run((ctx) => ctx.db.query("dues").take(count));
      expect(new Set(dues.map(({ remindOn }) => remindOn))).toEqual(new Set([next]));
    },
  );

  it("of many pairs are one mail for each of them", async () => {
    const here = await stage();
    const { t } = here;
    const pairs: Stage[] = [here];
    while (pairs.length < 2 * DUES_PER_RUN + 10)
      pairs.push({ ...here, retailer: await joinRetailer(t) });
    for (const pair of pairs) await oweMany(pair, 1, "2026-05-10");
    const sent = await remindOn(t, "2026-05-10");
    expect(sent.map(({ to }) => to).sort()).toEqual(
      pairs.map(({ retailer }) => retailer.user.email).sort(),
    );
    expect(await remindOn(t, "2026-05-10", "11:00")).toEqual([]);
  });

  it("cost one run a bounded number of documents, however much each pair owes", async () => {
    const here = await stage();
    await oweMany(here, 1_500, "2026-05-10");
    vi.setSystemTime(BEGIN + 20 * DAY_MS);
    const used = await here.t.mutation(async (ctx) => {
      await sendReminders(ctx, Date.now());
      return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
    });
    expect(used).toBeLessThan(3 * DUES_PER_RUN);
  });
});

test("a distributor makes a retailer owe nothing, and so reminds of nothing, without an order of its or a connection", async () => {
  const { t, distributor } = await stage();
  const stranger = await joinRetailer(t);
  const opening = { retailerId: stranger.user._id, paise: 1, day: FIRST_DAY };
  await expect(distributor.client.mutation(api.khata.openWith, opening)).rejects.toThrow(
    /NOT_FOUND/,
  );
  expect(await t.run((ctx) => ctx.db.query("dues").take(1))).toEqual([]);
});

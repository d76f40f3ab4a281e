import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import {
  acceptOne,
  connectPair,
  FIRST_PAGE,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeOne,
  refusal,
  type Person,
} from "../market.setup";
import {
  ageingWith,
  getKhata,
  listAccounts,
  listEntries,
  listStatement,
  moneyOf,
  statementBalances,
} from "./list";

const FIRST_DAY = "2026-03-20";

function setDay(day: string, time = "10:00:00"): void {
  vi.setSystemTime(Date.parse(`${day}T${time}+05:30`));
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  setDay(FIRST_DAY);
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function stage() {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  await connectPair(t, retailer, distributor);
  return {
    t,
    distributor,
    retailer,
    productId: await listProduct(t, distributor, { stock: 5_000 }),
  };
}
type Stage = Awaited<ReturnType<typeof stage>>;

/** Something that changes the balance. */
type Deed = { readonly kind: "invoice" | "pay" | "bounce"; readonly amount: number };

/** Does it today; a payment of more than is owed is meant so. */
async function perform({ distributor, retailer, productId }: Stage, { kind, amount }: Deed) {
  const [today, partnerId] = [todayIst(Date.now()), retailer.user._id];
  if (kind === "invoice") {
    const orderId = await placeOne(retailer, productId, amount);
    await acceptOne(distributor, { orderId, deliveryBefore: addDays(today, 3) });
    return;
  }
  const { paymentId } = await distributor.client.mutation(api.payments.record, {
    ...{ partnerId, amountPaise: amount * 1_234, method: "cash", paidOn: today, invoiceIds: [] },
    ...{ paymentKey: newKey(), isAdvanceMeant: true },
  });
  if (kind === "bounce")
    await distributor.client.mutation(api.payments.reverse, { paymentId, reason: "Bounced" });
}

type Period = { readonly from: string; readonly to: string };

/** A whole statement as `person` reads it, in pages of `numItems`. */
async function read({ client }: Person, partner: Person, period: Period, numItems = 3) {
  const asked = { partnerId: partner.user._id, ...period };
  const balances = await client.query(api.khata.statement, asked);
  const paise: number[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const answer: { page: { paise: number }[]; isDone: boolean; continueCursor: string } =
      await client.query(api.khata.statementEntries, {
        ...asked,
        paginationOpts: { numItems, cursor },
      });
    paise.push(...answer.page.map((entry) => entry.paise));
    ({ isDone, continueCursor: cursor } = answer);
  }
  return { ...balances, paise };
}

const sum = (paise: readonly number[]) => paise.reduce((total, one) => total + one, 0);

const deed = fc.record({
  kind: fc.constantFrom<Deed["kind"]>("invoice", "pay", "bounce"),
  amount: fc.integer({ min: 1, max: 9 }),
});
/** Days of a ledger: gaps between them, and what happens on each. */
const ledger = fc.array(
  fc.record({ gap: fc.integer({ min: 0, max: 20 }), deeds: fc.array(deed, { maxLength: 4 }) }),
  { minLength: 1, maxLength: 5 },
);

describe("a statement", () => {
  it("[STATEMENT5] opens with the balance that the period before closed with, and its entries make the difference", async () => {
    await fc.assert(
      fc.asyncProperty(
        ledger,
        fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }),
        async (days, cuts) => {
          setDay(FIRST_DAY);
          const here = await stage();
          let today = FIRST_DAY;
          for (const { gap, deeds } of days) {
            today = addDays(today, gap);
            setDay(today);
            for (const one of deeds) await perform(here, one);
          }
          const ends = [...new Set(cuts)].sort((a, b) => a - b).map((n) => addDays(FIRST_DAY, n));
          const last = addDays(FIRST_DAY, 120);
          let [from, opening] = [addDays(FIRST_DAY, -10), 0];
          const all: number[] = [];
          for (const to of [...ends, last]) {
            const mine = await read(here.distributor, here.retailer, { from, to });
            expect(mine).toEqual(await read(here.retailer, here.distributor, { from, to }, 100));
            expect(mine.openingPaise).toBe(opening);
            expect(mine.openingPaise + sum(mine.paise)).toBe(mine.closingPaise);
            all.push(...mine.paise);
            [from, opening] = [addDays(to, 1), mine.closingPaise];
          }
          const partnerId = here.distributor.user._id;
          const account = await here.retailer.client.query(api.khata.account, { partnerId });
          expect(opening).toBe(account.balancePaise);
          expect(sum(all)).toBe(account.balancePaise);
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);

  it("ends and begins with the day in India", async () => {
    const here = await stage();
    setDay("2026-03-31", "23:59:59");
    await perform(here, { kind: "invoice", amount: 1 });
    setDay("2026-04-01", "00:00:00");
    await perform(here, { kind: "invoice", amount: 2 });
    const march = { from: "2026-03-01", to: "2026-03-31" };
    const april = { from: "2026-04-01", to: "2026-04-30" };
    const { retailer, distributor } = here;
    expect(await read(retailer, distributor, march)).toMatchObject({ paise: [5_250] });
    expect(await read(retailer, distributor, april)).toMatchObject({ paise: [10_500] });
  });

  it("of a pair without entries is empty", async () => {
    const { retailer, distributor } = await stage();
    const period = { from: FIRST_DAY, to: FIRST_DAY };
    const empty = { openingPaise: 0, closingPaise: 0, paise: [] };
    expect(await read(retailer, distributor, period)).toEqual(empty);
  });

  it.each([
    ["2026-04-02", "2026-04-01"],
    ["2026-04-01", "2027-04-03"],
    ["2026-02-30", "2026-03-01"],
    ["", "2026-03-01"],
    ["2026-03-01", "tomorrow"],
  ])("is refused for the period from %j to %j", async (from, to) => {
    const { retailer, distributor } = await stage();
    const asked = { partnerId: distributor.user._id, from, to };
    const { client } = retailer;
    const code = { code: "BAD_PERIOD" };
    expect(await refusal(client.query(api.khata.statement, asked))).toMatchObject(code);
    const paged = { ...asked, paginationOpts: FIRST_PAGE };
    expect(await refusal(client.query(api.khata.statementEntries, paged))).toMatchObject(code);
  });
});

const ENTRIES = 2_000;
/** Accounts, the two people, and a few rows of indexes. */
const FEW = 12;

/** Writes a ledger as the payments of two thousand invoices leave it, half of them open. */
async function fill({ t, retailer, distributor }: Stage): Promise<void> {
  const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
  await t.run(async (ctx) => {
    for (let n = 0; n < ENTRIES; n += 1) {
      const day = addDays(FIRST_DAY, Math.floor(n / 20));
      const entry = { ...pair, paise: 100, balanceAfterPaise: (n + 1) * 100, at: n, day };
      const actorId = distributor.user._id;
      await ctx.db.insert("ledgerEntries", { ...entry, kind: "invoice", actorId });
      const openPaise = n % 2 === 0 ? 100 : 0;
      const due = { ...pair, dueOn: day, totalPaise: 100, openPaise, isOpen: openPaise > 0 };
      await ctx.db.insert("dues", due);
    }
    const sums = {
      balancePaise: ENTRIES * 50,
      advancePaise: 0,
      openOrdersPaise: 0,
      openLines: 0,
      openPieces: 0,
      latestOrders: [],
    };
    await ctx.db.insert("creditAccounts", { ...pair, ...sums, terms: "onDelivery" });
  });
}

describe("a khata of two thousand entries", () => {
  const page = { numItems: 50, cursor: null };
  const period = { from: addDays(FIRST_DAY, 30), to: addDays(FIRST_DAY, 60) };

  it.each([
    ["khata.accounts", FEW, (ctx, user) => listAccounts(ctx, user, "due", page)],
    ["khata.account", FEW, (ctx, user, partnerId) => getKhata(ctx, user, partnerId)],
    ["khata.entries", FEW + 50, (ctx, user, partnerId) => listEntries(ctx, user, partnerId, page)],
    [
      "khata.ageing",
      FEW + ENTRIES / 2,
      (ctx, user, partnerId) => ageingWith(ctx, user, { partnerId, today: FIRST_DAY }),
    ],
    [
      "khata.statement",
      FEW,
      (ctx, user, partnerId) => statementBalances(ctx, user, { partnerId, ...period }),
    ],
    [
      "khata.statementEntries",
      FEW + 50,
      (ctx, user, partnerId) => listStatement(ctx, user, { partnerId, ...period }, page),
    ],
    ["khata.money", FEW + 500, (ctx, user) => moneyOf(ctx, user, period.to)],
  ] as [string, number, (...args: [QueryCtx, Doc<"users">, string]) => Promise<unknown>][])(
    "is read by %s within %i documents",
    async (_, most, ask) => {
      const here = await stage();
      await fill(here);
      for (const [me, partner] of [
        [here.retailer, here.distributor],
        [here.distributor, here.retailer],
      ] as const) {
        const used = await here.t.query(async (ctx) => {
          const before = (await ctx.meta.getTransactionMetrics()).documentsRead.used;
          await ask(ctx, me.user, partner.user._id);
          return (await ctx.meta.getTransactionMetrics()).documentsRead.used - before;
        });
        expect(used).toBeGreaterThan(0);
        expect(used).toBeLessThanOrEqual(most);
      }
    },
  );
});

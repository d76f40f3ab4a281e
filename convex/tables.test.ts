/** Every table says who deletes its rows, or why they stay: what nobody deletes fills the disk. */
import rateLimiter from "@convex-dev/rate-limiter/test";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "../domain/dates";
import { internal } from "./_generated/api";
import { spendReserved, trySpend } from "./auth/limits";
import crons from "./crons";
import { joinRetailer, openMarket } from "./market.setup";
import schema from "./schema";

/** A row goes by a cron's function; with the row of another table; by what is done with it; or stays, because it is a record. */
type End =
  | { readonly sweep: string }
  | { readonly with: string }
  | { readonly use: string }
  | { readonly stays: string };

const PEOPLE = "one per account, whose name stays on the other party's papers";
const BOOKS = "what was traded, and the law wants kept";
const COUNTS = "as many as there are accounts, pairs, products or days: it does not grow with use";
const SIGN_IN = { sweep: "auth/sweep:run" };
const OUTGOING = { sweep: "outgoing/internal:sweep" };

const ENDS: Readonly<Record<string, End>> = {
  users: { stays: PEOPLE },
  credentials: { stays: PEOPLE },
  renames: { stays: "shown for good, within a limit of renamings" },
  authAccounts: { stays: "the sign-in library's; the market writes none" },
  authSessions: SIGN_IN,
  authRefreshTokens: SIGN_IN,
  authVerificationCodes: SIGN_IN,
  authVerifiers: SIGN_IN,
  authRateLimits: SIGN_IN,
  knownDevices: SIGN_IN,
  emailOtps: SIGN_IN,
  verifications: SIGN_IN,
  restTokens: SIGN_IN,
  outbox: SIGN_IN,
  "rateLimiter/rateLimits": SIGN_IN,
  "rateLimiter/pendingUpdates": {
    stays: "written by limits that are counted asynchronously: none",
  },
  mailboxKeys: { use: "the newest twenty stay" },
  restAnswers: { sweep: "rest/once:sweep" },
  uploads: { sweep: "uploads/internal:sweep" },

  products: { stays: BOOKS },
  stockLevels: { stays: COUNTS },
  stockReturns: { use: "the next return of the product" },
  stockHolds: { use: "an order, the retailer, or the schedule of its end" },
  holdPeriods: { use: "an order, or the schedule of its end" },
  searchTerms: { with: "searchBlocks" },
  searchBlocks: { sweep: "searchIndex/internal:fill" },
  searchChanges: { sweep: "searchIndex/internal:fill" },
  searchFills: { stays: COUNTS },
  imports: { sweep: "imports/internal:sweep" },
  importBatches: { with: "imports" },
  importPictures: { with: "imports" },
  fetchedPictures: { stays: COUNTS },
  typePictures: { stays: COUNTS },

  basketLines: { use: "the order, or the account's end" },
  savedBaskets: { use: "the retailer, or the account's end" },
  learnedWords: { use: "later choices, or the account's end" },
  orders: { stays: BOOKS },
  orderEvents: { stays: BOOKS },
  offers: { stays: BOOKS },
  invoices: { stays: BOOKS },
  invoiceCounters: { stays: COUNTS },
  creditNotes: { stays: BOOKS },
  invoiceCredits: { stays: BOOKS },
  creditAccounts: { stays: BOOKS },
  ledgerEntries: { stays: BOOKS },
  openings: { stays: BOOKS },
  dues: { stays: BOOKS },
  allocations: { stays: BOOKS },
  advances: { use: "the invoices that use it up" },
  payments: { stays: BOOKS },
  paymentEvents: { stays: BOOKS },

  connections: { stays: BOOKS },
  conversations: { stays: BOOKS },
  messages: { stays: "both parties' correspondence" },
  feedback: { stays: "read by administrators, within a limit of each account" },
  notifications: { sweep: "notifications/internal:sweep" },
  notificationSettings: { use: "the account's end" },
  notificationDigests: { sweep: "notifications/internal:sendDigests" },
  pushSubscriptions: { with: "authSessions" },
  heldPushes: { use: "the schedule of their end" },
  apiKeys: { use: "their owner, or the account's end" },
  webhooks: { use: "their owner, or the account's end" },
  webhookEvents: { sweep: "webhooks/deliver:sweep" },
  webhookDeliveries: { sweep: "webhooks/deliver:sweep" },
  outgoingRequests: OUTGOING,
  outgoingTurns: { with: "outgoingRequests" },
  outgoingHosts: OUTGOING,
  newsArticles: { sweep: "news/keep:begin" },
  newsState: { sweep: "news/keep:begin" },
  announcements: { use: "the administrators who wrote them" },

  countChanges: { sweep: "figures/fold:resume" },
  foldsAtWork: { sweep: "figures/fold:resume" },
  counters: { stays: COUNTS },
  userCounts: { stays: COUNTS },
  dayCounts: { stays: COUNTS },
  salesDays: { stays: COUNTS },
  productSales: { stays: COUNTS },
  pairSales: { stays: COUNTS },
  plantings: { use: "the last step of the demo" },
};

const tables = [
  ...Object.keys(schema.tables),
  ...Object.keys(rateLimiter.schema.tables).map((table) => `rateLimiter/${table}`),
].sort();

const ended = (kind: "sweep" | "with") =>
  Object.entries(ENDS).flatMap(([table, end]) => (kind in end ? [[table, end] as const] : []));

const sources = Object.entries(
  import.meta.glob<string>(["./**/*.ts", "!./**/*.*.ts", "!./_generated/**"], {
    ...{ query: "?raw", import: "default", eager: true },
  }),
).map(([, text]) => text);

describe("a table", () => {
  test("has an entry here, whoever adds it", () => {
    expect(Object.keys(ENDS).sort()).toEqual(tables);
  });

  test("that a cron sweeps has one that calls this function", () => {
    const { export: exported } = crons as unknown as { export: () => string };
    const jobs = JSON.parse(exported.call(crons)) as Record<string, { name: string }>;
    const names = new Set(Object.values(jobs).map(({ name }) => name));
    const missing = ended("sweep").filter(([, end]) => !("sweep" in end) || !names.has(end.sweep));
    expect(missing).toEqual([]);
  });

  test("whose rows go with another's names a table that has an end", () => {
    for (const [, end] of ended("with"))
      expect("with" in end && ENDS[end.with]).not.toHaveProperty("stays");
  });

  test("whose rows go has code that deletes them, and one whose rows stay has none", () => {
    const isDeleted = (table: string) =>
      sources.some(
        (text) => text.includes(`db.delete("${table}"`) || text.includes(`drop(ctx, "${table}"`),
      );
    const own = Object.entries(ENDS).filter(([table]) => !table.includes("/"));
    expect(own.filter(([table, end]) => isDeleted(table) === "stays" in end)).toEqual([]);
  });
});

describe("a sweep", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
    vi.stubEnv("RATE_LIMITS", "");
    return () => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    };
  });

  const sweep = async (t: ReturnType<typeof openMarket>) => {
    await t.mutation(internal.auth.sweep.run, {});
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
  };

  test("deletes the counts of rate limits a week after their first use, however many, and none before", async () => {
    const t = openMarket();
    // More than one transaction deletes. A debt shows that the row is there: it takes weeks to pay.
    const keys = Array.from({ length: 150 }, (_, n) => `stranger ${n}`);
    await t.run(async (ctx) => {
      for (const key of keys) await spendReserved(ctx, "importPictures", key, 100_000_000);
    });
    const admitted = () =>
      t.run(async (ctx) => {
        const waits = await Promise.all(
          keys.map((key) => trySpend(ctx, [{ name: "importPictures", key }])),
        );
        return waits.filter((wait) => wait === 0).length;
      });
    await vi.advanceTimersByTimeAsync(7 * DAY_MS - 60_000);
    await sweep(t);
    expect(await admitted()).toBe(0);
    await vi.advanceTimersByTimeAsync(120_000);
    await sweep(t);
    expect(await admitted()).toBe(keys.length);
  });

  test("deletes what the sign-in library leaves of steps that nobody finished", async () => {
    const t = openMarket();
    const { user } = await joinRetailer(t);
    await t.run(async (ctx) => {
      const userId = user._id;
      const account = { userId, provider: "p", providerAccountId: "a" };
      const accountId = await ctx.db.insert("authAccounts", account);
      const code = { accountId, provider: "p", code: "c", expirationTime: Date.now() };
      await ctx.db.insert("authVerificationCodes", code);
      await ctx.db.insert("authVerifiers", { signature: "s" });
      const limit = { identifier: "i", lastAttemptTime: Date.now(), attemptsLeft: 1 };
      await ctx.db.insert("authRateLimits", limit);
    });
    const rows = () =>
      t.run(async (ctx) => {
        const all = [
          await ctx.db.query("authVerificationCodes").take(2),
          await ctx.db.query("authVerifiers").take(2),
          await ctx.db.query("authRateLimits").take(2),
        ];
        return all.flat().length;
      });
    await vi.advanceTimersByTimeAsync(DAY_MS - 60_000);
    await sweep(t);
    expect(await rows()).toBe(3);
    await vi.advanceTimersByTimeAsync(120_000);
    await sweep(t);
    expect(await rows()).toBe(0);
  });
});

/** Attacks on sign-in: forged tokens, many guesses at once, the same proof twice. */
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SESSION_LIFETIME_MS } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  type Market,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  refusal,
} from "../market.setup";
import { SESSIONS_MAX, endSessions, getCredential, setPassword } from "./accounts";
import { hashPassword } from "./secrets";
import { ROWS_PER_SWEEP } from "./sweep";
import {
  EMAIL,
  PASSWORD,
  codeFor,
  form,
  imageFor,
  logIn,
  setDeployment,
  ticketFor,
} from "./visitor.setup";

beforeAll(setDeployment);

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useRealTimers();
});

const RIGHT = { email: EMAIL, password: PASSWORD, role: "retailer" };

/** An account as the registration leaves it. */
async function openAccount(t: Market, email = EMAIL): Promise<Id<"users">> {
  const { user } = await joinRetailer(t, { email });
  const password = await hashPassword(PASSWORD);
  await t.run((ctx) => ctx.db.insert("credentials", { userId: user._id, password }));
  return user._id;
}

async function refreshTokenOf(t: Market, email: string): Promise<string> {
  const { tokens } = await logIn(t, { ...RIGHT, email });
  return tokens?.refreshToken ?? "no token";
}

const sessionsOf = (t: Market, userId: Id<"users">) =>
  t.run((ctx) =>
    ctx.db
      .query("authSessions")
      .withIndex("userId", (q) => q.eq("userId", userId))
      .take(1000),
  );

function addSessions(t: Market, userId: Id<"users">, count: number): Promise<void> {
  return t.run(async (ctx) => {
    for (let n = 0; n < count; n += 1) {
      await ctx.db.insert("authSessions", { userId, expirationTime: Number.MAX_SAFE_INTEGER });
    }
  });
}

describe("a refresh token", () => {
  test("gives the next pair of tokens while the session lasts, and none afterwards", async () => {
    const t = openMarket();
    const userId = await openAccount(t);
    const refreshToken = await refreshTokenOf(t, EMAIL);
    const { tokens } = await t.action(api.auth.signIn, { refreshToken });
    expect(tokens?.token).toEqual(expect.any(String));
    expect(tokens?.refreshToken).not.toBe(refreshToken);
    await t.run((ctx) => endSessions(ctx, userId));
    const again = { refreshToken: tokens?.refreshToken ?? "no token" };
    expect(await t.action(api.auth.signIn, again)).toEqual({ tokens: null });
  });

  test("that is forged deletes no row, whatever ids it names", async () => {
    const t = openMarket();
    const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
    const productId = await listProduct(t, distributor);
    const orderId = await placeOne(retailer, productId);
    await openAccount(t);
    const [ownToken = ""] = (await refreshTokenOf(t, EMAIL)).split("|");
    const rows = [productId, orderId, retailer.user._id, distributor.user._id];
    const before = await everything(t);
    for (const row of rows) {
      for (const refreshToken of [`${row}|${row}`, `${ownToken}|${row}`, `${ownToken}|${row}|`]) {
        expect(await t.action(api.auth.signIn, { refreshToken })).toEqual({ tokens: null });
      }
    }
    for (const refreshToken of ["", "|", "x", "x|y", "a".repeat(5000), `${ownToken}|`, ownToken]) {
      expect(await t.action(api.auth.signIn, { refreshToken })).toEqual({ tokens: null });
    }
    expect(await everything(t)).toBe(before);
  });

  test("of the caller ends no other session", async () => {
    const t = openMarket();
    await openAccount(t);
    const victim = await openAccount(t, "victim@corner.test");
    await refreshTokenOf(t, "victim@corner.test");
    const [session] = (await sessionsOf(t, victim)).slice(-1);
    const [ownToken = ""] = (await refreshTokenOf(t, EMAIL)).split("|");
    const before = await everything(t);
    const refreshToken = `${ownToken}|${session?._id ?? ""}`;
    expect(await t.action(api.auth.signIn, { refreshToken })).toEqual({ tokens: null });
    expect(await everything(t)).toBe(before);
  });
});

test.each([
  {},
  { provider: "google" },
  { provider: "constructor", params: RIGHT },
  { params: { code: "123456", email: EMAIL } },
  { params: RIGHT },
  { provider: "google", refreshToken: "x|y" },
])("signing in with %j gives no session and writes nothing", async (args) => {
  const t = openMarket();
  await openAccount(t);
  const before = await everything(t);
  expect(await t.action(api.auth.signIn, args)).toEqual({ tokens: null });
  expect(await everything(t)).toBe(before);
});

describe("[I-21] many tries at once", () => {
  test("of a password are limited to ten, also over several addresses", async () => {
    const t = openMarket();
    await openAccount(t);
    vi.stubEnv("RATE_LIMITS", "on");
    const guesses = Array.from({ length: 25 }, (_, n) =>
      refusal(logIn(t, { ...RIGHT, password: `guess number ${n}` })),
    );
    const codes = (await Promise.all(guesses)).map(({ code }) => code);
    expect(codes.filter((code) => code === "INVALID_LOGIN")).toHaveLength(10);
    expect(codes.filter((code) => code === "TOO_MANY")).toHaveLength(15);
    expect(await refusal(logIn(t, RIGHT))).toMatchObject({ code: "TOO_MANY" });
  });

  test("of the right code give one ticket", async () => {
    const t = openMarket();
    await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
    const call = { email: EMAIL, purpose: "signup" as const, otp: await codeFor(t, EMAIL) };
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => t.action(api.auth.verifyOtp, call)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await t.run((ctx) => ctx.db.query("verifications").take(10))).toHaveLength(1);
  });

  test("of one ticket make one account", async () => {
    const t = openMarket();
    const ticket = await ticketFor(t, EMAIL);
    const account = { ...form, ticket, imageId: await imageFor(t, ticket) };
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => t.action(api.auth.register, account)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await t.run((ctx) => ctx.db.query("users").take(10))).toHaveLength(1);
    expect(await t.run((ctx) => ctx.db.query("credentials").take(10))).toHaveLength(1);
    expect(await t.run((ctx) => ctx.db.query("verifications").take(10))).toEqual([]);
  });

  test("of two tickets for one e-mail make one account", async () => {
    const t = openMarket();
    const tickets = [await ticketFor(t, EMAIL), await ticketFor(t, EMAIL)];
    // Before: convex-test mixes up the transactions of files that are stored at once.
    const accounts = [];
    for (const ticket of tickets)
      accounts.push({ ...form, ticket, imageId: await imageFor(t, ticket) });
    const answers = await Promise.allSettled(
      accounts.map((account) => t.action(api.auth.register, account)),
    );
    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(refused).toHaveLength(1);
    for (const { reason } of refused) {
      expect(await refusal(Promise.reject(reason as Error))).toEqual({ code: "EMAIL_TAKEN" });
    }
    expect(await t.run((ctx) => ctx.db.query("users").take(10))).toHaveLength(1);
  });

  test("at the codes of other e-mails are bounded for each caller", async () => {
    const t = openMarket();
    vi.stubEnv("RATE_LIMITS", "on");
    const guess = (n: number) =>
      refusal(
        t.action(api.auth.verifyOtp, {
          email: `somebody${n}@corner.test`,
          purpose: "signup",
          otp: "000000",
        }),
      );
    for (let n = 0; n < 30; n += 1) expect(await guess(n)).toEqual({ code: "INVALID_OTP" });
    expect(await guess(31)).toMatchObject({ code: "TOO_MANY" });
  });
});

test.each([
  "",
  "12345",
  "1234567",
  "12 34 56",
  "abcdef",
  "-12345",
  "1e5",
  "０１２３４５",
  "\ud800",
])("%j is no code, and costs no try", async (otp) => {
  const t = openMarket();
  await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
  const before = await everything(t);
  const call = t.action(api.auth.verifyOtp, { email: EMAIL, purpose: "signup", otp });
  expect(await refusal(call)).toEqual({ code: "INVALID_OTP" });
  expect(await everything(t)).toBe(before);
});

test("a password that changed, or an account that closed, while it was compared opens no session", async () => {
  const t = openMarket();
  const userId = await openAccount(t);
  const compared = await t.run(async (ctx) => (await getCredential(ctx, userId))?.password);
  if (compared === undefined) throw new Error("The account has no password");
  const open = () =>
    t.mutation(internal.auth.internal.openSession, { userId, compared, spent: [] });
  expect(await open()).toHaveProperty("token");
  const password = await hashPassword("another password");
  await t.run((ctx) => setPassword(ctx, userId, password));
  expect(await open()).toBeNull();
  await t.run((ctx) => setPassword(ctx, userId, compared));
  await t.run((ctx) => ctx.db.patch("users", userId, { deactivatedAt: 1 }));
  expect(await open()).toBeNull();
  // Its own from the start, and the one that was opened.
  expect(await sessionsOf(t, userId)).toHaveLength(2);
});

describe("the sessions of one account", () => {
  test("are new with each sign-in: the one that it came with ends", async () => {
    const t = openMarket();
    const { user, client } = await joinRetailer(t, { email: EMAIL });
    const password = await hashPassword(PASSWORD);
    await t.run((ctx) => ctx.db.insert("credentials", { userId: user._id, password }));
    const [old] = await sessionsOf(t, user._id);
    await client.action(api.auth.signIn, { provider: "password", params: RIGHT });
    const left = await sessionsOf(t, user._id);
    expect(left).toHaveLength(1);
    expect(left).not.toContainEqual(old);
  });

  test("are at most five hundred: one more sign-in ends the oldest", async () => {
    const t = openMarket();
    const userId = await openAccount(t);
    await addSessions(t, userId, SESSIONS_MAX + 4);
    const [oldest] = await sessionsOf(t, userId);
    await logIn(t, RIGHT);
    const left = await sessionsOf(t, userId);
    expect(left).toHaveLength(SESSIONS_MAX);
    expect(left.map(({ _id }) => _id)).not.toContain(oldest?._id);
  });

  test("end all together, however many there are", async () => {
    const t = openMarket();
    const userId = await openAccount(t);
    await addSessions(t, userId, SESSIONS_MAX + 20);
    await t.run((ctx) => endSessions(ctx, userId));
    expect(await sessionsOf(t, userId)).toEqual([]);
  });
});

describe("what is too old", () => {
  test("is swept: codes, tickets, sessions, tokens and mails; what is good stays", async () => {
    const t = openMarket();
    await openAccount(t);
    await ticketFor(t, "old@corner.test");
    await t.action(api.auth.sendOtp, { email: "old@corner.test", purpose: "signup" });
    await logIn(t, RIGHT);
    vi.useFakeTimers({ now: Date.now() + SESSION_LIFETIME_MS + 1, toFake: ["Date"] });
    await ticketFor(t, "new@corner.test");
    await t.action(api.auth.sendOtp, { email: "new@corner.test", purpose: "signup" });
    await logIn(t, RIGHT);
    await t.mutation(internal.auth.sweep.run, {});
    const left = await t.run(async (ctx) => ({
      codes: (await ctx.db.query("emailOtps").take(10)).map(({ email }) => email),
      tickets: (await ctx.db.query("verifications").take(10)).map(({ email }) => email),
      sessions: (await ctx.db.query("authSessions").take(10)).length,
      tokens: (await ctx.db.query("authRefreshTokens").take(10)).length,
      mails: (await ctx.db.query("outbox").take(10)).map(({ to }) => to),
    }));
    expect(left).toEqual({
      codes: ["new@corner.test"],
      tickets: ["new@corner.test"],
      sessions: 1,
      tokens: 1,
      mails: ["new@corner.test", "new@corner.test"],
    });
  });

  test("goes to the last row, in pieces", async () => {
    vi.useFakeTimers();
    const t = openMarket();
    await t.run(async (ctx) => {
      for (let n = 0; n < ROWS_PER_SWEEP + 3; n += 1) {
        await ctx.db.insert("verifications", {
          email: `e${n}@corner.test`,
          purpose: "signup",
          ticketHash: String(n),
          expiresAt: 1,
          uploadsLeft: 0,
        });
      }
    });
    await t.mutation(internal.auth.sweep.run, {});
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await t.run((ctx) => ctx.db.query("verifications").take(10))).toEqual([]);
  });
});

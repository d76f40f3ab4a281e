import { afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { SESSION_LIFETIME_MS } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { endSessions, setPassword } from "../auth/accounts";
import { hashPassword } from "../auth/secrets";
import { digest } from "../digest";
import { PASSWORD, setDeployment, ticketFor } from "../auth/visitor.setup";
import {
  type Market,
  type Person,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
} from "../market.setup";
import { type Answer, type SentHeaders, ask, bearerOf, refused, tokenOf } from "./rest.setup";

beforeAll(setDeployment);
beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.useRealTimers();
});

const NOBODY = refused(401, "UNAUTHENTICATED", "Please log in to continue.");
const WRONG = refused(401, "INVALID_LOGIN", "Invalid email, password or role.");
/** Stands in for the runtime's check of a token of the app's screens: in tests the client names the user. */
const SCREEN_TOKEN = { Authorization: "Bearer a.b.c" };

/** Computed once: it takes as long as it should. */
const HASHED = hashPassword(PASSWORD);

/** Somebody with a password. */
async function openAccount(t: Market, extra: Partial<Doc<"users">> = {}): Promise<Person> {
  const person = await joinRetailer(t, { name: "Kiran Rao Patel", ...extra });
  const password = await HASHED;
  await t.run((ctx) => ctx.db.insert("credentials", { userId: person.user._id, password }));
  return person;
}

function logIn(t: Pick<Market, "fetch">, { user }: Person, headers: SentHeaders = {}) {
  const body = { email: user.email, password: PASSWORD, role: user.role };
  return ask(t, "POST /api/auth/login", { headers, body });
}

function tokenIn({ body }: Answer): string {
  return (body as { token: string }).token;
}

function byToken(token: string): SentHeaders {
  return { Authorization: `Bearer ${token}` };
}

function byCookie(token: string): SentHeaders {
  return { Cookie: `token=${token}` };
}

function validate(t: Market, headers: SentHeaders) {
  return ask(t, "POST /api/validate", { headers });
}

function sessionsOf(t: Market, { user }: Person) {
  return t.run((ctx) =>
    ctx.db
      .query("authSessions")
      .withIndex("userId", (q) => q.eq("userId", user._id))
      .take(100),
  );
}

function restTokens(t: Market) {
  return t.run((ctx) => ctx.db.query("restTokens").take(100));
}

async function newKey(t: Market, { user }: Person): Promise<string> {
  const keyHash = await digest("mandi_key");
  const key = { userId: user._id, name: "Till", start: "mandi_", keyHash, scope: "write" } as const;
  await t.run((ctx) => ctx.db.insert("apiKeys", key));
  return "mandi_key";
}

const REMOVED = "token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict";

describe("logging in", () => {
  it("answers a token and who one is, and keeps the token in a cookie that scripts can't read", async () => {
    const t = openMarket();
    const kiran = await openAccount(t);
    const answer = await logIn(t, kiran);
    expect(answer.status).toBe(200);
    const { user } = kiran;
    expect(answer.body).toEqual({
      message: "Login successful.",
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      user: {
        _id: user._id,
        name: "Kiran Rao Patel",
        firstName: "Kiran",
        lastName: "Rao Patel",
        email: user.email,
        image: expect.stringMatching(/^https?:/) as string,
        role: "retailer",
        shopName: "Corner Shop",
        phone: user.phone,
        address: user.address,
        createdAt: new Date(user._creationTime).toISOString(),
      },
    });
    const month = SESSION_LIFETIME_MS / 1000;
    expect(answer.headers.getSetCookie()).toEqual([
      `token=${tokenIn(answer)}; Max-Age=${month}; Path=/; HttpOnly; Secure; SameSite=Strict`,
      expect.stringMatching(
        /^device=[\w-]{43}; Max-Age=15552000; Path=\/api\/auth\/login; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  it("names the company of a distributor, and not the UPI ID", async () => {
    const t = openMarket();
    const distributor = await joinDistributor(t, { name: "Asha" });
    const headers = await bearerOf(t, distributor);
    const { body } = await validate(t, headers);
    expect(body).toMatchObject({ user: { companyName: "Big Wholesale", lastName: "" } });
    expect(JSON.stringify(body)).not.toContain("upi");
  });

  it("is good for thirty days, as bearer token or as cookie; the first of two cookies counts", async () => {
    const t = openMarket();
    const token = tokenIn(await logIn(t, await openAccount(t)));
    for (const headers of [
      byToken(token),
      byCookie(token),
      { Cookie: `token=${token}; token=x` },
      { ...byToken(token), ...byCookie("x") },
    ])
      expect((await validate(t, headers)).status).toBe(200);
    expect(await validate(t, { Cookie: `token=x; token=${token}` })).toMatchObject(NOBODY);
    vi.useFakeTimers({ now: Date.now() + SESSION_LIFETIME_MS + 1, toFake: ["Date"] });
    expect(await validate(t, byToken(token))).toMatchObject(NOBODY);
    expect(await validate(t, byCookie(token))).toMatchObject(NOBODY);
  });

  it("is good until ten seconds before that, for reads", async () => {
    const t = openMarket();
    const token = tokenIn(await logIn(t, await openAccount(t)));
    vi.useFakeTimers({ now: Date.now() + SESSION_LIFETIME_MS - 10_001, toFake: ["Date"] });
    expect((await validate(t, byToken(token))).status).toBe(200);
  });

  it("stores nothing from which the token could be read", async () => {
    const t = openMarket();
    const token = tokenIn(await logIn(t, await openAccount(t)));
    expect(await everything(t)).not.toContain(token);
    expect(await restTokens(t)).toMatchObject([{ tokenHash: await digest(token) }]);
  });

  it("refuses everything that is wrong with the same answer, and writes nothing", async () => {
    const t = openMarket();
    const { user } = await openAccount(t);
    const closed = await openAccount(t, { deactivatedAt: 1 });
    const right = { email: user.email, password: PASSWORD, role: "retailer" };
    const before = await everything(t);
    for (const wrong of [
      { email: "nobody@corner.test" },
      { email: "nobody" },
      { email: "\ud800" },
      { password: "another password" },
      { password: PASSWORD.slice(0, -1) },
      { password: "\ud800" },
      { role: "distributor" },
      { role: "admin" },
      { role: "Retailer" },
      { email: closed.user.email },
    ]) {
      const answer = await ask(t, "POST /api/auth/login", { body: { ...right, ...wrong } });
      expect(answer, JSON.stringify(wrong)).toMatchObject(WRONG);
      expect(Object.keys(answer.body as object).sort()).toEqual([
        "code",
        "error",
        "message",
        "requestId",
      ]);
    }
    expect(await everything(t)).toBe(before);
  });

  it("asks for e-mail, password and role", async () => {
    const t = openMarket();
    const { user } = await openAccount(t);
    const right = { email: user.email, password: PASSWORD, role: "retailer" };
    const incomplete = refused(400, "BAD_REQUEST", "Email, password and role are required.");
    const before = await everything(t);
    for (const field of Object.keys(right)) {
      for (const value of [undefined, null, "", 1, true, [], {}, ["retailer"], { $gt: "" }]) {
        const body = { ...right, [field]: value };
        expect(await ask(t, "POST /api/auth/login", { body }), field).toMatchObject(incomplete);
      }
    }
    expect(await everything(t)).toBe(before);
  });

  it("ends after ten failures, and says when to come again", async () => {
    const t = openMarket();
    const kiran = await openAccount(t);
    vi.stubEnv("RATE_LIMITS", "on");
    const body = { email: kiran.user.email, password: "a guess", role: "retailer" };
    for (let n = 0; n < 10; n += 1)
      expect(await ask(t, "POST /api/auth/login", { body })).toMatchObject(WRONG);
    const answer = await logIn(t, kiran);
    expect(answer).toMatchObject(
      refused(429, "TOO_MANY", "Too many attempts. Please try again later."),
    );
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("begins a session of its own in place of the one that came along", async () => {
    const t = openMarket();
    const kiran = await openAccount(t);
    const [before] = await sessionsOf(t, kiran);
    const first = tokenIn(await logIn(t, kiran));
    const second = tokenIn(await logIn(t, kiran, byCookie(first)));
    const third = tokenIn(await logIn(t, kiran, byToken(second)));
    expect(new Set([first, second, third]).size).toBe(3);
    for (const old of [first, second])
      expect(await validate(t, byToken(old))).toMatchObject(NOBODY);
    expect((await validate(t, byToken(third))).status).toBe(200);
    expect((await sessionsOf(t, kiran)).map(({ _id }) => _id)).toContain(before?._id);
    expect(await sessionsOf(t, kiran)).toHaveLength(2);
    expect(await restTokens(t)).toHaveLength(1);

    await logIn(kiran.client, kiran, SCREEN_TOKEN);
    expect((await sessionsOf(t, kiran)).map(({ _id }) => _id)).not.toContain(before?._id);
    expect((await validate(t, byToken(third))).status, "another device").toBe(200);
  });

  it("that fails ends no session", async () => {
    const t = openMarket();
    const kiran = await openAccount(t);
    const headers = await bearerOf(t, kiran);
    const body = { email: kiran.user.email, password: "a guess", role: "retailer" };
    await ask(t, "POST /api/auth/login", { headers, body });
    expect((await validate(t, headers)).status).toBe(200);
  });
});

describe("validating a session", () => {
  it("answers whose it is, to every role and to the app's own screens", async () => {
    const t = openMarket();
    for (const person of [await joinRetailer(t), await joinDistributor(t), await joinAdmin(t)]) {
      const { _id, role } = person.user;
      const good = { status: 200, body: { message: "The session is valid.", user: { _id, role } } };
      expect(await validate(t, await bearerOf(t, person))).toMatchObject(good);
      const ofScreen = await ask(person.client, "POST /api/validate", { headers: SCREEN_TOKEN });
      expect(ofScreen).toMatchObject(good);
    }
  });

  it("refuses what is no good session, and removes the cookie", async () => {
    const t = openMarket();
    const [closed, ended] = [await joinRetailer(t), await joinRetailer(t)];
    const [ofClosed, ofEnded] = [await tokenOf(t, closed), await tokenOf(t, ended)];
    await t.run(async (ctx) => {
      await ctx.db.patch("users", closed.user._id, { deactivatedAt: 1 });
      for await (const session of ctx.db
        .query("authSessions")
        .withIndex("userId", (q) => q.eq("userId", ended.user._id)))
        await ctx.db.delete("authSessions", session._id);
    });
    for (const token of ["", "x", "null", "..", "a".repeat(100_000), ofClosed, ofEnded]) {
      for (const headers of [byCookie(token), byToken(token), {}]) {
        const answer = await validate(t, headers);
        expect(answer).toMatchObject(NOBODY);
        expect(answer.headers.getSetCookie()).toEqual([REMOVED]);
      }
    }
  });
});

describe("logging out", () => {
  it("ends the session and its token, and removes the cookie", async () => {
    const t = openMarket();
    const kiran = await openAccount(t);
    const [here, there] = [tokenIn(await logIn(t, kiran)), tokenIn(await logIn(t, kiran))];
    const answer = await ask(t, "POST /api/auth/logout", { headers: byCookie(here) });
    expect(answer).toMatchObject({ status: 200, body: { message: "Logged out successfully." } });
    expect(answer.headers.getSetCookie()).toEqual([REMOVED]);
    expect(await validate(t, byToken(here))).toMatchObject(NOBODY);
    expect((await validate(t, byToken(there))).status).toBe(200);
    expect(await restTokens(t)).toHaveLength(1);
  });

  it("of a screen's session takes the data from its screens", async () => {
    const t = openMarket();
    const { client } = await joinRetailer(t);
    expect(await client.query(api.users.me, {})).not.toBeNull();
    await ask(client, "POST /api/auth/logout", { headers: SCREEN_TOKEN });
    expect(await client.query(api.users.me, {})).toBeNull();
  });

  it("is the same without a session, and ends nobody's", async () => {
    const t = openMarket();
    const kiran = await openAccount(t);
    const key = await newKey(t, kiran);
    const before = await everything(t);
    for (const headers of [{}, byCookie("x"), byToken("x"), byToken(key)]) {
      const answer = await ask(t, "POST /api/auth/logout", { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()).toEqual([REMOVED]);
    }
    // The use of the key alone is noted.
    expect((await everything(t)).replace(/"lastUsedAt":\d+,/, "")).toBe(before);
  });
});

describe("a token is refused", () => {
  async function loggedIn() {
    const t = openMarket();
    const kiran = await openAccount(t);
    const token = tokenIn(await logIn(t, kiran));
    expect((await validate(t, byToken(token))).status).toBe(200);
    return { t, kiran, token };
  }

  async function expectNothing({ t, token }: { t: Market; token: string }) {
    expect(await validate(t, byToken(token))).toMatchObject(NOBODY);
    expect(await restTokens(t)).toEqual([]);
  }

  it("after a new password", async () => {
    const stage = await loggedIn();
    const change = { current: PASSWORD, password: "a better password" };
    await stage.kiran.client.action(api.account.changePassword, change);
    await expectNothing(stage);
  });

  it("after a reset of the password", async () => {
    const stage = await loggedIn();
    const { email } = stage.kiran.user;
    const ticket = await ticketFor(stage.t, email, "reset");
    const reset = { ticket, email, password: "a better password" };
    await stage.t.action(api.auth.resetPassword, reset);
    await expectNothing(stage);
  });

  it("after signing out everywhere", async () => {
    const stage = await loggedIn();
    await stage.kiran.client.mutation(api.account.signOutEverywhere, {});
    await expectNothing(stage);
  });

  it("after an admin closed the account", async () => {
    const stage = await loggedIn();
    const headers = await bearerOf(stage.t, await joinAdmin(stage.t));
    const call = `DELETE /api/users/retailers/${stage.kiran.user._id}`;
    expect((await ask(stage.t, call, { headers })).status).toBe(200);
    expect(await validate(stage.t, byToken(stage.token))).toMatchObject(NOBODY);
    expect(await restTokens(stage.t)).toHaveLength(1);
  });

  it("after the oldest of too many sessions made room", async () => {
    const stage = await loggedIn();
    const { t, kiran, token } = stage;
    await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("authSessions").take(10)) {
        const isOurs = (await ctx.db.query("restTokens").first())?.sessionId === _id;
        if (!isOurs) await ctx.db.delete("authSessions", _id);
      }
      const session = { userId: kiran.user._id, expirationTime: Number.MAX_SAFE_INTEGER };
      for (let n = 0; n < 499; n += 1) await ctx.db.insert("authSessions", session);
    });
    await logIn(t, kiran);
    expect(await validate(t, byToken(token))).toMatchObject(NOBODY);
    expect(await restTokens(t)).toHaveLength(1);
  });

  it("after thirty days, and is swept", async () => {
    const stage = await loggedIn();
    const { t, kiran } = stage;
    vi.useFakeTimers({ now: Date.now() + SESSION_LIFETIME_MS + 1, toFake: ["Date"] });
    await logIn(t, kiran);
    await t.mutation(internal.auth.sweep.run, {});
    expect(await validate(t, byToken(stage.token))).toMatchObject(NOBODY);
    expect(await restTokens(t)).toHaveLength(1);
  });
});

test("ending somebody's sessions leaves everybody else's, and the one that is spared", async () => {
  const t = openMarket();
  const [kiran, mira] = [await openAccount(t), await openAccount(t)];
  const [ofKiran, ofMira] = [await tokenOf(t, kiran), tokenIn(await logIn(t, mira))];
  const [spared] = await sessionsOf(t, kiran);
  const gone = tokenIn(await logIn(t, kiran));
  await t.run((ctx) => endSessions(ctx, kiran.user._id, spared?._id));
  expect(await validate(t, byToken(gone))).toMatchObject(NOBODY);
  for (const token of [ofKiran, ofMira])
    expect((await validate(t, byToken(token))).status).toBe(200);
});

test("a password that changed while it was compared opens no session", async () => {
  const t = openMarket();
  const { user } = await openAccount(t);
  const compared = await hashPassword("the one before");
  const before = await everything(t);
  const opening = {
    caller: { isOwnScreen: false },
    userId: user._id,
    compared,
    spent: [],
    tokenHash: "hash",
  };
  expect(await t.mutation(internal.rest.authInternal.openSession, opening)).toBeNull();
  expect(await everything(t)).toBe(before);
  await t.run((ctx) => setPassword(ctx, user._id, compared));
  expect(await t.mutation(internal.rest.authInternal.openSession, opening)).not.toBeNull();
});

test("the app's own sign-in still refuses what it refused", async () => {
  const t = openMarket();
  const { user } = await openAccount(t);
  const params = { email: user.email, password: "a guess", role: "retailer" };
  const call = t.action(api.auth.signIn, { provider: "password", params });
  expect(await refusal(call)).toEqual({ code: "INVALID_LOGIN" });
});

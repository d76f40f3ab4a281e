import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { OTP_LIFETIME_MS, TICKET_LIFETIME_MS } from "../../domain/limits";
import { signOutProof } from "../../domain/signOutProof";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  FIRST_PAGE,
  type Market,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
} from "../market.setup";
import {
  EMAIL,
  PASSWORD,
  PNG,
  codeFor,
  form,
  imageFor,
  logIn,
  mailsTo,
  register,
  setDeployment,
  ticketFor,
  upload,
} from "./visitor.setup";

beforeAll(setDeployment);

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useRealTimers();
});

const usersOf = (t: Market) => t.run((ctx) => ctx.db.query("users").take(10));

describe("the one-time code", () => {
  test("arrives by mail, six digits, and gives a ticket once", async () => {
    const t = openMarket();
    await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
    const otp = await codeFor(t, EMAIL);
    expect(otp).toMatch(/^\d{6}$/);
    const call = { email: EMAIL, purpose: "signup" as const, otp };
    await expect(t.action(api.auth.verifyOtp, call)).resolves.toHaveProperty("ticket");
    expect(await refusal(t.action(api.auth.verifyOtp, call))).toMatchObject({
      code: "INVALID_OTP",
    });
  });

  test("is replaced by a newer one", async () => {
    const t = openMarket();
    await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
    const older = await codeFor(t, EMAIL);
    await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
    const newer = await codeFor(t, EMAIL);
    const verify = (otp: string) =>
      t.action(api.auth.verifyOtp, { email: EMAIL, purpose: "signup", otp });
    if (older !== newer)
      expect(await refusal(verify(older))).toMatchObject({ code: "INVALID_OTP" });
    await expect(verify(newer)).resolves.toHaveProperty("ticket");
  });

  test("expires after ten minutes", async () => {
    const t = openMarket();
    await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
    const otp = await codeFor(t, EMAIL);
    vi.useFakeTimers({ now: Date.now() + OTP_LIFETIME_MS + 1, toFake: ["Date"] });
    const verify = t.action(api.auth.verifyOtp, { email: EMAIL, purpose: "signup", otp });
    expect(await refusal(verify)).toMatchObject({ code: "INVALID_OTP" });
  });

  test("allows five guesses, also of fifty in parallel and without rate limits", async () => {
    const t = openMarket();
    await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
    const right = await codeFor(t, EMAIL);
    const wrong = right === "000000" ? "000001" : "000000";
    const verify = (otp: string) =>
      t.action(api.auth.verifyOtp, { email: EMAIL, purpose: "signup", otp });
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => verify(wrong)));
    expect(answers.every(({ status }) => status === "rejected")).toBe(true);
    const tries = await t.run(async (ctx) => (await ctx.db.query("emailOtps").first())?.openTries);
    expect(tries).toBe(5);
    expect(await refusal(verify(right))).toMatchObject({ code: "INVALID_OTP" });
  });

  test("belongs to its e-mail and purpose", async () => {
    const t = openMarket();
    await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
    const otp = await codeFor(t, EMAIL);
    for (const call of [
      { email: "other@corner.test", purpose: "signup" as const, otp },
      { email: EMAIL, purpose: "reset" as const, otp },
    ]) {
      expect(await refusal(t.action(api.auth.verifyOtp, call))).toMatchObject({
        code: "INVALID_OTP",
      });
    }
  });

  test("can be requested within the rate limits only", async () => {
    const t = openMarket();
    vi.stubEnv("RATE_LIMITS", "on");
    const send = () => t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
    await send();
    expect(await refusal(send())).toMatchObject({ code: "OTP_LIMIT" });
  });

  test("an unknown e-mail gets the same answer to a reset after the same work, and no mail", async () => {
    const t = openMarket();
    await expect(
      t.action(api.auth.sendOtp, { email: "nobody@corner.test", purpose: "reset" }),
    ).resolves.toEqual({ handle: expect.stringMatching(/^[\w-]{43}$/) as string });
    expect(await mailsTo(t, "nobody@corner.test")).toEqual([]);
    expect(await t.run((ctx) => ctx.db.query("emailOtps").take(10))).toHaveLength(1);
  });

  test.each([
    "",
    "kiran",
    "a@b",
    "a b@c.test",
    "a@b.test\nBcc: x@y.test",
    "@corner.test",
    "../x@corner.test",
  ])("%j is no e-mail", async (email) => {
    const call = openMarket().action(api.auth.sendOtp, { email, purpose: "signup" });
    expect(await refusal(call)).toMatchObject({ code: "INVALID_EMAIL" });
  });
});

describe("registering", () => {
  test("makes one account for a verified e-mail, whatever its letter case", async () => {
    const t = openMarket();
    await register(t, { email: " Kiran@Corner.TEST " });
    const users = await usersOf(t);
    expect(users).toMatchObject([
      { email: EMAIL, role: "retailer", phone: "+919876543210", shopName: "Kiran Corner" },
    ]);
    // When they agreed to the terms: to be shown to whoever asks, themselves first.
    expect(users[0]?.agreedAt).toBeCloseTo(users[0]?._creationTime ?? 0, -3);
    expect(await refusal(register(t))).toMatchObject({ code: "EMAIL_TAKEN" });
    expect(await usersOf(t)).toHaveLength(1);
  });

  test("[MARKET11] without the ticket of that e-mail is refused", async () => {
    const t = openMarket();
    const ticket = await ticketFor(t, "other@corner.test");
    const imageId = await imageFor(t, ticket);
    for (const wrong of [ticket, "", "made up"]) {
      const call = t.action(api.auth.register, { ...form, ticket: wrong, imageId });
      expect(await refusal(call)).toMatchObject({ code: "EMAIL_NOT_VERIFIED" });
    }
    expect(await usersOf(t)).toEqual([]);
  });

  test("after half an hour the verification is over", async () => {
    const t = openMarket();
    const ticket = await ticketFor(t, EMAIL);
    const imageId = await imageFor(t, ticket);
    vi.useFakeTimers({ now: Date.now() + TICKET_LIFETIME_MS + 1, toFake: ["Date"] });
    const call = t.action(api.auth.register, { ...form, ticket, imageId });
    expect(await refusal(call)).toMatchObject({ code: "EMAIL_NOT_VERIFIED" });
  });

  test("nobody registers as an administrator, and a refusal keeps the verification", async () => {
    const t = openMarket();
    const ticket = await ticketFor(t, EMAIL);
    const imageId = await imageFor(t, ticket);
    for (const role of ["admin", "", "Retailer"]) {
      const call = t.action(api.auth.register, { ...form, role, ticket, imageId });
      expect(await refusal(call)).toMatchObject({ code: "INVALID_ROLE" });
    }
    await t.action(api.auth.register, { ...form, ticket, imageId });
    expect(await usersOf(t)).toHaveLength(1);
  });

  test.each([
    [{ name: " " }, "MISSING_FIELDS"],
    [{ name: "a\u0007b" }, "MISSING_FIELDS"],
    [{ shopName: "" }, "MISSING_FIELDS"],
    [{ role: "distributor" }, "MISSING_FIELDS"],
    [{ address: "x".repeat(501) }, "MISSING_FIELDS"],
    [{ phone: "12345" }, "BAD_PHONE"],
    [{ phone: "call me" }, "BAD_PHONE"],
    [{ password: "1234567" }, "BAD_PASSWORD"],
    [{ password: "x".repeat(129) }, "BAD_PASSWORD"],
    [{ password: "Password@123" }, "COMMON_PASSWORD"],
  ])("with %j is refused as %s", async (changes, code) => {
    const t = openMarket();
    expect(await refusal(register(t, changes))).toMatchObject({ code });
    expect(await usersOf(t)).toEqual([]);
  });

  test("[SIGNUP11] by a distributor's link a retailer's account names it; any other link is none", async () => {
    const t = openMarket();
    const { user: inviter } = await joinDistributor(t);
    const { user: retailer } = await joinRetailer(t);
    const inviters: (string | undefined)[] = [];
    for (const [n, [invitedBy, changes]] of (
      [
        [inviter._id, {}],
        [retailer._id, {}],
        ["cut", {}],
        [inviter._id, { role: "distributor", companyName: "Kiran Wholesale" }],
      ] as const
    ).entries()) {
      const email = `invited${n}@corner.test`;
      await register(t, { ...changes, email, invitedBy });
      const users = await usersOf(t);
      inviters.push(users.find((user) => user.email === email)!.invitedBy);
    }
    expect(inviters).toEqual([inviter._id, undefined, undefined, undefined]);
  });

  test("with somebody else's picture is refused", async () => {
    const t = openMarket();
    const theirs = await imageFor(t, await ticketFor(t, "other@corner.test"));
    const ticket = await ticketFor(t, EMAIL);
    const call = t.action(api.auth.register, { ...form, ticket, imageId: theirs });
    expect(await refusal(call)).toMatchObject({ code: "NO_IMAGE" });
  });

  test("keeps the password as a PBKDF2 hash with its parameters, never as text", async () => {
    const t = openMarket();
    await register(t);
    const credential = await t.run((ctx) => ctx.db.query("credentials").first());
    expect(credential?.password).toMatchObject({
      algorithm: "PBKDF2-HMAC-SHA256",
      rounds: 600_000,
    });
    expect(JSON.stringify(credential)).not.toContain(PASSWORD);
  });
});

describe("signing in", () => {
  test("[MARKET1] with e-mail, password and role gives a session of thirty days", async () => {
    const t = openMarket();
    await register(t);
    const answer = await logIn(t, {
      email: "KIRAN@corner.test",
      password: PASSWORD,
      role: "retailer",
    });
    expect(answer).toHaveProperty("tokens.token");
    const session = await t.run((ctx) => ctx.db.query("authSessions").first());
    expect((session?.expirationTime ?? 0) - Date.now()).toBeGreaterThan(29.9 * 24 * 3_600_000);
  });

  test.each([
    ["an unknown e-mail", { email: "nobody@corner.test" }],
    ["a wrong password", { password: "wrong horse battery" }],
    ["only the first 72 bytes of a long password", { password: PASSWORD.slice(0, -1) }],
    ["another role", { role: "distributor" }],
    ["the role of an administrator", { role: "admin" }],
    ["no e-mail at all", { email: "" }],
  ])("[LOGIN6] with %s gets one and the same answer", async (_, changes) => {
    const t = openMarket();
    await register(t);
    const call = logIn(t, { email: EMAIL, password: PASSWORD, role: "retailer", ...changes });
    expect(await refusal(call)).toEqual({ code: "INVALID_LOGIN" });
  });

  test("is refused to a deactivated account", async () => {
    const t = openMarket();
    await register(t);
    await t.run(async (ctx) => {
      const user = await ctx.db.query("users").first();
      if (user !== null) await ctx.db.patch("users", user._id, { deactivatedAt: 1 });
    });
    const call = logIn(t, { email: EMAIL, password: PASSWORD, role: "retailer" });
    expect(await refusal(call)).toEqual({ code: "INVALID_LOGIN" });
  });

  test("is closed to an e-mail after ten failures in an hour, also with the right password", async () => {
    const t = openMarket();
    await register(t);
    vi.stubEnv("RATE_LIMITS", "on");
    const right = { email: EMAIL, password: PASSWORD, role: "retailer" };
    const wrong = { ...right, password: "a guess" };
    for (let failure = 0; failure < 10; failure += 1) {
      // Those who know the password cost nothing.
      if (failure < 3) await expect(logIn(t, right)).resolves.toHaveProperty("tokens.token");
      expect(await refusal(logIn(t, wrong))).toEqual({ code: "INVALID_LOGIN" });
    }
    expect(await refusal(logIn(t, right))).toMatchObject({ code: "TOO_MANY" });
  });
});

describe("a session ends", () => {
  test("when its row goes: the next query of an open screen is refused", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    await expect(retailer.client.query(api.users.me, {})).resolves.toMatchObject({
      _id: retailer.user._id,
    });
    await retailer.client.action(api.auth.signOut, {});
    await expect(retailer.client.query(api.users.me, {})).resolves.toBeNull();
    const list = retailer.client.query(api.orders.outgoing, {
      list: "pending",
      paginationOpts: FIRST_PAGE,
    });
    expect(await refusal(list)).toMatchObject({ code: "UNAUTHENTICATED" });
  });

  test("by its refresh token, whoever calls, and no other session with it", async () => {
    const t = openMarket();
    await register(t);
    const right = { email: EMAIL, password: PASSWORD, role: "retailer" };
    const refreshTokens = [(await logIn(t, right)).tokens!, (await logIn(t, right)).tokens!].map(
      ({ refreshToken }) => refreshToken,
    );
    const [ended, kept] = refreshTokens as [string, string];
    const stranger = await joinRetailer(t);
    const sessions = () => t.run((ctx) => ctx.db.query("authSessions").take(10));
    const before = await sessions();
    const [id, session] = ended.split("|");
    const forged = [
      "",
      "|",
      `${id}|`,
      `|${session}`,
      `${id}|${kept.split("|")[1]}`,
      `${ended}|`,
      `${session}|${session}`,
      `${id}|${before.at(-1)!._id}`,
      "|".repeat(1_000_000),
    ];
    for (const refreshToken of forged) {
      await stranger.client.action(api.auth.signOut, { refreshToken });
    }
    expect(await sessions()).toEqual(before);
    for (const caller of [stranger.client, t]) {
      await caller.action(api.auth.signOut, { refreshToken: ended });
      expect(await sessions()).toEqual(before.filter(({ _id }) => _id !== session));
    }
    expect(await t.action(api.auth.signIn, { refreshToken: ended })).toEqual({ tokens: null });
    expect(await t.action(api.auth.signIn, { refreshToken: kept })).toHaveProperty("tokens.token");
  });

  test("by a proof of its refresh token, which has no other use", async () => {
    const t = openMarket();
    await register(t);
    const right = { email: EMAIL, password: PASSWORD, role: "retailer" };
    const { refreshToken } = (await logIn(t, right)).tokens!;
    await logIn(t, right);
    const proof = await signOutProof(refreshToken);
    const [hash, session] = proof.split("|");
    expect(proof).not.toContain(refreshToken.split("|")[0]!);
    expect(await t.action(api.auth.signIn, { refreshToken: proof })).toEqual({ tokens: null });
    const sessions = () => t.run((ctx) => ctx.db.query("authSessions").take(10));
    const before = await sessions();
    const other = before.find(({ _id }) => _id !== session)!._id;
    const [madeUp, long] = [await signOutProof(`${session}|${session}`), "|".repeat(1_000_000)];
    const forged = ["", "|", `|${session}`, `${hash}|`, `${hash}|${other}`, `${proof} `];
    for (const one of [...forged, madeUp, refreshToken, long, `${proof}|`]) {
      await t.action(api.auth.signOut, { proof: one });
    }
    expect(await sessions()).toEqual(before);
    await (await joinRetailer(t)).client.action(api.auth.signOut, { proof });
    const after = (await sessions()).map(({ _id }) => String(_id));
    expect(after).not.toContain(session);
    expect(after).toContain(other);
  });

  test("when the account is deactivated", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    await t.run((ctx) => ctx.db.patch("users", retailer.user._id, { deactivatedAt: 1 }));
    await expect(retailer.client.query(api.users.me, {})).resolves.toBeNull();
  });

  test("everywhere when the password is reset, and only the new one signs in", async () => {
    const t = openMarket();
    await register(t);
    await logIn(t, { email: EMAIL, password: PASSWORD, role: "retailer" });
    const ticket = await ticketFor(t, EMAIL, "reset");
    await t.action(api.auth.resetPassword, {
      ticket,
      email: EMAIL,
      password: "a new long password",
    });
    expect(await t.run((ctx) => ctx.db.query("authSessions").take(10))).toEqual([]);
    const old = logIn(t, { email: EMAIL, password: PASSWORD, role: "retailer" });
    expect(await refusal(old)).toEqual({ code: "INVALID_LOGIN" });
    const now = await logIn(t, { email: EMAIL, password: "a new long password", role: "retailer" });
    expect(now).toHaveProperty("tokens.token");
  });

  test("a sign-up ticket resets nothing", async () => {
    const t = openMarket();
    await register(t);
    const ticket = await ticketFor(t, EMAIL, "signup");
    const call = t.action(api.auth.resetPassword, {
      ticket,
      email: EMAIL,
      password: "a new long password",
    });
    expect(await refusal(call)).toMatchObject({ code: "EMAIL_NOT_VERIFIED" });
  });
});

describe("uploads", () => {
  test("need a session or a ticket, and a ticket bears three", async () => {
    const t = openMarket();
    expect((await upload(t, {})).status).toBe(401);
    expect((await upload(t, { "X-Signup-Ticket": "made up" })).status).toBe(401);
    const ticket = await ticketFor(t, EMAIL);
    const statuses = [];
    for (let n = 0; n < 4; n += 1)
      statuses.push((await upload(t, { "X-Signup-Ticket": ticket })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test.each([
    ["an SVG", new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415],
    ["text", new TextEncoder().encode("hello"), 415],
    ["a PNG signature without a header", PNG.slice(0, 8), 415],
    [
      "a PNG that begins with another chunk",
      Uint8Array.from(PNG, (byte, at) => (at === 12 ? 0x69 : byte)),
      415,
    ],
    [
      "a picture of 9,000 × 2 pixels",
      Uint8Array.from(PNG, (byte, at) => (at === 18 ? 0x23 : at === 19 ? 0x28 : byte)),
      415,
    ],
    ["nothing", new Uint8Array(), 400],
    ["more than 5 MB", new Uint8Array(5 * 2 ** 20 + 1), 413],
    ["a small PNG", PNG, 200],
  ])("%s answers", async (_, bytes, status) => {
    const t = openMarket();
    const response = await upload(t, { "X-Signup-Ticket": await ticketFor(t, EMAIL) }, bytes);
    expect(response.status).toBe(status);
    const body = (await response.json()) as { error?: string; message?: string };
    if (status !== 200) expect(body.error).toBe(body.message);
  });

  test("[I-31] are kept without what they say beside what they show", async () => {
    const t = openMarket();
    const said = new TextEncoder().encode("\0\0\0\x04tEXthome\0\0\0\0");
    const told = new Uint8Array([...PNG, 0, 0, 0, 0, ...said]);
    const response = await upload(t, { "X-Signup-Ticket": await ticketFor(t, EMAIL) }, told);
    const { imageId } = (await response.json()) as { imageId: Id<"_storage"> };
    const file = await t.run((ctx) => ctx.db.system.get("_storage", imageId));
    expect(file?.size).toBe(PNG.length + 4);
  });

  test("payment codes are for distributors alone", async () => {
    const t = openMarket();
    expect(
      (await upload(t, { "X-Signup-Ticket": await ticketFor(t, EMAIL) }, PNG, "qrCode")).status,
    ).toBe(401);
  });

  test("that are unclaimed are deleted after a day, claimed ones stay", async () => {
    const t = openMarket();
    await register(t);
    await imageFor(t, await ticketFor(t, "other@corner.test"));
    vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ["Date"] });
    await t.mutation(internal.uploads.internal.sweep, {});
    const left = await t.run((ctx) => ctx.db.query("uploads").take(10));
    expect(left).toMatchObject([{ claimed: true }]);
    expect(await t.run((ctx) => ctx.db.system.query("_storage").take(10))).toHaveLength(1);
  });
});

test("uploads without their files, as after a restore of the tables alone, hold up no sweep", async () => {
  const t = openMarket();
  const ticket = await ticketFor(t, EMAIL);
  const [first] = [await imageFor(t, ticket), await imageFor(t, ticket)];
  await t.run((ctx) => ctx.storage.delete(first));
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ["Date"] });
  await t.mutation(internal.uploads.internal.sweep, {});
  expect(await t.run((ctx) => ctx.db.query("uploads").take(10))).toEqual([]);
  expect(await t.run((ctx) => ctx.db.system.query("_storage").take(10))).toEqual([]);
});

test("the mailbox is there only while DEV_MAILBOX=1", async () => {
  const t = openMarket();
  await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
  const atHome = t.withRequestMetadata({ ip: "127.0.0.1" });
  const read = () => atHome.fetch(`/api/dev/mailbox?email=${encodeURIComponent(EMAIL)}`);
  const mails = (await (await read()).json()) as Record<string, unknown>[];
  expect(mails.map(({ to }) => to)).toEqual([EMAIL]);
  const fields = ["subject", "text", "html", "createdAt"].map((name) => typeof mails[0]?.[name]);
  expect(fields).toEqual(["string", "string", "string", "number"]);
  expect(mails[0]?.["text"]).toMatch(/\b\d{6}\b/);
  vi.stubEnv("DEV_MAILBOX", "");
  expect((await read()).status).toBe(404);
  vi.stubEnv("DEV_MAILBOX", "1");
});

test("the mailbox opens for callers on this machine alone", async () => {
  const t = openMarket();
  await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "signup" });
  const page = { paginationOpts: FIRST_PAGE };
  const { key } = await t.withRequestMetadata({ ip: "::1" }).action(api.auth.openMailbox, {});
  expect((await t.query(api.auth.mailbox, { ...page, key })).page).toHaveLength(1);
  for (const ip of [null, "127.0.0.1.example", "10.0.0.1", "203.0.113.9", "2001:db8::1"]) {
    const elsewhere = t.withRequestMetadata({ ip });
    expect(await refusal(elsewhere.action(api.auth.openMailbox, {}))).toEqual({
      code: "NOT_FOUND",
    });
    expect((await elsewhere.fetch("/api/dev/mailbox")).status).toBe(404);
  }
  for (const forged of ["", "1", key.slice(1), `${key}x`, key.toLowerCase()])
    expect(await refusal(t.query(api.auth.mailbox, { ...page, key: forged }))).toEqual({
      code: "NOT_FOUND",
    });
  for (let opened = 0; opened < 20; opened += 1)
    await t.withRequestMetadata({ ip: "127.0.0.1" }).action(api.auth.openMailbox, {});
  expect(await refusal(t.query(api.auth.mailbox, { ...page, key }))).toEqual({ code: "NOT_FOUND" });
  expect(await t.run((ctx) => ctx.db.query("mailboxKeys").take(50))).toHaveLength(20);
});

test("an administrator is made by command, and made anew with the same command", async () => {
  const t = openMarket();
  const make = (password: string) =>
    t.action(internal.admin.upsertAdmin, { email: "Boss@mandi.test", name: "Boss", password });
  await make("the first password");
  await make("the second password");
  expect(await usersOf(t)).toMatchObject([{ role: "admin", email: "boss@mandi.test" }]);
  const logInWith = (password: string) =>
    logIn(t, { email: "boss@mandi.test", password, role: "admin" });
  expect(await refusal(logInWith("the first password"))).toEqual({ code: "INVALID_LOGIN" });
  await expect(logInWith("the second password")).resolves.toHaveProperty("tokens.token");
});

/** One-time codes while strangers ask for codes to the same mailbox, and guess at them. */
import { RateLimiter } from "@convex-dev/rate-limiter";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { OTP_LIFETIME_MS, OTP_TRIES } from "../../domain/limits";
import { api, components, internal } from "../_generated/api";
import { type Market, joinRetailer, openMarket, refusal } from "../market.setup";
import { ask } from "../rest/rest.setup";
import { mailboxOf } from "./codeLimits";
import { CODES_MAX } from "./oneTimeCodes";
import { hashPassword, newTicket } from "./secrets";
import { digest } from "../digest";
import { EMAIL, PASSWORD, form, imageFor, logIn, mailsTo, setDeployment } from "./visitor.setup";

beforeAll(setDeployment);

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "on");
  vi.useRealTimers();
});

const PURPOSES = ["signup", "reset"] as const;
type Purpose = (typeof PURPOSES)[number];
type Caller = Pick<Market, "action">;

const HOME = "198.51.100.7";
const STRANGER = "203.0.113.9";
const MINUTE_MS = 60_000;
const from = (t: Market, ip: string) => t.withRequestMetadata({ ip });
const network = (n: number) => `10.${n >> 8}.${n & 255}.1`;

type Sent = { email?: string; purpose?: Purpose; handle?: string; device?: string };

async function send(caller: Caller, sent: Sent = {}): Promise<string> {
  const asked = { email: EMAIL, purpose: "signup" as const, ...sent };
  return (await caller.action(api.auth.sendOtp, asked)).handle;
}

async function isSent(caller: Caller, sent: Sent = {}): Promise<boolean> {
  try {
    await send(caller, sent);
    return true;
  } catch {
    return false;
  }
}

async function sentOf(count: number, one: (n: number) => Promise<boolean>): Promise<number> {
  let sent = 0;
  for (let n = 0; n < count; n += 1) if (await one(n)) sent += 1;
  return sent;
}

function verify(caller: Caller, otp: string, sent: Sent = {}) {
  const typed = { email: EMAIL, purpose: "signup" as const, otp, ...sent };
  return caller.action(api.auth.verifyOtp, typed);
}

async function codesTo(t: Market, email = EMAIL): Promise<string[]> {
  const mails = await mailsTo(t, email);
  return mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? "no code");
}

async function newestTo(t: Market, email = EMAIL): Promise<string> {
  return (await codesTo(t, email))[0] ?? "no code";
}

/** Wrong for every code that was mailed. */
async function wrongCode(t: Market, email = EMAIL): Promise<string> {
  const right = new Set(await codesTo(t, email));
  return ["000000", "000001", "000002"].find((code) => !right.has(code)) ?? "000003";
}

async function openAccount(t: Market): Promise<void> {
  const { user } = await joinRetailer(t, { email: EMAIL });
  const password = await hashPassword(PASSWORD);
  await t.run((ctx) => ctx.db.insert("credentials", { userId: user._id, password }));
}

async function pass(milliseconds: number): Promise<void> {
  vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ["Date"] });
  await Promise.resolve();
}

describe.each(PURPOSES)("a code for %s", (purpose) => {
  test.each([
    ["another network", STRANGER],
    ["the same network", HOME],
  ])("stays valid through every guess of other callers in %s", async (_, where) => {
    const t = openMarket();
    await openAccount(t);
    const handle = await send(from(t, HOME), { purpose });
    const right = await newestTo(t);
    await pass(MINUTE_MS);
    const stranger = from(t, where);
    const early = await wrongCode(t);
    for (let n = 0; n <= OTP_TRIES; n += 1) await refusal(verify(stranger, early, { purpose }));
    const theirs = await send(stranger, { purpose });
    const wrong = await wrongCode(t);
    const made = [undefined, theirs, newTicket(), "", "x", "A".repeat(100_000)];
    for (const brought of made) {
      for (let n = 0; n < OTP_TRIES + 1; n += 1) {
        const sent = { purpose, ...(brought !== undefined && { handle: brought }) };
        await refusal(verify(stranger, wrong, sent));
      }
    }
    expect(await verify(from(t, HOME), right, { purpose, handle })).toHaveProperty("ticket");
  });

  test.each([
    ["another network", STRANGER],
    ["the same network", HOME],
  ])("is neither replaced nor delayed by codes for other callers in %s", async (_, where) => {
    const t = openMarket();
    await openAccount(t);
    const handle = await send(from(t, HOME), { purpose });
    const right = await newestTo(t);
    await pass(MINUTE_MS);
    await sentOf(10, (n) =>
      isSent(from(t, where), { purpose, email: n % 2 ? EMAIL : `X${EMAIL}` }),
    );
    expect(await send(from(t, HOME), { purpose, handle }), "the same handle goes on").toBe(handle);
    const newest = await newestTo(t);
    if (newest !== right)
      expect(await refusal(verify(t, right, { purpose, handle }))).toEqual({ code: "INVALID_OTP" });
    expect(await verify(from(t, HOME), newest, { purpose, handle })).toHaveProperty("ticket");
  });

  test("is available to a new user whose mailbox others request codes for without end", async () => {
    const t = openMarket();
    await openAccount(t);
    for (let minute = 0; minute < 12; minute += 1) {
      for (const stranger of [STRANGER, "203.0.114.1"])
        await isSent(from(t, stranger), { purpose });
      await pass(MINUTE_MS);
    }
    const handle = await send(from(t, HOME), { purpose });
    const ticket = verify(from(t, HOME), await newestTo(t), { purpose, handle });
    expect(await ticket).toHaveProperty("ticket");
  });

  test("allows five guesses with its handle", async () => {
    const t = openMarket();
    await openAccount(t);
    const handle = await send(t, { purpose });
    const [right, wrong] = [await newestTo(t), await wrongCode(t)];
    const guesses = Array.from({ length: 50 }, () =>
      refusal(verify(t, wrong, { purpose, handle })),
    );
    const codes = new Set((await Promise.all(guesses)).map(({ code }) => code));
    expect([...codes].sort()).toEqual(["INVALID_OTP", "TOO_MANY"]);
    const [row] = await t.run((ctx) => ctx.db.query("emailOtps").take(9));
    expect(row).toMatchObject({ tries: OTP_TRIES });
    // Long enough for two more tries without a handle, too short for the code to expire.
    await pass(8 * MINUTE_MS);
    for (const brought of [{ handle }, {}])
      expect(await refusal(verify(t, right, { purpose, ...brought }))).toEqual({
        code: "INVALID_OTP",
      });
  });

  test("is accepted at the fifth guess", async () => {
    const t = openMarket();
    await openAccount(t);
    const handle = await send(t, { purpose });
    const [right, wrong] = [await newestTo(t), await wrongCode(t)];
    for (let n = 1; n < OTP_TRIES; n += 1) await refusal(verify(t, wrong, { purpose, handle }));
    expect(await verify(t, right, { purpose, handle })).toHaveProperty("ticket");
  });

  test("is told to be asked for too often with the time to wait, by handle and by network", async () => {
    const t = openMarket();
    await openAccount(t);
    const handle = await send(t, { purpose });
    for (const brought of [{ handle }, {}]) {
      if (brought.handle !== undefined) await send(t, { purpose, ...brought });
      const refused = await refusal(send(t, { purpose, ...brought }));
      expect(refused).toMatchObject({ code: "OTP_LIMIT" });
      expect(refused["retryAfterMs"]).toBeGreaterThan(0);
      expect(refused["retryAfterMs"]).toBeLessThanOrEqual(MINUTE_MS);
    }
    await pass(MINUTE_MS);
    expect(await isSent(t, { purpose })).toBe(true);
  });
});

describe("without a handle", () => {
  test("a code is valid only in the network that requested it", async () => {
    const t = openMarket();
    await send(from(t, HOME));
    const right = await newestTo(t);
    expect(await refusal(verify(from(t, STRANGER), right))).toEqual({ code: "INVALID_OTP" });
    expect(await verify(from(t, HOME), right)).toHaveProperty("ticket");
  });

  test("only the network's newest code is good, whatever others asked for since", async () => {
    const t = openMarket();
    await send(from(t, HOME));
    const old = await newestTo(t);
    await pass(MINUTE_MS);
    await send(from(t, HOME));
    const newest = await newestTo(t);
    await send(from(t, STRANGER));
    if (old !== newest)
      expect(await refusal(verify(from(t, HOME), old))).toEqual({ code: "INVALID_OTP" });
    expect(await verify(from(t, HOME), newest)).toHaveProperty("ticket");
  });

  test("guesses at one mailbox end after twenty in an hour, those of others go on", async () => {
    const t = openMarket();
    const guess = (ip: string, email = EMAIL) =>
      refusal(verify(from(t, ip), "000000", { email })).then(({ code }) => code);
    for (let n = 0; n < 20; n += 1) expect(await guess(STRANGER)).toBe("INVALID_OTP");
    const refused = await refusal(verify(from(t, STRANGER), "000000"));
    expect(refused).toMatchObject({ code: "TOO_MANY" });
    expect(refused["retryAfterMs"]).toBeGreaterThan(0);
    expect(await guess(STRANGER, `k+1@${EMAIL.split("@")[1]}`)).toBe("INVALID_OTP");
    expect(await guess(STRANGER, EMAIL.replace("@", "+2@"))).toBe("TOO_MANY");
    expect(await guess(HOME)).toBe("INVALID_OTP");
    const reset = verify(from(t, STRANGER), "000000", { purpose: "reset" });
    expect(await refusal(reset)).toEqual({ code: "INVALID_OTP" });
  });

  test("a code that was kept before there were handles is good", async () => {
    const t = openMarket();
    const hash = await digest("salt", EMAIL, "123456");
    const expiresAt = Date.now() + OTP_LIFETIME_MS;
    const row = {
      email: EMAIL,
      purpose: "signup" as const,
      hash,
      salt: "salt",
      expiresAt,
      tries: 0,
    };
    await t.run((ctx) => ctx.db.insert("emailOtps", row));
    expect(await verify(t, "123456")).toHaveProperty("ticket");
  });
});

describe("the handle", () => {
  test("of another e-mail or purpose, or a made-up one, neither replaces a code nor goes on", async () => {
    const t = openMarket();
    const own = await send(from(t, HOME));
    const right = await newestTo(t);
    const reset = await send(from(t, HOME), { purpose: "reset" });
    const others = await send(from(t, HOME), { email: "other@corner.test" });
    const wrong = [reset, others, newTicket(), "", "x", await digest(own), "A".repeat(100_000)];
    for (const [n, handle] of wrong.entries()) {
      const given = await send(from(t, network(n)), { handle });
      expect(wrong).not.toContain(given);
      expect(given).not.toBe(own);
    }
    expect(await verify(from(t, STRANGER), right, { handle: own })).toHaveProperty("ticket");
  });

  test("is kept as a digest", async () => {
    const t = openMarket();
    const handle = await send(t);
    const rows = await t.run((ctx) => ctx.db.query("emailOtps").take(9));
    expect(rows).toMatchObject([{ handleHash: await digest(handle) }]);
    expect(JSON.stringify(rows)).not.toContain(handle);
  });

  test("comes through REST in the answer and as a cookie for the calls of codes alone", async () => {
    const t = openMarket();
    const post = (call: string, body: object, Cookie = "") =>
      ask(from(t, HOME), `POST /api/otp/${call}`, { body, headers: { Cookie } });
    const answer = await post("send-otp", { email: EMAIL });
    const { handle } = answer.body as { handle: string };
    const attributes = "Max-Age=600; Path=/api/otp; HttpOnly; Secure; SameSite=Strict";
    expect(answer.headers.getSetCookie()).toEqual([`otp_handle=${handle}; ${attributes}`]);
    const right = await newestTo(t);
    const wrong = await wrongCode(t);
    for (let n = 0; n <= OTP_TRIES; n += 1) await post("verify-otp", { email: EMAIL, otp: wrong });
    expect((await post("verify-otp", { email: EMAIL, otp: right })).status).toBe(400);
    const cookie = `otp_handle=${handle}`;
    const again = await post("send-otp", { email: EMAIL }, cookie);
    expect(again.body, "the handle goes on").toMatchObject({ handle });
    const typed = { email: EMAIL, otp: await newestTo(t) };
    const byCookie = await post("verify-otp", typed, cookie);
    expect(byCookie.body).toHaveProperty("ticket");
  });

  test("comes through REST in the body", async () => {
    const t = openMarket();
    const sent = await ask(t, "POST /api/otp/send-otp", { body: { email: EMAIL } });
    const { handle } = sent.body as { handle: string };
    const body = { email: EMAIL, otp: await newestTo(t), handle };
    const answer = await ask(from(t, STRANGER), "POST /api/otp/verify-otp", { body });
    expect(answer.status).toBe(200);
    for (const odd of [1, {}, ["x"], true]) {
      const typed = { ...body, handle: odd };
      const refused = await ask(t, "POST /api/otp/verify-otp", { body: typed });
      expect(refused, JSON.stringify(odd)).toMatchObject({ status: 400 });
    }
  });
});

describe("mails to one mailbox", () => {
  test.each([
    ["kiran@corner.test", "kiran@corner.test"],
    ["kiran+shop@corner.test", "kiran@corner.test"],
    ["kiran+a+b@corner.test", "kiran@corner.test"],
    ["kiran@corner.test+x", "kiran@corner.test+x"],
    ["+kiran@corner.test", "+kiran@corner.test"],
  ])("to %s count as those to %s", (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });

  test("are counted together whatever follows the plus, for accounts that stay apart", async () => {
    const t = openMarket();
    const tagged = (n: number) => `kiran+${n}@corner.test`;
    await send(t, { email: tagged(1) });
    const right = await newestTo(t, tagged(1));
    expect(await refusal(send(t, { email: tagged(2) }))).toMatchObject({ code: "OTP_LIMIT" });
    expect(await refusal(verify(t, right, { email: EMAIL }))).toEqual({ code: "INVALID_OTP" });
    expect(await verify(t, right, { email: tagged(1) })).toHaveProperty("ticket");
  });

  test("for a reset end after five in an hour from all devices of an account together", async () => {
    const t = openMarket();
    vi.useFakeTimers({ toFake: ["Date"] });
    await openAccount(t);
    const devices = Array.from({ length: 6 }, () => newTicket());
    for (const device of devices)
      await logIn(t, { email: EMAIL, password: PASSWORD, role: "retailer", device });
    // Strangers have used up the mailbox, so that only devices get a code.
    await sentOf(30, (n) => isSent(from(t, network(n * 256)), { purpose: "reset" }));
    const ask = (device: string) => isSent(from(t, HOME), { purpose: "reset", device });
    expect(await sentOf(6, (n) => ask(devices[n]!))).toBe(5);
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    expect(await ask(devices[0]!)).toBe(false);
    vi.setSystemTime(Date.now() + 12 * MINUTE_MS);
    await sentOf(30, (n) => isSent(from(t, network(n * 256)), { purpose: "reset" }));
    expect(await ask(devices[5]!)).toBe(true);
  });

  test.each([
    ["signup", 60],
    ["reset", 20],
  ] as const)(
    "for %s end after %i, from however many networks they were asked",
    async (purpose, most) => {
      const t = openMarket();
      await openAccount(t);
      const device = newTicket();
      await logIn(t, { email: EMAIL, password: PASSWORD, role: "retailer", device });
      const sent = await sentOf(most + 10, (n) => isSent(from(t, network(n * 256)), { purpose }));
      expect(sent).toBe(most);
      const refused = await refusal(send(from(t, HOME), { purpose }));
      expect(refused).toMatchObject({ code: "OTP_LIMIT" });
      expect(refused["retryAfterMs"]).toBeGreaterThan(0);
      const other = PURPOSES.find((one) => one !== purpose);
      expect(await isSent(from(t, HOME), { purpose: other! }), "purposes apart").toBe(true);
      for (const made of [newTicket(), "", "x"])
        expect(await isSent(from(t, HOME), { purpose, device: made })).toBe(false);
      // A device that signed in before may reset for all that.
      expect(await isSent(from(t, HOME), { purpose, device })).toBe(purpose === "reset");
    },
  );

  test("leave a bounded number of codes, with limits off too", async () => {
    vi.stubEnv("RATE_LIMITS", "off");
    const t = openMarket();
    for (let n = 0; n < CODES_MAX + 5; n += 1) await send(t);
    const right = await newestTo(t);
    expect(await t.run((ctx) => ctx.db.query("emailOtps").take(999))).toHaveLength(CODES_MAX);
    expect(await verify(t, right)).toHaveProperty("ticket");
  });
});

describe("mails of the whole deployment", () => {
  const hourly = (rate: number) =>
    ({ kind: "token bucket", rate, period: 60 * MINUTE_MS, capacity: rate }) as const;

  function use(t: Market, name: string): Promise<unknown> {
    const limiter = new RateLimiter(components.rateLimiter, {});
    return t.run((ctx) =>
      limiter.limit(ctx as never, name, { count: 2_000, config: hourly(2_000) }),
    );
  }

  const newcomer = (n: number) => ({ email: `newcomer${n}@corner.test` });

  test("that others used up delay frequent requesters, not new ones", async () => {
    const t = openMarket();
    await use(t, "otpsInAll");
    const sent = await sentOf(9, (n) => isSent(from(t, STRANGER), newcomer(n)));
    expect(sent, "a network's first codes").toBe(5);
    const neighbour = await refusal(send(from(t, "203.0.113.77"), newcomer(20)));
    expect(neighbour).toMatchObject({ code: "OTP_LIMIT" });
    expect(neighbour["retryAfterMs"]).toBeGreaterThan(0);
    for (const ip of ["2001:db8:1:1::1", "2001:db8:2:1::1", HOME])
      expect(await isSent(from(t, ip), newcomer(30)), ip).toBe(true);
  });

  test("go on while only the reserve is used up, and end with both", async () => {
    const t = openMarket();
    await use(t, "otpsReserved");
    await use(t, "otpsInAll");
    expect(await refusal(send(from(t, HOME)))).toMatchObject({ code: "OTP_LIMIT" });
    const spared = openMarket();
    await use(spared, "otpsReserved");
    expect(await isSent(from(spared, HOME), newcomer(1))).toBe(true);
  });
});

test("registrations and resets from one network end after ten in an hour, and say when to come back", async () => {
  const t = openMarket();
  const wrong = { ticket: newTicket(), email: EMAIL, password: PASSWORD };
  const imageId = await t.run((ctx) => ctx.storage.store(new Blob(["picture"])));
  const tries = [
    () => from(t, STRANGER).action(api.auth.register, { ...form, ...wrong, imageId }),
    () => from(t, STRANGER).action(api.auth.resetPassword, wrong),
  ];
  const address = { email: EMAIL, ticket: "x", purpose: "signup" as const, address: STRANGER };
  // A refused ticket costs nothing; a good one is counted each time that a password is hashed for it.
  for (const attempt of tries)
    expect(await refusal(attempt())).toEqual({ code: "EMAIL_NOT_VERIFIED" });
  vi.stubEnv("RATE_LIMITS", "off");
  const handle = await send(t);
  const { ticket } = await verify(t, await newestTo(t), { handle });
  vi.stubEnv("RATE_LIMITS", "on");
  const admit = () => t.mutation(internal.auth.internal.admitTicket, { ...address, ticket });
  for (let n = 0; n < 10; n += 1) await admit();
  const refused = await refusal(admit());
  expect(refused).toMatchObject({ code: "TOO_MANY" });
  expect(refused["retryAfterMs"]).toBeGreaterThan(0);
  for (const attempt of tries) expect(await refusal(attempt())).toMatchObject({ code: "TOO_MANY" });
  const rest = { ...form, ...wrong, ticket, image: "x" };
  const answer = await ask(from(t, STRANGER), "POST /api/auth/register", { body: rest });
  expect(answer.status).toBe(429);
  const account = { ...form, ticket, imageId: await imageFor(t, ticket) };
  await from(t, HOME).action(api.auth.register, account);
});

/** Wrong passwords: how many there may be, and whom they hold up. */
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DEVICE_LIFETIME_MS } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { type Market, type Person, joinRetailer, openMarket, refusal } from "../market.setup";
import { ask } from "../rest/rest.setup";
import { DEVICES_MAX } from "./devices";
import { hashPassword, newTicket } from "./secrets";
import { digest } from "../digest";
import { EMAIL, PASSWORD, codeFor, logIn, setDeployment } from "./visitor.setup";

beforeAll(setDeployment);

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "on");
  vi.useRealTimers();
});

const HOUR_MS = 60 * 60_000;
const GUESSES_AN_HOUR_MAX = 100;
const RIGHT = { email: EMAIL, password: PASSWORD, role: "retailer" };
const HOME = "198.51.100.7";
const STRANGER = "203.0.113.9";
/** Nobody else comes from there. */
const networks = (count: number) =>
  Array.from({ length: count }, (_, n) => `10.${n >> 8}.${n & 255}.1`);

async function openAccount(t: Market, email = EMAIL): Promise<Person> {
  const person = await joinRetailer(t, { email });
  const password = await hashPassword(PASSWORD);
  await t.run((ctx) => ctx.db.insert("credentials", { userId: person.user._id, password }));
  return person;
}

const from = (t: Market, ip: string) => t.withRequestMetadata({ ip });

/** A try up to the comparison, which is what is counted. */
async function isAdmitted(t: Market, address: string, device?: string): Promise<boolean> {
  const deviceHash = device === undefined ? undefined : await digest(device);
  try {
    await t.mutation(internal.auth.internal.admitLogin, { email: EMAIL, address, deviceHash });
    return true;
  } catch {
    return false;
  }
}

async function admitted(t: Market, addresses: readonly string[], device?: string): Promise<number> {
  const tries = await Promise.all(addresses.map((address) => isAdmitted(t, address, device)));
  return tries.filter(Boolean).length;
}

/** From so many networks that nobody without a known device gets in. */
async function lockOut(t: Market): Promise<void> {
  await admitted(t, networks(40));
}

async function deviceOf(t: Pick<Market, "action">, params: object = {}): Promise<string> {
  const device = newTicket();
  await logIn(t, { ...RIGHT, ...params, device });
  return device;
}

async function reset(t: Market, device?: string): Promise<void> {
  vi.stubEnv("RATE_LIMITS", "off");
  const { handle } = await t.action(api.auth.sendOtp, { email: EMAIL, purpose: "reset" });
  const otp = await codeFor(t, EMAIL);
  const typed = { email: EMAIL, purpose: "reset" as const, otp, handle };
  const { ticket } = await t.action(api.auth.verifyOtp, typed);
  await t.action(api.auth.resetPassword, { email: EMAIL, ticket, password: PASSWORD, device });
  vi.stubEnv("RATE_LIMITS", "on");
}

describe("failures of another caller", () => {
  test("are refused after ten, and do not affect other networks", async () => {
    const t = openMarket();
    await openAccount(t);
    expect(await admitted(t, Array<string>(25).fill(STRANGER))).toBe(10);
    expect(await refusal(logIn(from(t, STRANGER), RIGHT))).toMatchObject({ code: "TOO_MANY" });
    expect(await logIn(from(t, HOME), RIGHT)).toHaveProperty("tokens.token");
    const answer = await ask(from(t, HOME), "POST /api/auth/login", { body: RIGHT });
    expect(answer.status).toBe(200);
  });

  test("are at most a hundred in any hour, from everywhere, with devices and prompts", async () => {
    const t = openMarket();
    const { client } = await openAccount(t);
    const devices = [await deviceOf(t), await deviceOf(t), await deviceOf(t)];
    const start = Date.now();
    const judged: number[] = [];
    const note = (count: number) => judged.push(...Array<number>(count).fill(Date.now()));
    for (let minute = 0; minute <= 130; minute += 5) {
      vi.useFakeTimers({ now: start + minute * 60_000, toFake: ["Date"] });
      note(await admitted(t, networks(35)));
      for (const device of devices)
        note(await admitted(t, Array<string>(8).fill("10.99.0.1"), device));
      const prompts = Array.from({ length: 15 }, () =>
        client.mutation(internal.account.internal.admit, {}),
      );
      const settled = await Promise.allSettled(prompts);
      note(settled.filter(({ status }) => status === "fulfilled").length);
    }
    const inHourFrom = (at: number) =>
      judged.filter((moment) => moment >= at && moment < at + HOUR_MS).length;
    const most = Math.max(...judged.map(inHourFrom));
    expect(most).toBeLessThanOrEqual(GUESSES_AN_HOUR_MAX);
    expect(most).toBeGreaterThan(GUESSES_AN_HOUR_MAX - 10);
  });

  test("are counted alike for an e-mail that has no account", async () => {
    const t = openMarket();
    const tries = Array.from({ length: 14 }, () =>
      t
        .mutation(internal.auth.internal.admitLogin, { email: "nobody@corner.test", address: HOME })
        .then(() => 1)
        .catch(() => 0),
    );
    expect((await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)).toBe(10);
  });

  test("are refused with a retry time, after which an attempt is accepted", async () => {
    const t = openMarket();
    await openAccount(t);
    await lockOut(t);
    const { code, retryAfterMs } = await refusal(logIn(from(t, HOME), RIGHT));
    expect(code).toBe("TOO_MANY");
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(retryAfterMs).toBeLessThanOrEqual(HOUR_MS);
    const later = Date.now() + Number(retryAfterMs);
    vi.useFakeTimers({ now: later + 1, toFake: ["Date"] });
    expect(await logIn(from(t, HOME), RIGHT)).toHaveProperty("tokens.token");
  });
});

describe("a device that signed in before", () => {
  test("signs in while strangers have used up every other try", async () => {
    const t = openMarket();
    await openAccount(t);
    const device = await deviceOf(from(t, HOME));
    await lockOut(t);
    expect(await refusal(logIn(from(t, HOME), RIGHT))).toMatchObject({ code: "TOO_MANY" });
    const login = logIn(from(t, STRANGER), { ...RIGHT, device });
    expect(await login).toHaveProperty("tokens.token");
  });

  test("is known through REST by its cookie, which a stranger's does not replace", async () => {
    const t = openMarket();
    await openAccount(t);
    await openAccount(t, "other@corner.test");
    const deviceIn = async (body: object, Cookie = "") => {
      const answer = await ask(t, "POST /api/auth/login", { body, headers: { Cookie } });
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
      return cookies.find((cookie) => cookie.startsWith("device=")) ?? "";
    };
    const own = await deviceIn(RIGHT);
    expect(await deviceIn(RIGHT, own), "stays the same").toBe(own);
    const others = await deviceIn({ ...RIGHT, email: "other@corner.test" });
    await lockOut(t);
    const logInWith = async (Cookie: string) =>
      (await ask(t, "POST /api/auth/login", { body: RIGHT, headers: { Cookie } })).status;
    for (const stranger of ["", others, "device=x", `device=${newTicket()}`, "device="])
      expect(await logInWith(stranger), stranger).toBe(429);
    expect(await logInWith(own)).toBe(200);
  });

  test("is no other account's, no made-up and no expired one", async () => {
    const t = openMarket();
    await openAccount(t);
    await openAccount(t, "other@corner.test");
    const others = await deviceOf(t, { email: "other@corner.test" });
    const old = await deviceOf(t);
    vi.useFakeTimers({ now: Date.now() + DEVICE_LIFETIME_MS + 1, toFake: ["Date"] });
    const fresh = await deviceOf(t);
    await lockOut(t);
    for (const device of [others, old, newTicket(), "", "x", "A".repeat(100_000)]) {
      const login = logIn(from(t, HOME), { ...RIGHT, device });
      expect(await refusal(login), device.slice(0, 50)).toMatchObject({ code: "TOO_MANY" });
    }
    expect(await logIn(t, { ...RIGHT, device: fresh })).toHaveProperty("tokens.token");
    await t.mutation(internal.auth.sweep.run, {});
    expect(await t.run((ctx) => ctx.db.query("knownDevices").take(9))).toHaveLength(1);
  });

  test("that failed often counts like a stranger, and uses up nothing of another device", async () => {
    const t = openMarket();
    await openAccount(t);
    const [one, two] = [await deviceOf(t), await deviceOf(t)];
    expect(await admitted(t, Array<string>(40).fill(STRANGER), one)).toBe(5 + 10);
    await lockOut(t);
    expect(await isAdmitted(t, STRANGER, two)).toBe(true);
  });

  test("is kept as a digest, and gives back the try of a right password", async () => {
    const t = openMarket();
    await openAccount(t);
    const device = await deviceOf(t);
    await lockOut(t);
    for (let n = 0; n < 7; n += 1)
      expect(await logIn(t, { ...RIGHT, device })).toHaveProperty("tokens.token");
    const rows = await t.run((ctx) => ctx.db.query("knownDevices").take(9));
    expect(rows).toMatchObject([{ tokenHash: await digest(device) }]);
    expect(JSON.stringify(rows)).not.toContain(device);
  });

  test("is one of twenty at most: a further one replaces the one that signed in longest ago", async () => {
    const t = openMarket();
    const { user } = await openAccount(t);
    const hashes = await t.run(async (ctx) => {
      const expiresAt = Date.now() + DEVICE_LIFETIME_MS;
      const added = Array.from({ length: DEVICES_MAX }, (_, n) => `device ${n}`);
      for (const [n, tokenHash] of added.entries())
        await ctx.db.insert("knownDevices", {
          ...{ userId: user._id, tokenHash, expiresAt: expiresAt - (n === 7 ? 9_000 : 1_000) },
        });
      return added;
    });
    const device = await deviceOf(t);
    const left = await t.run((ctx) => ctx.db.query("knownDevices").take(99));
    const expected = [...hashes.filter((hash) => hash !== "device 7"), await digest(device)];
    expect(left.map(({ tokenHash }) => tokenHash).sort()).toEqual(expected.sort());
  });
});

describe("a password reset", () => {
  test("clears every count, in the network that used its own up too", async () => {
    const t = openMarket();
    await openAccount(t);
    await admitted(t, Array<string>(12).fill(HOME));
    await lockOut(t);
    expect(await refusal(logIn(from(t, HOME), RIGHT))).toMatchObject({ code: "TOO_MANY" });
    await reset(t);
    expect(await logIn(from(t, HOME), RIGHT)).toHaveProperty("tokens.token");
  });

  test("makes the device known, so that strangers can't lock it out again", async () => {
    const t = openMarket();
    await openAccount(t);
    const device = newTicket();
    await reset(t, device);
    await lockOut(t);
    expect(await refusal(logIn(t, RIGHT))).toMatchObject({ code: "TOO_MANY" });
    expect(await logIn(t, { ...RIGHT, device })).toHaveProperty("tokens.token");
  });
});

describe("known devices end", () => {
  const devicesOf = (t: Market, userId: Id<"users">) =>
    t.run((ctx) =>
      ctx.db
        .query("knownDevices")
        .withIndex("by_user", (q) => q.eq("userId", userId))
        .take(9),
    );

  test.each([
    ["after a reset", (t: Market) => reset(t)],
    [
      "after a new password",
      (_: Market, { client }: Person) =>
        client.action(api.account.changePassword, { current: PASSWORD, password: "another one" }),
    ],
    [
      "after signing out everywhere",
      (_: Market, { client }: Person) => client.mutation(api.account.signOutEverywhere, {}),
    ],
  ])("%s, and nobody else's", async (_, event) => {
    const t = openMarket();
    const [own, other] = [await openAccount(t), await openAccount(t, "other@corner.test")];
    await deviceOf(t);
    await deviceOf(t, { email: "other@corner.test" });
    await event(t, own);
    expect(await devicesOf(t, own.user._id)).toEqual([]);
    expect(await devicesOf(t, other.user._id)).toHaveLength(1);
  });
});

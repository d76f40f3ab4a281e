/** Tickets, codes and tokens end with a new password, a reset, a sign-out everywhere, or a refresh token that is used twice. */
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { type Market, type Person, joinRetailer, openMarket, refusal } from "../market.setup";
import { hashPassword, isPassword } from "./secrets";
import { EMAIL, PASSWORD, codeFor, logIn, setDeployment, upload } from "./visitor.setup";

beforeAll(setDeployment);

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useRealTimers();
});

const OTHER = "other@corner.test";
const NEW_PASSWORD = "a new long password";
/** The library answers a token again that was used less than ten seconds ago. */
const REUSE_WINDOW_MS = 10_000;

async function openAccount(t: Market, email = EMAIL): Promise<Person> {
  const person = await joinRetailer(t, { email });
  const password = await hashPassword(PASSWORD);
  await t.run((ctx) => ctx.db.insert("credentials", { userId: person.user._id, password }));
  return person;
}

type Purpose = "signup" | "reset";

async function codeOf(t: Market, email: string, purpose: Purpose) {
  const { handle } = await t.action(api.auth.sendOtp, { email, purpose });
  return { email, purpose, handle, otp: await codeFor(t, email) };
}

async function ticketOf(t: Market, email: string, purpose: Purpose): Promise<string> {
  return (await t.action(api.auth.verifyOtp, await codeOf(t, email, purpose))).ticket;
}

function reset(t: Market, ticket: string, email = EMAIL, password = NEW_PASSWORD) {
  return t.action(api.auth.resetPassword, { ticket, email, password });
}

type Event = (t: Market, person: Person) => Promise<unknown>;
const EVENTS: [string, Event][] = [
  ["a reset", async (t) => reset(t, await ticketOf(t, EMAIL, "reset"))],
  [
    "a new password",
    (_, { client }) =>
      client.action(api.account.changePassword, { current: PASSWORD, password: NEW_PASSWORD }),
  ],
  ["a sign-out everywhere", (_, { client }) => client.mutation(api.account.signOutEverywhere, {})],
];

describe.each(EVENTS)("after %s", (_, event) => {
  test("invalidates earlier codes and tickets, with or without their handle", async () => {
    const t = openMarket();
    const person = await openAccount(t);
    const tickets = [await ticketOf(t, EMAIL, "reset"), await ticketOf(t, EMAIL, "reset")];
    const signUp = await ticketOf(t, EMAIL, "signup");
    const codes = [await codeOf(t, EMAIL, "reset"), await codeOf(t, EMAIL, "reset")];
    codes.push(await codeOf(t, EMAIL, "signup"));
    await event(t, person);
    for (const { handle, ...typed } of codes)
      for (const call of [{ ...typed, handle }, typed])
        expect(await refusal(t.action(api.auth.verifyOtp, call))).toEqual({ code: "INVALID_OTP" });
    for (const ticket of tickets)
      expect(await refusal(reset(t, ticket))).toEqual({ code: "EMAIL_NOT_VERIFIED" });
    expect((await upload(t, { "X-Signup-Ticket": signUp })).status).toBe(401);
  });

  test("keeps codes and tickets of other accounts valid", async () => {
    const t = openMarket();
    const person = await openAccount(t);
    await openAccount(t, OTHER);
    const ticket = await ticketOf(t, OTHER, "reset");
    const code = await codeOf(t, OTHER, "reset");
    await event(t, person);
    expect(await t.action(api.auth.verifyOtp, code)).toHaveProperty("ticket");
    await expect(reset(t, ticket, OTHER)).resolves.toBeNull();
  });
});

describe("a ticket to reset", () => {
  async function isNow(t: Market, { user }: Person, password: string): Promise<boolean> {
    const kept = await t.run((ctx) =>
      ctx.db
        .query("credentials")
        .withIndex("by_user", (q) => q.eq("userId", user._id))
        .unique(),
    );
    return kept !== null && isPassword(password, kept.password);
  }

  test("is valid once", async () => {
    const t = openMarket();
    const person = await openAccount(t);
    const ticket = await ticketOf(t, EMAIL, "reset");
    await reset(t, ticket);
    const again = reset(t, ticket, EMAIL, "somebody else's password");
    expect(await refusal(again)).toEqual({ code: "EMAIL_NOT_VERIFIED" });
    expect(await isNow(t, person, NEW_PASSWORD)).toBe(true);
  });

  test("is valid once when it is used in parallel", async () => {
    const t = openMarket();
    await openAccount(t);
    const ticket = await ticketOf(t, EMAIL, "reset");
    const uses = Array.from({ length: 8 }, (_, n) =>
      reset(t, ticket, EMAIL, `password number ${n}`),
    );
    const settled = await Promise.allSettled(uses);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a refresh token that was used before", () => {
  const RIGHT = { email: EMAIL, password: PASSWORD, role: "retailer" };

  async function renew(t: Market, refreshToken: string): Promise<string | null> {
    const { tokens } = await t.action(api.auth.signIn, { refreshToken });
    return tokens?.refreshToken ?? null;
  }

  async function signedIn() {
    const t = openMarket();
    const { user } = await openAccount(t);
    const [first, other] = [await logIn(t, RIGHT), await logIn(t, RIGHT)].map(
      ({ tokens }) => tokens?.refreshToken ?? "no token",
    ) as [string, string];
    /** A client with an access token of that session. */
    const holder = (refreshToken: string) =>
      t.withIdentity({ subject: `${user._id}|${refreshToken.split("|")[1]}` });
    return { t, user, first, other, holder };
  }

  function later(milliseconds: number): void {
    vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ["Date"] });
  }

  test.each([1, 2, 5])("ends its session when %i more tokens came of it", async (generations) => {
    const { t, first, other, holder } = await signedIn();
    const issued = [first];
    for (let n = 0; n <= generations; n += 1) {
      issued.push((await renew(t, issued.at(-1)!)) ?? "none");
      later(REUSE_WINDOW_MS + 1_000);
    }
    expect(await holder(first).query(api.users.me, {})).not.toBeNull();
    expect(await renew(t, first)).toBeNull();
    expect(await holder(first).query(api.users.me, {}), "the access token").toBeNull();
    for (const token of issued) expect(await renew(t, token)).toBeNull();
    const session = first.split("|")[1] as Id<"authSessions">;
    expect(await t.run((ctx) => ctx.db.get("authSessions", session))).toBeNull();
    expect(await holder(other).query(api.users.me, {}), "another device").not.toBeNull();
    expect(await renew(t, other)).not.toBeNull();
  });

  test("keeps it within the library's window, and when the next token was never used", async () => {
    const { t, first, holder } = await signedIn();
    const second = await renew(t, first);
    expect(await renew(t, first), "again at once").not.toBeNull();
    later(10 * REUSE_WINDOW_MS);
    expect(await renew(t, first), "the answer got lost").not.toBeNull();
    expect(second).not.toBeNull();
    expect(await holder(first).query(api.users.me, {})).not.toBeNull();
  });
});

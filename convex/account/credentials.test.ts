/** API keys, webhooks, UPI IDs and bank details need the password, are revoked with it, and are announced to their owner by mail. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { api, internal } from "../_generated/api";
import { setDeployment, ticketFor } from "../auth/visitor.setup";
import {
  MEMBER_PASSWORD,
  type Market,
  type Person,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
  withPassword,
} from "../market.setup";
import { ask } from "../rest/rest.setup";

const HOOK = "https://shop.example/hook?a=1&b=2";

type Stage = { t: Market; asha: Person; key: string; webhookId: string };

/** A distributor with a password, one key and one webhook. */
async function openStage(): Promise<Stage> {
  const t = openMarket();
  const asha = await withPassword(t, await joinDistributor(t));
  const { key } = await asha.client.action(api.developers.createKey, {
    name: "Till <1>",
    scope: "write",
    password: MEMBER_PASSWORD,
  });
  const { webhookId } = await asha.client.action(api.developers.createWebhook, {
    url: HOOK,
    events: ["order.placed"],
    password: MEMBER_PASSWORD,
  });
  return { t, asha, key, webhookId };
}

async function works({ t }: Stage, key: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${key}` };
  return (await ask(t, "GET /api/users/retailers", { headers })).status === 200;
}

/** Counts the API keys and webhooks that are left. */
function programs(t: Market): Promise<{ keys: number; webhooks: number }> {
  return t.run(async (ctx) => ({
    keys: (await ctx.db.query("apiKeys").take(30)).length,
    webhooks: (await ctx.db.query("webhooks").take(30)).length,
  }));
}

async function newestMail(t: Market, { user }: Person) {
  const mail = await t.run((ctx) =>
    ctx.db
      .query("outbox")
      .withIndex("by_recipient", (q) => q.eq("to", user.email))
      .order("desc")
      .first(),
  );
  if (mail === null) throw new Error("There is no mail");
  return mail;
}

beforeAll(setDeployment);
beforeEach(() => vi.stubEnv("RATE_LIMITS", "off"));
afterEach(() => vi.useRealTimers());

const SPY_ACCOUNT = { holder: "Spy", number: "998877665544", ifsc: "SPYB0001234" };

/** Every call that makes or changes a key, a webhook or the payment address. */
const CHANGES = {
  createKey: ({ client }: Person, password: string) =>
    client.action(api.developers.createKey, { name: "Spy", scope: "write", password }),
  createWebhook: ({ client }: Person, password: string) =>
    client.action(api.developers.createWebhook, {
      url: "https://spy.example/",
      events: ["order.placed"],
      password,
    }),
  renewSecret: ({ client }: Person, password: string, { webhookId }: Stage) =>
    client.action(api.developers.renewSecret, { webhookId, password }),
  saveUpiId: ({ client }: Person, password: string) =>
    client.action(api.users.saveUpiId, { upiId: "spy@bank", password }),
  saveBankAccount: ({ client }: Person, password: string) =>
    client.action(api.users.saveBankAccount, { account: SPY_ACCOUNT, password }),
} as const;
const NAMES = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

const SUBJECTS = {
  createKey: "A new API key for your Mandi account",
  createWebhook: "A new webhook for your Mandi account",
  renewSecret: "A new webhook secret for your Mandi account",
  saveUpiId: "Your UPI ID on Mandi was changed",
  saveBankAccount: "Your bank details on Mandi were changed",
} as const satisfies Record<keyof typeof CHANGES, string>;

describe.each(NAMES)("%s", (name) => {
  const change = CHANGES[name];

  it("is refused without the right password, and changes nothing", async () => {
    const stage = await openStage();
    const before = await everything(stage.t);
    for (const guess of ["", " ", "a guess", `${MEMBER_PASSWORD} `, MEMBER_PASSWORD.toUpperCase()])
      expect(await refusal(change(stage.asha, guess, stage)), guess).toEqual({
        code: "WRONG_PASSWORD",
      });
    expect(await everything(stage.t)).toBe(before);
  });

  it("counts wrong passwords with those of the login", async () => {
    const stage = await openStage();
    vi.stubEnv("RATE_LIMITS", "");
    const codes = [];
    for (let tries = 0; tries < 12; tries += 1)
      codes.push((await refusal(change(stage.asha, "a guess", stage)))["code"]);
    expect(new Set(codes.slice(0, 10))).toEqual(new Set(["WRONG_PASSWORD"]));
    expect(codes.slice(10)).toEqual(["TOO_MANY", "TOO_MANY"]);
    // The right one is not even compared any more.
    expect(await refusal(change(stage.asha, MEMBER_PASSWORD, stage))).toMatchObject({
      code: "TOO_MANY",
    });
  });

  it("counts no right password, also when the change itself is refused", async () => {
    const stage = await openStage();
    vi.stubEnv("RATE_LIMITS", "");
    const bad = { name: "", scope: "read", password: MEMBER_PASSWORD } as const;
    for (let tries = 0; tries < 15; tries += 1)
      expect(await refusal(stage.asha.client.action(api.developers.createKey, bad))).toEqual({
        code: "BAD_KEY_NAME",
      });
    await change(stage.asha, MEMBER_PASSWORD, stage);
  });

  it("is mailed to its owner, without a secret in it", async () => {
    const stage = await openStage();
    const answer = await change(stage.asha, MEMBER_PASSWORD, stage);
    const { text, html, subject } = await newestMail(stage.t, stage.asha);
    expect(subject).toBe(SUBJECTS[name]);
    expect(text).toContain({ createKey: "Spy", createWebhook: "spy.example", renewSecret: HOOK, saveUpiId: "spy@bank", saveBankAccount: "ends in 5544" }[name]); // prettier-ignore
    for (const secret of Object.values(answer ?? {}).filter((value) => value.length > 40))
      expect(text + html + subject).not.toContain(secret);
    expect(html).not.toContain("?a=1&b");
  });

  it("is bounded to 30 an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const stage = await openStage();
    vi.stubEnv("RATE_LIMITS", "");
    const upi = (n: number) =>
      stage.asha.client.action(api.users.saveUpiId, {
        upiId: `asha${n}@bank`,
        password: MEMBER_PASSWORD,
      });
    for (let n = 0; n < 30; n += 1) await upi(n);
    expect(await refusal(change(stage.asha, MEMBER_PASSWORD, stage))).toMatchObject({
      code: "TOO_MANY",
      retryAfterMs: expect.any(Number) as number,
    });
  });
});

it("changes are counted for each account, and come back one every two minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { t, asha } = await openStage();
  const other = await withPassword(t, await joinRetailer(t));
  vi.stubEnv("RATE_LIMITS", "");
  const upi = (n: number) =>
    asha.client.action(api.users.saveUpiId, { upiId: `asha${n}@bank`, password: MEMBER_PASSWORD });
  for (let n = 0; n < 30; n += 1) await upi(n);
  await CHANGES.createKey(other, MEMBER_PASSWORD);
  vi.advanceTimersByTime(119_000);
  expect(await refusal(upi(31))).toMatchObject({ code: "TOO_MANY" });
  vi.advanceTimersByTime(2_000);
  await upi(32);
  expect(await refusal(upi(33))).toMatchObject({ code: "TOO_MANY" });
});

it("new passwords, each of which is mailed, are among the 30 changes of an hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { t, asha } = await openStage();
  vi.stubEnv("RATE_LIMITS", "");
  const kept = await t.run((ctx) => ctx.db.query("credentials").first());
  const change = () =>
    asha.client.mutation(internal.account.internal.replace, {
      ...{ password: kept!.password, revokeAll: false },
    });
  for (let n = 0; n < 30; n += 1) await change();
  expect(await refusal(change())).toEqual({
    code: "TOO_MANY",
    retryAfterMs: expect.any(Number) as number,
  });
});

it("names in mails are text, never markup", async () => {
  const { t, asha } = await openStage();
  await t.run((ctx) => ctx.db.patch("users", asha.user._id, { name: '<b>Asha & "Co"' }));
  const [name, password] = ["<img src=x>", MEMBER_PASSWORD];
  await asha.client.action(api.developers.createKey, { name, scope: "read", password });
  const { html } = await newestMail(t, asha);
  expect(html).toContain("&lt;img src=x&gt;");
  expect(html).toContain("&lt;b&gt;Asha &amp; &quot;Co&quot;");
  expect(html).not.toMatch(/<(img|b)/);
});

/** The calls that end access, with and without revoking keys and webhooks. */
const ENDINGS = {
  changePassword: ({ asha }: Stage, revokeAll?: boolean) =>
    asha.client.action(api.account.changePassword, {
      current: MEMBER_PASSWORD,
      password: "a better password",
      ...(revokeAll !== undefined && { revokeAll }),
    }),
  signOutEverywhere: ({ asha }: Stage, revokeAll?: boolean) =>
    asha.client.mutation(
      api.account.signOutEverywhere,
      revokeAll === undefined ? {} : { revokeAll },
    ),
} as const;

describe.each(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])("[I-53] %s", (name) => {
  test.each([true, undefined])("revokes keys and webhooks (%s), and mails which", async (all) => {
    const stage = await openStage();
    expect(await works(stage, stage.key)).toBe(true);
    await ENDINGS[name](stage, all);
    expect(await works(stage, stage.key)).toBe(false);
    expect(await programs(stage.t)).toEqual({ keys: 0, webhooks: 0 });
    const { text } = await newestMail(stage.t, stage.asha);
    expect(text).toContain(`1 API key (Till <1>) and 1 webhook (${HOOK})`);
  });

  it("keeps them when the user chooses so", async () => {
    const stage = await openStage();
    await ENDINGS[name](stage, false);
    expect(await works(stage, stage.key)).toBe(true);
    expect(await programs(stage.t)).toEqual({ keys: 1, webhooks: 1 });
  });

  it("leaves those of other accounts alone", async () => {
    const stage = await openStage();
    const ravi = await withPassword(stage.t, await joinRetailer(stage.t));
    await CHANGES.createKey(ravi, MEMBER_PASSWORD);
    await ENDINGS[name](stage, true);
    expect(await programs(stage.t)).toEqual({ keys: 1, webhooks: 0 });
  });
});

it("[I-53] a reset always revokes keys and webhooks, and mails which", async () => {
  const stage = await openStage();
  const { email } = stage.asha.user;
  const ticket = await ticketFor(stage.t, email, "reset");
  await stage.t.action(api.auth.resetPassword, { ticket, email, password: "a better password" });
  expect(await works(stage, stage.key)).toBe(false);
  expect(await programs(stage.t)).toEqual({ keys: 0, webhooks: 0 });
  expect((await newestMail(stage.t, stage.asha)).text).toContain("1 API key (Till <1>)");
});

test.each(["apiKeys", "webhooks"] as const)(
  "a sign-out that revokes %s alone is mailed",
  async (left) => {
    const stage = await openStage();
    const other = left === "apiKeys" ? "webhooks" : "apiKeys";
    await stage.t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query(other).take(5)) await ctx.db.delete(other, _id);
    });
    await ENDINGS.signOutEverywhere(stage);
    const { subject } = await newestMail(stage.t, stage.asha);
    expect(subject).toBe("Your Mandi account was signed out everywhere");
  },
);

describe("without keys and webhooks", () => {
  const mails = (t: Market) => t.run(async (ctx) => (await ctx.db.query("outbox").take(30)).length);

  it("a new password is mailed all the same", async () => {
    const t = openMarket();
    const asha = await withPassword(t, await joinDistributor(t));
    await ENDINGS.changePassword({ t, asha, key: "", webhookId: "" });
    const { subject, text } = await newestMail(t, asha);
    expect(subject).toBe("Your Mandi password was changed");
    expect(text).not.toContain("Revoked");
  });

  it("a reset is mailed all the same", async () => {
    const t = openMarket();
    const asha = await withPassword(t, await joinDistributor(t));
    const { email } = asha.user;
    const ticket = await ticketFor(t, email, "reset");
    const before = await mails(t);
    await t.action(api.auth.resetPassword, { ticket, email, password: "a better password" });
    expect(await mails(t)).toBe(before + 1);
    expect((await newestMail(t, asha)).subject).toBe("Your Mandi password was changed");
  });

  it("a sign-out everywhere is not mailed", async () => {
    const t = openMarket();
    const asha = await withPassword(t, await joinDistributor(t));
    await ENDINGS.signOutEverywhere({ t, asha, key: "", webhookId: "" });
    expect(await mails(t)).toBe(0);
  });
});

it("[I-53] an administrator whose password is set anew by the operator has no key left", async () => {
  const t = openMarket();
  const admin = await withPassword(t, await joinAdmin(t));
  await CHANGES.createKey(admin, MEMBER_PASSWORD);
  const kept = await t.run((ctx) => ctx.db.query("credentials").first());
  const { email, name } = admin.user;
  await t.mutation(internal.auth.internal.saveAdmin, { email, name, password: kept!.password });
  expect(await programs(t)).toEqual({ keys: 0, webhooks: 0 });
});

it("a session that ended while the password was compared changes nothing", async () => {
  const stage = await openStage();
  const changing = NAMES.map((name) => CHANGES[name](stage.asha, MEMBER_PASSWORD, stage));
  const outcomes = Promise.allSettled(changing);
  await stage.asha.client.mutation(api.account.signOutEverywhere, {});
  await outcomes;
  expect(await programs(stage.t)).toEqual({ keys: 0, webhooks: 0 });
  const kept = await stage.t.run((ctx) => ctx.db.get("users", stage.asha.user._id));
  expect(kept?.upiId).toBe("big@upi");
  expect(kept).not.toHaveProperty("bankAccount");
});

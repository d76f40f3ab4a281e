/** Web Push, but for the socket: `post` is a push service that answers as each test says. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "../../domain/dates";
import {
  PUSH_DELAY_MS,
  PUSH_DEVICES_MAX,
  PUSH_FAILURES_MAX,
  PUSH_HELD_MS,
  PUSH_LIFETIME_MS,
  SESSION_LIFETIME_MS,
  WEBHOOK_URL_MAX,
} from "../../domain/limits";
import { type NotificationSettings, defaultSettings } from "../../domain/notifications";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { endSession } from "../auth/accounts";
import type { Outcome } from "../developers/post";
import {
  type Market,
  type Person,
  MEMBER_PASSWORD,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
  withPassword,
} from "../market.setup";
import { deactivate } from "../users/deactivate";
import { type Device, newDevice, toBase64Url, vapidClaims } from "./device.setup";
import { enqueuePush } from "./enqueue";

type Sent = { url: string; headers: Record<string, string>; body: Uint8Array };

const service = vi.hoisted(() => ({
  sent: [] as Sent[],
  answer: (_url: string): Outcome => ({ taken: true, status: 201 }),
}));

vi.mock("../developers/post", () => ({
  post: (url: string, headers: Record<string, string>, body: Uint8Array) => {
    service.sent.push({ url, headers, body });
    return Promise.resolve(service.answer(url));
  },
}));

/** 21 November 2026, noon in India. */
const NOON = Date.UTC(2026, 10, 21, 6, 30);
const HOUR_MS = 60 * 60_000;

async function newKeys() {
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(curve, true, ["sign", "verify"]);
  const { d = "" } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const raw = await crypto.subtle.exportKey("raw", pair.publicKey);
  return { publicKey: toBase64Url(new Uint8Array(raw)), privateKey: d };
}

let keys: Awaited<ReturnType<typeof newKeys>>;

beforeEach(async () => {
  keys = await newKeys();
  vi.stubEnv("VAPID_PUBLIC_KEY", keys.publicKey);
  vi.stubEnv("VAPID_PRIVATE_KEY", keys.privateKey);
  vi.stubEnv("MAIL_FROM", "Mandi <desk@mandi.example>");
  vi.stubEnv("RATE_LIMITS", "off");
  vi.stubEnv("WEBHOOKS_ALLOW_PRIVATE", "");
  vi.useFakeTimers({ now: NOON });
  service.sent.length = 0;
  service.answer = () => ({ taken: true, status: 201 });
});

/** Runs scheduled functions that are due after `ms`, and those that they schedule. */
async function pass(t: Market, ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.advanceTimersByTimeAsync(1);
    await t.finishInProgressScheduledFunctions();
  }
}

/** Goes on until no request waits or is under way. */
async function drain(t: Market): Promise<void> {
  const open = () => t.run((ctx) => ctx.db.query("outgoingRequests").first());
  while ((await open()) !== null) await pass(t, 0);
}

const sendDue = (t: Market) => pass(t, PUSH_DELAY_MS);

let endpoints = 0;

async function listen({ client }: Person, endpoint?: string): Promise<Device> {
  endpoints += 1;
  const device = await newDevice(endpoint ?? `https://push.example/${endpoints}`);
  await client.mutation(api.push.subscribe, device.subscription);
  return device;
}

type Told = Partial<Doc<"notifications">>;
const SETTINGS = defaultSettings("distributor");

/** Writes a notification of an order, and queues its push in the same transaction. */
async function tell(
  t: Market,
  { user }: Person,
  told: Told = {},
  settings: NotificationSettings = SETTINGS,
): Promise<Id<"notifications">> {
  return t.run(async (ctx) => {
    const now = Date.now();
    const notificationId = await ctx.db.insert("notifications", {
      userId: user._id,
      kind: "orderPlaced",
      at: now,
      partnerId: user._id,
      partnerName: "Corner Shop",
      productName: "Steel Tumbler",
      lineCount: 1,
      paise: 10_500,
      path: "/pendingorders_dist",
      subject: "order 1",
      ...told,
    });
    const notification = await ctx.db.get("notifications", notificationId);
    if (notification !== null) await enqueuePush(ctx, notification, settings, now);
    return notificationId;
  });
}

function read(t: Market, notificationId: Id<"notifications">): Promise<void> {
  return t.run((ctx) => ctx.db.patch("notifications", notificationId, { readAt: Date.now() }));
}

const rows = (t: Market) => t.run((ctx) => ctx.db.query("pushSubscriptions").take(100));
const scheduled = (t: Market) =>
  t.run((ctx) => ctx.db.system.query("_scheduled_functions").take(100));

async function openShop() {
  const t = openMarket();
  const person = await joinDistributor(t);
  return { t, person, device: await listen(person) };
}

function only(): Sent {
  const [first, ...others] = service.sent;
  if (first === undefined || others.length > 0)
    throw new Error(`There is not one push, but ${service.sent.length}`);
  return first;
}

describe("a push", () => {
  test("is encrypted for the device alone, signed, short-lived and without sums", async () => {
    const { t, person, device } = await openShop();
    await tell(t, person);
    await sendDue(t);
    const { url, headers, body } = only();
    expect(url).toBe(device.subscription.endpoint);
    const said = (await device.decrypt(body)) as Record<string, string>;
    expect(said).toEqual({
      title: expect.any(String) as string,
      body: expect.any(String) as string,
      path: "/pendingorders_dist",
      tag: headers["Topic"],
    });
    expect(`${said["title"]} ${said["body"]}`).toContain("Corner Shop");
    expect(JSON.stringify(said)).not.toContain("105");
    const stranger = await newDevice("https://push.example/stranger");
    await expect(stranger.decrypt(body)).rejects.toThrow();
    expect(headers).toMatchObject({
      "Content-Encoding": "aes128gcm",
      "Content-Length": String(body.length),
      Urgency: "high",
      Topic: expect.stringMatching(/^[\w-]{32}$/) as string,
    });
    expect(Number(headers["TTL"])).toBeCloseTo(PUSH_LIFETIME_MS / 1_000, -1);
    const claims = await vapidClaims(headers["Authorization"] ?? "", keys.publicKey);
    expect(claims).toMatchObject({ aud: "https://push.example", sub: "mailto:desk@mandi.example" });
    expect(claims.exp * 1_000 - Date.now()).toBeLessThanOrEqual(DAY_MS);
  });

  test("tells the sum to whoever wishes it", async () => {
    const { t, person, device } = await openShop();
    await tell(t, person, {}, { ...SETTINGS, showsSums: true });
    await sendDue(t);
    expect(JSON.stringify(await device.decrypt(only().body))).toContain("105");
  });

  test("of the same thing replaces the one before, and of another thing does not", async () => {
    const { t, person } = await openShop();
    await tell(t, person);
    await tell(t, person, { kind: "orderCancelled" });
    await tell(t, person, { subject: "order 2" });
    await sendDue(t);
    const topics = service.sent.map(({ headers }) => headers["Topic"]);
    expect(topics).toHaveLength(3);
    expect(new Set(topics).size).toBe(2);
  });

  test("goes to every device of its reader, and to nobody else's", async () => {
    const { t, person, device } = await openShop();
    const second = await listen(person);
    await listen(await joinRetailer(t));
    await tell(t, person);
    await sendDue(t);
    const urls = service.sent.map(({ url }) => url).sort();
    expect(urls).toEqual([device, second].map(({ subscription }) => subscription.endpoint).sort());
  });

  test("is not sent if its kind is not pushed, there is no device, or its transaction fails", async () => {
    const { t, person } = await openShop();
    await tell(t, person, {}, { ...SETTINGS, channels: { orderPlaced: ["bell", "mail"] } });
    await tell(t, await joinRetailer(t), { kind: "message" }, defaultSettings("retailer"));
    const failing = t.run(async (ctx) => {
      const notification = await ctx.db.query("notifications").first();
      if (notification !== null) await enqueuePush(ctx, notification, SETTINGS, Date.now());
      throw new Error("The order was refused");
    });
    await expect(failing).rejects.toThrow("refused");
    expect(await scheduled(t)).toEqual([]);
    await sendDue(t);
    expect(service.sent).toEqual([]);
  });

  test("of several messages is sent once, with the last of them", async () => {
    const { t, person, device } = await openShop();
    const notificationId = await tell(t, person, { kind: "message", subject: "chat" });
    await vi.advanceTimersByTimeAsync(PUSH_DELAY_MS / 2);
    await t.run(async (ctx) => {
      const at = Date.now();
      await ctx.db.patch("notifications", notificationId, { at, lineCount: 2 });
      const notification = await ctx.db.get("notifications", notificationId);
      if (notification !== null) await enqueuePush(ctx, notification, SETTINGS, at);
    });
    await sendDue(t);
    expect(await device.decrypt(only().body)).toMatchObject({ body: "2 new messages" });
  });

  test("is not sent once its notification is read", async () => {
    const { t, person } = await openShop();
    await read(t, await tell(t, person));
    await sendDue(t);
    expect(service.sent).toEqual([]);
  });
});

describe("a push that is not taken", () => {
  const FAILING: Outcome = { taken: false, status: 503, problem: "Later" };

  test("is tried again, later and later, until it is taken", async () => {
    const { t, person } = await openShop();
    service.answer = () => FAILING;
    await tell(t, person);
    await sendDue(t);
    await pass(t, 15_000);
    expect(service.sent).toHaveLength(2);
    service.answer = () => ({ taken: true, status: 201 });
    await pass(t, 60_000);
    expect(service.sent).toHaveLength(3);
    await pass(t, DAY_MS);
    expect(service.sent).toHaveLength(3);
  });

  /** Lets a time pass, and makes each attempt in it at its own time. */
  async function passWithRetries(t: Market, ms: number): Promise<void> {
    const end = Date.now() + ms;
    for (;;) {
      const planned = await scheduled(t);
      const pending = planned.filter(({ state }) => state.kind === "pending");
      const next = Math.min(...pending.map(({ scheduledTime }) => scheduledTime));
      if (next > end) break;
      await pass(t, Math.max(next - Date.now(), 0));
    }
    await pass(t, end - Date.now());
  }

  test("is given up when it is too old", async () => {
    const { t, person } = await openShop();
    service.answer = () => FAILING;
    await tell(t, person);
    await passWithRetries(t, 20 * HOUR_MS);
    const tries = service.sent.length;
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(12);
    expect(await rows(t)).toMatchObject([{ failures: tries }]);
  });

  test.each([
    ["503", FAILING],
    ["no answer", { taken: false, problem: "No answer within 10 seconds." }],
  ])("counts as a failure of its device with %s, although it is tried again", async (_, answer) => {
    const { t, person } = await openShop();
    service.answer = () => answer;
    await tell(t, person);
    await sendDue(t);
    expect(await rows(t)).toMatchObject([{ failures: 1 }]);
    await pass(t, 15_000);
    expect(await rows(t)).toMatchObject([{ failures: 2 }]);
    expect(service.sent).toHaveLength(2);
  });

  test.each([408, 425, 429])(
    "with %i is tried again, and keeps its subscription",
    async (status) => {
      const { t, person } = await openShop();
      service.answer = () => ({ taken: false, status });
      await tell(t, person);
      await sendDue(t);
      expect(await rows(t)).toHaveLength(1);
      service.answer = () => ({ taken: true, status: 201 });
      await pass(t, 15_000);
      expect(service.sent).toHaveLength(2);
      expect(await rows(t)).toMatchObject([{ failures: 0 }]);
      await pass(t, DAY_MS);
      expect(service.sent).toHaveLength(2);
    },
  );

  test.each([
    ["refused at once", 403, 0, 0],
    ["refused at once, but not yet so often", 403, 1, 1],
    ["failing for a day", 503, 0, DAY_MS],
  ])("drops a device whose pushes were %s ten times", async (_, status, fewer, ms) => {
    const { t, person } = await openShop();
    const failures = PUSH_FAILURES_MAX - 1 - fewer;
    const failingSince = Date.now() - ms;
    await t.run(async (ctx) => {
      const [row] = await ctx.db.query("pushSubscriptions").take(1);
      await ctx.db.patch("pushSubscriptions", row!._id, { failures, failingSince });
    });
    service.answer = () => ({ taken: false, status });
    await tell(t, person);
    await sendDue(t);
    expect(await rows(t)).toHaveLength(fewer);
  });

  test("keeps a device whose push service had a bad hour, however many pushes failed in it", async () => {
    const { t, person } = await openShop();
    service.answer = () => FAILING;
    for (let n = 0; n < 2 * PUSH_FAILURES_MAX; n += 1)
      await tell(t, person, { subject: `order ${n}` });
    await passWithRetries(t, HOUR_MS);
    const [row] = await rows(t);
    expect(row?.failures).toBeGreaterThan(2 * PUSH_FAILURES_MAX);
    service.answer = () => ({ taken: true, status: 201 });
    await tell(t, person);
    await sendDue(t);
    expect(await rows(t)).toMatchObject([{ failures: 0 }]);
  });

  test("is not tried again once it was read", async () => {
    const { t, person } = await openShop();
    service.answer = () => FAILING;
    const notificationId = await tell(t, person);
    await sendDue(t);
    await read(t, notificationId);
    await pass(t, DAY_MS);
    expect(service.sent).toHaveLength(1);
  });

  test.each([404, 410])("with %i ends its subscription at once", async (status) => {
    const { t, person } = await openShop();
    service.answer = () => ({ taken: false, status });
    await tell(t, person);
    await sendDue(t);
    expect(await rows(t)).toEqual([]);
    await pass(t, DAY_MS);
    expect(service.sent).toHaveLength(1);
  });

  test("forgives earlier failures with the next success", async () => {
    const { t, person } = await openShop();
    service.answer = () => ({ taken: false, status: 400 });
    await tell(t, person);
    await sendDue(t);
    expect(await rows(t)).toMatchObject([{ failures: 1 }]);
    service.answer = () => ({ taken: true, status: 201 });
    await tell(t, person);
    await sendDue(t);
    expect(await rows(t)).toMatchObject([{ failures: 0 }]);
  });

  test("counts as refused where the device's key is no point of the curve", async () => {
    const t = openMarket();
    const person = await joinDistributor(t);
    const { subscription } = await newDevice("https://push.example/bad");
    const p256dh = `B${"A".repeat(86)}`;
    await person.client.mutation(api.push.subscribe, { ...subscription, p256dh });
    await tell(t, person);
    await sendDue(t);
    expect(service.sent).toEqual([]);
    expect(await rows(t)).toMatchObject([{ failures: 1 }]);
  });
});

describe("in quiet hours", () => {
  /** From ten at night to seven in the morning, in India. */
  const QUIET = { ...SETTINGS, quietFrom: 22 * 60, quietTo: 7 * 60 };

  async function openNight() {
    const shop = await openShop();
    const { _id: userId } = shop.person.user;
    await shop.t.run((ctx) =>
      ctx.db.insert("notificationSettings", {
        userId,
        channels: [{ kind: "orderPlaced", channels: ["bell", "push"] }],
        quietFrom: QUIET.quietFrom,
        quietTo: QUIET.quietTo,
        digest: "none",
        showsSums: false,
        repeatsSound: false,
      }),
    );
    const speak = () => tell(shop.t, shop.person, {}, QUIET);
    const until = (hour: number) => pass(shop.t, NOON + (hour - 12) * HOUR_MS - Date.now());
    return { ...shop, speak, until };
  }

  test("pushes wait until morning, also over midnight, and become one", async () => {
    const { t, device, speak, until } = await openNight();
    await until(22);
    await speak();
    await until(23);
    await speak();
    await until(24 + 3);
    await speak();
    const read4 = await speak();
    await speak();
    await read(t, read4);
    await until(24 + 6.99);
    expect(service.sent).toEqual([]);
    await until(24 + 7);
    expect(await device.decrypt(only().body)).toMatchObject({
      title: "4 notifications while you were away",
      path: "/notifications",
    });
    await speak();
    await sendDue(t);
    expect(service.sent).toHaveLength(2);
  });

  test("a single one comes in its own words, and none if all were read", async () => {
    const { t, device, speak, until } = await openNight();
    await until(22.5);
    await speak();
    await until(24 + 7);
    expect(await device.decrypt(only().body)).toMatchObject({ path: "/pendingorders_dist" });
    await until(24 + 22.5);
    await read(t, await speak());
    await until(48 + 8);
    expect(service.sent).toHaveLength(1);
  });

  test("outside them nothing waits", async () => {
    const { t, speak, until } = await openNight();
    await until(21.9);
    await speak();
    await sendDue(t);
    expect(service.sent).toHaveLength(1);
  });

  test("one that failed before them is tried again after them", async () => {
    const { t, device, speak, until } = await openNight();
    service.answer = () => ({ taken: false, status: 503, problem: "Later" });
    await until(21.9);
    await speak();
    await sendDue(t);
    await until(22);
    const tries = service.sent.length;
    service.answer = () => ({ taken: true, status: 201 });
    await until(24 + 6.99);
    expect(service.sent).toHaveLength(tries);
    await until(24 + 7);
    expect(service.sent).toHaveLength(tries + 1);
    expect(await device.decrypt(service.sent.at(-1)!.body)).toMatchObject({
      path: "/pendingorders_dist",
    });
  });

  test("held ones wait on if the hours were moved meanwhile", async () => {
    const { t, person, speak, until } = await openNight();
    await until(23);
    await speak();
    await t.run(async (ctx) => {
      const found = await ctx.db.query("notificationSettings").first();
      await ctx.db.patch("notificationSettings", found!._id, { quietTo: 9 * 60 });
    });
    await until(24 + 7.5);
    expect(service.sent).toEqual([]);
    await until(24 + 9);
    expect(service.sent).toHaveLength(1);
    expect(person.user.role).toBe("distributor");
  });
});

test("a flood becomes one push every ten minutes beyond the allowance", async () => {
  vi.stubEnv("RATE_LIMITS", "");
  const { t, person, device } = await openShop();
  for (let n = 0; n < 60; n += 1) await tell(t, person, { subject: `chat ${n}` });
  await sendDue(t);
  await drain(t);
  expect(service.sent).toHaveLength(20);
  await pass(t, PUSH_HELD_MS);
  expect(service.sent).toHaveLength(21);
  const last = service.sent.at(-1)!;
  const { title } = (await device.decrypt(last.body)) as { title: string };
  expect(title).toMatch(/^\d+ notifications while you were away$/);
});

describe("a subscription", () => {
  test("is one of ten at most; the oldest gives way", async () => {
    const { t, person, device } = await openShop();
    for (let n = 0; n < PUSH_DEVICES_MAX; n += 1) {
      vi.advanceTimersByTime(1);
      await listen(person);
    }
    const listed = await person.client.query(api.push.devices, {});
    expect(listed).toHaveLength(PUSH_DEVICES_MAX);
    expect(listed.map(({ endpoint }) => endpoint)).not.toContain(device.subscription.endpoint);
    expect(await rows(t)).toHaveLength(PUSH_DEVICES_MAX);
  });

  test("sent again stays one", async () => {
    const { t, person, device } = await openShop();
    await person.client.mutation(api.push.subscribe, device.subscription);
    expect(await rows(t)).toHaveLength(1);
  });

  test("goes over to the next account of the same browser, with the same keys alone", async () => {
    const { t, person, device } = await openShop();
    const next = await joinRetailer(t);
    const { auth } = (await newDevice("https://push.example/other")).subscription;
    const stolen = { ...device.subscription, auth };
    expect(await refusal(next.client.mutation(api.push.subscribe, stolen))).toEqual({
      code: "BAD_PUSH_SUBSCRIPTION",
    });
    expect(await rows(t)).toMatchObject([{ userId: person.user._id }]);
    await next.client.mutation(api.push.subscribe, device.subscription);
    expect(await rows(t)).toMatchObject([{ userId: next.user._id }]);
    await tell(t, person);
    await sendDue(t);
    expect(service.sent).toEqual([]);
  });

  test("of somebody else is neither listed, tested nor deleted", async () => {
    const { t, device } = await openShop();
    const { endpoint } = device.subscription;
    const { client } = await joinRetailer(t);
    expect(await client.query(api.push.devices, {})).toEqual([]);
    expect(await refusal(client.mutation(api.push.test, { endpoint }))).toEqual({
      code: "NOT_FOUND",
    });
    await client.mutation(api.push.unsubscribe, { endpoint });
    expect(await rows(t)).toHaveLength(1);
  });

  test("is deleted by its owner", async () => {
    const { t, person, device } = await openShop();
    const { endpoint } = device.subscription;
    await person.client.mutation(api.push.unsubscribe, { endpoint });
    await person.client.mutation(api.push.unsubscribe, { endpoint });
    expect(await rows(t)).toEqual([]);
  });

  test("is refused with keys that no browser has, and for what is no https address", async () => {
    const t = openMarket();
    const { client } = await joinRetailer(t);
    const { subscription } = await newDevice("https://push.example/1");
    const bad = [
      { p256dh: "" },
      { p256dh: subscription.p256dh.slice(1) },
      { p256dh: `${subscription.p256dh}A` },
      { p256dh: `A${subscription.p256dh.slice(1)}` },
      { auth: "" },
      { auth: `${subscription.auth}A` },
      { auth: `${subscription.auth.slice(1)}=` },
      { endpoint: "" },
      { endpoint: "push.example/1" },
      { endpoint: "http://push.example/1" },
      { endpoint: "https://user:secret@push.example/1" },
      { endpoint: `https://push.example/${"1".repeat(WEBHOOK_URL_MAX)}` },
      { endpoint: `https://push.example/${"1".repeat(1_000_000)}` },
    ];
    for (const change of bad) {
      const call = client.mutation(api.push.subscribe, { ...subscription, ...change });
      expect(await refusal(call), JSON.stringify(change).slice(0, 100)).toEqual({
        code: "BAD_PUSH_SUBSCRIPTION",
      });
    }
    expect(await rows(t)).toEqual([]);
  });

  test.each([
    ...["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "127。0。0。1", "localhost"],
    ...["x.localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "192.168.1.1", "169.254.169.254"],
    ...["100.64.0.1", "[fd00::1]", "[fe80::1]", "[64:ff9b::10.0.0.1]", "0.0.0.0"],
  ])("never leads to %s", async (host) => {
    const t = openMarket();
    const { client } = await joinRetailer(t);
    const { subscription } = await newDevice(`https://${host}/1`);
    expect(await refusal(client.mutation(api.push.subscribe, subscription))).toEqual({
      code: "PRIVATE_ADDRESS",
    });
  });

  test("is told the public key, or that there is none", async () => {
    const { client } = await joinRetailer(openMarket());
    expect(await client.query(api.push.publicKey, {})).toBe(keys.publicKey);
    vi.stubEnv("VAPID_PRIVATE_KEY", undefined);
    expect(await client.query(api.push.publicKey, {})).toBeNull();
  });
});

describe("a subscription ends with", () => {
  async function openTwo() {
    const t = openMarket();
    const here = await withPassword(t, await joinRetailer(t));
    const session = await t.run((ctx) =>
      ctx.db.insert("authSessions", {
        userId: here.user._id,
        expirationTime: Number.MAX_SAFE_INTEGER,
      }),
    );
    const there = { ...here, client: t.withIdentity({ subject: `${here.user._id}|${session}` }) };
    const [kept, ended] = [await listen(here), await listen(there)];
    const left = async () => (await rows(t)).map(({ endpoint }) => endpoint);
    return { t, here, there, session, kept, ended, left };
  }

  test("its own sign-out, and no other", async () => {
    const { there, kept, left } = await openTwo();
    await there.client.action(api.auth.signOut, {});
    expect(await left()).toEqual([kept.subscription.endpoint]);
  });

  test("a session that the sign-in library has deleted already", async () => {
    const { t, session, kept, left, here } = await openTwo();
    await t.run((ctx) => ctx.db.delete("authSessions", session));
    await tell(t, here, { kind: "message" }, defaultSettings("retailer"));
    await sendDue(t);
    expect(service.sent.map(({ url }) => url)).toEqual([kept.subscription.endpoint]);
    await t.run((ctx) => endSession(ctx, session));
    expect(await left()).toEqual([kept.subscription.endpoint]);
  });

  test("a new password, on other devices", async () => {
    const { here, kept, left } = await openTwo();
    await here.client.action(api.account.changePassword, {
      current: MEMBER_PASSWORD,
      password: "another long password",
    });
    expect(await left()).toEqual([kept.subscription.endpoint]);
  });

  test("a sign-out everywhere, and what was queued is not sent", async () => {
    const { t, here, left } = await openTwo();
    await tell(t, here, { kind: "message" }, defaultSettings("retailer"));
    await here.client.mutation(api.account.signOutEverywhere, {});
    expect(await left()).toEqual([]);
    await sendDue(t);
    expect(service.sent).toEqual([]);
  });

  test("the account", async () => {
    const { t, here, left } = await openTwo();
    const { _id: userId } = here.user;
    await t.run((ctx) => deactivate(ctx, { userId, role: "retailer" }, Date.now()));
    expect(await left()).toEqual([]);
  });

  test("the age of its session", async () => {
    const { t, left } = await openTwo();
    await vi.advanceTimersByTimeAsync(SESSION_LIFETIME_MS + DAY_MS);
    await t.mutation(internal.auth.sweep.run, {});
    expect(await left()).toEqual([]);
  });
});

test("a test push is sent at once, in quiet hours too, and tried once", async () => {
  const { t, person, device } = await openShop();
  const { endpoint } = device.subscription;
  service.answer = () => ({ taken: false, status: 503 });
  await person.client.mutation(api.push.test, { endpoint });
  await pass(t, 1);
  expect(await device.decrypt(only().body)).toMatchObject({
    title: "Notifications work on this device",
  });
  await pass(t, DAY_MS);
  expect(service.sent).toHaveLength(1);
});

test("tests are ten in a minute at most", async () => {
  vi.stubEnv("RATE_LIMITS", "");
  const { person, device } = await openShop();
  const { endpoint } = device.subscription;
  for (let n = 0; n < 10; n += 1) await person.client.mutation(api.push.test, { endpoint });
  expect(await refusal(person.client.mutation(api.push.test, { endpoint }))).toMatchObject({
    code: "TOO_MANY",
  });
});

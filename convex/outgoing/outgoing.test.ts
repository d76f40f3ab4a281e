/** The queue of requests to hosts that people named, but for the sockets: each fake host answers, or lets the time pass. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  HOST_PAUSE_MAX_MS,
  HOST_PAUSE_MS,
  HOST_SILENCES_MAX,
  HOST_SILENT_MAX_MS,
  OUTGOING_ACCOUNT_MAX,
  OUTGOING_MAX,
  OUTGOING_RESERVED,
  PUSH_DEVICES_MAX,
  WEBHOOKS_MAX,
  WEBHOOK_TIMEOUT_MS,
} from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { Outcome } from "./post";
import {
  type Market,
  type Person,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  storePicture,
} from "../market.setup";
import type * as Download from "./download";
import { NoAnswerProblem } from "./download";
import { newDevice, toBase64Url } from "../push/device.setup";
import { sendTo } from "../push/enqueue";
import { hostOf } from "./targets";
import { enqueue } from "./queue";

const SILENT = "https://silent.example";
const HONEST = "https://honest.example";
const NO_ANSWER: Outcome = { taken: false, problem: "No answer within 10 seconds." };

type Pending = { readonly url: string; readonly timeOut: () => void };

const network = vi.hoisted(() => ({
  /** Addresses in the order in which they were asked. */
  asked: [] as string[],
  /** Requests that their hosts leave open. */
  pending: [] as Pending[],
  silent: new Set<string>(),
}));

function isSilent(url: string): boolean {
  network.asked.push(url);
  return network.silent.has(new URL(url).origin);
}

vi.mock("./post", () => ({
  post: (url: string) =>
    new Promise<Outcome>((resolve) => {
      if (isSilent(url)) network.pending.push({ url, timeOut: () => resolve(NO_ANSWER) });
      else resolve({ taken: true, status: 200 });
    }),
}));

vi.mock("./download", async (original) => ({
  ...(await original<typeof Download>()),
  download: ({ url }: { url: string }) =>
    new Promise<Uint8Array>((resolve, reject) => {
      const timeOut = () => reject(new NoAnswerProblem("no answer within 10 s"));
      if (isSilent(url)) network.pending.push({ url, timeOut });
      else resolve(new Uint8Array());
    }),
}));

const NOON = Date.UTC(2026, 10, 21, 6, 30);
/** Encryption takes real time, also where the clock stands. */
const realTimeout = setTimeout;

beforeEach(async () => {
  vi.stubEnv("RATE_LIMITS", "off");
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(curve, true, ["sign", "verify"]);
  const { d = "" } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const raw = await crypto.subtle.exportKey("raw", pair.publicKey);
  vi.stubEnv("VAPID_PUBLIC_KEY", toBase64Url(new Uint8Array(raw)));
  vi.stubEnv("VAPID_PRIVATE_KEY", d);
  vi.stubEnv("MAIL_FROM", "Mandi <desk@mandi.example>");
  vi.stubEnv("WEBHOOKS_ALLOW_PRIVATE", "");
  vi.useFakeTimers({ now: NOON });
  network.asked.length = 0;
  network.pending.length = 0;
  network.silent = new Set([SILENT]);
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  };
});

type Request = Doc<"outgoingRequests">;

function requests(t: Market, state: Request["state"]): Promise<Request[]> {
  return t.run((ctx) =>
    ctx.db
      .query("outgoingRequests")
      .withIndex("by_state", (q) => q.eq("state", state))
      .take(2_000),
  );
}

/** Runs what is due until all that has begun is with its host, and nothing else is to be begun. */
async function settle(t: Market): Promise<void> {
  const isSettled = async () => {
    const [begun, planned] = [await requests(t, "underWay"), await dueNow(t)];
    return begun.length === network.pending.length && planned.length === 0;
  };
  for (let turns = 0; turns < 2_000; turns += 1) {
    await vi.advanceTimersByTimeAsync(1);
    await new Promise((resolve) => realTimeout(resolve, 1));
    if (await isSettled()) return;
  }
  const [begun, planned] = [await requests(t, "underWay"), await dueNow(t)];
  throw new Error(
    `Requests neither end nor reach their hosts: ${begun.length} of ${network.pending.length}, ${planned.length} planned`,
  );
}

function dueNow(t: Market) {
  return t.run(async (ctx) => {
    const all = await ctx.db.system.query("_scheduled_functions").take(4_000);
    const now = Date.now();
    return all.filter(
      ({ state, scheduledTime }) => state.kind === "pending" && scheduledTime <= now,
    );
  });
}

async function pass(t: Market, ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle(t);
}

/** The time-outs of all requests that are open. */
async function timeOut(t: Market): Promise<void> {
  await vi.advanceTimersByTimeAsync(WEBHOOK_TIMEOUT_MS);
  for (const { timeOut } of network.pending.splice(0)) timeOut();
  await settle(t);
}

function newWebhook(t: Market, { user }: Person, url: string): Promise<Id<"webhooks">> {
  return t.run(async (ctx) => {
    await ctx.db.patch("users", user._id, { hasWebhooks: true });
    const events: ["order.placed"] = ["order.placed"];
    return ctx.db.insert("webhooks", { userId: user._id, url, events, secret: "s" });
  });
}

async function tell(t: Market, webhookId: Id<"webhooks">, count = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const event = { type: "order.placed", at: Date.now(), data: "{}" } as const;
    const eventId = await t.run((ctx) => ctx.db.insert("webhookEvents", event));
    await t.mutation(internal.webhooks.deliver.begin, { eventId, webhookIds: [webhookId] });
  }
}

async function addDevice(t: Market, { user }: Person, endpoint: string) {
  const { subscription } = await newDevice(endpoint);
  return t.run(async (ctx) => {
    const userId = user._id;
    const session = { userId, expirationTime: Number.MAX_SAFE_INTEGER };
    const sessionId = await ctx.db.insert("authSessions", session);
    const row = { ...subscription, userId, sessionId, failures: 0, createdAt: Date.now() };
    return ctx.db.insert("pushSubscriptions", row);
  });
}

function push(t: Market, deviceId: Id<"pushSubscriptions">): Promise<void> {
  return t.run(async (ctx) => {
    const device = await ctx.db.get("pushSubscriptions", deviceId);
    const about = { title: "An order", body: "", path: "/", subject: "order", urgency: "high" };
    if (device !== null) await sendTo(ctx, device, { ...about, urgency: "high", at: Date.now() });
  });
}

/** Rows of an import that wait for the pictures of these addresses, and their requests. */
async function wantPictures(t: Market, distributor: Person, addresses: readonly string[]) {
  const productId = await listProduct(t, distributor);
  const imageSeen = await storePicture(t);
  const distributorId = distributor.user._id;
  const once = { owner: distributorId, key: "import-1", digest: "" };
  return t.run(async (ctx) => {
    const parentId = await ctx.db.insert("imports", {
      ...{ distributorId, once, mode: "updateOnly" as const },
      ...{ rowCount: addresses.length, batchesDone: 1 },
      counts: { added: 0, changed: addresses.length, same: 0, refused: 0, conflict: 0 },
      pictures: { wanted: addresses.length, fetched: 0, failed: 0 },
    });
    for (const [line, address] of addresses.entries()) {
      const row = { parentId, distributorId, productId, line, address, imageSeen, tries: 0 };
      await ctx.db.insert("importPictures", { ...row, state: "waiting" });
    }
    await enqueue(
      ctx,
      addresses.map((address) => ({
        ...{ account: distributorId, host: hostOf(address) },
        job: { kind: "picture", parentId, address } as const,
      })),
    );
    return parentId;
  });
}

/** An account with all that it may have at a host that never answers, and work for each. */
async function openSlowAccount(t: Market, pictures: number) {
  const person = await joinDistributor(t);
  for (let n = 0; n < WEBHOOKS_MAX; n += 1)
    await tell(t, await newWebhook(t, person, `${SILENT}/hook/${n}`), 4);
  for (let n = 0; n < PUSH_DEVICES_MAX; n += 1) {
    const device = await addDevice(t, person, `${SILENT}/push/${n}`);
    for (let order = 0; order < 2; order += 1) await push(t, device);
  }
  const addresses = Array.from({ length: pictures }, (_, n) => `${SILENT}/${n}.png`);
  await wantPictures(t, person, addresses);
  return person;
}

/** A distributor whose webhook is at a host that answers, and an order that it is told of. */
async function openHonestTrade(t: Market) {
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  const productId = await listProduct(t, distributor);
  await newWebhook(t, distributor, `${HONEST}/hook`);
  return { order: () => placeOne(retailer, productId) };
}

const toldHonest = () => network.asked.filter((url) => url === `${HONEST}/hook`).length;

function placesByAccount(rows: readonly Request[]): number[] {
  const accounts = [...new Set(rows.map(({ account }) => account))];
  return accounts.map((one) => rows.filter(({ account }) => account === one).length);
}

describe("hosts that never answer", () => {
  test("hold an account's own places alone, over its devices, webhooks and pictures together", async () => {
    const t = openMarket();
    const { order } = await openHonestTrade(t);
    await openSlowAccount(t, 500);
    await settle(t);
    expect(network.pending).toHaveLength(OUTGOING_ACCOUNT_MAX);
    await order();
    await settle(t);
    expect(toldHonest()).toBe(1);
    expect(network.pending).toHaveLength(OUTGOING_ACCOUNT_MAX);
  });

  test("of four accounts hold four times as many, and no honest message waits for one of them", async () => {
    const t = openMarket();
    const { order } = await openHonestTrade(t);
    for (let n = 0; n < 4; n += 1) await openSlowAccount(t, 5);
    await settle(t);
    expect(placesByAccount(await requests(t, "underWay"))).toEqual(
      Array(4).fill(OUTGOING_ACCOUNT_MAX),
    );
    for (let orders = 1; orders <= 3; orders += 1) {
      await order();
      await settle(t);
      expect(toldHonest()).toBe(orders);
    }
  });

  test("leave the reserve to accounts with nothing under way, and never more than the room", async () => {
    const t = openMarket();
    const { order } = await openHonestTrade(t);
    const greedy = (OUTGOING_MAX - OUTGOING_RESERVED) / OUTGOING_ACCOUNT_MAX + 3;
    const join = async (n: number, messages: number) => {
      network.silent.add(`https://silent${n}.example`);
      const webhookId = await newWebhook(
        t,
        await joinDistributor(t),
        `https://silent${n}.example/`,
      );
      await tell(t, webhookId, messages);
    };
    for (let n = 0; n < greedy; n += 1) await join(n, 2 * OUTGOING_ACCOUNT_MAX);
    await settle(t);
    const begun = await requests(t, "underWay");
    // The last of them came when the rest was taken: each got one place of the reserve.
    expect(placesByAccount(begun).toSorted()).toEqual([
      ...Array<number>(3).fill(1),
      ...Array<number>(greedy - 3).fill(OUTGOING_ACCOUNT_MAX),
    ]);
    await order();
    await settle(t);
    expect(toldHonest()).toBe(1);
    for (let n = greedy; n < greedy + OUTGOING_RESERVED - 3; n += 1) await join(n, 1);
    await settle(t);
    expect(network.pending).toHaveLength(OUTGOING_MAX);
    // The next place that is free is for whoever has none.
    await order();
    await settle(t);
    expect(toldHonest()).toBe(1);
    network.pending.shift()?.timeOut();
    await settle(t);
    expect(toldHonest()).toBe(2);
  });

  test("let a waiting account begin as soon as one of theirs ends, those with the fewest first", async () => {
    const t = openMarket();
    const [one, other] = [await joinDistributor(t), await joinDistributor(t)];
    network.silent.add("https://other.example");
    await tell(t, await newWebhook(t, one, `${SILENT}/`), 6);
    await tell(t, await newWebhook(t, other, "https://other.example/"), 6);
    await settle(t);
    network.pending.find(({ url }) => url === "https://other.example/")?.timeOut();
    network.pending.splice(
      network.pending.findIndex(({ url }) => url === "https://other.example/"),
      1,
    );
    await settle(t);
    expect(placesByAccount(await requests(t, "underWay"))).toEqual([4, 4]);
  });

  test("take one place for the news, however often they are due", async () => {
    vi.stubEnv("NEWS_FEEDS", `${SILENT}/feed`);
    const t = openMarket();
    for (let n = 0; n < 3; n += 1) await t.mutation(internal.news.keep.begin, {});
    await settle(t);
    expect(await requests(t, "underWay")).toMatchObject([{ account: "news" }]);
    await timeOut(t);
    expect(await t.run((ctx) => ctx.db.query("outgoingRequests").first())).toBeNull();
    expect(await t.query(api.news.feed, {})).toMatchObject({
      problem: "Error fetching news: no answer within 10 s",
    });
  });
});

describe("a crash", () => {
  test("leaves no place taken: after the deadline others begin, and what was lost is tried again", async () => {
    const t = openMarket();
    const person = await joinDistributor(t);
    const webhookId = await newWebhook(t, person, `${SILENT}/`);
    await tell(t, webhookId, 2 * OUTGOING_ACCOUNT_MAX);
    await settle(t);
    const lost = network.pending.splice(0);
    network.silent.clear();
    await t.mutation(internal.outgoing.internal.sweep, {});
    expect(await requests(t, "underWay")).toHaveLength(OUTGOING_ACCOUNT_MAX);
    await vi.advanceTimersByTimeAsync(61_000);
    await t.mutation(internal.outgoing.internal.sweep, {});
    await settle(t);
    expect(network.asked).toHaveLength(2 * OUTGOING_ACCOUNT_MAX);
    await pass(t, 15_000);
    const log = await t.run((ctx) => ctx.db.query("webhookDeliveries").take(20));
    expect(log.map(({ state }) => state)).toEqual(Array(8).fill("delivered"));
    expect(await t.run((ctx) => ctx.db.query("outgoingRequests").first())).toBeNull();
    // What comes after all changes nothing.
    for (const { timeOut } of lost) timeOut();
    await settle(t);
    expect(await t.run((ctx) => ctx.db.query("webhookDeliveries").take(20))).toEqual(log);
  });
});

test("a place is free once its deadline has passed, before anything is swept", async () => {
  const t = openMarket();
  const webhookId = await newWebhook(t, await joinDistributor(t), `${SILENT}/`);
  await tell(t, webhookId, OUTGOING_ACCOUNT_MAX);
  await settle(t);
  network.pending.splice(0);
  await vi.advanceTimersByTimeAsync(61_000);
  network.silent.clear();
  await tell(t, webhookId);
  for (let turns = 0; turns < 500 && network.asked.length === OUTGOING_ACCOUNT_MAX; turns += 1) {
    await vi.advanceTimersByTimeAsync(1);
    await new Promise((resolve) => realTimeout(resolve, 1));
  }
  expect(network.asked).toHaveLength(OUTGOING_ACCOUNT_MAX + 1);
});

describe("a host that leaves some requests in a row without an answer", () => {
  const hostRow = (t: Market) => t.run((ctx) => ctx.db.query("outgoingHosts").first());
  const askedSilent = () => network.asked.filter((url) => url.startsWith(SILENT));

  /** Two accounts with a webhook each at the host, which is paused because of the first. */
  async function openPaused() {
    const t = openMarket();
    const [one, other] = [await joinDistributor(t), await joinDistributor(t)];
    const first = await newWebhook(t, one, `${SILENT}/one`);
    const second = await newWebhook(t, other, `${SILENT}/other`);
    await tell(t, first, HOST_SILENCES_MAX);
    await settle(t);
    expect(network.pending).toHaveLength(HOST_SILENCES_MAX);
    await timeOut(t);
    return { t, one, other, first, second };
  }

  test("is paused for all accounts, and their owners are told", async () => {
    const { t, one, other, second } = await openPaused();
    await tell(t, second, 3);
    await settle(t);
    expect(askedSilent()).toHaveLength(HOST_SILENCES_MAX);
    expect(await requests(t, "paused")).toHaveLength(3);
    const silentSince: unknown = expect.any(Number);
    for (const { client } of [one, other])
      expect(await client.query(api.developers.webhooks, {})).toMatchObject([{ silentSince }]);
    const device = await addDevice(t, other, `${SILENT}/push`);
    await push(t, device);
    await settle(t);
    expect(await other.client.query(api.push.devices, {})).toMatchObject([{ silentSince }]);
    const parentId = await wantPictures(t, other, [`${SILENT}/1.png`]);
    await settle(t);
    const { key: importId } = (await t.run((ctx) => ctx.db.get("imports", parentId)))!.once;
    expect(await other.client.query(api.imports.progress, { importId })).toMatchObject({
      silentHosts: ["silent.example"],
    });
    expect(askedSilent()).toHaveLength(HOST_SILENCES_MAX);
  });

  test("is tried by one request when the pause is over, another account's each time, and later each time", async () => {
    const { t, second } = await openPaused();
    await tell(t, second, 2);
    // The clock goes on by some milliseconds while scheduled functions run.
    const SHORTLY_MS = 2_000;
    const tries: string[] = [];
    let pauseMs = HOST_PAUSE_MS;
    for (let tried = 0; tried < 8; tried += 1) {
      const { pausedUntil = 0 } = (await hostRow(t))!;
      expect(Math.abs(pausedUntil - Date.now() - pauseMs)).toBeLessThan(SHORTLY_MS);
      await pass(t, pausedUntil - Date.now() - SHORTLY_MS);
      expect(network.pending).toEqual([]);
      await pass(t, SHORTLY_MS);
      expect(network.pending).toHaveLength(1);
      tries.push(network.pending[0]!.url);
      await timeOut(t);
      pauseMs = Math.min(2 * pauseMs, HOST_PAUSE_MAX_MS);
    }
    const [others, ones] = ["/other", "/one"].map(
      (path) => tries.filter((url) => url.endsWith(path)).length,
    );
    expect(Math.abs(others! - ones!)).toBeLessThanOrEqual(2);
  });

  test("gets everything that waits once it answers one of them", async () => {
    const { t, first, second } = await openPaused();
    await tell(t, second, 2 * OUTGOING_ACCOUNT_MAX);
    await settle(t);
    network.silent.clear();
    await pass(t, HOST_PAUSE_MS);
    expect(await hostRow(t)).toBeNull();
    await pass(t, 60_000);
    const log = await t.run((ctx) => ctx.db.query("webhookDeliveries").take(20));
    expect(log.map(({ state }) => state)).toEqual(Array(log.length).fill("delivered"));
    const webhooks = await t.run((ctx) =>
      Promise.all([first, second].map((id) => ctx.db.get("webhooks", id))),
    );
    for (const webhook of webhooks) expect(webhook).not.toHaveProperty("silentSince");
  });

  test.each([
    ["answers with an error", 500],
    ["answers", 200],
  ])("is not paused where it %s in between", async (_, status) => {
    const t = openMarket();
    const webhookId = await newWebhook(t, await joinDistributor(t), `${SILENT}/`);
    await tell(t, webhookId, HOST_SILENCES_MAX - 1);
    await settle(t);
    await timeOut(t);
    const request = { account: "a", host: "silent.example", rank: 0, state: "underWay" } as const;
    const job = { kind: "news" } as const;
    const requestId = await t.run((ctx) =>
      ctx.db.insert("outgoingRequests", { ...request, job, at: Date.now() + 1_000 }),
    );
    const [delivery] = await t.run((ctx) => ctx.db.query("webhookDeliveries").take(1));
    await t.mutation(internal.webhooks.deliver.settle, {
      ...{ requestId, deliveryId: delivery!._id, taken: status === 200, status },
      answer: "answered",
    });
    await tell(t, webhookId, HOST_SILENCES_MAX - 1);
    await settle(t);
    await timeOut(t);
    expect(await hostRow(t)).toMatchObject({ silences: HOST_SILENCES_MAX - 1 });
    expect(await hostRow(t)).not.toHaveProperty("pausedUntil");
  });

  test("is tried by a test at once, which somebody looks at", async () => {
    const { t, one, first } = await openPaused();
    await one.client.mutation(api.developers.testWebhook, { webhookId: first });
    await settle(t);
    expect(network.pending).toHaveLength(1);
  });
});

describe("after a day without an answer", () => {
  const NEARLY_MS = HOST_SILENT_MAX_MS - 60 * 60_000;

  /** Lets the time pass, and all time-outs come. */
  async function passSilently(t: Market, ms: number): Promise<void> {
    const end = Date.now() + ms;
    while (Date.now() < end) {
      await pass(t, 10 * 60_000);
      await timeOut(t);
      await t.mutation(internal.outgoing.internal.sweep, {});
      await settle(t);
    }
  }

  test("a webhook is paused and its owner gets a mail, also where another's request tried its host", async () => {
    const t = openMarket();
    const [one, other] = [await joinDistributor(t), await joinDistributor(t)];
    await tell(t, await newWebhook(t, one, `${SILENT}/one`), HOST_SILENCES_MAX);
    await settle(t);
    await timeOut(t);
    await tell(t, await newWebhook(t, other, `${SILENT}/other`), 2);
    await passSilently(t, NEARLY_MS);
    const listed = async ({ client }: Person) => client.query(api.developers.webhooks, {});
    for (const person of [one, other])
      expect((await listed(person))[0]).not.toHaveProperty("pausedAt");
    await passSilently(t, 3 * 60 * 60_000);
    for (const person of [one, other]) {
      expect((await listed(person))[0]).toHaveProperty("pausedAt");
      const mails = await t.run((ctx) =>
        ctx.db
          .query("outbox")
          .withIndex("by_recipient", (q) => q.eq("to", person.user.email))
          .take(5),
      );
      expect(mails).toMatchObject([{ subject: "A webhook of your Mandi account is paused" }]);
    }
    expect(await t.run((ctx) => ctx.db.query("outgoingRequests").first())).toBeNull();
  });

  test("a device is deleted, which until then is tried again", async () => {
    const t = openMarket();
    const person = await joinDistributor(t);
    const device = await addDevice(t, person, `${SILENT}/push`);
    const kept = () => t.run((ctx) => ctx.db.get("pushSubscriptions", device));
    await push(t, device);
    await settle(t);
    await timeOut(t);
    await passSilently(t, NEARLY_MS);
    expect((await kept())?.failures).toBeGreaterThan(2);
    // Its many failures alone would end it, too.
    await t.run((ctx) => ctx.db.patch("pushSubscriptions", device, { failures: 1 }));
    await push(t, device);
    await passSilently(t, 2 * 60 * 60_000);
    expect(await kept()).toBeNull();
    expect(await t.run((ctx) => ctx.db.query("outgoingRequests").first())).toBeNull();
  });

  test("a picture can't be had, and its row says why", async () => {
    const t = openMarket();
    const person = await joinDistributor(t);
    const count = 3 * OUTGOING_ACCOUNT_MAX;
    const addresses = Array.from({ length: count }, (_, n) => `${SILENT}/${n}.png`);
    const parentId = await wantPictures(t, person, addresses);
    await settle(t);
    await timeOut(t);
    const { key: importId } = (await t.run((ctx) => ctx.db.get("imports", parentId)))!.once;
    // The first silences let others begin; the one that pauses the host does not.
    expect(await requests(t, "paused")).toHaveLength(
      count - OUTGOING_ACCOUNT_MAX - (HOST_SILENCES_MAX - 1),
    );
    await passSilently(t, HOST_SILENT_MAX_MS + 60 * 60_000);
    const asked = await person.client.query(api.imports.pictureProblems, { importId });
    expect(asked).toHaveLength(count);
    for (const { problem } of asked)
      expect(problem).toMatch(/no answer within 10 s|has not answered for a day/);
    expect(await t.run((ctx) => ctx.db.query("outgoingRequests").first())).toBeNull();
  });

  test("pictures that wait for their host since then can't be had either", async () => {
    const t = openMarket();
    const person = await joinDistributor(t);
    const parentId = await wantPictures(t, person, [`${SILENT}/1.png`]);
    await settle(t);
    await t.run(async (ctx) => {
      const [request] = await ctx.db.query("outgoingRequests").take(1);
      await ctx.db.patch("outgoingRequests", request!._id, { state: "paused", at: NOON });
    });
    await vi.advanceTimersByTimeAsync(HOST_SILENT_MAX_MS - 1_000);
    await t.mutation(internal.outgoing.internal.sweep, {});
    expect(await requests(t, "paused")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await t.mutation(internal.outgoing.internal.sweep, {});
    const { key: importId } = (await t.run((ctx) => ctx.db.get("imports", parentId)))!.once;
    expect(await person.client.query(api.imports.pictureProblems, { importId })).toEqual([
      {
        ...{ line: 0, address: `${SILENT}/1.png` },
        problem: "The host of the picture has not answered for a day.",
      },
    ]);
  });

  test("the host itself is forgotten, when nobody asks it any more", async () => {
    const t = openMarket();
    await tell(t, await newWebhook(t, await joinDistributor(t), `${SILENT}/`));
    await settle(t);
    await timeOut(t);
    const [delivery] = await t.run((ctx) => ctx.db.query("webhookDeliveries").take(1));
    await t.run((ctx) => ctx.db.delete("webhookDeliveries", delivery!._id));
    await vi.advanceTimersByTimeAsync(25 * 60 * 60_000);
    await t.mutation(internal.outgoing.internal.sweep, {});
    expect(await t.run((ctx) => ctx.db.query("outgoingHosts").first())).toBeNull();
  });
});

/** Mails of notifications: at once, or what is unread still in one mail at the chosen times, once for each person and time. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  foldEffects,
  joinDistributor,
  joinRetailer,
  type Market,
  newKey,
  openConnectedPair,
  openMarket,
  placeOne,
} from "../market.setup";
import { choose, mailsOf, plantRows, rowsOf } from "./notifications.setup";
import { DIGESTS_PER_RUN, NAMED_MAX } from "./mail";

const ist = (text: string) => Date.parse(`${text}:00+05:30`);

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.stubEnv("SITE_URL", "https://market.example");
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.setSystemTime(ist("2026-11-25T20:00"));
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  };
});

const openTrade = () => openConnectedPair({ retailer: { shopName: "Ravi & Sons" } });

async function sendAt(t: Market, time: string): Promise<void> {
  vi.setSystemTime(ist(time));
  await foldEffects(t);
  await t.mutation(internal.notifications.internal.sendDigests, {});
  await t.finishAllScheduledFunctions(() => vi.runAllTimers());
}

describe("a mail at once", () => {
  it("has the words and the address of the page, and sums only if they are wanted", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    await choose(distributor, "orderPlaced", ["bell", "mail"]);
    const orderId = await placeOne(retailer, productId, 2);
    const link = `https://market.example/pendingorders_dist?order=${orderId}`;
    await mailsOf(t);
    await choose(distributor, "orderPlaced", ["bell", "mail"], { showsSums: true });
    await placeOne(retailer, productId, 2);
    const [first, second, ...others] = await mailsOf(t);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      ...{ to: distributor.user.email, subject: "Order from Ravi & Sons" },
      text: `Order from Ravi & Sons\nSteel Tumbler\n${link}\n\nYou chose these mails in your settings.`,
    });
    expect(first?.html).toContain(`<a href="${link}">Order from Ravi &amp; Sons</a>`);
    expect(second?.text).toContain("Steel Tumbler, ₹105.00");
  });

  it("comes once for a conversation until it is read", async () => {
    const { t, retailer, distributor } = await openTrade();
    await choose(distributor, "message", ["mail"]);
    for (let n = 0; n < 5; n += 1) {
      const message = { to: distributor.user.email, content: "Hello", sendKey: newKey() };
      await retailer.client.mutation(api.chat.send, message);
    }
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it("[TOLD7] becomes one with others within half an hour, where its reader got twenty in a row", async () => {
    vi.stubEnv("RATE_LIMITS", "");
    const { t, retailer, distributor, productId } = await openTrade();
    await choose(distributor, "orderPlaced", ["bell", "mail"]);
    for (let n = 0; n < 23; n += 1) {
      await placeOne(retailer, productId);
      vi.advanceTimersByTime(1_000);
    }
    expect(await mailsOf(t)).toHaveLength(20);
    await sendAt(t, "2026-11-25T20:30");
    const [last, ...others] = (await mailsOf(t)).slice(20);
    expect(others).toEqual([]);
    expect(last?.subject).toBe("3 new notifications");
    await placeOne(retailer, productId);
    expect(await mailsOf(t)).toHaveLength(22);
  });

  it("[TOLD7] is not repeated in the one that others become, and that one leaves out none", async () => {
    vi.stubEnv("RATE_LIMITS", "");
    const { t, retailer, distributor } = await openTrade();
    await choose(retailer, "orderAccepted", ["mail"]);
    const mail = (notificationId: Id<"notifications">) =>
      t.mutation(internal.notifications.internal.mailAtOnce, { notificationId });
    await plantRows(t, retailer, distributor, { count: 22, at: Date.now() });
    // The newest first: transactions that are scheduled together come in any order.
    for (const { _id } of (await rowsOf(t)).toReversed()) await mail(_id);
    vi.advanceTimersByTime(2 * 60_000);
    await plantRows(t, retailer, distributor, { count: 1, at: Date.now() });
    await mail((await rowsOf(t)).at(-1)!._id);
    expect(await mailsOf(t)).toHaveLength(21);
    await sendAt(t, "2026-11-25T20:30");
    const [last, ...others] = (await mailsOf(t)).slice(21);
    expect(others).toEqual([]);
    expect(last?.subject).toBe("2 new notifications");
  });

  it("does not come where the notification was read in that moment", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    await choose(distributor, "orderPlaced", ["bell", "mail"]);
    await placeOne(retailer, productId);
    await foldEffects(t);
    await distributor.client.mutation(api.notifications.readPath, { path: "/pendingorders_dist" });
    expect(await mailsOf(t)).toEqual([]);
  });

  it("does not come for a kind that is not mailed", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    await placeOne(retailer, productId);
    await choose(distributor, "message", ["mail"]);
    await placeOne(retailer, productId);
    expect(await mailsOf(t)).toEqual([]);
  });
});

describe("a digest", () => {
  it("[TOLD7] comes at eight in the morning in India, once, with what came over midnight", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    await choose(distributor, "orderPlaced", ["bell", "mail"], { digest: "morning" });
    await placeOne(retailer, productId);
    vi.setSystemTime(ist("2026-11-26T07:59"));
    await placeOne(retailer, productId);
    await sendAt(t, "2026-11-26T07:59");
    expect(await mailsOf(t)).toEqual([]);
    await sendAt(t, "2026-11-26T08:00");
    await sendAt(t, "2026-11-26T08:30");
    expect(await mailsOf(t)).toMatchObject([{ subject: "2 new notifications" }]);
    await placeOne(retailer, productId);
    await sendAt(t, "2026-11-26T18:00");
    expect(await mailsOf(t)).toHaveLength(1);
    await sendAt(t, "2026-11-27T08:00");
    expect((await mailsOf(t)).map(({ subject }) => subject)).toEqual([
      ...["2 new notifications", "Order from Ravi & Sons"],
    ]);
  });

  it("[TOLD7] comes at six in the evening too, where both are wanted", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    await choose(distributor, "orderPlaced", ["mail"], { digest: "morningAndEvening" });
    await sendAt(t, "2026-11-26T08:00");
    await placeOne(retailer, productId);
    await sendAt(t, "2026-11-26T17:30");
    expect(await mailsOf(t)).toEqual([]);
    await sendAt(t, "2026-11-26T18:00");
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it("leaves out what was read or answered, and does not come with nothing", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    const both = { digest: "morning" as const };
    await choose(distributor, "orderPlaced", ["mail"], both);
    const orderIds = [await placeOne(retailer, productId), await placeOne(retailer, productId)];
    const [first, second] = orderIds;
    await distributor.client.mutation(api.orders.reject, { orderIds: [first!], reason: "No" });
    await sendAt(t, "2026-11-26T08:00");
    expect(await mailsOf(t)).toMatchObject([{ subject: "Order from Ravi & Sons" }]);
    await placeOne(retailer, productId);
    await foldEffects(t);
    await distributor.client.mutation(api.notifications.readPath, { path: "/pendingorders_dist" });
    await distributor.client.mutation(api.orders.reject, { orderIds: [second!], reason: "No" });
    await sendAt(t, "2026-11-27T08:00");
    expect(await mailsOf(t)).toHaveLength(1);
    expect(await t.run((ctx) => ctx.db.query("notificationDigests").take(10))).toEqual([]);
  });

  it("does not come to whoever wants no more mails, or closed the account", async () => {
    for (const end of ["unwanted", "closed"] as const) {
      const { t, retailer, distributor, productId } = await openTrade();
      await choose(distributor, "orderPlaced", ["bell", "mail"], { digest: "morning" });
      await placeOne(retailer, productId);
      if (end === "unwanted") await choose(distributor, "orderPlaced", ["bell"]);
      else await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 }));
      await sendAt(t, "2026-11-26T08:00");
      expect(await mailsOf(t), end).toEqual([]);
    }
  });

  it("that a standstill delayed comes once, later", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    await choose(distributor, "orderPlaced", ["mail"], { digest: "morning" });
    await placeOne(retailer, productId);
    await sendAt(t, "2026-11-26T11:30");
    await sendAt(t, "2026-11-27T08:00");
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it("that a standstill delayed tells of what came meanwhile, which the next one leaves out", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    await choose(distributor, "orderPlaced", ["mail"], { digest: "morning" });
    await placeOne(retailer, productId);
    vi.setSystemTime(ist("2026-11-26T09:00"));
    await placeOne(retailer, productId);
    await sendAt(t, "2026-11-26T11:30");
    vi.setSystemTime(ist("2026-11-26T12:00"));
    await placeOne(retailer, productId);
    await sendAt(t, "2026-11-27T08:00");
    expect((await mailsOf(t)).map(({ subject }) => subject)).toEqual([
      "2 new notifications",
      "Order from Ravi & Sons",
    ]);
  });

  it("tells of messages once, however many are added to their notification", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    const send = () =>
      retailer.client.mutation(api.chat.send, {
        ...{ to: distributor.user.email, content: "Hello", sendKey: newKey() },
      });
    await choose(distributor, "message", ["mail"], { digest: "morning" });
    await send();
    await sendAt(t, "2026-11-26T08:00");
    vi.setSystemTime(ist("2026-11-26T09:00"));
    await choose(distributor, "orderPlaced", ["mail"], { digest: "morning" });
    await placeOne(retailer, productId);
    await choose(distributor, "message", ["mail"], { digest: "morning" });
    await send();
    await sendAt(t, "2026-11-27T08:00");
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it("names twenty, and counts the others", async () => {
    const { t, retailer, distributor } = await openTrade();
    await choose(retailer, "orderAccepted", ["mail"], { digest: "morning" });
    const at = Date.now();
    await plantRows(t, retailer, distributor, { count: NAMED_MAX + 5, at });
    const digest = { userId: retailer.user._id, at: at + 1, since: 0 };
    await t.run((ctx) => ctx.db.insert("notificationDigests", digest));
    await sendAt(t, "2026-11-26T08:00");
    const [mail] = await mailsOf(t);
    expect(mail?.subject).toBe(`${NAMED_MAX + 5} new notifications`);
    expect(mail?.text.match(/Order accepted by Asha Wholesale/g)).toHaveLength(NAMED_MAX);
    expect(mail?.text).toContain("And 5 more.");
  });

  it("comes to each of more people than one transaction mails", async () => {
    const t = openMarket();
    const distributor = await joinDistributor(t);
    const at = Date.now();
    for (let n = 0; n < DIGESTS_PER_RUN * 2 + 3; n += 1) {
      const person = await joinRetailer(t);
      await choose(person, "orderAccepted", ["mail"], { digest: "morning" });
      await plantRows(t, person, distributor, { count: 1, at });
      const digest = { userId: person.user._id, at: at + 1, since: at };
      await t.run((ctx) => ctx.db.insert("notificationDigests", digest));
    }
    await sendAt(t, "2026-11-26T08:00");
    const to = (await mailsOf(t)).map((mail) => mail.to);
    expect(new Set(to).size).toBe(DIGESTS_PER_RUN * 2 + 3);
    expect(to).toHaveLength(DIGESTS_PER_RUN * 2 + 3);
  });
});

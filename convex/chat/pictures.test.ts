/** Pictures in messages: whose they are, who sees them, exactly once, and that they stay. */
import { expect, it, vi } from "vitest";
import { CHAT_MESSAGE_MAX, UPLOAD_UNCLAIMED_MS } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  FIRST_PAGE,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  newKey,
  openMarket,
  refusal,
  type Market,
  type Person,
} from "../market.setup";

async function pair() {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
  await connect(t, retailer, distributor);
  return { t, retailer, distributor };
}

async function connect(t: Market, retailer: Person, distributor: Person): Promise<void> {
  const ids = { retailerId: retailer.user._id, distributorId: distributor.user._id };
  const row = { ...ids, status: "accepted", requestedAt: 0 } as const;
  await t.run((ctx) => ctx.db.insert("connections", row));
}

type Brought = { bytes?: string; type?: string; purpose?: "image" | "qrCode" };

/** Brings a picture as the upload call does, once it has looked at the bytes. */
function bring(
  t: Market,
  { user }: Person,
  { bytes = "picture", type = "image/png", purpose = "image" }: Brought = {},
): Promise<Id<"_storage">> {
  return t.run(async (ctx) => {
    const imageId = await ctx.storage.store(new Blob([bytes]));
    // The test's storage does not keep it.
    const system = "_storage" as string as "uploads";
    const id = imageId as string as Id<"uploads">;
    await ctx.db.patch(system, id, { contentType: type } as object);
    await ctx.db.insert("uploads", { imageId, purpose, userId: user._id, claimed: false });
    return imageId;
  });
}

type Sent = { content?: string; imageId?: Id<"_storage">; sendKey?: string };

function send(from: Person, to: Person, { content = "", imageId, sendKey = newKey() }: Sent) {
  const message = { to: to.user.email, content, sendKey };
  return from.client.mutation(api.chat.send, {
    ...message,
    ...(imageId !== undefined && { imageId }),
  });
}

async function thread(person: Person, other: Person) {
  const row = await person.client.query(api.chat.conversation, { with: other.user.email });
  const asked = { conversationId: row!.conversationId!, paginationOpts: FIRST_PAGE };
  return (await person.client.query(api.chat.messages, asked)).page;
}

const messagesOf = (t: Market) => t.run((ctx) => ctx.db.query("messages").take(100));

it("[CHAT11] shows both parties the picture, with or without text; a message without one is as it was", async () => {
  const { t, retailer, distributor } = await pair();
  await send(retailer, distributor, { content: "No picture" });
  await send(retailer, distributor, { content: "The box", imageId: await bring(t, retailer) });
  await send(retailer, distributor, { imageId: await bring(t, retailer) });
  for (const [one, other] of [
    [retailer, distributor],
    [distributor, retailer],
  ] as const) {
    const [bare, withText, without] = await thread(one, other);
    expect(bare).toMatchObject({ content: "", imageUrl: expect.any(String) as string });
    expect(withText).toMatchObject({ content: "The box", imageUrl: expect.any(String) as string });
    expect(without).not.toHaveProperty("imageUrl");
  }
  const row = await distributor.client.query(api.chat.conversation, { with: retailer.user.email });
  expect(row).toMatchObject({ last: { content: "" }, unread: 3 });
});

it("[CHAT11] gives the picture's address to nobody but the two", async () => {
  const { t, retailer, distributor } = await pair();
  const [stranger, admin] = [await joinRetailer(t), await joinAdmin(t)];
  await connect(t, stranger, distributor);
  await send(retailer, distributor, { imageId: await bring(t, retailer) });
  const row = await retailer.client.query(api.chat.conversation, { with: distributor.user.email });
  const asked = { conversationId: row!.conversationId!, paginationOpts: FIRST_PAGE };
  const code = (person: Person) => refusal(person.client.query(api.chat.messages, asked));
  expect(await code(stranger)).toEqual({ code: "NOT_FOUND" });
  expect(await code(admin)).toEqual({ code: "FORBIDDEN" });
});

it("refuses a picture of somebody else, a payment code, and one that nobody brought", async () => {
  const { t, retailer, distributor } = await pair();
  const unrecorded = await t.run((ctx) => ctx.storage.store(new Blob(["x"])));
  const gone = await bring(t, retailer);
  await t.run((ctx) => ctx.storage.delete(gone));
  for (const imageId of [
    await bring(t, distributor),
    await bring(t, retailer, { purpose: "qrCode" }),
    unrecorded,
    gone,
  ])
    expect(await refusal(send(retailer, distributor, { imageId }))).toEqual({ code: "NO_IMAGE" });
  expect(await messagesOf(t)).toEqual([]);
});

it("refuses an animation, and text that is too long beside a picture", async () => {
  const { t, retailer, distributor } = await pair();
  const animation = await bring(t, retailer, { type: "image/gif" });
  const refused = send(retailer, distributor, { imageId: animation });
  expect(await refusal(refused)).toEqual({ code: "IMAGE_TYPE" });
  const imageId = await bring(t, retailer);
  const content = "x".repeat(CHAT_MESSAGE_MAX + 1);
  expect(await refusal(send(retailer, distributor, { imageId, content }))).toEqual({
    code: "NO_MESSAGE",
  });
  const uploads = await t.run((ctx) => ctx.db.query("uploads").take(10));
  expect(uploads.map(({ claimed }) => claimed)).toEqual([false, false]);
  for (const type of ["image/jpeg", "image/webp"])
    await send(retailer, distributor, { imageId: await bring(t, retailer, { type }) });
});

it("[I-18] is one message under one key, also when the same bytes were uploaded again", async () => {
  const { t, retailer, distributor } = await pair();
  const message = { content: "Torn", sendKey: "same" };
  const first = await bring(t, retailer);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(retailer, distributor, { ...message, imageId: first })),
  );
  const again = await bring(t, retailer);
  answers.push(await send(retailer, distributor, { ...message, imageId: again }));
  expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
  expect(await messagesOf(t)).toMatchObject([{ imageId: first }]);
  // The one that is not shown is left to the sweep.
  const uploads = await t.run((ctx) => ctx.db.query("uploads").take(10));
  expect(uploads.map(({ claimed }) => claimed)).toEqual([true, false]);

  const other = await bring(t, retailer, { bytes: "another picture" });
  for (const imageId of [other, undefined]) {
    const changed = { ...message, ...(imageId !== undefined && { imageId }) };
    expect(await refusal(send(retailer, distributor, changed))).toEqual({ code: "KEY_REUSED" });
  }
  const foreign = await bring(t, distributor);
  const stolen = send(retailer, distributor, { ...message, imageId: foreign });
  expect(await refusal(stolen)).toEqual({ code: "NO_IMAGE" });
});

it("[I-19] needs a connection, and an open account, like text", async () => {
  const { t, retailer, distributor } = await pair();
  const imageId = await bring(t, retailer);
  await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 }));
  expect(await refusal(send(retailer, distributor, { imageId }))).toMatchObject({
    code: "NOT_CONNECTED",
  });
  const stranger = await joinDistributor(t);
  expect(await refusal(send(retailer, stranger, { imageId }))).toEqual({ code: "NOT_FOUND" });
  const [upload] = await t.run((ctx) => ctx.db.query("uploads").take(2));
  expect(upload).toMatchObject({ claimed: false });
});

it("stays after a day and after the sender chose another profile picture, and may be missing", async () => {
  vi.useFakeTimers();
  const { t, retailer, distributor } = await pair();
  const [shown, unused] = [await bring(t, retailer), await bring(t, retailer)];
  const details = { name: "Meena", phone: "+919876543210", address: "1 Road", business: "Shop" };
  await retailer.client.mutation(api.account.save, { ...details, imageId: shown });
  await send(retailer, distributor, { imageId: shown });
  const other = await bring(t, retailer);
  await retailer.client.mutation(api.account.save, { ...details, imageId: other });
  vi.advanceTimersByTime(UPLOAD_UNCLAIMED_MS + 1_000);
  await t.mutation(internal.uploads.internal.sweep, {});
  const isThere = (id: Id<"_storage">) => t.run((ctx) => ctx.db.system.get("_storage", id));
  expect(await isThere(shown)).not.toBeNull();
  expect(await isThere(unused)).toBeNull();
  await t.run((ctx) => ctx.storage.delete(shown));
  // A file that is gone leaves the message readable.
  expect(await thread(distributor, retailer)).toMatchObject([{ content: "", imageUrl: null }]);
  vi.useRealTimers();
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CHAT_MESSAGE_MAX } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  copyOf,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  type Market,
  type Person,
} from "../market.setup";
import { ask, bearerOf, refused } from "./rest.setup";

async function connect(t: Market, retailer: Person, distributor: Person) {
  return t.run((ctx) =>
    ctx.db.insert("connections", {
      retailerId: retailer.user._id,
      distributorId: distributor.user._id,
      status: "accepted",
      requestedAt: 0,
    }),
  );
}

async function openPair() {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
  return { t, retailer, distributor, connectionId: await connect(t, retailer, distributor) };
}

function disconnect(t: Market, connectionId: Id<"connections">) {
  return t.run((ctx) => ctx.db.patch("connections", connectionId, { status: "rejected" }));
}

async function get(t: Market, person: Person, path: string) {
  return ask(t, `GET /api/chat/${path}`, { headers: await bearerOf(t, person) });
}

async function post(t: Market, person: Person, call: string, body: unknown, key?: string) {
  const headers = {
    ...(await bearerOf(t, person)),
    ...(key !== undefined && { "Idempotency-Key": key }),
  };
  return ask(t, `POST /api/${call}`, { headers, body });
}

function say(t: Market, from: Person, to: Person, content: unknown, more: object = {}) {
  const body = { senderEmail: from.user.email, receiverEmail: to.user.email, content, ...more };
  return post(t, from, "chat/chats", body);
}

function talkOf(me: Person, other: Person): string {
  return `conversations/${me.user.email}/${other.user.email}`;
}

async function conversationId(t: Market, me: Person, other: Person): Promise<string> {
  return ((await get(t, me, talkOf(me, other))).body as { _id: string })._id;
}

function messages(t: Market) {
  return t.run((ctx) => ctx.db.query("messages").take(2_000));
}

const NOT_FOUND = refused(404, "NOT_FOUND", "Not found.");
const FORBIDDEN = refused(403, "FORBIDDEN", "You are not allowed to do this.");
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("sending", () => {
  it.each([null, 1, [], {}, true])("refuses the conversation %j", async (wrong) => {
    const { t, retailer, distributor } = await openPair();
    const answer = await say(t, retailer, distributor, "Hello", { conversationId: wrong });
    expect(answer).toMatchObject({ status: 400 });
    expect(await post(t, retailer, "chats/mark-read", { conversationId: wrong })).toMatchObject({
      status: 400,
    });
  });

  it("has a conversation with an id from the moment two are connected, and the same one ever after", async () => {
    const t = openMarket();
    const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
    const path = talkOf(retailer, distributor);
    const request = () =>
      retailer.client.mutation(api.network.request, { distributorId: distributor.user._id });
    const answer = async (status: "accepted" | "rejected") => {
      const [row] = await t.run((ctx) => ctx.db.query("connections").take(1));
      await distributor.client.mutation(api.network.answer, { connectionId: row!._id, status });
      return row!._id;
    };
    await request();
    await answer("rejected");
    expect(await get(t, retailer, path)).toMatchObject({ status: 404 });
    await request();
    const connectionId = await answer("accepted");
    const opened = await get(t, retailer, path);
    expect(opened).toMatchObject({ status: 200, body: { lastChat: null } });
    const { _id } = opened.body as { _id: string };
    expect(_id).toMatch(/^\w+$/);
    expect((await get(t, distributor, talkOf(distributor, retailer))).body).toEqual(opened.body);
    expect(await get(t, distributor, _id)).toMatchObject({ status: 200, body: [] });
    const stranger = await joinRetailer(t);
    expect(await get(t, stranger, _id)).toMatchObject({ status: 404 });
    for (const end of [
      () => distributor.client.mutation(api.network.remove, { connectionId }),
      () => retailer.client.mutation(api.network.leave, { connectionId }),
    ]) {
      await end();
      expect((await get(t, retailer, path)).body).toMatchObject({ _id });
      await request();
      await answer("accepted");
      expect((await get(t, retailer, path)).body).toMatchObject({ _id });
    }
    const said = await say(t, retailer, distributor, "Hello", { conversationId: _id });
    expect(said).toMatchObject({ status: 201, body: { conversationId: _id } });
    expect(await t.run((ctx) => ctx.db.query("conversations").take(9))).toHaveLength(1);
  });

  it("gets one on connections of before that rule, in the background", async () => {
    const { t, retailer, distributor } = await openPair();
    await t.mutation(internal.chat.internal.openMissing, {});
    const { _id } = (await get(t, retailer, talkOf(retailer, distributor))).body as { _id: string };
    expect(_id).toMatch(/^\w+$/);
    const before = await everything(t);
    await t.mutation(internal.chat.internal.openMissing, {});
    expect(await everything(t)).toBe(before);
  });

  it("begins the conversation of two who are connected, without naming one", async () => {
    const { t, retailer, distributor } = await openPair();
    const headers = await bearerOf(t, retailer);
    const before = await everything(t);
    const asked = await ask(t, `GET /api/chat/${talkOf(retailer, distributor)}`, { headers });
    expect([asked.status, asked.body]).toEqual([200, { _id: null, lastChat: null }]);
    expect(await everything(t)).toBe(before);
    const first = await say(t, retailer, distributor, " Hello\n");
    const id = await conversationId(t, distributor, retailer);
    expect(first).toMatchObject({ status: 201 });
    expect(first.body).toEqual({
      _id: expect.any(String) as string,
      conversationId: id,
      senderEmail: retailer.user.email,
      receiverEmail: distributor.user.email,
      content: "Hello",
      status: "sent",
      createdAt: TIME,
    });
    const answer = await say(t, distributor, retailer, "Welcome", { conversationId: id });
    expect(answer).toMatchObject({ status: 201, body: { conversationId: id } });
    expect((await get(t, retailer, talkOf(retailer, distributor))).body).toEqual({
      _id: id,
      lastChat: { content: "Welcome", createdAt: TIME },
    });
  });

  it("fills in the sender, and refuses another one", async () => {
    const { t, retailer, distributor } = await openPair();
    const more = { senderEmail: undefined };
    expect(await say(t, retailer, distributor, "Hello", more)).toMatchObject({
      status: 201,
      body: { senderEmail: retailer.user.email },
    });
    const asOther = { senderEmail: distributor.user.email };
    expect(await say(t, retailer, distributor, "Hello", asOther)).toMatchObject(FORBIDDEN);
    expect(await messages(t)).toHaveLength(1);
  });

  it("twice with one key is one message", async () => {
    const { t, retailer, distributor } = await openPair();
    const body = { receiverEmail: distributor.user.email, content: "Once" };
    const first = await post(t, retailer, "chat/chats", body, "k");
    const again = await post(t, retailer, "chat/chats", body, "k");
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await messages(t)).toHaveLength(1);
    const other = { ...body, content: "Twice" };
    expect(await post(t, retailer, "chat/chats", other, "k")).toMatchObject({ status: 422 });
  });

  it("the same words without a key are two messages", async () => {
    const { t, retailer, distributor } = await openPair();
    for (let time = 0; time < 2; time += 1) await say(t, retailer, distributor, "Again");
    expect(await messages(t)).toHaveLength(2);
  });

  it.each([undefined, null, 1, {}, "", "   ", "\n\t", "\ud800", "a".repeat(CHAT_MESSAGE_MAX + 1)])(
    "refuses %j as a message",
    async (content) => {
      const { t, retailer, distributor } = await openPair();
      expect(await say(t, retailer, distributor, content)).toMatchObject(
        refused(400, "NO_MESSAGE", "Failed to send message"),
      );
      expect(await messages(t)).toEqual([]);
    },
  );

  it.each(["W".repeat(CHAT_MESSAGE_MAX), "<script>alert(1)</script>", "😀👩‍👩‍👧", "__proto__"])(
    "keeps a message as it was typed",
    async (content) => {
      const { t, retailer, distributor } = await openPair();
      expect(await say(t, retailer, distributor, content)).toMatchObject({ body: { content } });
    },
  );

  it("ends with the connection, also for two who never spoke", async () => {
    const { t, retailer, distributor, connectionId } = await openPair();
    const quiet = await joinDistributor(t);
    await disconnect(t, await connect(t, retailer, quiet));
    const ended = refused(403, "NOT_CONNECTED", "Failed to send message");
    expect(await say(t, retailer, quiet, "Hello")).toMatchObject(ended);
    await say(t, retailer, distributor, "Before");
    const id = await conversationId(t, retailer, distributor);
    await disconnect(t, connectionId);
    for (const more of [{}, { conversationId: id }])
      expect(await say(t, retailer, distributor, "After", more)).toMatchObject(ended);
    expect(await messages(t)).toHaveLength(1);
    expect((await get(t, distributor, id)).body).toMatchObject([{ content: "Before" }]);
  });

  it("reaches nobody else: strangers, one's own kind, no address", async () => {
    const { t, retailer, distributor } = await openPair();
    for (const other of [await joinDistributor(t), await joinRetailer(t), await joinAdmin(t)]) {
      expect(await say(t, retailer, other, "Hello")).toMatchObject(NOT_FOUND);
      expect(await get(t, retailer, talkOf(retailer, other))).toMatchObject(NOT_FOUND);
    }
    const more = { receiverEmail: "nobody@mandi.test" };
    expect(await say(t, retailer, distributor, "Hello", more)).toMatchObject(NOT_FOUND);
    expect(await messages(t)).toEqual([]);
  });

  it("takes no conversation but that of the two", async () => {
    const { t, retailer, distributor } = await openPair();
    const rival = await joinDistributor(t);
    await connect(t, retailer, rival);
    await say(t, retailer, distributor, "Hello");
    const id = await conversationId(t, retailer, distributor);
    const before = await messages(t);
    for (const conversationId of [id, "", "x", retailer.user._id])
      expect(await say(t, retailer, rival, "Hello", { conversationId })).toMatchObject(NOT_FOUND);
    expect(await messages(t)).toEqual(before);
  });

  it("asks whoever is not logged in to log in, in the chat's words; admins have no chat", async () => {
    const { t, retailer, distributor } = await openPair();
    const body = { receiverEmail: distributor.user.email, content: "Hello" };
    expect(await ask(t, "POST /api/chat/chats", { body })).toMatchObject(
      refused(401, "UNAUTHENTICATED", "Please login to access chat"),
    );
    await say(t, retailer, distributor, "Hello");
    const id = await conversationId(t, retailer, distributor);
    const admin = await joinAdmin(t);
    expect(await post(t, admin, "chat/chats", body)).toMatchObject(FORBIDDEN);
    expect(await post(t, admin, "chats/mark-read", { conversationId: id })).toMatchObject(
      FORBIDDEN,
    );
    expect(await get(t, admin, id)).toMatchObject(FORBIDDEN);
    expect(await get(t, admin, talkOf(admin, retailer))).toMatchObject(FORBIDDEN);
  });

  it("is limited to sixty a minute", async () => {
    vi.stubEnv("RATE_LIMITS", "on");
    const { t, retailer, distributor } = await openPair();
    const headers = await bearerOf(t, retailer);
    const body = { receiverEmail: distributor.user.email, content: "Again" };
    let sent = 0;
    while (sent < 200 && (await ask(t, "POST /api/chat/chats", { headers, body })).status === 201)
      sent += 1;
    // One more is granted each second.
    expect(sent).toBeGreaterThanOrEqual(60);
    expect(sent).toBeLessThan(200);
  });
});

describe("reading", () => {
  it("gives the latest messages first, and each page in the order of sending", async () => {
    const { t, retailer, distributor } = await openPair();
    for (const word of ["one", "two", "three"]) await say(t, retailer, distributor, word);
    const id = await conversationId(t, distributor, retailer);
    const words = (body: unknown) => (body as { content: string }[]).map(({ content }) => content);
    const latest = await get(t, distributor, `${id}?limit=2`);
    expect(words(latest.body)).toEqual(["two", "three"]);
    const next = /^<\/api\/chat\/(.+)>; rel="next"$/.exec(latest.headers.get("Link") ?? "")?.[1];
    expect(words((await get(t, distributor, next ?? "")).body)).toEqual(["one"]);
  });

  it("changes no tick", async () => {
    const { t, retailer, distributor } = await openPair();
    await say(t, retailer, distributor, "Hello");
    const id = await conversationId(t, distributor, retailer);
    const before = await messages(t);
    expect((await get(t, distributor, id)).body).toMatchObject([{ status: "sent" }]);
    expect(await messages(t)).toEqual(before);
  });

  it("is for the two alone", async () => {
    const { t, retailer, distributor } = await openPair();
    await say(t, retailer, distributor, "A secret price");
    const id = await conversationId(t, retailer, distributor);
    const rival = await joinDistributor(t);
    await connect(t, retailer, rival);
    for (const wrong of [id, retailer.user._id, "null", "%00", "__proto__", "a".repeat(5_000)])
      expect(await get(t, rival, wrong)).toMatchObject(NOT_FOUND);
    expect(await get(t, rival, talkOf(retailer, distributor))).toMatchObject(FORBIDDEN);
    expect(await get(t, rival, talkOf(retailer, rival))).toMatchObject(FORBIDDEN);
    expect(await ask(t, `GET /api/chat/${id}`)).toMatchObject({ status: 401 });
  });
});

describe("marking as read", () => {
  it("moves the ticks of what the caller received, however much it is, and no other", async () => {
    const { t, retailer, distributor } = await openPair();
    await say(t, retailer, distributor, "Hello");
    await say(t, distributor, retailer, "Welcome");
    const id = await conversationId(t, distributor, retailer);
    await t.run(async (ctx) => {
      const [first] = await ctx.db.query("messages").take(1);
      for (let more = 0; more < 600; more += 1)
        await ctx.db.insert("messages", copyOf(first!, more));
      await ctx.db.patch("conversations", first!.conversationId, { unreadByDistributor: 601 });
    });
    const body = { conversationId: id, receiverEmail: ` ${distributor.user.email.toUpperCase()}` };
    for (let time = 0; time < 2; time += 1) {
      expect(await post(t, distributor, "chats/mark-read", body)).toMatchObject({ status: 200 });
      for (const { receiverId, status } of await messages(t))
        expect(status).toBe(receiverId === distributor.user._id ? "read" : "sent");
    }
    expect(await distributor.client.query(api.chat.unreadCount, {})).toBe(0);
  });

  it("is for the receiver alone", async () => {
    const { t, retailer, distributor } = await openPair();
    await say(t, retailer, distributor, "Hello");
    const id = await conversationId(t, retailer, distributor);
    const rival = await joinDistributor(t);
    const before = await messages(t);
    const inOthersName = { conversationId: id, receiverEmail: distributor.user.email };
    expect(await post(t, retailer, "chats/mark-read", inOthersName)).toMatchObject(FORBIDDEN);
    for (const body of [inOthersName, { conversationId: id }, { conversationId: "x" }, {}])
      expect(await post(t, rival, "chats/mark-read", body)).toMatchObject(NOT_FOUND);
    await post(t, retailer, "chats/mark-read", { conversationId: id });
    expect(await messages(t)).toEqual(before);
  });
});

describe("[CHAT11] a message with a picture", () => {
  it("has its address, and other messages are as they were", async () => {
    const { t, retailer, distributor } = await openPair();
    const imageId = await t.run(async (ctx) => {
      const imageId = await ctx.storage.store(new Blob(["picture"]));
      const userId = retailer.user._id;
      await ctx.db.insert("uploads", { imageId, purpose: "image", userId, claimed: false });
      return imageId;
    });
    await say(t, retailer, distributor, "Text alone");
    const message = { to: distributor.user.email, content: "", imageId, sendKey: "k" };
    await retailer.client.mutation(api.chat.send, message);
    const id = await conversationId(t, distributor, retailer);
    const { body } = await get(t, distributor, id);
    const address = await t.run((ctx) => ctx.storage.getUrl(imageId));
    expect(body).toMatchObject([{ content: "Text alone" }, { content: "", imageUrl: address }]);
    expect((body as object[])[0]).not.toHaveProperty("imageUrl");
    expect(await get(t, distributor, talkOf(distributor, retailer))).toMatchObject({
      body: { lastChat: { content: "" } },
    });
    expect(await get(t, await joinRetailer(t), id)).toMatchObject(NOT_FOUND);
  });

  it("is not sent by REST: a picture sent along is ignored", async () => {
    const { t, retailer, distributor } = await openPair();
    const { body } = await say(t, retailer, distributor, "Text", { imageId: "x", imageUrl: "y" });
    expect(body).toMatchObject({ content: "Text" });
    expect(body).not.toHaveProperty("imageUrl");
    expect(await say(t, retailer, distributor, "", { imageId: "x" })).toMatchObject({
      status: 400,
    });
  });
});

it("leads a shared picture to the chat where no service worker took it", async () => {
  const { t } = await openPair();
  const form = new FormData();
  form.append("picture", new Blob(["x"], { type: "image/png" }));
  const response = await t.fetch("/share", { method: "POST", body: form });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/chat"]);
});

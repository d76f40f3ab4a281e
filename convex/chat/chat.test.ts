import { describe, expect, it } from "vitest";
import { CHAT_MESSAGE_MAX, CLIENT_KEY_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import {
  copyOf,
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

async function connect(t: Market, retailer: Person, distributor: Person): Promise<void> {
  await t.run((ctx) =>
    ctx.db.insert("connections", {
      retailerId: retailer.user._id,
      distributorId: distributor.user._id,
      status: "accepted",
      requestedAt: 0,
    }),
  );
}

async function disconnect(t: Market, retailer: Person, distributor: Person): Promise<void> {
  await t.run(async (ctx) => {
    const connection = await ctx.db
      .query("connections")
      .withIndex("by_pair", (q) =>
        q.eq("retailerId", retailer.user._id).eq("distributorId", distributor.user._id),
      )
      .unique();
    await ctx.db.patch("connections", connection!._id, { status: "rejected" });
  });
}

async function pair(): Promise<{ t: Market; retailer: Person; distributor: Person }> {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
  await connect(t, retailer, distributor);
  return { t, retailer, distributor };
}

function say(from: Person, to: Person, content: string, sendKey = newKey()) {
  return from.client.mutation(api.chat.send, { to: to.user.email, content, sendKey });
}

function withWhom(person: Person, other: Person) {
  return person.client.query(api.chat.conversation, { with: other.user.email });
}

async function conversationId(person: Person, other: Person): Promise<string> {
  return (await withWhom(person, other))!.conversationId!;
}

async function thread(person: Person, other: Person) {
  const id = await conversationId(person, other);
  const args = { conversationId: id, paginationOpts: FIRST_PAGE };
  return (await person.client.query(api.chat.messages, args)).page;
}

async function statuses(person: Person, other: Person): Promise<string[]> {
  return (await thread(person, other)).map((message) => message.status);
}

async function read(person: Person, other: Person): Promise<void> {
  const id = await conversationId(person, other);
  await person.client.mutation(api.chat.markRead, { conversationId: id });
}

async function namesIn(person: Person, part: "talking" | "quiet" | "ended"): Promise<string[]> {
  const args = { part, paginationOpts: FIRST_PAGE };
  const { page } = await person.client.query(api.chat.conversations, args);
  return page.map((row) => row.name);
}

function allMessages(t: Market): Promise<Doc<"messages">[]> {
  return t.run((ctx) => ctx.db.query("messages").take(2_000));
}

/** Everything that the chat keeps. */
async function kept(t: Market): Promise<string> {
  const conversations = await t.run((ctx) => ctx.db.query("conversations").take(100));
  return JSON.stringify([conversations, await allMessages(t)]);
}

describe("sending", () => {
  it("shows the message to both, in the order of sending, newest first", async () => {
    const { retailer, distributor } = await pair();
    await say(retailer, distributor, "  Is the rice in?\n");
    await say(distributor, retailer, "It came yesterday.");
    for (const [one, other] of [
      [retailer, distributor],
      [distributor, retailer],
    ] as const) {
      const words = (await thread(one, other)).map((message) => message.content);
      expect(words).toEqual(["It came yesterday.", "Is the rice in?"]);
    }
  });

  it("tells only the sender the key it was sent under", async () => {
    const { retailer, distributor } = await pair();
    expect(await say(retailer, distributor, "Hello", "my-key")).toMatchObject({
      content: "Hello",
      status: "sent",
      sendKey: "my-key",
    });
    expect((await thread(retailer, distributor))[0]).toMatchObject({ sendKey: "my-key" });
    expect((await thread(distributor, retailer))[0]).not.toHaveProperty("sendKey");
  });

  it("[I-18] twenty times under one key is one message and one unread", async () => {
    const { t, retailer, distributor } = await pair();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => say(retailer, distributor, "Once", "same")),
    );
    expect(new Set(answers.map((answer) => answer._id)).size).toBe(1);
    expect(await allMessages(t)).toHaveLength(1);
    expect(await distributor.client.query(api.chat.unreadCount, {})).toBe(1);
  });

  it("refuses a key that sent other words, or the same words to somebody else", async () => {
    const { t, retailer, distributor } = await pair();
    const second = await joinDistributor(t);
    await connect(t, retailer, second);
    await say(retailer, distributor, "One", "same");
    const before = await kept(t);
    for (const again of [
      say(retailer, distributor, "Two", "same"),
      say(retailer, second, "One", "same"),
    ])
      expect(await refusal(again)).toEqual({ code: "KEY_REUSED" });
    expect(await kept(t)).toBe(before);
  });

  it("lets two people use the same key for their own messages", async () => {
    const { retailer, distributor } = await pair();
    await say(retailer, distributor, "Mine", "same");
    await say(distributor, retailer, "Mine too", "same");
    expect(await thread(retailer, distributor)).toHaveLength(2);
  });

  it.each([
    ["empty", ""],
    ["white space", "  \n\t "],
    ["too long", "W".repeat(CHAT_MESSAGE_MAX + 1)],
    ["half a character", "a\ud800"],
    ["a control character", "a\u0000b"],
  ])("refuses what is %s, and keeps nothing", async (_, content) => {
    const { t, retailer, distributor } = await pair();
    expect(await refusal(say(retailer, distributor, content))).toMatchObject({
      code: "NO_MESSAGE",
    });
    expect(await kept(t)).toBe("[[],[]]");
  });

  it.each([
    "नमस्ते",
    "日本語",
    "😀👩‍👩‍👧",
    "e\u0301",
    "<b>$(id)</b> __proto__",
    "W".repeat(CHAT_MESSAGE_MAX),
  ])("keeps %s as it was typed", async (content) => {
    const { retailer, distributor } = await pair();
    await say(retailer, distributor, content);
    expect((await thread(distributor, retailer))[0]!.content).toBe(content);
  });

  it.each(["", "a b", "ключ", "k".repeat(CLIENT_KEY_MAX + 1)])(
    "refuses the key '%s'",
    async (sendKey) => {
      const { retailer, distributor } = await pair();
      expect(await refusal(say(retailer, distributor, "Hello", sendKey))).toEqual({
        code: "BAD_KEY",
      });
    },
  );
});

describe("[I-19] who may write to whom", () => {
  it("allows connected users, by e-mail in any case", async () => {
    const { retailer, distributor } = await pair();
    const to = ` ${distributor.user.email.toUpperCase()} `;
    await retailer.client.mutation(api.chat.send, { to, content: "Hello", sendKey: "k" });
    expect(await thread(distributor, retailer)).toHaveLength(1);
  });

  it("refuses users who never were connected: strangers, the same role, oneself, no address", async () => {
    const { t, retailer, distributor } = await pair();
    const [shop, rival, admin] = [
      await joinRetailer(t),
      await joinDistributor(t),
      await joinAdmin(t),
    ];
    for (const [from, to] of [
      [retailer, rival],
      [shop, distributor],
      [retailer, shop],
      [retailer, retailer],
      [retailer, admin],
    ] as const) {
      expect(await refusal(say(from, to, "Hello"))).toEqual({ code: "NOT_FOUND" });
      expect(await withWhom(from, to)).toBeNull();
    }
    for (const to of ["", "nobody@mandi.test", "../x", "__proto__"]) {
      const call = retailer.client.mutation(api.chat.send, { to, content: "Hello", sendKey: "k" });
      expect(await refusal(call)).toEqual({ code: "NOT_FOUND" });
    }
    expect(await kept(t)).toBe("[[],[]]");
  });

  it.each(["pending", "rejected"] as const)("refuses a %s connection", async (status) => {
    const t = openMarket();
    const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
    await t.run((ctx) =>
      ctx.db.insert("connections", {
        retailerId: retailer.user._id,
        distributorId: distributor.user._id,
        status,
        requestedAt: 0,
      }),
    );
    expect(await refusal(say(retailer, distributor, "Hello"))).toEqual({ code: "NOT_CONNECTED" });
    expect(await namesIn(retailer, "quiet")).toEqual([]);
  });

  it("ends with the connection; old messages stay readable and can be marked as read", async () => {
    const { t, retailer, distributor } = await pair();
    await say(retailer, distributor, "Before");
    await disconnect(t, retailer, distributor);
    const before = await kept(t);
    for (const [from, to] of [
      [retailer, distributor],
      [distributor, retailer],
    ] as const)
      expect(await refusal(say(from, to, "After"))).toEqual({ code: "NOT_CONNECTED" });
    expect(await kept(t)).toBe(before);
    expect(await thread(retailer, distributor)).toHaveLength(1);
    expect(await withWhom(distributor, retailer)).toMatchObject({ mayWrite: false, unread: 1 });
    await read(distributor, retailer);
    expect(await statuses(retailer, distributor)).toEqual(["read"]);
  });

  it("begins again with a new connection, in the same conversation", async () => {
    const { t, retailer, distributor } = await pair();
    await say(retailer, distributor, "Before");
    const id = await conversationId(retailer, distributor);
    await disconnect(t, retailer, distributor);
    await t.run(async (ctx) => {
      const [connection] = await ctx.db.query("connections").take(1);
      await ctx.db.patch("connections", connection!._id, { status: "accepted" });
    });
    await say(retailer, distributor, "After");
    expect(await conversationId(distributor, retailer)).toBe(id);
    expect(await thread(distributor, retailer)).toHaveLength(2);
  });

  it("answers a repeated send whose answer was lost, even when the connection ended meanwhile", async () => {
    const { t, retailer, distributor } = await pair();
    const { _id } = await say(retailer, distributor, "Before", "same");
    await disconnect(t, retailer, distributor);
    expect(await say(retailer, distributor, "Before", "same")).toMatchObject({ _id });
  });

  it.each([
    ["distributor", joinDistributor],
    ["retailer", joinRetailer],
  ] as const)(
    "keeps what a closed account said readable when its e-mail is registered anew, as a %s",
    async (_role, join) => {
      const { t, retailer, distributor } = await pair();
      await say(distributor, retailer, "The last lot");
      const before = await conversationId(retailer, distributor);
      await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 }));
      const { email } = distributor.user;
      const again = await join(t, { email, name: "Somebody New" });
      expect(await withWhom(retailer, again)).toMatchObject({
        ...{ conversationId: before, name: distributor.user.name, unread: 1, mayWrite: false },
      });
      await read(retailer, again);
      expect(await retailer.client.query(api.chat.unreadCount, {})).toBe(0);
      expect(await refusal(say(retailer, again, "Hello"))).toEqual({ code: "NOT_CONNECTED" });
      const stranger = await joinRetailer(t);
      expect(await withWhom(stranger, again)).toBeNull();
    },
  );

  it("opens the conversation with that new account once the two are connected", async () => {
    const { t, retailer, distributor } = await pair();
    await say(distributor, retailer, "The last lot");
    const before = await conversationId(retailer, distributor);
    await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 }));
    const again = await joinDistributor(t, { email: distributor.user.email, name: "Somebody New" });
    await connect(t, retailer, again);
    await say(retailer, again, "Hello");
    const row = await withWhom(retailer, again);
    expect(row).toMatchObject({ name: "Somebody New", mayWrite: true });
    expect(row?.conversationId).not.toBe(before);
  });

  it("[I-30] refuses a closed account; the other side keeps its copy", async () => {
    const { t, retailer, distributor } = await pair();
    await say(retailer, distributor, "Hello");
    await t.run((ctx) => ctx.db.patch("users", retailer.user._id, { deactivatedAt: 1 }));
    expect(await refusal(say(distributor, retailer, "Hello?"))).toEqual({ code: "NOT_CONNECTED" });
    expect(await namesIn(distributor, "talking")).toEqual([]);
    expect(await namesIn(distributor, "ended")).toEqual([retailer.user.name]);
    expect(await thread(distributor, retailer)).toHaveLength(1);
  });

  it("refuses admins", async () => {
    const { t, retailer, distributor } = await pair();
    await say(retailer, distributor, "Hello");
    const id = await conversationId(retailer, distributor);
    const { client } = await joinAdmin(t);
    const calls = [
      client.query(api.chat.conversations, { part: "talking", paginationOpts: FIRST_PAGE }),
      client.query(api.chat.conversation, { with: retailer.user.email }),
      client.query(api.chat.messages, { conversationId: id, paginationOpts: FIRST_PAGE }),
      client.query(api.chat.unreadCount, {}),
      client.query(api.chat.undelivered, {}),
      client.mutation(api.chat.send, { to: retailer.user.email, content: "a", sendKey: "k" }),
      client.mutation(api.chat.markRead, { conversationId: id }),
      client.mutation(api.chat.delivered, {}),
    ];
    for (const call of calls) expect(await refusal(call)).toEqual({ code: "FORBIDDEN" });
  });
});

describe("[I-18] a conversation", () => {
  it("is open to its two parties only; for others it is not there", async () => {
    const { t, retailer, distributor } = await pair();
    await say(retailer, distributor, "A secret price");
    const id = await conversationId(retailer, distributor);
    const [shop, rival] = [await joinRetailer(t), await joinDistributor(t)];
    await connect(t, shop, distributor);
    await connect(t, retailer, rival);
    const before = await kept(t);
    for (const { client } of [shop, rival]) {
      const args = { conversationId: id, paginationOpts: FIRST_PAGE };
      expect(await refusal(client.query(api.chat.messages, args))).toEqual({ code: "NOT_FOUND" });
      const mark = client.mutation(api.chat.markRead, { conversationId: id });
      expect(await refusal(mark)).toEqual({ code: "NOT_FOUND" });
      await client.mutation(api.chat.delivered, {});
      expect(await client.query(api.chat.unreadCount, {})).toBe(0);
      expect(await client.query(api.chat.undelivered, {})).toBeNull();
    }
    expect(await namesIn(shop, "talking")).toEqual([]);
    expect(await namesIn(rival, "talking")).toEqual([]);
    expect(await kept(t)).toBe(before);
  });

  it.each(["", "../x", "__proto__", "a".repeat(5_000)])("'%s' is none", async (id) => {
    const { retailer } = await pair();
    const args = { conversationId: id, paginationOpts: FIRST_PAGE };
    expect(await refusal(retailer.client.query(api.chat.messages, args))).toEqual({
      code: "NOT_FOUND",
    });
  });

  it("comes a page at a time", async () => {
    const { retailer, distributor } = await pair();
    for (const word of ["one", "two", "three"]) await say(retailer, distributor, word);
    const id = await conversationId(retailer, distributor);
    const page = (cursor: string | null) =>
      distributor.client.query(api.chat.messages, {
        conversationId: id,
        paginationOpts: { numItems: 2, cursor },
      });
    const newest = await page(null);
    expect(newest.page.map((message) => message.content)).toEqual(["three", "two"]);
    expect(newest.isDone).toBe(false);
    const older = await page(newest.continueCursor);
    expect(older.page.map((message) => message.content)).toEqual(["one"]);
  });
});

describe("the list of conversations", () => {
  it("has those with messages by the newest, then the quiet ones, then the ended ones", async () => {
    const { t, retailer, distributor: first } = await pair();
    const [second, quiet, gone] = [
      await joinDistributor(t),
      await joinDistributor(t),
      await joinDistributor(t),
    ];
    for (const other of [second, quiet, gone]) await connect(t, retailer, other);
    await say(retailer, gone, "Bye");
    await say(retailer, first, "Hello");
    await say(second, retailer, "Offer");
    await disconnect(t, retailer, gone);
    // Both within one millisecond, perhaps: the test is about the order of time.
    await t.run(async (ctx) => {
      for (const conversation of await ctx.db.query("conversations").take(10)) {
        const isOlder = conversation.distributorId === first.user._id;
        await ctx.db.patch("conversations", conversation._id, { lastAt: isOlder ? 1 : 2 });
      }
    });
    expect(await namesIn(retailer, "talking")).toEqual([second.user.name, first.user.name]);
    expect(await namesIn(retailer, "quiet")).toEqual([quiet.user.name]);
    expect(await namesIn(retailer, "ended")).toEqual([gone.user.name]);
    await say(first, retailer, "Newest");
    expect(await namesIn(retailer, "talking")).toEqual([first.user.name, second.user.name]);
  });

  it("says who it is with, what was said last and how much is unread", async () => {
    const { retailer, distributor } = await pair();
    await say(retailer, distributor, "One");
    await say(retailer, distributor, "Two");
    const args = { part: "talking", paginationOpts: FIRST_PAGE } as const;
    const { page } = await distributor.client.query(api.chat.conversations, args);
    expect(page).toEqual([
      {
        conversationId: expect.any(String) as string,
        name: retailer.user.name,
        business: "Corner Shop",
        email: retailer.user.email,
        imageUrl: expect.any(String) as string,
        last: { content: "Two", at: expect.any(Number) as number },
        unread: 2,
        mayWrite: true,
      },
    ]);
    expect((await retailer.client.query(api.chat.conversations, args)).page[0]).toMatchObject({
      business: "Big Wholesale",
      unread: 0,
    });
  });

  it("leaves closed accounts with whom nothing was said out", async () => {
    const { t, retailer, distributor } = await pair();
    await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 }));
    for (const part of ["talking", "quiet", "ended"] as const)
      expect(await namesIn(retailer, part)).toEqual([]);
    expect(await withWhom(retailer, distributor)).toBeNull();
  });
});

describe("the ticks of a message", () => {
  it("go from sent to delivered when the receiver's app is open, and to read when it is seen", async () => {
    const { retailer, distributor } = await pair();
    const { _id } = await say(retailer, distributor, "Hello");
    expect(await statuses(retailer, distributor)).toEqual(["sent"]);
    expect(await distributor.client.query(api.chat.undelivered, {})).toBe(_id);
    await distributor.client.mutation(api.chat.delivered, {});
    expect(await statuses(retailer, distributor)).toEqual(["delivered"]);
    expect(await distributor.client.query(api.chat.undelivered, {})).toBeNull();
    await read(distributor, retailer);
    expect(await statuses(retailer, distributor)).toEqual(["read"]);
  });

  it("never go back: neither delivered nor read again changes what was read", async () => {
    const { t, retailer, distributor } = await pair();
    await say(retailer, distributor, "Hello");
    await read(distributor, retailer);
    const before = await kept(t);
    await distributor.client.mutation(api.chat.delivered, {});
    await read(distributor, retailer);
    expect(await kept(t)).toBe(before);
  });

  it("are moved by the receiver alone", async () => {
    const { t, retailer, distributor } = await pair();
    await say(retailer, distributor, "Hello");
    const before = await kept(t);
    await retailer.client.mutation(api.chat.delivered, {});
    await read(retailer, distributor);
    expect(await kept(t)).toBe(before);
    expect(await retailer.client.query(api.chat.undelivered, {})).toBeNull();
  });

  it("move in the conversation that was seen, and in no other", async () => {
    const { t, retailer, distributor } = await pair();
    const second = await joinRetailer(t);
    await connect(t, second, distributor);
    await say(retailer, distributor, "Here");
    await say(second, distributor, "There");
    await read(distributor, retailer);
    expect(await statuses(retailer, distributor)).toEqual(["read"]);
    expect(await statuses(second, distributor)).toEqual(["sent"]);
    expect(await distributor.client.query(api.chat.unreadCount, {})).toBe(1);
  });
});

describe("the unread count", () => {
  it("rises with every message received, and is 0 after reading", async () => {
    const { retailer, distributor } = await pair();
    const unread = () => distributor.client.query(api.chat.unreadCount, {});
    await say(retailer, distributor, "One");
    await say(retailer, distributor, "Two");
    await distributor.client.mutation(api.chat.delivered, {});
    await say(retailer, distributor, "Three");
    expect(await unread()).toBe(3);
    expect(await retailer.client.query(api.chat.unreadCount, {})).toBe(0);
    await read(distributor, retailer);
    expect(await unread()).toBe(0);
    await say(retailer, distributor, "Four");
    expect(await unread()).toBe(1);
  });

  it("adds the conversations up", async () => {
    const { t, retailer, distributor } = await pair();
    const second = await joinDistributor(t);
    await connect(t, retailer, second);
    await say(distributor, retailer, "One");
    await say(second, retailer, "Two");
    expect(await retailer.client.query(api.chat.unreadCount, {})).toBe(2);
  });

  it("a flood is delivered and read in batches, and the figures say what is left", async () => {
    const { t, retailer, distributor } = await pair();
    await say(retailer, distributor, "First");
    const id = await conversationId(distributor, retailer);
    const FLOOD = 700;
    await t.run(async (ctx) => {
      const [first] = await ctx.db.query("messages").take(1);
      for (let n = 1; n < FLOOD; n += 1) await ctx.db.insert("messages", copyOf(first!, n));
      await ctx.db.patch("conversations", first!.conversationId, { unreadByDistributor: FLOOD });
    });
    const next = () => distributor.client.query(api.chat.undelivered, {});
    const waiting = await next();
    await distributor.client.mutation(api.chat.delivered, {});
    expect(await next()).not.toBe(waiting);
    expect(await next()).not.toBeNull();
    await distributor.client.mutation(api.chat.delivered, {});
    expect(await next()).toBeNull();
    await distributor.client.mutation(api.chat.markRead, { conversationId: id });
    expect(await distributor.client.query(api.chat.unreadCount, {})).toBe(200);
    await distributor.client.mutation(api.chat.markRead, { conversationId: id });
    expect(await distributor.client.query(api.chat.unreadCount, {})).toBe(0);
    expect(new Set((await allMessages(t)).map((message) => message.status))).toEqual(
      new Set(["read"]),
    );
  });
});

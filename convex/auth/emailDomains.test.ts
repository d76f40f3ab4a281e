/** One mailbox is one account, whether its domain is written in Unicode or in ASCII. */
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import {
  connectPair,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  refusal,
  type Market,
} from "../market.setup";
import { ask, bearerOf } from "../rest/rest.setup";
import {
  PASSWORD,
  codeFor,
  form,
  imageFor,
  logIn,
  mailsTo,
  register,
  setDeployment,
  ticketFor,
} from "./visitor.setup";

const UNICODE = "rahul@bücher.example";
const ASCII = "rahul@xn--bcher-kva.example";
const SPELLINGS = [UNICODE, ASCII, "RAHUL@BÜCHER.example ", "rahul@bu\u0308cher.example"];
/** Registered under the first and used under the second. */
const PAIRS = SPELLINGS.map((first, n) => [first, SPELLINGS[(n + 1) % 4]!] as const);

beforeAll(setDeployment);
beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useRealTimers();
});

const emailsOf = (t: Market) =>
  t.run(async (ctx) => (await ctx.db.query("users").take(10)).map(({ email }) => email));

describe("an account", () => {
  it.each(PAIRS)(
    "that %s registered signs in, resets and is taken as %s",
    async (first, second) => {
      const t = openMarket();
      await register(t, { email: first });
      expect(await emailsOf(t)).toEqual([ASCII]);
      const credentials = { email: second, password: PASSWORD, role: "retailer" };
      await expect(logIn(t, credentials)).resolves.toHaveProperty("tokens.token");
      expect(await ask(t, "POST /api/auth/login", { body: credentials })).toMatchObject({
        status: 200,
        body: { user: { email: ASCII } },
      });
      expect(await refusal(register(t, { email: second }))).toMatchObject({ code: "EMAIL_TAKEN" });
      const renewed = { email: second, password: "another good password" };
      const ticket = await ticketFor(t, first, "reset");
      await t.action(api.auth.resetPassword, { ...renewed, ticket });
      const again = { ...renewed, email: first, role: "retailer" };
      await expect(logIn(t, again)).resolves.toHaveProperty("tokens.token");
    },
  );

  it("is registered through REST with a code, a ticket and a form in three spellings", async () => {
    const t = openMarket();
    await ask(t, "POST /api/otp/send-otp", { body: { email: UNICODE } });
    const otp = await codeFor(t, SPELLINGS[3]!);
    const verified = await ask(t, "POST /api/otp/verify-otp", { body: { email: ASCII, otp } });
    const { ticket } = verified.body as { ticket: string };
    const imageId = await imageFor(t, ticket);
    const body = { ...form, email: SPELLINGS[2], ticket, imageId };
    expect(await ask(t, "POST /api/auth/register", { body })).toMatchObject({ status: 201 });
    expect(await emailsOf(t)).toEqual([ASCII]);
  });

  it("is made an administrator under either spelling", async () => {
    const t = openMarket();
    const admin = { name: "Boss", password: PASSWORD };
    for (const email of SPELLINGS) await t.action(internal.admin.upsertAdmin, { ...admin, email });
    expect(await emailsOf(t)).toEqual([ASCII]);
  });
});

describe("a mailbox", () => {
  it("is one to the limit of codes", async () => {
    const t = openMarket();
    vi.stubEnv("RATE_LIMITS", "on");
    await t.action(api.auth.sendOtp, { email: UNICODE, purpose: "signup" });
    const again = t.action(api.auth.sendOtp, { email: ASCII, purpose: "signup" });
    expect(await refusal(again)).toMatchObject({ code: "OTP_LIMIT" });
  });

  it("is one to the limit of passwords", async () => {
    const t = openMarket();
    vi.stubEnv("RATE_LIMITS", "on");
    const guess = (email: string) =>
      refusal(logIn(t, { email, password: "wrong password", role: "retailer" }));
    for (let n = 0; n < 10; n += 1)
      expect(await guess(SPELLINGS[n % 2]!)).toMatchObject({ code: "INVALID_LOGIN" });
    for (const email of SPELLINGS) expect(await guess(email)).toMatchObject({ code: "TOO_MANY" });
  });

  it("shows its mails under every spelling, and none for what is no address", async () => {
    const t = openMarket();
    await t.action(api.auth.sendOtp, { email: UNICODE, purpose: "signup" });
    for (const email of SPELLINGS) expect(await mailsTo(t, email)).toMatchObject([{ to: ASCII }]);
    expect(await mailsTo(t, "rahul@xn--bücher.example")).toEqual([]);
    expect(await mailsTo(t, " ")).toHaveLength(1);
  });
});

describe("a trader is named by either spelling", () => {
  const WHOLESALE = "big@großmarkt.example";
  const WHOLESALE_ASCII = "big@xn--gromarkt-sya.example";

  async function openPair() {
    const t = openMarket();
    const retailer = await joinRetailer(t, { email: ASCII });
    const distributor = await joinDistributor(t, { email: WHOLESALE_ASCII });
    await connectPair(t, retailer, distributor);
    return { t, retailer, distributor, headers: await bearerOf(t, retailer) };
  }

  it("in the chat", async () => {
    const { t, retailer, headers } = await openPair();
    const to = { to: WHOLESALE, content: "Hello", sendKey: "1" };
    await retailer.client.mutation(api.chat.send, to);
    expect(await retailer.client.query(api.chat.conversation, { with: WHOLESALE })).toMatchObject({
      email: WHOLESALE_ASCII,
    });
    const talk = [UNICODE, WHOLESALE].map(encodeURIComponent).join("/");
    expect(await ask(t, `GET /api/chat/conversations/${talk}`, { headers })).toMatchObject({
      status: 200,
      body: { lastChat: { content: "Hello" } },
    });
    const body = { senderEmail: UNICODE, receiverEmail: WHOLESALE, content: "Again" };
    expect(await ask(t, "POST /api/chat/chats", { headers, body })).toMatchObject({ status: 201 });
  });

  it("as oneself in queries and bodies", async () => {
    const { t, headers } = await openPair();
    for (const email of SPELLINGS) {
      const path = `GET /api/orders/pending-by-email?userEmail=${encodeURIComponent(email)}`;
      expect(await ask(t, path, { headers })).toMatchObject({ status: 200 });
      const body = { user: { email }, rating: 5, review: "Good", complaint: "" };
      expect(await ask(t, "POST /api/feedback", { headers, body })).toMatchObject({ status: 201 });
    }
  });

  it("as a distributor", async () => {
    const { t, retailer, distributor, headers } = await openPair();
    const asked = { email: WHOLESALE };
    expect(await retailer.client.query(api.users.distributor, asked)).toMatchObject({
      _id: distributor.user._id,
    });
    const path = `GET /api/users/data/${encodeURIComponent(WHOLESALE)}`;
    expect(await ask(t, path, { headers })).toMatchObject({ status: 200 });
    const body = {
      productId: await listProduct(t, distributor),
      distributorEmail: WHOLESALE,
      quantity: 1,
    };
    expect(await ask(t, "POST /api/products/update-stock", { headers, body })).toMatchObject({
      status: 200,
    });
  });
});

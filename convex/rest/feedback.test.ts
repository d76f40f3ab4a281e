import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FEEDBACK_MAX } from "../../domain/limits";
import {
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  type Market,
  type Person,
} from "../market.setup";
import { ask, bearerOf, refused } from "./rest.setup";

const GOOD = { complaint: "Pictures are small.", review: "Quick to order.", rating: 4 };

async function send(t: Market, person: Person, body: unknown, key?: string) {
  const headers = {
    ...(await bearerOf(t, person)),
    ...(key !== undefined && { "Idempotency-Key": key }),
  };
  return ask(t, "POST /api/feedback", { headers, body });
}

async function read(t: Market, person: Person, query = "") {
  return ask(t, `GET /api/feedback${query}`, { headers: await bearerOf(t, person) });
}

function kept(t: Market) {
  return t.run((ctx) => ctx.db.query("feedback").take(100));
}

const FORBIDDEN = refused(403, "FORBIDDEN", "You are not allowed to do this.");

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("feedback", () => {
  it("reaches the admin with who said it, whatever name and role were sent along", async () => {
    const t = openMarket();
    const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
    const user = { name: "Somebody", email: ` ${retailer.user.email.toUpperCase()}`, role: 7 };
    expect(await send(t, retailer, { ...GOOD, user })).toMatchObject({
      status: 201,
      body: { message: "Feedback submitted successfully!" },
    });
    await send(t, distributor, { complaint: "", review: "", rating: 5, user: null });
    const { status, body } = await read(t, await joinAdmin(t));
    expect(status).toBe(200);
    const { name, email, role } = retailer.user;
    expect(body).toEqual([
      expect.objectContaining({ complaint: "", review: "", rating: 5 }),
      {
        _id: expect.any(String) as string,
        user: { name, email, role },
        ...GOOD,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      },
    ]);
  });

  it("comes a page at a time", async () => {
    const t = openMarket();
    const [retailer, admin] = [await joinRetailer(t), await joinAdmin(t)];
    for (let rating = 1; rating <= 3; rating += 1) await send(t, retailer, { ...GOOD, rating });
    const first = await read(t, admin, "?limit=2");
    expect(first.body).toMatchObject([{ rating: 3 }, { rating: 2 }]);
    const next = /^<\/api\/feedback(.+)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1];
    expect((await read(t, admin, next)).body).toMatchObject([{ rating: 1 }]);
  });

  it.each([
    ...[0, 6, -1, 100, 4.5, "5", null, [], true, {}].map((rating) => ({ rating })),
    ...["a".repeat(FEEDBACK_MAX + 1), "a\u0000b", "\ud800", null, true, 0, [], {}].flatMap(
      (text) => [{ complaint: text }, { review: text }],
    ),
    { rating: undefined },
    { review: undefined },
    { user: "me" },
    { user: { email: 1 } },
  ])("is refused in one sentence: %#", async (change) => {
    const t = openMarket();
    expect(await send(t, await joinRetailer(t), { ...GOOD, ...change })).toMatchObject(
      refused(400, "MISSING_INFORMATION", "Failed to submit feedback. Please try again."),
    );
    expect(await kept(t)).toEqual([]);
  });

  it("in somebody else's name is refused", async () => {
    const t = openMarket();
    const [retailer, other] = [await joinRetailer(t), await joinRetailer(t)];
    for (const email of [other.user.email, "nobody@mandi.test", "x"])
      expect(await send(t, retailer, { ...GOOD, user: { email } })).toMatchObject(FORBIDDEN);
    expect(await kept(t)).toEqual([]);
  });

  it("twice with one key is kept once", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    for (let time = 0; time < 2; time += 1)
      expect(await send(t, retailer, GOOD, "k")).toMatchObject({ status: 201 });
    expect(await kept(t)).toHaveLength(1);
    expect(await send(t, retailer, { ...GOOD, rating: 1 }, "k")).toMatchObject({ status: 422 });
  });

  it("is written by traders and read by admins", async () => {
    const t = openMarket();
    const [retailer, distributor, admin] = [
      await joinRetailer(t),
      await joinDistributor(t),
      await joinAdmin(t),
    ];
    expect(await send(t, admin, GOOD)).toMatchObject(FORBIDDEN);
    for (const person of [retailer, distributor])
      expect(await read(t, person)).toMatchObject(FORBIDDEN);
    expect(await ask(t, "GET /api/feedback")).toMatchObject({ status: 401 });
    expect(await ask(t, "POST /api/feedback", { body: GOOD })).toMatchObject({ status: 401 });
  });

  it("is limited to ten an hour", async () => {
    vi.stubEnv("RATE_LIMITS", "on");
    const t = openMarket();
    const retailer = await joinRetailer(t);
    for (let sent = 0; sent < 10; sent += 1)
      expect(await send(t, retailer, GOOD)).toMatchObject({ status: 201 });
    const refusal = await send(t, retailer, GOOD);
    expect(refusal).toMatchObject({ status: 429 });
    expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

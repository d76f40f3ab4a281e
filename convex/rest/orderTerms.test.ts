/** A distributor's order terms over REST. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_ORDER_TERMS } from "../../domain/orderTerms";
import { everything, joinDistributor, openMarket } from "../market.setup";
import { ask, bearerOf, refused } from "./rest.setup";

async function openTerms() {
  const t = openMarket();
  const distributor = await joinDistributor(t);
  const headers = await bearerOf(t, distributor);
  const read = async () => (await ask(t, "GET /api/users/order-terms", { headers })).body;
  const put = (body: object) => ask(t, "PUT /api/users/order-terms", { headers, body });
  const stored = () =>
    t.run(async (ctx) => (await ctx.db.get("users", distributor.user._id))?.orderTerms);
  return { t, read, put, stored };
}

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("order terms", () => {
  it("are the defaults until they are set", async () => {
    const { read } = await openTerms();
    expect(await read()).toEqual(DEFAULT_ORDER_TERMS);
  });

  it("change in what was sent, and answer all of it, money in rupees", async () => {
    const { put, read, stored } = await openTerms();
    const newcomer = { sharePercent: 10, orders: 5 };
    expect(await put({ minOrder: 500.5, networkOnly: true })).toMatchObject({ status: 200 });
    const answer = await put({ newcomer, answerDays: 3 });
    const { connected } = DEFAULT_ORDER_TERMS;
    const terms = { connected, newcomer, answerDays: 3, networkOnly: true };
    expect(answer).toMatchObject({ status: 200, body: { ...terms, minOrder: 500.5 } });
    expect(await read()).toEqual(answer.body);
    expect(await stored()).toEqual({ ...terms, minOrderPaise: 50_050 });
  });

  it("lose the minimum with 0, and the network with false", async () => {
    const { put, read, stored } = await openTerms();
    await put({ minOrder: 500, networkOnly: true });
    await put({ minOrder: 0 });
    expect(await read()).toEqual({ ...DEFAULT_ORDER_TERMS, networkOnly: true });
    await put({ networkOnly: false });
    expect(await read()).toEqual(DEFAULT_ORDER_TERMS);
    expect(await stored()).toEqual(DEFAULT_ORDER_TERMS);
  });

  it("may let any number of orders wait", async () => {
    const { put, read } = await openTerms();
    const connected = { sharePercent: 100, orders: null };
    await put({ connected });
    expect(await read()).toEqual({ ...DEFAULT_ORDER_TERMS, connected });
  });

  it.each([
    [{ minOrder: -1 }],
    [{ minOrder: 0.001 }],
    [{ minOrder: 100_000_000 }],
    [{ minOrder: "500" }],
    [{ minOrder: null }],
    [{ networkOnly: "yes" }],
    [{ answerDays: 0 }],
    [{ answerDays: 1.5 }],
    [{ answerDays: 91 }],
    [{ connected: { sharePercent: 0, orders: 1 } }],
    [{ connected: { sharePercent: 101, orders: 1 } }],
    [{ newcomer: { sharePercent: 50, orders: 1_001 } }],
    [{ newcomer: { sharePercent: 50 } }],
    [{ newcomer: 50 }],
  ])("are refused %j, and stay", async (body) => {
    const { t, put } = await openTerms();
    const before = await everything(t);
    expect(await put(body)).toMatchObject(
      refused(400, "BAD_TERMS", "Please enter whole numbers within the limits."),
    );
    expect(await everything(t)).toBe(before);
  });
});

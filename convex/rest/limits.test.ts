import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  everything,
  joinRetailer,
  newKey,
  openConnectedPair,
  openMarket,
  settledTime,
} from "../market.setup";
import { type SentHeaders, ask, bearerOf } from "./rest.setup";

const LANDING = "GET /api/landingpage/products/all";
const NEWS = "GET /api/news/top-headlines";
const NOON = Date.parse("2026-11-23T12:00:00Z");

/** Makes every read the one in ten that is counted, or none. */
function count(isCounted: boolean): void {
  vi.spyOn(Math, "random").mockReturnValue(isCounted ? 0.05 : 0.5);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  vi.stubEnv("RATE_LIMITS", "on");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it.each([LANDING, NEWS])("nine of ten reads of %s write nothing", async (call) => {
  const t = openMarket();
  const before = await everything(t);
  count(false);
  for (let read = 0; read < 200; read += 1)
    expect((await ask(t, call)).status, `read ${read}`).toBe(200);
  expect(await everything(t)).toBe(before);
});

it.each([
  [LANDING, 12],
  [NEWS, 6],
])(
  "%s is refused after the allowance of a minute, to all its reads alike",
  async (call, writes) => {
    const t = openMarket();
    const begin = await settledTime(t);
    count(true);
    for (let read = 0; read < writes; read += 1)
      expect((await ask(t, call)).status, `read ${read}`).toBe(200);
    for (const isCounted of [true, false]) {
      count(isCounted);
      const refusal = await ask(t, call);
      expect(refusal).toMatchObject({ status: 429, body: { code: "TOO_MANY" } });
      expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    vi.setSystemTime(begin + 1_000);
    expect((await ask(t, call)).status).toBe(200);
  },
);

it("a refused read takes nothing more, so that the allowance comes back", async () => {
  const t = openMarket();
  const begin = await settledTime(t);
  count(true);
  for (let read = 0; read < 12; read += 1) await ask(t, LANDING);
  for (let refused = 0; refused < 20; refused += 1)
    expect((await ask(t, LANDING)).status).toBe(429);
  vi.setSystemTime(begin + 1_000);
  expect((await ask(t, LANDING)).status).toBe(200);
});

it("[LIMIT2] refused calls with long bodies count against their caller, and no other call does", async () => {
  const { t, retailer, productId } = await openConnectedPair();
  const other = await joinRetailer(t);
  const bearers = [await bearerOf(t, retailer), await bearerOf(t, other)] as const;
  const place = (headers: SentHeaders, msg: string) =>
    ask(t, "POST /api/orders", {
      headers: { ...headers, "Idempotency-Key": newKey() },
      body: { lines: [{ productId, quantity: 1 }], msg },
    });
  const long = "x".repeat(600_000);
  for (let call = 0; call < 2; call += 1)
    expect((await place(bearers[0], long)).status, `call ${call}`).toBe(400);
  const refusal = await place(bearers[0], long);
  expect(refusal).toMatchObject({ status: 429, body: { code: "TOO_MANY" } });
  expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await place(bearers[1], long)).status).toBe(400);
  expect((await place(bearers[1], "Please.")).status).toBe(201);
  vi.setSystemTime(NOON + 30_000);
  expect((await place(bearers[0], long)).status).toBe(400);
});

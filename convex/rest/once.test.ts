/** Calls with an `Idempotency-Key`, as time goes on. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { openMarket } from "../market.setup";
import { ANSWERS_KEPT_MS, once } from "./once";

const NOON = Date.parse("2026-11-23T12:00:00Z");
const ASKED = { request: "r", key: "order-1", call: "POST /api/orders", digest: "d" };

beforeEach(() => vi.useFakeTimers({ now: NOON }));
afterEach(() => vi.useRealTimers());

function openCalls() {
  const t = openMarket();
  let works = 0;
  const work = () => Promise.resolve((works += 1));
  return { t, call: () => t.run((ctx) => once(ctx, "owner", ASKED, work)) };
}

it("a key that is used again after a day is another call, and is then answered from that one", async () => {
  const { t, call } = openCalls();
  expect(await call()).toBe(1);
  vi.setSystemTime(NOON + ANSWERS_KEPT_MS - 1);
  expect(await call()).toBe(1);
  // The sweep has not come by yet.
  vi.setSystemTime(NOON + ANSWERS_KEPT_MS);
  expect(await call()).toBe(2);
  expect(await call()).toBe(2);
  vi.setSystemTime(NOON + ANSWERS_KEPT_MS + 1);
  await t.mutation(internal.rest.once.sweep, {});
  expect(await call()).toBe(2);
});

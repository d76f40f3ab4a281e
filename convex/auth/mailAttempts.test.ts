/** Attempts at a mail until the mail service takes it, over crashes and refusals. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Market, openMarket } from "../market.setup";
import { postMail } from "./mail";
import { ATTEMPTS_MAX } from "./mailDelivery";
import { setDeployment } from "./visitor.setup";

const MINUTE_MS = 60_000;
const MAIL = {
  to: "kiran@corner.test",
  subject: "Your password was changed",
  text: "T",
  html: "H",
};

/** In place of Resend: answers as each test says, and counts what it was sent. */
const service = { received: [] as string[], answer: (): Response => Response.json({ id: "1" }) };

beforeAll(setDeployment);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("RESEND_API_KEY", "re_test");
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  service.received = [];
  service.answer = () => Response.json({ id: "1" });
  vi.stubGlobal("fetch", (_: string, { headers }: { headers: Headers }) => {
    service.received.push(headers.get("Idempotency-Key") ?? "no key");
    return Promise.resolve(service.answer());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function pass(t: Market, ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.advanceTimersByTimeAsync(1);
    await t.finishInProgressScheduledFunctions();
  }
}

async function posted(): Promise<Market> {
  const t = openMarket();
  await t.run((ctx) => postMail(ctx, MAIL));
  await pass(t, 0);
  return t;
}

async function stateOf(t: Market) {
  const mail = await t.run((ctx) => ctx.db.query("outbox").first());
  return mail?.state;
}

it("sends a mail once", async () => {
  const t = await posted();
  expect(await stateOf(t)).toBe("sent");
  await pass(t, 120 * MINUTE_MS);
  expect(service.received).toHaveLength(1);
});

it("sends a mail again whose attempt ended without an outcome, as by a crash", async () => {
  // Without a key the sending action throws before it can note anything.
  vi.stubEnv("RESEND_API_KEY", "");
  const t = await posted();
  expect(await stateOf(t)).toBe("queued");
  vi.stubEnv("RESEND_API_KEY", "re_test");
  await pass(t, MINUTE_MS);
  expect(await stateOf(t)).toBe("sent");
});

it("repeats an attempt under the key of the mail", async () => {
  service.answer = () => Response.json({ message: "Later." }, { status: 500 });
  const t = await posted();
  await pass(t, MINUTE_MS);
  expect(service.received).toHaveLength(2);
  expect(new Set(service.received).size).toBe(1);
});

it.each([
  ["its own reason", Response.json({ message: "Slow down." }, { status: 429 }), "Slow down."],
  ["JSON without one", Response.json({ error: "x" }, { status: 502 }), "Refused without a reason."],
  ["null", Response.json(null, { status: 502 }), "Refused without a reason."],
])("sends a mail again that was refused with %s", async (_, answer, reason) => {
  service.answer = () => answer;
  const t = await posted();
  expect(await stateOf(t)).toBe("queued");
  const mail = await t.run((ctx) => ctx.db.query("outbox").first());
  expect(mail?.lastError).toBe(reason);
  service.answer = () => Response.json({ id: "1" });
  await pass(t, MINUTE_MS);
  expect(await stateOf(t)).toBe("sent");
});

it("spreads the next attempts at mails that were refused together", async () => {
  vi.mocked(Math.random).mockRestore();
  service.answer = () => Response.json({ message: "Too many requests." }, { status: 429 });
  const t = openMarket();
  const began = Date.now();
  await t.run(async (ctx) => {
    for (let n = 0; n < 40; n += 1) await postMail(ctx, MAIL);
  });
  await pass(t, 0);
  const waits = await t.run(async (ctx) => {
    const calls = await ctx.db.system.query("_scheduled_functions").take(500);
    const pending = calls.filter(({ state }) => state.kind === "pending");
    return pending.map(({ scheduledTime }) => scheduledTime - began).sort((a, b) => a - b);
  });
  expect(waits).toHaveLength(40);
  expect(waits[0]).toBeGreaterThanOrEqual(MINUTE_MS / 2);
  expect(waits.at(-1)).toBeLessThan(1.6 * MINUTE_MS);
  expect(waits[30]! - waits[10]!).toBeGreaterThan(MINUTE_MS / 6);
});

it(`gives up after ${ATTEMPTS_MAX} attempts`, async () => {
  service.answer = () => Response.json({ message: "No." }, { status: 500 });
  const t = await posted();
  for (let n = 0; n < ATTEMPTS_MAX; n += 1) await pass(t, MINUTE_MS * 2 ** n);
  expect(await stateOf(t)).toBe("failed");
  await pass(t, 24 * 60 * MINUTE_MS);
  expect(service.received).toHaveLength(ATTEMPTS_MAX);
});

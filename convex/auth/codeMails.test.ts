/** One-time codes do not stay in the outbox. */
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import { openMarket } from "../market.setup";
import { BRIEFLY_KEPT_MS, postMail } from "./mail";
import { setDeployment } from "./visitor.setup";

beforeAll(setDeployment);
afterEach(() => vi.useRealTimers());

it.each(["signup", "reset"] as const)(
  "a mail with a code (%s) leaves the outbox after a day, other mails stay",
  async (purpose) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const t = openMarket();
    const email = "kiran@corner.test";
    await t.run(async (ctx) => {
      const business = { role: "retailer", name: "K", phone: "", address: "" } as const;
      if (purpose === "reset") await ctx.db.insert("users", { ...business, email });
      await postMail(ctx, { to: email, subject: "s", text: "An order", html: "" });
    });
    await t.action(api.auth.sendOtp, { email, purpose });
    const texts = () =>
      t.run(async (ctx) => (await ctx.db.query("outbox").take(9)).map(({ text }) => text));
    expect(await texts()).toHaveLength(2);
    vi.setSystemTime(Date.now() + BRIEFLY_KEPT_MS - 1);
    await t.mutation(internal.auth.sweep.run, {});
    expect(await texts()).toHaveLength(2);
    vi.setSystemTime(Date.now() + 2);
    await t.mutation(internal.auth.sweep.run, {});
    expect(await texts()).toEqual(["An order"]);
  },
);

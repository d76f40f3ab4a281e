/** Names as the server takes them and shows their changes. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { api } from "../_generated/api";
import {
  connectPair,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
  type Person,
} from "../market.setup";

async function pair() {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  await connectPair(t, retailer, distributor);
  return { t, distributor, retailer };
}

function rename({ client, user }: Person, name: string, business = "Corner Shop") {
  const { phone, address } = user;
  return client.mutation(api.account.save, { name, phone, address, business });
}

const historyWith = (who: Person, whom: Person) =>
  who.client.query(api.network.history, { userId: whom.user._id });

describe("a new name", () => {
  it("is shown with the old one to whoever is connected, on either side", async () => {
    const { distributor, retailer } = await pair();
    await rename(retailer, "Asha Traders");
    await rename(retailer, "Asha Traders", "Another Shop");
    await rename(distributor, "Big Bazaar", "Big Wholesale");
    expect((await historyWith(distributor, retailer))?.formerNames).toMatchObject([
      { name: "Asha Traders", business: "Corner Shop" },
      { name: retailer.user.name, business: "Corner Shop" },
    ]);
    expect((await historyWith(retailer, distributor))?.formerNames).toMatchObject([
      { name: distributor.user.name, business: "Big Wholesale" },
    ]);
  });

  it("[LIMIT5] of many leaves the one shown under which the two met", async () => {
    const { t, distributor, retailer } = await pair();
    await t.run(async (ctx) => {
      for (let n = 1; n <= 7; n += 1)
        await ctx.db.insert("renames", {
          ...{ userId: retailer.user._id, name: `Name ${n}`, business: "Corner Shop" },
          at: Date.now() + n,
        });
    });
    const shown = (await historyWith(distributor, retailer))?.formerNames;
    expect(shown?.map(({ name }) => name)).toEqual([
      ...["Name 7", "Name 6", "Name 5", "Name 4", "Name 3", "Name 1"],
    ]);
  });

  it("[LIMIT5] is one of three in a day; a change that looks the same, or of other details, costs none", async () => {
    const { t, retailer } = await pair();
    for (let n = 0; n < 3; n += 1) await rename(retailer, `Name ${n}`);
    await rename(retailer, "NAME 2");
    const before = await everything(t);
    expect(await refusal(rename(retailer, "Name 3"))).toMatchObject({ code: "TOO_MANY" });
    expect(await everything(t)).toBe(before);
  });

  it("that looks the same is none", async () => {
    const { distributor, retailer } = await pair();
    await rename(retailer, retailer.user.name.toUpperCase());
    await rename(retailer, retailer.user.name.replace("r", "ｒ"), " corner   shop ");
    expect((await historyWith(distributor, retailer))?.formerNames).toEqual([]);
  });

  it("from before the connection, or of strangers, is not shown", async () => {
    const { t, retailer } = await pair();
    await rename(retailer, "Asha Traders");
    const [rival, later] = [await joinDistributor(t), await joinDistributor(t)];
    expect(await historyWith(rival, retailer)).toBeNull();
    expect(await historyWith(await joinRetailer(t), retailer)).toBeNull();
    expect(await refusal(historyWith(await joinAdmin(t), retailer))).toEqual({ code: "FORBIDDEN" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000 });
    onTestFinished(() => void vi.useRealTimers());
    await connectPair(t, retailer, later);
    expect((await historyWith(later, retailer))?.formerNames).toEqual([]);
  });

  it.each(["Asha\u200bTraders", "Asha\u202eTraders", "Asha\u0000", "\u2060", "Asha\u200d"])(
    "%j is refused for people and businesses",
    async (wrong) => {
      const { t, retailer } = await pair();
      const before = await everything(t);
      for (const call of [rename(retailer, wrong), rename(retailer, "Asha", wrong)]) {
        // Blank ends are trimmed: what is left may be a name.
        const answer = await refusal(call).catch(() => null);
        if (answer === null) continue;
        expect(answer).toEqual({ code: "MISSING_FIELDS" });
        expect(await everything(t)).toBe(before);
      }
      expect(JSON.stringify(await t.run((ctx) => ctx.db.query("users").take(9)))).not.toContain(
        JSON.stringify(wrong).slice(1, -1),
      );
    },
  );
});

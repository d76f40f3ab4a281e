import { beforeAll, describe, expect, it, vi } from "vitest";
import { KINDS_OF_ROLE, NOTIFICATION_CHANNELS } from "../../domain/notifications";
import { api } from "../_generated/api";
import {
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openConnectedPair,
  openMarket,
  placeOne,
  refusal,
} from "../market.setup";
import { choose, defaultChannels, rowsOf, told, unread } from "./notifications.setup";

beforeAll(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  return () => vi.unstubAllEnvs();
});

describe("settings", () => {
  it("of someone who changed none are the defaults of their role", async () => {
    const t = openMarket();
    for (const [role, person] of [
      ["retailer", await joinRetailer(t)],
      ["distributor", await joinDistributor(t)],
      ["admin", await joinAdmin(t)],
    ] as const) {
      const settings = await person.client.query(api.notifications.settings, {});
      expect(settings).toEqual({
        ...{ digest: "none", showsSums: false, repeatsSound: false },
        channels: KINDS_OF_ROLE[role].map((kind) => ({
          ...{ kind, channels: defaultChannels(role, kind) },
        })),
      });
    }
  });

  it("are saved whole, and replace those before", async () => {
    const { client } = await joinRetailer(openMarket());
    const channels = KINDS_OF_ROLE.retailer.map((kind) => ({
      ...{ kind, channels: [...NOTIFICATION_CHANNELS] },
    }));
    const all = {
      ...{ channels, digest: "morningAndEvening" as const, quietFrom: 1_290, quietTo: 0 },
      ...{ showsSums: true, repeatsSound: true },
    };
    await client.mutation(api.notifications.saveSettings, all);
    expect(await client.query(api.notifications.settings, {})).toEqual(all);
    const none = {
      channels: channels.map(({ kind }) => ({ kind, channels: [] })),
      ...{ digest: "none" as const, showsSums: false, repeatsSound: false },
    };
    await client.mutation(api.notifications.saveSettings, none);
    expect(await client.query(api.notifications.settings, {})).toEqual(none);
  });

  it("are refused, and nothing is written, with kinds of another role, doubles, and what is no time of day", async () => {
    const t = openMarket();
    const [retailer, admin] = [await joinRetailer(t), await joinAdmin(t)];
    const before = await everything(t);
    const good = { digest: "none" as const, showsSums: false, repeatsSound: false };
    const bell = ["bell" as const];
    const message = { kind: "message" as const, channels: bell };
    for (const wrong of [
      { channels: [{ kind: "orderPlaced" as const, channels: bell }] },
      { channels: [message, message] },
      { channels: [{ ...message, channels: ["bell" as const, "bell" as const] }] },
      { channels: Array.from({ length: 1_000 }, () => message) },
      ...[-1, 0.5, 1_440, Number.NaN, Number.POSITIVE_INFINITY].flatMap((minute) => [
        { channels: [], quietFrom: minute, quietTo: 60 },
        { channels: [], quietFrom: 60, quietTo: minute },
      ]),
      { channels: [], quietFrom: 60 },
      { channels: [], quietTo: 60 },
    ]) {
      const call = retailer.client.mutation(api.notifications.saveSettings, { ...good, ...wrong });
      expect(await refusal(call), JSON.stringify(wrong)).toEqual({ code: "BAD_REQUEST" });
    }
    const ofAdmin = { ...good, channels: [message] };
    const call = admin.client.mutation(api.notifications.saveSettings, ofAdmin);
    expect(await refusal(call)).toEqual({ code: "BAD_REQUEST" });
    expect(await everything(t)).toBe(before);
  });
});

describe("a kind", () => {
  it("[TOLD6] that is switched off is not written at all", async () => {
    const { t, retailer, distributor, productId } = await openConnectedPair();
    await choose(distributor, "orderPlaced", []);
    await placeOne(retailer, productId);
    expect(await rowsOf(t)).toEqual([]);
  });

  it.each([["push"], ["mail"]] as const)(
    "with the channel %s alone is not in the bell, and is read with its address",
    async (channel) => {
      const { t, retailer, distributor, productId } = await openConnectedPair();
      await choose(distributor, "orderPlaced", [channel]);
      await placeOne(retailer, productId);
      expect(await rowsOf(t)).toMatchObject([{ kind: "orderPlaced", isHidden: true }]);
      expect(await told(distributor)).toEqual([]);
      expect(await unread(distributor)).toBe(0);
      const toDo = { filter: "toDo" as const, paginationOpts: { numItems: 10, cursor: null } };
      const { page } = await distributor.client.query(api.notifications.list, toDo);
      expect(page).toEqual([]);
      const path = "/pendingorders_dist";
      await distributor.client.mutation(api.notifications.readPath, { path });
      const [row] = await rowsOf(t);
      expect(row?.readAt).toBeDefined();
    },
  );

  it("with the sound alone is in the bell, so that the sound has its reason", async () => {
    const { retailer, distributor, productId } = await openConnectedPair();
    await choose(distributor, "orderPlaced", ["sound"]);
    await placeOne(retailer, productId);
    expect(await told(distributor)).toMatchObject([{ kind: "orderPlaced" }]);
  });
});

/** Keys: made on the settings page, used through REST as programs do. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { API_KEYS_MAX, KEY_USE_NOTED_MS, NAME_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import { digest } from "../digest";
import {
  everything,
  listProduct,
  type Market,
  MEMBER_PASSWORD,
  openMarket,
  type Person,
  refusal,
  settledTime,
  withPassword,
} from "../market.setup";
import * as market from "../market.setup";
import { ask, refused } from "../rest/rest.setup";
import { deactivate } from "../account/deactivate";

const joinRetailer = async (t: Market) => withPassword(t, await market.joinRetailer(t));
const joinDistributor = async (t: Market) => withPassword(t, await market.joinDistributor(t));
const joinAdmin = async (t: Market) => withPassword(t, await market.joinAdmin(t));

const NOON = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function makeKey(
  { client }: Person,
  scope: "read" | "write" = "write",
  name = "Till",
): Promise<string> {
  return client
    .action(api.developers.createKey, { name, scope, password: MEMBER_PASSWORD })
    .then(({ key }) => key);
}

const keysOf = ({ client }: Person) => client.query(api.developers.keys, {});

async function onlyKeyOf(person: Person) {
  const [key, ...others] = await keysOf(person);
  if (key === undefined || others.length > 0) throw new Error("There is not one key");
  return key;
}

const by = (key: string) => ({ Authorization: `Bearer ${key}` });
const listOrders = (t: Market, key: string) =>
  ask(t, "GET /api/orders/pending-by-email", { headers: by(key) });

async function placing(t: Market, key: string) {
  const productId = await listProduct(t, await joinDistributor(t));
  const body = { productId, quantity: 1, msg: "From the till." };
  return ask(t, "POST /api/orders/place", { headers: by(key), body });
}

describe("a key", () => {
  test("is shown once, and kept as a digest with its beginning", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    const key = await makeKey(retailer, "read", "  Stock till  ");
    expect(key).toMatch(/^mandi_[\w-]{43}$/);
    expect(await everything(t)).not.toContain(key.slice(0, 20));
    expect(await everything(t)).toContain(await digest(key));
    expect(await onlyKeyOf(retailer)).toEqual({
      _id: expect.any(String) as string,
      name: "Stock till",
      start: key.slice(0, 12),
      scope: "read",
      createdAt: expect.any(Number) as number,
    });
  });

  test("is another one each time", async () => {
    const retailer = await joinRetailer(openMarket());
    expect(await makeKey(retailer)).not.toBe(await makeKey(retailer));
  });

  test("that may write does what its maker may do, in the maker's name", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    const { status, body } = await placing(t, await makeKey(retailer));
    expect(status).toBe(201);
    expect(body).toMatchObject({ order: { userEmail: retailer.user.email } });
  });

  test("grants nothing that its owner's role may not do", async () => {
    const t = openMarket();
    const key = await makeKey(await joinDistributor(t));
    expect((await placing(t, key)).status).toBe(403);
  });

  test("that may only read reads, and changes nothing", async () => {
    const t = openMarket();
    const key = await makeKey(await joinRetailer(t), "read");
    expect(await listOrders(t, key)).toMatchObject({ status: 200, body: [] });
    expect(await placing(t, key)).toMatchObject(
      refused(403, "READ_ONLY_KEY", "This key may only read."),
    );
    expect(await t.run((ctx) => ctx.db.query("orders").first())).toBeNull();
  });

  test("that was revoked is refused", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    const key = await makeKey(retailer);
    const { _id: keyId } = await onlyKeyOf(retailer);
    await retailer.client.mutation(api.developers.revokeKey, { keyId });
    expect((await listOrders(t, key)).status).toBe(401);
    expect(await keysOf(retailer)).toEqual([]);
  });

  test("ends with the account", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    const key = await makeKey(retailer);
    expect((await listOrders(t, key)).status).toBe(200);
    const userId = retailer.user._id;
    await t.run((ctx) => deactivate(ctx, { userId, role: "retailer" }, Date.now()));
    expect((await listOrders(t, key)).status).toBe(401);
    expect(await t.run((ctx) => ctx.db.query("apiKeys").first())).toBeNull();
  });

  test("may be an administrator's", async () => {
    const t = openMarket();
    const key = await makeKey(await joinAdmin(t), "read");
    expect((await ask(t, "GET /admin/users", { headers: by(key) })).status).toBe(200);
  });
});

describe("the last use of a key", () => {
  test("is shown, right to the minute, and written no more often than that", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    const key = await makeKey(retailer);
    const usedAt = async (moment: number) => {
      vi.setSystemTime(moment);
      await listOrders(t, key);
      return (await onlyKeyOf(retailer)).lastUsedAt;
    };
    expect((await onlyKeyOf(retailer)).lastUsedAt).toBeUndefined();
    const first = NOON + 1_000;
    expect(await usedAt(first)).toBe(first);
    expect(await usedAt(first + KEY_USE_NOTED_MS - 1)).toBe(first);
    expect(await usedAt(first + KEY_USE_NOTED_MS)).toBe(first + KEY_USE_NOTED_MS);
  });

  test.each([
    ["announces a short body", { "Content-Length": "100" }],
    ["announces no length", {}],
  ])("is also a use that was refused, of a request that %s", async (_, length) => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    const key = await makeKey(retailer, "read");
    const now = await settledTime(t);
    const headers = { ...by(key), ...length };
    expect((await ask(t, "POST /api/orders/place", { headers, body: {} })).status).toBe(403);
    expect((await onlyKeyOf(retailer)).lastUsedAt).toBe(now);
  });

  test("is also a read that was refused", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    const key = await makeKey(retailer, "read");
    const now = await settledTime(t);
    expect((await ask(t, "GET /api/orders/pending", { headers: by(key) })).status).toBe(403);
    expect((await onlyKeyOf(retailer)).lastUsedAt).toBe(now);
  });
});

describe("making and revoking keys", () => {
  test("takes a name of one line, and one of two scopes", async () => {
    const t = openMarket();
    const { client } = await joinRetailer(t);
    for (const name of ["", "  ", "a\nb", "\u202eevil", "a".repeat(NAME_MAX + 1), "\ud800"]) {
      const making = client.action(api.developers.createKey, {
        name,
        scope: "read",
        password: MEMBER_PASSWORD,
      });
      expect(await refusal(making), JSON.stringify(name)).toEqual({ code: "BAD_KEY_NAME" });
    }
    const asked = { name: "Till", scope: "admin" as "read", password: MEMBER_PASSWORD };
    await expect(client.action(api.developers.createKey, asked)).rejects.toThrow(/Validator/);
    expect(await t.run((ctx) => ctx.db.query("apiKeys").first())).toBeNull();
  });

  test("ends at as many as one may have", async () => {
    const retailer = await joinRetailer(openMarket());
    for (let made = 0; made < API_KEYS_MAX; made += 1) await makeKey(retailer);
    expect(await refusal(makeKey(retailer))).toEqual({ code: "TOO_MANY_KEYS", max: API_KEYS_MAX });
    expect(await keysOf(retailer)).toHaveLength(API_KEYS_MAX);
  });

  test("is for whoever is signed in, and for one's own keys", async () => {
    const t = openMarket();
    const [retailer, stranger] = [await joinRetailer(t), await joinRetailer(t)];
    await makeKey(retailer);
    const asked = { name: "Till", scope: "read", password: MEMBER_PASSWORD } as const;
    expect(await refusal(t.action(api.developers.createKey, asked))).toEqual({
      code: "UNAUTHENTICATED",
    });
    const { _id: keyId } = await onlyKeyOf(retailer);
    for (const id of [keyId, retailer.user._id, "", "nonsense"]) {
      const revoking = stranger.client.mutation(api.developers.revokeKey, { keyId: id });
      expect(await refusal(revoking)).toEqual({ code: "NOT_FOUND" });
    }
    expect(await keysOf(stranger)).toEqual([]);
    expect(await keysOf(retailer)).toHaveLength(1);
  });
});

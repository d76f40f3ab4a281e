import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../_generated/api";
import {
  foldEffects,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  type Market,
  type Person,
} from "../market.setup";
import { type Answer, ask, bearerOf, refused } from "./rest.setup";

const ADDING_FAILED = "An error occurred while adding to the network.";

async function openPair() {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
  return { t, retailer, distributor };
}

type Pair = Awaited<ReturnType<typeof openPair>>;

async function add({ t, retailer, distributor }: Pair, more: object = {}, key?: string) {
  const headers = { ...(await bearerOf(t, retailer)), ...(key && { "Idempotency-Key": key }) };
  const body = { distributorEmail: distributor.user.email, ...more };
  return ask(t, "POST /api/network/add", { headers, body });
}

function idOf({ body }: Answer): string {
  return (body as { _id: string })._id;
}

async function get(t: Market, person: Person, path: string) {
  return ask(t, `GET ${path}`, { headers: await bearerOf(t, person) });
}

async function put(t: Market, person: Person, path: string, body: unknown) {
  return ask(t, `PUT /api/network/${path}`, { headers: await bearerOf(t, person), body });
}

function documented({ retailer, distributor }: Pair, status: string) {
  return {
    _id: expect.any(String) as string,
    userName: retailer.user.name,
    userEmail: retailer.user.email,
    distributorName: distributor.user.name,
    distributorEmail: distributor.user.email,
    status,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    retail_img: expect.any(String) as string,
    dist_img: expect.any(String) as string,
  };
}

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("asking for a connection", () => {
  it("is answered with the connection and the words of the app", async () => {
    const pair = await openPair();
    const distributorEmail = ` ${pair.distributor.user.email.toUpperCase()} `;
    const { status, body } = await add(pair, {
      distributorEmail,
      userEmail: pair.retailer.user.email,
    });
    expect(status).toBe(201);
    const message = `${pair.distributor.user.name} added to your network!`;
    expect(body).toEqual({ ...documented(pair, "pending"), message });
  });

  it.each(["pending", "accepted"] as const)(
    "again while it is %s is refused and changes nothing",
    async (status) => {
      const pair = await openPair();
      const id = idOf(await add(pair));
      if (status === "accepted") await put(pair.t, pair.distributor, `status/${id}`, { status });
      const headers = await bearerOf(pair.t, pair.retailer);
      const before = await everything(pair.t);
      const body = { distributorEmail: pair.distributor.user.email };
      expect(await ask(pair.t, "POST /api/network/add", { headers, body })).toMatchObject(
        refused(409, "ALREADY_CONNECTED", "Request already sent or already connected."),
      );
      expect(await everything(pair.t)).toBe(before);
    },
  );

  it("after a rejection opens the same connection again", async () => {
    const pair = await openPair();
    const id = idOf(await add(pair));
    await put(pair.t, pair.distributor, `status/${id}`, { status: "rejected" });
    const again = await add(pair);
    expect(again).toMatchObject({ status: 201, body: { _id: id, status: "pending" } });
  });

  it("with the same key is answered as before; with another body under it, refused", async () => {
    const pair = await openPair();
    const first = await add(pair, {}, "k");
    const again = await add(pair, {}, "k");
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await add(pair, { distributorEmail: "other@mandi.test" }, "k")).toMatchObject(
      refused(422, "KEY_REUSED", "This request was already used with different data."),
    );
  });

  it("of nobody, of a retailer, or of a closed account finds nobody", async () => {
    const pair = await openPair();
    const closed = await joinDistributor(pair.t, { deactivatedAt: 1 });
    const emails = [undefined, "", "nobody@mandi.test", pair.retailer.user.email, "__proto__"];
    for (const distributorEmail of [...emails, closed.user.email])
      expect(await add(pair, { distributorEmail })).toMatchObject(
        refused(404, "NOT_FOUND", ADDING_FAILED),
      );
    for (const distributorEmail of [null, 1, {}, ["a"]])
      expect(await add(pair, { distributorEmail })).toMatchObject(
        refused(400, "BAD_REQUEST", ADDING_FAILED),
      );
  });

  it("in another retailer's name is refused before anything else is looked at", async () => {
    const pair = await openPair();
    const { user } = await joinRetailer(pair.t);
    for (const distributorEmail of [pair.distributor.user.email, "nobody@mandi.test"])
      expect(await add(pair, { distributorEmail, userEmail: user.email })).toMatchObject(
        refused(403, "FORBIDDEN", "You are not allowed to do this."),
      );
    expect(await pair.t.run((ctx) => ctx.db.query("connections").take(1))).toEqual([]);
  });

  it("is for retailers alone", async () => {
    const pair = await openPair();
    const body = { distributorEmail: pair.distributor.user.email };
    expect(await ask(pair.t, "POST /api/network/add", { body })).toMatchObject({ status: 401 });
    for (const person of [pair.distributor, await joinAdmin(pair.t)]) {
      const headers = await bearerOf(pair.t, person);
      const answer = await ask(pair.t, "POST /api/network/add", { headers, body });
      expect(answer).toMatchObject({ status: 403 });
    }
  });

  it("is limited to sixty an hour", async () => {
    vi.stubEnv("RATE_LIMITS", "on");
    const pair = await openPair();
    const headers = await bearerOf(pair.t, pair.retailer);
    for (let asked = 0; asked < 61; asked += 1) {
      const { user } = await joinDistributor(pair.t);
      const body = { distributorEmail: user.email };
      const answer = await ask(pair.t, "POST /api/network/add", { headers, body });
      expect(answer.status, `request ${asked}`).toBe(asked < 60 ? 201 : 429);
    }
  });
});

describe("the lists", () => {
  it("show a pending request to its distributor, and an accepted connection to both", async () => {
    const pair = await openPair();
    const { t, retailer, distributor } = pair;
    const mine = `?email=${encodeURIComponent(` ${distributor.user.email.toUpperCase()}`)}`;
    const id = idOf(await add(pair));
    expect((await get(t, distributor, `/api/network/pending${mine}`)).body).toEqual([
      documented(pair, "pending"),
    ]);
    await put(t, distributor, `status/${id}`, { status: "accepted" });
    for (const [person, path] of [
      [distributor, `/api/network/accepted${mine}`],
      [distributor, "/api/network/accepted"],
      [distributor, `/api/network/accepted/${distributor.user.email}`],
      [retailer, `/api/network/all/accepted/retailer?email=${retailer.user.email}`],
      [retailer, `/api/network/accepted/${retailer.user.email}`],
    ] as const)
      expect((await get(t, person, path)).body, path).toEqual([documented(pair, "accepted")]);
    expect(await get(t, distributor, "/api/network/pending")).toMatchObject({
      status: 200,
      body: [],
    });
  });

  it("go on where the Link header says", async () => {
    const { t, distributor } = await openPair();
    for (let one = 0; one < 3; one += 1)
      await add({ t, distributor, retailer: await joinRetailer(t) });
    const first = await get(t, distributor, "/api/network/pending?limit=2");
    expect(first.body).toHaveLength(2);
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const second = await get(t, distributor, next);
    expect(second.body).toHaveLength(1);
    expect(
      new Set(
        [first, second].flatMap(({ body }) => body as { _id: string }[]).map(({ _id }) => _id),
      ).size,
    ).toBe(3);
  });

  it("are nobody else's, whoever is named", async () => {
    const pair = await openPair();
    const { t, retailer, distributor } = pair;
    await add(pair);
    const [rival, shop, admin] = [
      await joinDistributor(t),
      await joinRetailer(t),
      await joinAdmin(t),
    ];
    const ofDistributor = `email=${distributor.user.email}`;
    for (const [person, path] of [
      [rival, `/api/network/pending?${ofDistributor}`],
      [rival, `/api/network/accepted?${ofDistributor}`],
      [rival, `/api/network/accepted/${distributor.user.email}`],
      [rival, "/api/network/accepted/%00"],
      [shop, `/api/network/all/accepted/retailer?email=${retailer.user.email}`],
      [shop, `/api/network/accepted/${retailer.user.email}`],
      [shop, "/api/network/pending"],
      [shop, "/api/network/accepted"],
      [rival, "/api/network/all/accepted/retailer"],
      [admin, "/api/network/pending"],
      [admin, `/api/network/accepted/${admin.user.email}`],
    ] as const)
      expect(await get(t, person, path), path).toMatchObject(
        refused(403, "FORBIDDEN", "You are not allowed to do this."),
      );
    const twice = `/api/network/pending?${ofDistributor}&${ofDistributor}`;
    expect(await get(t, distributor, twice)).toMatchObject({ status: 400 });
    expect(await ask(t, "GET /api/network/pending")).toMatchObject({ status: 401 });
  });
});

describe("answering a request", () => {
  it.each(["accepted", "rejected"] as const)("%s twice is once", async (status) => {
    const pair = await openPair();
    const id = idOf(await add(pair));
    for (let time = 0; time < 2; time += 1)
      expect(await put(pair.t, pair.distributor, `status/${id}`, { status })).toMatchObject({
        status: 200,
        body: { message: `Request ${status} successfully.` },
      });
    const other = status === "accepted" ? "rejected" : "accepted";
    expect(await put(pair.t, pair.distributor, `status/${id}`, { status: other })).toMatchObject(
      refused(409, "ALREADY_ANSWERED", "This request was already answered."),
    );
  });

  it("takes two words and no others", async () => {
    const pair = await openPair();
    const id = idOf(await add(pair));
    const others = ["", "Accepted", "pending", "pending ", "__proto__", null, 1, ["accepted"]];
    for (const status of [...others, undefined])
      for (const path of [`status/${id}`, `reject/status/${id}`])
        expect(await put(pair.t, pair.distributor, path, { status })).toMatchObject(
          refused(400, "BAD_STATUS", "Invalid status."),
        );
  });

  it("is for the one who was asked: for others there is no such request", async () => {
    const pair = await openPair();
    const { t } = pair;
    const id = idOf(await add(pair));
    const rival = await joinDistributor(t);
    const status = "rejected";
    for (const wrong of [id, rival.user._id, "x", "%2e%2e", "__proto__", "a".repeat(5_000)])
      for (const path of [`status/${wrong}`, `reject/status/${wrong}`])
        expect(await put(t, rival, path, { status })).toMatchObject(
          refused(404, "NOT_FOUND", "Not found."),
        );
    for (const person of [pair.retailer, await joinAdmin(t)])
      for (const path of [`status/${id}`, `reject/status/${id}`])
        expect(await put(t, person, path, { status })).toMatchObject({ status: 403 });
  });
});

it("ending a connection, once or twice, takes it off both lists", async () => {
  const pair = await openPair();
  const { t, retailer, distributor } = pair;
  const id = idOf(await add(pair));
  await put(t, distributor, `status/${id}`, { status: "accepted" });
  for (let time = 0; time < 2; time += 1)
    expect(await put(t, distributor, `reject/status/${id}`, { status: "rejected" })).toMatchObject({
      status: 200,
      body: { message: "Request rejected successfully." },
    });
  for (const person of [retailer, distributor])
    expect((await get(t, person, `/api/network/accepted/${person.user.email}`)).body).toEqual([]);
  await foldEffects(t);
  expect(await distributor.client.query(api.network.pendingCount, {})).toBe(0);
});

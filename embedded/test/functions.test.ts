/** Guarantees to functions: schedules, crons, components, validators, identity, reload. Through stock clients. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { JWK, KeyLike } from "jose";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";

type Nothing = Record<string, never>;
type Text = { text: string };

const later = {
  schedule: makeFunctionReference<"mutation", Text & { ms: number }, string>("later:schedule"),
  scheduleFailing: makeFunctionReference<"mutation", Text, string>("later:scheduleFailing"),
  scheduleAction: makeFunctionReference<"mutation", Text & { ms: number }, string>(
    "later:scheduleAction",
  ),
  scheduleCancelItself: makeFunctionReference<"mutation", Nothing, string>(
    "later:scheduleCancelItself",
  ),
  scheduleAndFail: makeFunctionReference<"mutation", Text>("later:scheduleAndFail"),
  fromAction: makeFunctionReference<"action", Text, string>("later:fromAction"),
  cancel: makeFunctionReference<"mutation", { id: string }>("later:cancel"),
  stateOf: makeFunctionReference<"query", { id: string }, string | null>("later:stateOf"),
  times: makeFunctionReference<"query", Text, number>("later:times"),
};
const products = {
  add: makeFunctionReference<"mutation", { name: string; price: number }, string>("products:add"),
  addLimited: makeFunctionReference<"mutation", { name: string; who: string }>(
    "products:addLimited",
  ),
  addAndFail: makeFunctionReference<"mutation", { price: number }>("products:addAndFail"),
  countAndSum: makeFunctionReference<"query", Nothing, { count: number; max: number | null }>(
    "products:countAndSum",
  ),
  between: makeFunctionReference<"query", { low: number; high: number }, { name: string }[]>(
    "products:between",
  ),
  search: makeFunctionReference<"query", { words: string }, string[]>("products:search"),
  brokenPromise: makeFunctionReference<"query", Nothing>("products:brokenPromise"),
  clockAndChance: makeFunctionReference<"query", Nothing, { clocks: number[]; chances: number[] }>(
    "products:clockAndChance",
  ),
  fetches: makeFunctionReference<"query", Nothing>("products:fetches"),
  fails: makeFunctionReference<"query", Nothing>("products:fails"),
  failsNested: makeFunctionReference<"query", Nothing>("products:failsNested"),
  default: makeFunctionReference<"query", Nothing>("products:default"),
  misfit: makeFunctionReference<"mutation", Nothing>("products:misfit"),
};
const tastes = {
  add: makeFunctionReference<"mutation", { kind: string; vector: number[] }, string>("tastes:add"),
  alike: makeFunctionReference<
    "action",
    { kind: string; vector: number[] },
    { _id: string; _score: number }[]
  >("tastes:alike"),
};
interface Drawn {
  readonly atImport: string;
  readonly uuids: string[];
  readonly bytes: number[];
}
const randomness = {
  inQuery: makeFunctionReference<"query", Nothing, Drawn>("randomness:inQuery"),
  inMutation: makeFunctionReference<"mutation", Nothing, Drawn>("randomness:inMutation"),
  operateInMutation: makeFunctionReference<"mutation", { name: string }, string>(
    "randomness:operateInMutation",
  ),
  operateInAction: makeFunctionReference<"action", { name: string }, string>(
    "randomness:operateInAction",
  ),
};
const audits = {
  inQuery: makeFunctionReference<"query", Nothing, string>("audits:inQuery"),
  inMutation: makeFunctionReference<"mutation", { lines: number; length: number }>(
    "audits:inMutation",
  ),
  inAction: makeFunctionReference<"action", Nothing>("audits:inAction"),
};
const subject = makeFunctionReference<"query", Nothing, string | null>("who:subject");

const tokenIdentifier = makeFunctionReference<"query", Nothing, string | null>(
  "who:tokenIdentifier",
);

const KEY_ID = "the only key";
const ISSUER = "https://issuer.test";
let privateKey: KeyLike;
let publicKeys: { keys: JWK[] };
let project: TestProject;
let backend: RunningBackend;

/** A key of each algorithm that draws randomness, as JSON. */
async function privateKeys(): Promise<Record<string, JsonWebKey>> {
  const { subtle } = crypto;
  const rsa = { modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: "SHA-256" };
  const pairs = {
    ECDSA: await subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ]),
    "RSA-PSS": await subtle.generateKey({ name: "RSA-PSS", ...rsa }, true, ["sign", "verify"]),
    "RSA-OAEP": await subtle.generateKey({ name: "RSA-OAEP", ...rsa }, true, [
      "encrypt",
      "decrypt",
    ]),
  };
  return {
    ECDSA: await subtle.exportKey("jwk", pairs.ECDSA.privateKey),
    "RSA-PSS": await subtle.exportKey("jwk", pairs["RSA-PSS"].privateKey),
    "RSA-OAEP": await subtle.exportKey("jwk", pairs["RSA-OAEP"].publicKey),
  };
}

beforeAll(async () => {
  const keys = await generateKeyPair("RS256");
  privateKey = keys.privateKey;
  publicKeys = { keys: [{ ...(await exportJWK(keys.publicKey)), use: "sig", kid: KEY_ID }] };
  const variables = {
    PUBLIC_KEYS: JSON.stringify(publicKeys),
    KEYS: JSON.stringify(await privateKeys()),
  };
  project = copyProject("shop", { variables });
  backend = await runBackend(project.options);
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

function client(of = backend): ConvexHttpClient {
  return new ConvexHttpClient(of.addresses.url, { logger: false });
}

const times = (text: string, of = backend) => client(of).query(later.times, { text });
const stateOf = (id: string, of = backend) => client(of).query(later.stateOf, { id });

describe("a scheduled function", () => {
  test("[SCHED1] runs when it is due, not before, once", async () => {
    const calledAt = Date.now();
    const distant = await client().mutation(later.schedule, { text: "not due", ms: 3_600_000 });
    const id = await client().mutation(later.schedule, { text: "due", ms: 400 });
    await eventually(async () => expect(await times("due")).toBe(1));
    expect(Date.now()).toBeGreaterThanOrEqual(calledAt + 400);
    expect(await stateOf(id)).toBe("success");
    expect(await stateOf(distant)).toBe("pending");
    expect([await times("due"), await times("not due")]).toEqual([1, 0]);
  });

  test("[SCHED2] does not exist if its mutation failed", async () => {
    await expect(client().mutation(later.scheduleAndFail, { text: "nothing" })).rejects.toThrow();
    const id = await client().mutation(later.schedule, { text: "after nothing", ms: 0 });
    await eventually(async () => expect(await stateOf(id)).toBe("success"));
    expect(await times("nothing")).toBe(0);
  });

  test("[SCHED1] that fails leaves only the record of its failure", async () => {
    const id = await client().mutation(later.scheduleFailing, { text: "failing" });
    await eventually(async () => expect(await stateOf(id)).toBe("failed"));
    expect(await times("failing")).toBe(0);
  });

  test("[SCHED1] may be an action, also scheduled by an action", async () => {
    const id = await client().mutation(later.scheduleAction, { text: "by action", ms: 0 });
    await eventually(async () => expect(await stateOf(id)).toBe("success"));
    expect(await times("by action")).toBe(1);
    const other = await client().action(later.fromAction, { text: "from action" });
    await eventually(async () => expect(await stateOf(other)).toBe("success"));
    expect(await times("from action")).toBe(1);
  });

  test("[SCHED3] that was canceled never runs", async () => {
    const id = await client().mutation(later.schedule, { text: "canceled", ms: 2_000 });
    await Promise.all([
      client().mutation(later.cancel, { id }),
      client().mutation(later.schedule, { text: "after the canceled one", ms: 2_000 }),
    ]);
    expect(await stateOf(id)).toBe("canceled");
    await eventually(async () => expect(await times("after the canceled one")).toBe(1));
    expect(await times("canceled")).toBe(0);
  });

  test("[SCHED3] [SCHED7] sees itself running, and cannot cancel itself", async () => {
    const id = await client().mutation(later.scheduleCancelItself, {});
    await eventually(async () => expect(await stateOf(id)).toBe("success"));
    expect(await times("sees itself inProgress")).toBe(1);
    const { apiUrl, adminKey } = backend.addresses;
    const logs = await fetch(`${apiUrl}/api/stream_function_logs?cursor=0`, {
      headers: { Authorization: `Convex ${adminKey}` },
    });
    expect(await logs.text()).toContain(
      "[WARN] A scheduled mutation canceling itself is deprecated",
    );
  });

  test("[SCHED4] runs once after a restart; an interrupted action is recorded as failed", async () => {
    const own = copyProject("shop");
    const first = await runBackend(own.options);
    const id = await client(first).mutation(later.schedule, { text: "restart", ms: 600 });
    const action = await client(first).mutation(later.scheduleAction, {
      text: "interrupted",
      ms: 60_000,
    });
    await eventually(async () => expect(await stateOf(action, first)).toBe("inProgress"));
    await first.stop();
    const second = await runBackend(own.options);
    await eventually(async () => expect(await times("restart", second)).toBe(1));
    expect(await stateOf(id, second)).toBe("success");
    expect(await stateOf(action, second)).toBe("failed");
    expect(await times("interrupted", second)).toBe(0);
    await second.stop();
    own.remove();
  });
});

test("[CRON1] a cron job runs at its scheduled times", async () => {
  const before = await times("tick");
  await eventually(async () => expect(await times("tick")).toBeGreaterThanOrEqual(before + 2));
});

describe("components", () => {
  test("[COMP1] aggregate counts in the transaction of the caller", async () => {
    await client().mutation(products.add, { name: "Rice", price: 40 });
    await client().mutation(products.add, { name: "Lentils", price: 90 });
    await expect(client().mutation(products.addAndFail, { price: 900 })).rejects.toThrow();
    expect(await client().query(products.countAndSum, {})).toEqual({ count: 2, max: 90 });
  });

  test("[COMP1] rate-limiter limits each key", async () => {
    const add = (who: string) => client().mutation(products.addLimited, { name: "Salt", who });
    for (let i = 0; i < 3; i++) await add("meena");
    await expect(add("meena")).rejects.toMatchObject({ data: { kind: "RateLimited" } });
    await add("ravi");
  });

  test("[COMP2] can't be called from outside", async () => {
    const inside = makeFunctionReference<"query">("aggregate/btree:count");
    await expect(client().query(inside, {})).rejects.toThrow("Could not find");
  });
});

describe("queries", () => {
  test("[IDX1] read a range of an index, its lower end included and its upper end not", async () => {
    for (const price of [500, 510, 520]) {
      await client().mutation(products.add, { name: `P${price}`, price });
    }
    const found = await client().query(products.between, { low: 500, high: 520 });
    expect(found.map(({ name }) => name)).toEqual(["P500", "P510"]);
  });

  test("[SUB2] run again only when a commit wrote to a range that they read", async () => {
    const live = new ConvexClient(backend.addresses.url, {
      logger: false,
      unsavedChangesWarning: false,
    });
    const answers: string[][] = [];
    live.onUpdate(products.between, { low: 600, high: 610 }, (rows) =>
      answers.push(rows.map(({ name }) => name)),
    );
    await eventually(() => expect(answers).toEqual([[]]));
    await live.mutation(products.add, { name: "beside", price: 610 });
    await live.mutation(products.add, { name: "within", price: 605 });
    await eventually(() => expect(answers).toEqual([[], ["within"]]));
    await live.close();
  });

  test("[IDX2] search by words and beginnings of words", async () => {
    await client().mutation(products.add, { name: "Basmati rice extra long", price: 1 });
    expect(await client().query(products.search, { words: "basm" })).toEqual([
      "Basmati rice extra long",
    ]);
    expect(await client().query(products.search, { words: "wheat" })).toEqual([]);
  });

  test("[VEC1] actions find similar vectors", async () => {
    const near = await client().mutation(tastes.add, { kind: "tea", vector: [1, 0.1] });
    const far = await client().mutation(tastes.add, { kind: "tea", vector: [0, 1] });
    await client().mutation(tastes.add, { kind: "oil", vector: [1, 0] });
    const found = await client().action(tastes.alike, { kind: "tea", vector: [1, 0] });
    expect(found.map(({ _id }) => _id)).toEqual([near, far]);
    expect(found[1]?._score).toBe(0);
    await expect(client().action(tastes.alike, { kind: "tea", vector: [1] })).rejects.toThrow(
      "Expected a vector with dimensions 2, received 1.",
    );
  });

  test("[FN1] see a fixed clock and seeded randomness", async () => {
    const { clocks, chances } = await client().query(products.clockAndChance, {});
    expect(clocks[0]).toBe(clocks[1]);
    expect(chances[0]).not.toBe(chances[1]);
  });

  test("[FN3] draw random bytes and UUIDs, each time others", async () => {
    const drawn = [
      await client().query(randomness.inQuery, {}),
      await client().mutation(randomness.inMutation, {}),
      await client().mutation(randomness.inMutation, {}),
    ];
    const uuids = drawn.flatMap((each) => each.uuids);
    const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (const uuid of [...uuids, drawn[0]?.atImport]) expect(uuid).toMatch(version4);
    expect(new Set(uuids).size).toBe(6);
    expect(new Set(drawn.map(({ bytes }) => bytes.join())).size).toBe(3);
  });

  test.each(["generateKey", "ecdsa", "pss", "oaep"])(
    "[FN3] refuse the randomness of %s outside actions",
    async (name) => {
      await expect(client().mutation(randomness.operateInMutation, { name })).rejects.toThrow(
        "Can't use cryptographic randomness in queries and mutations",
      );
      expect(await client().action(randomness.operateInAction, { name })).toBe("done");
    },
  );

  test.each(["hmac", "aes"])("[FN3] sign and encrypt with %s", async (name) => {
    expect(await client().mutation(randomness.operateInMutation, { name })).toBe("done");
  });

  test("[FN1] can't fetch", async () => {
    await expect(client().query(products.fetches, {})).rejects.toThrow("Can't use fetch()");
  });
});

test("[PUSH11] logs show a query that an earlier run answered", async () => {
  const { apiUrl, adminKey } = backend.addresses;
  const poll = () =>
    fetch(`${apiUrl}/api/stream_function_logs?cursor=0`, {
      headers: { Authorization: `Convex ${adminKey}` },
    });
  await (await poll()).text();
  const text = "logged from the cache";
  for (let time = 0; time < 3; time += 1) await times(text);
  const answer = await poll();
  const { entries } = (await answer.json()) as {
    entries: { identifier: string; cachedResult: boolean; success: boolean }[];
  };
  const own = entries.filter(({ identifier }) => identifier === "later:times").slice(-3);
  expect(own.map(({ cachedResult }) => cachedResult)).toEqual([false, false, true]);
  expect(own.every(({ success }) => success)).toBe(true);
});

test("[FN9] a call changes the globals for itself alone", async () => {
  interface Seen {
    readonly now: number;
    readonly time: number;
    readonly chance: number;
  }
  const change = makeFunctionReference<"action", Nothing, { own: Seen; others: Seen }>(
    "globals:change",
  );
  const look = makeFunctionReference<"query", Nothing, Seen>("globals:look");
  const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
  const { own, others } = await http.action(change, {});
  expect(own).toEqual({
    now: 7,
    time: 7,
    chance: 2,
    isMap: false,
    fetched: "fetched",
    crypto: "undefined",
    mine: "mine",
    atImport: null,
    names: ["mine"],
  });
  for (const other of [others, await http.query(look, {})]) {
    expect(other).toMatchObject({
      isMap: false,
      fetched: expect.stringContaining("Can't use fetch()") as string,
      crypto: "object",
      mine: null,
      atImport: "kept",
      names: ["atImport"],
    });
    expect(other.now).toBeGreaterThan(7);
    expect(other.time).toBe(other.now);
    expect(other.chance).toBeLessThan(1);
  }
});

test.each([
  ["/empty", 205, null],
  ["/emptyJson", 204, null],
  ["/elsewhere", 302, "/any/where"],
])("[HTTP15] the response of %s is %i", async (path, status, location) => {
  const answer = await fetch(backend.addresses.url + path, { redirect: "manual" });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("Location")).toBe(location);
  expect(await answer.text()).toBe("");
});

describe("a nested call", () => {
  const none = { writes: 0, reads: 0, schedules: 0 };

  test.each([
    ["documentsWritten", "writes", "Too many writes in a single function execution (limit:"],
    ["documentsRead", "reads", "Too many documents read"],
    ["functionsScheduled", "schedules", "Too many functions scheduled"],
  ] as const)(
    "[LIM13] has its own limit of %s, counted from its start",
    async (name, use, message) => {
      const limited = makeFunctionReference<"mutation", Record<string, unknown>, string[]>(
        "nested:limited",
      );
      const seed = { writes: 3, reads: 0, schedules: 0 };
      const before = use === "reads" ? { documentsWritten: 3 } : {};
      if (use === "reads")
        await client().mutation(limited, { limits: before, first: seed, then: none });
      const args = {
        limits: { [name]: 2 },
        first: { ...none, [use]: 2 },
        then: { ...none, [use]: 3 },
      };
      const [first, then] = await client().mutation(limited, args);
      expect(first).toBe("done");
      expect(then).toContain(message);
    },
  );

  test("[LIM13] sees its own limits in its metrics", async () => {
    const meter = makeFunctionReference<"mutation">("nested:meter");
    expect(await client().mutation(meter, {})).toEqual([
      [
        { used: 1, remaining: 2 },
        { used: 0, remaining: 3 },
      ],
      [
        { used: 1, remaining: 15_999 },
        { used: 0, remaining: 1_000 },
      ],
    ]);
  });

  test("[LIM13] gets no more than the transaction has", async () => {
    const limited = makeFunctionReference<"mutation", Record<string, unknown>, string[]>(
      "nested:limited",
    );
    const first = { ...none, schedules: 1_000 };
    const limits = { functionsScheduled: 5_000 };
    const [outcome] = await client().mutation(limited, { limits, first, then: none });
    expect(outcome).toContain("Too many functions scheduled by this mutation (limit: 1000)");
  });
});

describe("validators", () => {
  test("[VAL1] reject invalid arguments and name them", async () => {
    const wrong = client().mutation(products.add, { name: "Rice" } as never);
    await expect(wrong).rejects.toThrow(/ArgumentValidationError.*price/s);
  });

  test.each([
    ["a number beyond the largest", '{"name": "Rice", "price": 1e999}'],
    ["a prototype", '{"name": "Rice", "price": 1, "__proto__": {"unit": 7}}'],
    ["a prototype with a needed field", '{"name": "Rice", "__proto__": {"price": 1}}'],
    ["an escaped prototype", '{"name": "Rice", "price": 1, "\\u005f_proto__": {"unit": 7}}'],
    ["a prototype deeper down", '{"name": {"__proto__": null}, "price": 1}'],
  ])(
    "[VAL1] reject arguments that are other ones once they are read again: %s",
    async (_, args) => {
      for (const [kind, path] of [
        ["mutation", "products:add"],
        // Without validators.
        ["query", "products:countAndSum"],
      ]) {
        const answer = await fetch(`${backend.addresses.url}/api/${kind}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: `{"path": "${path}", "format": "json", "args": ${args}}`,
        });
        expect(await answer.json()).toMatchObject({
          status: "error",
          errorMessage: expect.stringContaining("ArgumentValidationError") as string,
        });
      }
    },
  );

  test("[VAL2] reject a result that does not match", async () => {
    await expect(client().query(products.brokenPromise, {})).rejects.toThrow(
      "ReturnsValidationError",
    );
  });

  test("[VAL3] reject a document that does not match the schema", async () => {
    await expect(client().mutation(products.misfit, {})).rejects.toThrow(/schema/);
  });
});

describe("the caller's identity", () => {
  function token(
    claims: Record<string, unknown> = {},
    expires: string | number = "1h",
    header: { kid?: string } = { kid: KEY_ID },
  ) {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", ...header })
      .setIssuer(ISSUER)
      .setAudience("shop")
      .setSubject("meena")
      .setIssuedAt((claims["iat"] as number | undefined) ?? new Date())
      .setExpirationTime(expires)
      .sign(privateKey);
  }
  function as(jwt: string): ConvexHttpClient {
    const with_ = client();
    with_.setAuth(jwt);
    return with_;
  }

  test("[ID1] is accepted from a token of a configured issuer", async () => {
    expect(await as(await token()).query(subject, {})).toBe("meena");
    expect(await client().query(subject, {})).toBeNull();
  });

  test("[ID2] is rejected without a valid signature, issuer, audience and time", async () => {
    const good = await token();
    const [header, , signature] = good.split(".");
    const claims = Buffer.from(
      JSON.stringify({ iss: ISSUER, aud: "shop", sub: "admin", exp: 9_999_999_999 }),
    ).toString("base64url");
    const forged = `${header}.${claims}.${signature}`;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`;
    const old = await token({}, Math.floor(Date.now() / 1000) - 60);
    for (const bad of [forged, unsigned, old, "nonsense"]) {
      await expect(as(bad).query(subject, {})).rejects.toThrow();
    }
  });

  test("[ID7] is rejected from a token that names no key, or one of the future", async () => {
    const inSeconds = (seconds: number) => ({ iat: Math.floor(Date.now() / 1000) + seconds });
    expect(await as(await token(inSeconds(3))).query(subject, {})).toBe("meena");
    const bad: [string, string][] = [
      [await token({}, "1h", {}), "missing a 'kid'"],
      [await token({}, "1h", { kid: "another" }), "does this key match any key"],
      [await token(inSeconds(60)), "Token will be valid in"],
    ];
    for (const [jwt, reason] of bad)
      await expect(as(jwt).query(subject, {})).rejects.toThrow(reason);
  });

  test("[ID6] is what an administrator acts as, named by its issuer and subject", async () => {
    const acting = (identity: Record<string, string>) => {
      const admin = client() as ConvexHttpClient & {
        setAdminAuth(key: string, identity: Record<string, string>): void;
      };
      admin.setAdminAuth(backend.addresses.adminKey, identity);
      return admin.query(tokenIdentifier, {});
    };
    expect(await acting({ issuer: ISSUER, subject: "asha" })).toBe(`${ISSUER}|asha`);
    expect(await acting({ tokenIdentifier: "a person" })).toBe("a person");
    await expect(acting({ subject: "asha" })).rejects.toThrow("must be set");
  });

  test("[HTTP3] is available to HTTP actions, with every method", async () => {
    const headers = { Authorization: `Bearer ${await token()}` };
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await fetch(`${backend.addresses.url}/any/path`, { method, headers });
      expect(await answer.text()).toBe(`${method} meena`);
    }
  });

  test.each([
    ["Basic dXNlcjpwYXNz", "Invalid admin key"],
    ["x", "Invalid authentication header"],
    ["Convex nonsense", "The provided admin key was invalid for this instance"],
    ["Bearer forged", "Could not parse JWT payload."],
  ])(
    "[HTTP13] is refused to HTTP actions with the header %s, but not their calls",
    async (authorization, why) => {
      const { url } = backend.addresses;
      const headers = { Authorization: authorization };
      const answer = await fetch(`${url}/any/path`, { headers });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain(`GET refused: ${why}`);
      expect(await (await fetch(`${url}/subject`, { headers })).json()).toBeNull();
      expect(await (await fetch(`${url}/any/path`)).text()).toBe("GET nobody");
    },
  );
});

describe("[OPS5] an audit", () => {
  let printed: string[];

  beforeEach(() => {
    printed = [];
    vi.spyOn(process.stdout, "write").mockImplementation((line) => {
      printed.push(String(line));
      return true;
    });
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("is a line of the process's log for each run and each new reader, and none of the client's", async () => {
    const { url, adminKey } = backend.addresses;
    const logLines: unknown[] = [];
    for (const headers of [{}, { Authorization: `Convex ${adminKey}` }]) {
      const answer = await fetch(`${url}/api/query`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify({ path: "audits:inQuery", args: {}, format: "json" }),
      });
      const body = (await answer.json()) as { value: unknown; logLines?: unknown[] };
      expect(body.value).toBe("audited");
      logLines.push(...(body.logLines ?? []));
    }
    expect(logLines).toEqual([]);
    const lines = printed
      .filter((line) => line.includes('"audit"'))
      .map((line) => JSON.parse(line) as { requestId: string });
    expect(lines).toMatchObject(
      [null, { kind: "member", memberId: 0 }].map((actor, at) => ({
        function: "audits:inQuery",
        audit: { what: "seen", from: "127.0.0.1", by: [actor], id: lines[at]?.requestId },
      })),
    );
  });

  test("has Convex's limits, and does not exist in actions", async () => {
    const run = (lines: number, length: number) =>
      client().mutation(audits.inMutation, { lines, length });
    await run(500, 1_000);
    expect(printed.filter((line) => line.includes('"audit"'))).toHaveLength(500);
    await expect(run(501, 1)).rejects.toThrow("exceeded the maximum of 500 audit log lines");
    await expect(run(1, 100_000)).rejects.toThrow("may have a maximum possible size of 100000");
    await expect(run(50, 90_000)).rejects.toThrow("from a single function execution is 4000000");
    await expect(client().action(audits.inAction, {})).rejects.toThrow(
      "Audit logging is not yet supported in actions",
    );
  });
});

describe("errors", () => {
  async function failureOf({ addresses }: RunningBackend, path: string): Promise<unknown> {
    const answer = await fetch(addresses.url + path);
    expect(answer.status).toBe(500);
    return answer.json();
  }

  test("[ERR1] of functions reach clients in full without redaction", async () => {
    await expect(client().query(products.fails, {})).rejects.toThrow("the secret reason");
  });

  test("[ERR2] of nested calls name the frames of both, also those without a name", async () => {
    const failure: unknown = await client()
      .query(products.failsNested, {})
      .catch((error: unknown) => (error as Error).message);
    const at = String.raw`\(\.\./convex/products\.ts:\d+:\d+\)`;
    expect(failure).toMatch(
      new RegExp(
        String.raw`^\[Request ID: [\da-f]{16}\] Server Error\nUncaught Error: Uncaught Error: the secret reason\n    at handler ${at}\n\n    at async deeper ${at}\n    at async <anonymous> ${at}\n$`,
      ),
    );
  });

  test("[ERR2] of a missing default export name its module alone", async () => {
    const missing = makeFunctionReference<"query", Nothing>("nowhere");
    await expect(client().query(missing, {})).rejects.toThrow("function for 'nowhere'. Did");
  });

  test("[FN7] a default export's metadata names its module alone", async () => {
    expect(await client().query(products.default, {})).toMatchObject({
      name: "products",
      componentPath: "",
    });
  });

  test("[HTTP14] of HTTP actions are a response with their message, stack and data", async () => {
    const code = (message: string) =>
      expect.stringMatching(
        new RegExp(`^\\[Request ID: [\\da-f]{16}\\] Server Error: Uncaught ${message}$`),
      ) as string;
    const trace = (message: string) =>
      expect.stringMatching(
        new RegExp(
          `^Uncaught ${message}\\n    at <anonymous> \\(\\.\\./convex/http\\.ts:\\d+:\\d+\\)\\n$`,
        ),
      ) as string;
    expect(await failureOf(backend, "/fails")).toEqual({
      code: code("Error: the secret reason"),
      trace: trace("Error: the secret reason"),
    });
    const withData = 'ConvexError: \\{"reason":"told"\\}';
    expect(await failureOf(backend, "/failsWithData")).toEqual({
      code: code(withData),
      trace: trace(withData),
      data: { reason: "told" },
    });
  });

  test("[ERR1] are redacted for clients, except for a ConvexError's data", async () => {
    const own = copyProject("shop", { redactErrors: true });
    const strict = await runBackend(own.options);
    const failure: unknown = await client(strict)
      .query(products.fails, {})
      .catch((error: unknown) => String(error));
    expect(failure).toMatch(/^Error: \[Request ID: [\da-f]{16}\] Server Error/);
    expect(failure).not.toContain("secret");
    await expect(client(strict).mutation(products.addAndFail, { price: 1 })).rejects.toMatchObject({
      data: "no",
    });
    const code = expect.stringMatching(/^\[Request ID: [\da-f]{16}\] Server Error$/) as string;
    expect(await failureOf(strict, "/fails")).toEqual({ code });
    expect(await failureOf(strict, "/failsWithData")).toEqual({ code, data: { reason: "told" } });
    await strict.stop();
    own.remove();
  });
});

test("[SUB8] a saved file reaches every subscriber", async () => {
  const own = copyProject("shop", { watch: true });
  const running = await runBackend(own.options);
  const live = new ConvexClient(running.addresses.url, {
    logger: false,
    unsavedChangesWarning: false,
  });
  const version = makeFunctionReference<"query", Nothing, number>("version:now");
  const results: unknown[] = [];
  const write = (now: number) =>
    writeFileSync(
      path.join(own.dir, "convex/version.ts"),
      `import { queryGeneric as query } from "convex/server";\nexport const now = query({ args: {}, handler: () => ${now} });\n`,
    );
  live.onUpdate(
    version,
    {},
    (value) => results.push(value),
    () => results.push("unknown"),
  );
  await eventually(() => expect(results).toEqual(["unknown"]));
  write(1);
  await eventually(() => expect(results.at(-1)).toBe(1));
  write(2);
  await eventually(() => expect(results.at(-1)).toBe(2));
  await live.close();
  await running.stop();
  own.remove();
});

test("[SCHEMA1] rejects a schema that the data does not match at start, and keeps the data", async () => {
  const own = copyProject("shop");
  const first = await runBackend(own.options);
  await client(first).mutation(products.add, { name: "Rice", price: 40 });
  await first.stop();
  const file = path.join(own.dir, "convex/schema.ts");
  const schemaWith = (price: string) =>
    `import { defineSchema, defineTable } from "convex/server";\nimport { v } from "convex/values";\nexport default defineSchema({ products: defineTable({ name: v.string(), price: ${price} }).index("by_price", ["price"]).searchIndex("by_words", { searchField: "name" }), log: defineTable({ text: v.string() }).index("by_text", ["text"]) });\n`;
  writeFileSync(file, schemaWith("v.string()"));
  await expect(runBackend(own.options)).rejects.toThrow(/does not match the schema/);
  writeFileSync(file, schemaWith("v.number()"));
  const again = await runBackend(own.options);
  expect(await client(again).query(products.between, { low: 0, high: 100 })).toHaveLength(1);
  await again.stop();
  own.remove();
});

test("[FIRST1] the first run happens once in a data folder's life", async () => {
  const own = copyProject("shop", { firstRun: "first:run" });
  writeFileSync(
    path.join(own.dir, "convex/crons.ts"),
    `import { cronJobs } from "convex/server";\nexport default cronJobs();\n`,
  );
  writeFileSync(
    path.join(own.dir, "convex/first.ts"),
    `import { internalMutationGeneric as internalMutation } from "convex/server";\nexport const run = internalMutation({ args: {}, handler: (ctx) => ctx.db.insert("log", { text: "first" }) });\n`,
  );
  for (let start = 0; start < 2; start++) {
    const running = await runBackend(own.options);
    expect(await times("first", running)).toBe(1);
    await running.stop();
  }
  own.remove();
});

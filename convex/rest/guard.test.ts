import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { everything, joinDistributor, joinRetailer, openMarket } from "../market.setup";
import { PNG } from "../auth/visitor.setup";
import { type SentHeaders, ask, bearerOf, refused, tokenOf } from "./rest.setup";

const PAGE = "https://market.test";
const ELSEWHERE = "https://evil.test";
const PARTNER = "https://partner.test";
const FORBIDDEN = refused(403, "FORBIDDEN", "You are not allowed to do this.");

beforeEach(() => {
  vi.stubEnv("ALLOWED_ORIGINS", `${PARTNER} https://other.test`);
  vi.stubEnv("SITE_URL", PAGE);
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a call that leaves a cookie", () => {
  const CALLS = [
    ["POST /api/auth/login", { email: "a@b.example", password: "x", role: "retailer" }],
    ["POST /api/otp/verify-otp", { email: "a@b.example", otp: "000000" }],
    ["POST /api/otp/send-otp", { email: "a@b.example" }],
    ["POST /api/validate", {}],
    ["POST /api/auth/logout", {}],
  ] as const;
  const FOREIGN: SentHeaders[] = [
    { Origin: ELSEWHERE },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
  ];

  it.each(CALLS)(
    "%s from a page elsewhere is refused, with no cookie of its own",
    async (call, body) => {
      const t = openMarket();
      for (const headers of FOREIGN) {
        const before = await everything(t);
        const answer = await ask(t, call, { headers, body });
        expect(answer).toMatchObject(FORBIDDEN);
        expect(answer.headers.get("Set-Cookie")).toBeNull();
        expect(await everything(t)).toBe(before);
      }
      const own = await ask(t, call, { headers: { Origin: PAGE }, body });
      expect(own.status).not.toBe(403);
    },
  );
});

describe("a write that a cookie pays for", () => {
  async function withCookie() {
    const t = openMarket();
    const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
    const cookie = `token=${await tokenOf(t, retailer)}`;
    const body = { distributorEmail: distributor.user.email, userEmail: retailer.user.email };
    const add = (headers: Record<string, string>) =>
      ask(t, "POST /api/network/add", { headers: { Cookie: cookie, ...headers }, body });
    return { t, retailer, body, cookie, add };
  }

  it.each([
    [{ Origin: ELSEWHERE }],
    [{ Origin: "null" }],
    [{ Origin: "not an address" }],
    [{ Origin: `${PAGE}.evil.test` }],
    [{ "Sec-Fetch-Site": "cross-site" }],
  ])("from a page elsewhere (%j) is refused before anything happens", async (headers) => {
    const { t, add } = await withCookie();
    const before = await everything(t);
    expect(await add(headers)).toMatchObject(FORBIDDEN);
    expect(await everything(t)).toBe(before);
  });

  it.each([[{}], [{ Origin: PAGE }], [{ Origin: PARTNER }], [{ "Sec-Fetch-Site": "same-origin" }]])(
    "from an own page, a listed one or a program (%j) is made",
    async (headers) => {
      const { add } = await withCookie();
      expect(await add(headers)).toMatchObject({ status: 201 });
    },
  );

  it("is not the same as one with a bearer token, which no browser sends unasked", async () => {
    const { t, retailer, body } = await withCookie();
    const headers = { ...(await bearerOf(t, retailer)), Origin: ELSEWHERE };
    const answer = await ask(t, "POST /api/network/add", { headers, body });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  it("with a file says that it was meant, by its origin or a header that no form sends", async () => {
    const { t, cookie } = await withCookie();
    const upload = async (headers: Record<string, string>) => {
      const form = new FormData();
      form.set("image", new Blob([PNG], { type: "image/png" }), "a.png");
      const sent = { method: "POST", body: form, headers: { Cookie: cookie, ...headers } };
      return (await t.fetch("/api/upload/image", sent)).status;
    };
    expect(await upload({})).toBe(403);
    expect(await upload({ "X-Requested-With": "fetch" })).toBe(200);
    expect(await upload({ Origin: PAGE })).toBe(200);
  });
});

describe("who may read an answer from another page", () => {
  it("is on the deployment's list, by name", async () => {
    const t = openMarket();
    const read = async (origin: string) =>
      (await ask(t, "GET /api/health", { headers: { Origin: origin } })).headers;
    for (const origin of [ELSEWHERE, "null", PAGE])
      expect((await read(origin)).get("Access-Control-Allow-Origin")).toBeNull();
    const listed = await read(PARTNER);
    expect(listed.get("Access-Control-Allow-Origin")).toBe(PARTNER);
    expect(listed.get("Access-Control-Allow-Credentials")).toBe("true");
    expect(listed.get("Vary")).toContain("Origin");
  });

  it("hears so before a request that needs it", async () => {
    const t = openMarket();
    const asked = (origin: string) =>
      ask(t, "OPTIONS /api/orders/place", {
        headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
      });
    const [welcome, other] = [await asked(PARTNER), await asked(ELSEWHERE)];
    expect(welcome.status).toBe(204);
    expect(welcome.headers.get("Access-Control-Allow-Methods")).toContain("POST");
    expect(welcome.headers.get("Access-Control-Allow-Headers")).toContain("Idempotency-Key");
    expect(other.headers.get("Access-Control-Allow-Methods")).toBeNull();
  });
});

describe("what does not fit", () => {
  it("is answered as JSON with a request id, and never kept", async () => {
    const t = openMarket();
    const answer = await ask(t, "GET /api/nowhere");
    expect(answer).toMatchObject(refused(404, "NOT_FOUND", "Not found."));
    expect((answer.body as { requestId: string }).requestId).toBe(
      answer.headers.get("X-Request-Id"),
    );
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it.each([
    ["POST", "/api/health", "GET, HEAD, OPTIONS"],
    ["GET", "/api/orders/place", "OPTIONS, POST"],
    ["POST", "/admin/users", "GET, HEAD, OPTIONS"],
    ["PATCH", "/api/orders/x/status", "OPTIONS, PUT"],
  ])("such as %s of %s says what the address takes", async (method, path, allow) => {
    const answer = await ask(openMarket(), `${method} ${path}`);
    expect(answer).toMatchObject({ status: 405, body: { code: "NO_SUCH_METHOD" } });
    expect(answer.headers.get("Allow")).toBe(allow);
  });

  const deep = `${'{"a":'.repeat(40)}1${"}".repeat(40)}`;

  it.each([
    ["", 400],
    ["null", 400],
    ["[]", 400],
    ["1", 400],
    ['"x"', 400],
    ["{", 400],
    ['{"a":1,}', 400],
    ['{"a":1}{"b":2}', 400],
    ["[".repeat(10_000), 400],
    [deep, 400],
    [JSON.stringify({ msg: "a".repeat(2 ** 20) }), 413],
  ])("as a body (case %#) is refused, whoever sends it", async (body, status) => {
    const t = openMarket();
    const headers = {
      ...(await bearerOf(t, await joinRetailer(t))),
      "Content-Type": "application/json",
    };
    const response = await t.fetch("/api/orders/place", { method: "POST", headers, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ requestId: expect.any(String) as string });
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "", "multipart/form-data"])(
    "as %j where JSON is asked for is refused",
    async (type) => {
      const t = openMarket();
      const headers = { ...(await bearerOf(t, await joinRetailer(t))), "Content-Type": type };
      const response = await t.fetch("/api/orders/place", { method: "POST", headers, body: "{}" });
      expect(response.status).toBe(415);
    },
  );

  it("is looked at after who is calling", async () => {
    const t = openMarket();
    const sent = { method: "POST", headers: { "Content-Type": "text/plain" }, body: "{" };
    expect((await t.fetch("/api/orders/place", sent)).status).toBe(401);
    const headers = { ...sent.headers, ...(await bearerOf(t, await joinDistributor(t))) };
    expect((await t.fetch("/api/orders/place", { ...sent, headers })).status).toBe(403);
  });
});

describe("a token", () => {
  it.each([
    "x",
    "a".repeat(100_000),
    "null",
    "undefined",
    "Bearer",
    "..",
    "eyJhbGciOiJub25lIn0.e30.",
    "eyJhbGciOiJub25lIn0.e30.x",
  ])("that is none (case %#) is nobody's, in the header and in the cookie", async (token) => {
    const t = openMarket();
    const ways: SentHeaders[] = [
      { Authorization: `Bearer ${token}` },
      { Cookie: `token=${token}` },
    ];
    for (const headers of ways)
      expect(await ask(t, "GET /api/products/all", { headers })).toMatchObject({ status: 401 });
  });

  it("in a header counts for nothing beside a cookie if it is no good, and must be the same person's", async () => {
    const t = openMarket();
    const [one, other] = [await joinRetailer(t), await joinRetailer(t)];
    const Cookie = `token=${await tokenOf(t, one)}`;
    const list = (headers: Record<string, string>) =>
      ask(t, "GET /api/products/all", { headers: { Cookie, ...headers } });
    expect(await list({ Authorization: "Bearer nonsense" })).toMatchObject({ status: 401 });
    expect(await list({ Authorization: "Basic Zm9v" })).toMatchObject({ status: 401 });
    expect(await list(await bearerOf(t, other))).toMatchObject(FORBIDDEN);
    expect(await list(await bearerOf(t, one))).toMatchObject({ status: 200 });
  });

  it("sent as two cookies counts as the first", async () => {
    const t = openMarket();
    const good = await tokenOf(t, await joinRetailer(t));
    const list = (Cookie: string) => ask(t, "GET /api/products/all", { headers: { Cookie } });
    expect(await list(`token=${good}; token=bad`)).toMatchObject({ status: 200 });
    expect(await list(`token=bad; token=${good}`)).toMatchObject({ status: 401 });
  });
});

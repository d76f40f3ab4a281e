import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { ConvexHttpClient } from "convex/browser";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { counters } from "./fakes";
import type { FakeServer } from "./fakeServer";
import { startFakeServer } from "./fakeServer";

let server: FakeServer;
let files: string;

beforeEach(async () => {
  files = mkdtempSync(path.join(tmpdir(), "hosting-"));
  mkdirSync(path.join(files, "assets"));
  writeFileSync(path.join(files, "index.html"), "<!doctype html><title>App</title>");
  writeFileSync(path.join(files, "assets/index-Bx12ab9Z.js"), "export {};".repeat(50));
  writeFileSync(
    path.join(files, "assets/index-Bx12ab9Z.js.br"),
    brotliCompressSync("export {};".repeat(50)),
  );
  writeFileSync(path.join(files, ".inputs"), "not for the world");
  server = await startFakeServer({ root: files, isSecure: false });
});

afterEach(async () => {
  await server.stop();
  rmSync(files, { recursive: true });
});

function post(
  pathname: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(server.url + pathname, {
    method: "POST",
    body: text,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

function page(pathname: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url + pathname, { headers: { Accept: "text/html", ...headers } });
}

test("puts the public address where a page has the mark for it, plain and compressed", async () => {
  writeFileSync(
    path.join(files, "index.html"),
    `<meta content="__ORIGIN__/a.png"><a href="__ORIGIN__">`,
  );
  const stale = '<meta content="__ORIGIN__/a.png">';
  writeFileSync(path.join(files, "index.html.br"), brotliCompressSync(stale));
  const publicOrigin = "https://market.example";
  await server.stop();
  server = await startFakeServer({
    root: files,
    isSecure: true,
    publicOrigin,
    originMark: "__ORIGIN__",
  });
  const etags = new Set<string | null>();
  for (const encoding of ["identity", "gzip", "br", "br"]) {
    const response = await page("/any/page", { "Accept-Encoding": encoding });
    expect(await response.text()).toBe(
      `<meta content="${publicOrigin}/a.png"><a href="${publicOrigin}">`,
    );
    expect(response.headers.get("content-encoding") ?? "identity").toBe(encoding);
    etags.add(response.headers.get("etag"));
  }
  expect(etags.size).toBe(3);
  const unchanged = await page("/", { "If-None-Match": [...etags].join(", ") });
  expect(unchanged.status).toBe(304);
  const script = await page("/assets/index-Bx12ab9Z.js");
  expect(await script.text()).toContain("export {}");
});

describe("the stock HTTP client", () => {
  const client = () => new ConvexHttpClient(server.url, { logger: false });

  test("queries, mutates and acts", async () => {
    expect(await client().mutation(counters.add, { name: "a" })).toBe(1);
    expect(await client().query(counters.get, { name: "a" })).toBe(1);
    expect(await client().action(counters.echo, { deep: [1n] })).toEqual({ deep: [1n] });
  });

  test("[HTTP2] reads several queries at one timestamp", async () => {
    server.db.write({ a: 1 });
    const consistent = client();
    // "Deprecated" here means experimental; it is the only way to read several queries at one timestamp.
    // oxlint-disable-next-line typescript/no-deprecated
    const read = () => consistent.consistentQuery(counters.get, { name: "a" });
    expect(await read()).toBe(1);
    server.db.write({ a: 2 });
    expect(await read()).toBe(1);
    expect(await client().query(counters.get, { name: "a" })).toBe(2);
  });

  test("gets an error for a missing function", async () => {
    await expect(client().query(counters.noQuery, {})).rejects.toThrow("Could not find");
    await expect(client().mutation(counters.noMutation, {})).rejects.toThrow("Could not find");
  });

  test("[ID2] is rejected with a forged token", async () => {
    const forger = client();
    forger.setAuth("forged");
    await expect(forger.query(counters.mine, {})).rejects.toThrow("Unauthenticated");
  });

  test("[ID1] calls as the user of its token", async () => {
    const asha = client();
    asha.setAuth("user:asha:60000");
    expect(await asha.query(counters.mine, {})).toBe("asha");
  });
});

describe("[HTTP1] a call", () => {
  test.each([
    ["broken JSON", "{", 400],
    ["no path", { args: {} }, 400],
    ["arguments that are no object", { path: "a:b", args: "x" }, 400],
    ["a format that does not exist", { path: "a:b", args: {}, format: "xml" }, 400],
    ["a body above the limit", `{"path":"${"x".repeat(17 * 1024 * 1024)}"}`, 413],
  ])("with %s gets an error message and a request id", async (_what, body, status) => {
    const response = await post("/api/query", body);
    expect(response.status).toBe(status);
    const refusal = (await response.json()) as Record<string, string>;
    expect(refusal["error"]).toBe(refusal["message"]);
    expect(refusal["requestId"]).toMatch(/^[\da-f]{16}$/);
  });

  test.each([
    ["Basic dXNlcjpwYXNz", 400, "InvalidAdminKey"],
    ["Digest", 400, "InvalidHeaderFailure"],
    ["Convex key:not base64 of JSON", 400, "HeaderParseFailure"],
    [`convex key:${Buffer.from("[1]").toString("base64")}`, 400, "HeaderParseFailure"],
    ["bearer forged", 401, "Unauthenticated"],
  ])("[HTTP13] with the header %s gets %i and the code %s", async (authorization, status, code) => {
    const response = await post(
      "/api/query",
      { path: "counters:mine", args: {} },
      { Authorization: authorization },
    );
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  test("[HTTP13] knows the scheme of its token in any case", async () => {
    const call = { path: "counters:mine", args: {} };
    const response = await post("/api/query", call, { Authorization: "bEARER user:asha:60000" });
    expect(await response.json()).toMatchObject({ value: "asha" });
  });

  test("with the wrong method gets the right one's name", async () => {
    const response = await fetch(`${server.url}/api/mutation`, { method: "PUT" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
  });

  test("from curl gets plain JSON", async () => {
    const response = await post("/api/action", {
      path: "counters:echo",
      args: { big: { $integer: "AQAAAAAAAAA=" } },
    });
    expect(await response.json()).toEqual({ status: "success", value: { big: "1" } });
  });

  test("runs the function by any form of its name", async () => {
    expect(
      await (await post("/api/function", { path: "counters:add", args: { name: "f" } })).json(),
    ).toMatchObject({ value: 1 });
    expect(
      await (await post("/api/function", { path: "counters:get", args: { name: "f" } })).json(),
    ).toMatchObject({ value: 1 });
    expect(await (await post("/api/function", { path: "no:such", args: {} })).json()).toMatchObject(
      { status: "error" },
    );
  });
});

describe("[ORIG2] a page", () => {
  test.each(["https://evil.example", "null"])(
    "of %s may not read responses and runs nothing",
    async (origin) => {
      const response = await post(
        "/api/mutation",
        { path: "counters:add", args: { name: "a" } },
        { Origin: origin },
      );
      expect(response.status).toBe(403);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(response.headers.get("vary")).toContain("Origin");
      expect(server.runner.mutations).toEqual([]);
    },
  );

  test("of a listed origin is allowed alone, without credentials", async () => {
    const response = await post(
      "/api/query",
      { path: "counters:sum", args: {} },
      { Origin: "https://listed.example" },
    );
    expect(response.headers.get("access-control-allow-origin")).toBe("https://listed.example");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("the web origin", () => {
  test("[WEB1] answers the app's HTTP actions before its files", async () => {
    expect(await (await fetch(`${server.url}/api/health`)).json()).toEqual({ status: "ok" });
  });

  test("[WEB2] sends the app's page for every address of the app", async () => {
    for (const address of ["/", "/orders/42", "/index.html", "/products-of/asha@mandi.test"]) {
      const response = await page(address);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("<title>App</title>");
      expect(response.headers.get("cache-control")).toBe("no-cache");
    }
  });

  test("[WEB3] sends a page with a policy that lets no foreign or inline script run", async () => {
    const { headers } = await page("/");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob:;");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("permissions-policy")).toContain("camera=(), geolocation=()");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });

  test("[WEB6] sends Strict-Transport-Security over https only", async () => {
    const { headers } = await page("/");
    expect(headers.has("strict-transport-security")).toBe(false);
    const secure = await startFakeServer({
      root: files,
      isSecure: true,
      publicOrigin: "https://market.example",
    });
    try {
      const answer = await fetch(secure.url, { headers: { Accept: "text/html" } });
      expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
      const policy = answer.headers.get("content-security-policy");
      expect(policy).toContain("img-src 'self' data: blob: https://market.example;");
    } finally {
      await secure.stop();
    }
  });

  test("[WEB4] lets hashed files be kept for ever, compressed if the build did so", async () => {
    const response = await fetch(`${server.url}/assets/index-Bx12ab9Z.js`, {
      headers: { "Accept-Encoding": "gzip, br" },
    });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(await response.text()).toBe("export {};".repeat(50));
    const etag = response.headers.get("etag") ?? "";
    const again = await fetch(response.url, {
      headers: { "Accept-Encoding": "gzip, br", "If-None-Match": etag },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    "/api/unknown",
    "/missing.png",
    "/.inputs",
    "/assets/%2e%2e/.inputs",
    "/%00",
    "/assets/..%2f.inputs",
  ])("[WEB5] answers %s with 404 in JSON", async (address) => {
    const response = await page(address);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "NotFound" });
  });
});

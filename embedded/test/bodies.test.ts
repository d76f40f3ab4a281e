/** Hostile bodies over HTTP, to a backend in this process. */
import { readdirSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { counters } from "./api";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import { answerTo, RawHttp } from "../testkit/rawHttp";

let project: TestProject;
let backend: RunningBackend;
let url: string;
let apiUrl: string;
let admin: { Authorization: string };

beforeAll(async () => {
  project = copyProject("counters");
  backend = await runBackend(project.options);
  ({ url, apiUrl } = backend.addresses);
  admin = { Authorization: `Convex ${backend.addresses.adminKey}` };
}, 60_000);

afterAll(async () => {
  await backend.stop();
  project.remove();
});

const ENCODINGS = [
  ...["gzip", "br", "deflate", "zstd", "x-gzip", "compress", "GZIP", "Br", " br ", "gzip, gzip"],
  ...["identity, br", "br;q=1", "aes128gcm", "*"],
];
/** Each accepts a body from any client. */
const CALLS = ["/api/query", "/api/query_at_ts", "/api/mutation", "/api/action", "/api/function"];
const UPLOAD = "/api/storage/upload?token=none";
const ADMINS = [
  ...["/api/update_environment_variables", "/api/backup", "/api/import", "/api/perform_import"],
  ...["/api/import/start_upload", "/api/import/upload_part", "/api/import/finish_upload"],
];
const PUSHES = ["start_push", "evaluate_push", "evaluate_schema", "finish_push"];
const NOWHERE = ["/nothing", "/", "/api/nothing", "/orders/42", "/assets/index-Bx12ab9Z.js", "//x"];
/** Only headers are sent: a handler that waits for the body never responds. */
const LARGE = { "Content-Length": String(19 * 2 ** 20) };
const CHUNKED = { "Transfer-Encoding": "chunked" };

/** Megabytes of zeros, compressed to a few bytes. */
function bombOf(megabytes: number): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY };
  return brotliCompressSync(Buffer.alloc(megabytes * 2 ** 20), { params });
}

const bomb = bombOf(16);

describe("[HTTP6] a compressed body", () => {
  test.each(ENCODINGS)("as %j is rejected before it is read", async (encoding) => {
    const requests = [...CALLS, UPLOAD].flatMap((path) => [
      [url, path, {}] as const,
      [apiUrl, path, {}] as const,
    ]);
    const asAdmin = ADMINS.map((path) => [apiUrl, path, admin] as const);
    for (const [to, path, extra] of [...requests, ...asAdmin]) {
      for (const length of [{ "Content-Length": "39" }, CHUNKED]) {
        const headers = { "Content-Encoding": encoding, ...length, ...extra };
        const answer = await answerTo(to, `POST ${path}`, headers);
        expect([path, answer.status]).toEqual([path, 415]);
        expect(answer.headers.get("accept-encoding")).toBe("identity");
        expect(JSON.parse(answer.body)).toMatchObject({ code: "UnsupportedEncoding" });
      }
    }
  });

  test.each(PUSHES)("of a push to %s is read only for the administrator", async (name) => {
    for (const extra of [{}, { Authorization: "Convex embedded|guessed" }]) {
      const headers = { "Content-Encoding": "br", "Content-Length": "39", ...extra };
      const answer = await answerTo(apiUrl, `POST /api/deploy2/${name}`, headers);
      expect(answer.status).toBe(401);
    }
    const gzip = { "Content-Encoding": "gzip", "Content-Length": "39", ...admin };
    expect((await answerTo(apiUrl, `POST /api/deploy2/${name}`, gzip)).status).toBe(415);
  });

  test("of the administrator's push has the route's limit and is inflated off the event loop", async () => {
    const push = (body: Buffer) =>
      fetch(`${apiUrl}/api/deploy2/start_push`, {
        method: "POST",
        headers: { ...admin, "Content-Encoding": "br" },
        body: new Uint8Array(body),
      });
    expect((await push(bombOf(65))).status).toBe(413);
    expect((await push(Buffer.from("not brotli"))).status).toBe(400);
    expect((await push(bomb)).status).toBe(400);
  });

  test("reaches an HTTP action as it was sent", async () => {
    for (const [encoding, body] of [
      ["br", bomb],
      ["gzip", gzipSync("text")],
      ["deflate", deflateSync("text")],
      ["gzip, gzip", gzipSync(gzipSync("text"))],
    ] as const) {
      const answer = await fetch(`${url}/length`, {
        method: "POST",
        headers: { "Content-Encoding": encoding },
        body: new Uint8Array(body),
      });
      expect(await answer.json()).toEqual({ byteLength: body.length, encoding });
    }
  });

  test("with encoding identity is accepted", async () => {
    const answer = await fetch(`${url}/api/query`, {
      method: "POST",
      headers: { "Content-Encoding": "Identity" },
      body: JSON.stringify({ path: "counters:get", args: { name: "a" } }),
    });
    expect(await answer.json()).toEqual({ status: "success", value: 0 });
  });
});

describe("[HTTP5] a body without a reader", () => {
  test.each(NOWHERE)("at %s does not delay the response", async (path) => {
    for (const length of [LARGE, CHUNKED, { ...LARGE, "Content-Encoding": "br" }]) {
      for (const to of [url, apiUrl]) {
        const answer = await answerTo(to, `POST ${path}`, length);
        expect([404, 405]).toContain(answer.status);
        expect(answer.headers.get("connection")).toBe("close");
      }
    }
  });

  test("does not delay a rejection for another reason", async () => {
    const origin = { Origin: "https://evil.example", ...LARGE };
    expect((await answerTo(url, "POST /api/mutation", origin)).status).toBe(403);
    expect((await answerTo(url, "PUT /api/mutation", LARGE)).status).toBe(405);
    expect((await answerTo(url, `POST ${UPLOAD}`, LARGE)).status).toBe(401);
    expect((await answerTo(url, "POST /unread", LARGE)).status).toBe(403);
    const forged = { Authorization: "Bearer forged", ...LARGE };
    expect((await answerTo(url, "POST /api/query", forged)).status).toBe(401);
    for (const path of [...ADMINS, ...PUSHES.map((name) => `/api/deploy2/${name}`)])
      expect((await answerTo(apiUrl, `POST ${path}`, LARGE)).status).toBe(401);
  });

  test("is not requested", async () => {
    const client = await RawHttp.open(url);
    client.say("POST /nothing", { ...LARGE, Expect: "100-continue" });
    expect((await client.answer()).status).toBe(404);
    client.close();
  });

  test("is rejected by its Content-Length", async () => {
    const tooLong = { "Content-Length": String(21 * 2 ** 20) };
    for (const path of [...CALLS, "/echo/x"])
      expect((await answerTo(url, `POST ${path}`, tooLong)).status).toBe(413);
  });

  test("ends the connection, so that it is not parsed as the next request", async () => {
    const client = await RawHttp.open(url);
    client.say("POST /nothing", { "Content-Length": "100000" });
    await client.answer();
    client.socket.write("GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".padEnd(100_000));
    await client.closed;
    expect(client.received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test("[WEB5] is discarded briefly, so that a client that sends before it reads gets the response", async () => {
    const answer = await fetch(`${url}/nothing`, { method: "POST", body: "x".repeat(900_000) });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe("No matching routes found");
  });
});

describe("[HTTP19] the refusal of a body reaches a client that writes everything before it reads", () => {
  const MIB = 2 ** 20;
  const REFUSED: readonly [path: string, bytes: number, status: number][] = [
    [UPLOAD, 7 * MIB, 401],
    ["/unread", 7 * MIB, 403],
    ["/nothing", 7 * MIB, 404],
    ["/api/query", 20 * MIB, 413],
    ["/length", 21 * MIB, 413],
  ];
  type Client = (path: string, body: Buffer) => Promise<number>;

  const byFetch: Client = async (path, body) =>
    (await fetch(url + path, { method: "POST", body: new Uint8Array(body) })).status;

  /** The client's library gives the error of writing, not the answer, when the connection breaks first. */
  const byNode: Client = (path, body) =>
    new Promise((resolve, reject) => {
      const sent = request(url + path, { method: "POST", agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on("error", reject);
      sent.end(body);
    });

  const bySocket =
    (
      headers: (body: Buffer) => Record<string, string>,
      parts: (body: Buffer) => Buffer[],
    ): Client =>
    async (path, body) => {
      const client = await RawHttp.open(url);
      client.socket.pause();
      client.say(`POST ${path}`, headers(body));
      for (const part of parts(body))
        await new Promise<void>((resolve, reject) => {
          client.socket.write(part, (error) => (error == null ? resolve() : reject(error)));
        });
      client.socket.resume();
      const { status } = await client.answer();
      client.close();
      return status;
    };

  const CLIENTS: readonly [string, Client][] = [
    ["fetch", byFetch],
    ["node:http", byNode],
    [
      "a socket",
      bySocket(
        (body) => ({ "Content-Length": String(body.length) }),
        (body) => [body],
      ),
    ],
    [
      "a socket in chunks",
      bySocket(
        () => CHUNKED,
        (body) => [
          Buffer.from(`${body.length.toString(16)}\r\n`),
          body,
          Buffer.from("\r\n0\r\n\r\n"),
        ],
      ),
    ],
  ];

  test.each(CLIENTS)("by %s", async (_name, client) => {
    for (const [path, bytes, status] of REFUSED)
      expect([path, await client(path, Buffer.alloc(bytes, "x"))]).toEqual([path, status]);
  });
});

describe("[HTTP5] a body with a reader", () => {
  test("is requested", async () => {
    const client = await RawHttp.open(url);
    client.say("POST /echo/x", { "Content-Length": "2", Expect: "100-continue" });
    while (!client.received.includes("100 Continue"))
      await new Promise((resolve) => setTimeout(resolve, 5));
    client.socket.write("ab");
    while (!client.received.includes("201")) await new Promise((resolve) => setTimeout(resolve, 5));
    client.close();
  });

  test("of an HTTP action has at most 20 MiB, chunked or not", async () => {
    const bytes = new Uint8Array(20 * 2 ** 20 + 1);
    const chunked = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 2 ** 16)
          controller.enqueue(bytes.subarray(at, at + 2 ** 16));
        controller.close();
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      body: chunked,
      duplex: "half",
    };
    const answer = await fetch(`${url}/length`, init);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "PayloadTooLarge" });
    const whole = await fetch(`${url}/length`, {
      method: "POST",
      body: bytes.subarray(0, 20 * 2 ** 20),
    });
    expect(await whole.json()).toEqual({ byteLength: 20 * 2 ** 20, encoding: null });
  });

  test("never causes a 500, for any Content-Type", async () => {
    const types = [
      ...["", "x", "multipart/form-data", "multipart/form-data; boundary=", "text/html"],
      ...["application/json; charset=nothing", "a".repeat(8_000), "application/json,text/plain"],
      ...['multipart/form-data; boundary="', "\u00ff", "application/x-www-form-urlencoded"],
    ];
    for (const path of [...CALLS, UPLOAD, "/length", "/echo/x", "/nothing"]) {
      for (const type of types) {
        for (const body of ["{}", "[", "null", "\0"]) {
          const client = await RawHttp.open(url);
          client.say(`POST ${path}`, { "Content-Type": type, "Content-Length": `${body.length}` });
          client.socket.write(body, "latin1");
          const { status } = await client.answer();
          client.close();
          expect([path, type, body, status < 500]).toEqual([path, type, body, true]);
        }
      }
    }
  });
});

describe("[LIM12] JSON that is small but expensive to parse", () => {
  const MIB = 2 ** 20;
  const inCall = (args: string) =>
    `{"path":"counters:get","format":"json","args":{"name":${args}}}`;
  const DEAR: readonly (readonly [string, string, RegExp])[] = [
    ["16 MiB of opening brackets", "[".repeat(16 * MIB), /128 levels/],
    ["129 levels in a call's arguments", inCall("[".repeat(127) + "]".repeat(127)), /128 levels/],
    ["16 MiB of empty arrays", inCall(`[${"[],".repeat(5 * MIB)}[]]`), /too many/],
    ["two million fields", inCall(`{${'"a":0,'.repeat(2 * MIB)}"a":0}`), /too many/],
  ];

  test.each(DEAR)("%s: every call is rejected at once", async (_what, body, why) => {
    for (const path of [...CALLS, "/json"]) {
      const before = process.threadCpuUsage();
      const answer = await fetch(url + path, { method: "POST", body });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(await answer.text()).toMatch(why);
      const { user } = process.threadCpuUsage(before);
      // Parsing one takes seconds of this thread; sending and scanning it takes less.
      expect(user / 1_000).toBeLessThan(2_500);
    }
  });

  test("below the limit is accepted everywhere", async () => {
    const body = inCall(`"${"x".repeat(8 * MIB)}"`);
    for (const path of ["/api/query", "/api/mutation", "/api/action", "/json"])
      expect((await fetch(url + path, { method: "POST", body })).status).toBe(200);
    const broken = await fetch(`${url}/json`, { method: "POST", body: "{" });
    expect(await broken.json()).toMatchObject({
      refused: expect.stringContaining("JSON") as string,
    });
  });
});

describe("[HTTP9] an unsupported method", () => {
  const UNKNOWN = ["PROPFIND", "MKCOL", "TRACE", "PURGE", "SEARCH", "REPORT", "M-SEARCH", "BREW"];

  test.each(UNKNOWN)("%s is answered with 405 and the supported methods", async (method) => {
    for (const [path, allowed] of [
      ["/api/query", "POST, OPTIONS"],
      ["/version", "GET, HEAD, OPTIONS"],
      ["/api/health", "GET, HEAD"],
      ["/echo/x", "POST"],
      ["/nothing", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
    ] as const) {
      const { status, headers } = await answerTo(url, `${method} ${path}`);
      expect([path, status]).toEqual([path, 405]);
      // Node's parser knows no such method and reports no path.
      const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
      expect(headers.get("allow")).toBe(method === "BREW" ? methods : allowed);
    }
  });

  test("is answered with 404, as in Convex, where an HTTP action could support it", async () => {
    const { status } = await answerTo(url, "DELETE /echo/x", { "Content-Length": "0" });
    expect(status).toBe(404);
  });

  test("CONNECT is answered with 405", async () => {
    expect((await answerTo(url, "CONNECT example.com:443")).status).toBe(405);
  });
});

describe("[FILE4] an upload", () => {
  async function address(): Promise<string> {
    const { uploadUrl } = counters;
    return new ConvexHttpClient(url, { logger: false }).mutation(uploadUrl, {});
  }
  const drafts = () => readdirSync(path.join(project.options.dataDir, "files"));

  function endless(bytes: number): RequestInit {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 2 ** 20;
        controller.enqueue(new Uint8Array(2 ** 20));
        if (sent >= bytes) controller.close();
      },
    });
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
    return init;
  }

  test("has at most 100 MiB, chunked or not, and leaves nothing else behind", async () => {
    const { pathname, search } = new URL(await address());
    const tooLong = { "Content-Length": String(100 * 2 ** 20 + 1) };
    expect((await answerTo(url, `POST ${pathname}${search}`, tooLong)).status).toBe(413);
    expect((await fetch(await address(), endless(101 * 2 ** 20))).status).toBe(413);
    expect(drafts()).toEqual([]);
  }, 60_000);

  test("that is aborted leaves no file and no log entry", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const length of [LARGE, CHUNKED]) {
      // An address of its own: that of an upload which is being ended is still in use.
      const { pathname, search } = new URL(await address());
      const client = await RawHttp.open(url);
      client.say(`POST ${pathname}${search}`, length);
      client.socket.write(`400\r\n${"x".repeat(1_024)}\r\n`);
      await eventually(() => expect(drafts()).toHaveLength(1));
      client.close();
      await eventually(() => expect(drafts()).toEqual([]));
    }
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  test("is rejected at a URL that another upload uses", async () => {
    const to = new URL(await address());
    const first = await RawHttp.open(url);
    first.say(`POST ${to.pathname}${to.search}`, LARGE);
    first.socket.write("x");
    await eventually(() => expect(drafts()).toHaveLength(1));
    expect((await fetch(to, { method: "POST", body: "second" })).status).toBe(401);
    first.close();
    // A moment after the draft is gone the address is free.
    await eventually(async () =>
      expect((await fetch(to, { method: "POST", body: "second" })).status).toBe(200),
    );
  });
});

describe("[HTTP10] a connection", () => {
  test("with more than 16 unanswered requests is closed, and others are served", async () => {
    for (const line of ["GET /api/health", "GET /nothing", "POST /length"]) {
      const client = await RawHttp.open(url);
      const one = `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`;
      client.socket.write(one.repeat(20_000));
      await client.closed;
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
    }
  });

  test("serves pipelined requests in their order", async () => {
    const client = await RawHttp.open(url);
    const one = "GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    client.socket.write(one.repeat(8));
    await eventually(() => expect(client.received.match(/200 OK/g)).toHaveLength(8));
    client.close();
  });

  test("with headers above 16 KiB is answered with 431", async () => {
    for (const headers of [{ "X-Long": "x".repeat(20_000) }, { Cookie: "a=b; ".repeat(5_000) }])
      expect((await answerTo(url, "GET /", headers)).status).toBe(431);
    expect((await answerTo(url, `GET /${"x".repeat(20_000)}`)).status).toBe(431);
  });
});

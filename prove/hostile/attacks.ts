/**
 * Denial-of-service attacks on the server's time and memory. Each is bounded in count and time, goes to this machine alone, and
 * reports how often a limit stopped it; without any, the attack shows nothing.
 */
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { WebSocket } from "ws";
import { HostileSocket } from "../../embedded/testkit/hostileSocket";
import { RawHttp } from "../../embedded/testkit/rawHttp";

export interface Target {
  /** The web origin, with REST, the client API and sync. */
  readonly url: string;
  readonly apiUrl: string;
  /** Token of a retailer account of the attacker's. */
  readonly token: string;
}

export interface Report {
  readonly tried: number;
  /** Number of refusals and closed connections. */
  readonly limited: number;
  /** Number of answers of 500 and above. */
  readonly failures: number;
}

export interface Attack {
  readonly name: string;
  run(target: Target): Promise<Report>;
}

const MEBIBYTE = 2 ** 20;
const JSON_BODY = { "Content-Type": "application/json" };
/** Paths for requests with a body, existing or not. */
const PATHS = [
  ...["/api/query", "/api/mutation", "/api/action", "/api/function", "/api/storage/upload"],
  ...["/api/auth/login", "/api/otp/send-otp", "/api/upload/image", "/api/orders/place"],
  ...["/api/deploy2/start_push", "/api/import/upload_part", "/nowhere", "/api/nowhere"],
];
const REFUSALS = new Set([400, 401, 403, 404, 405, 411, 413, 415, 421, 429, 431, 503]);

class Tally {
  tried = 0;
  limited = 0;
  failures = 0;

  count({ status, isClosed }: { status: number | null; isClosed: boolean }): void {
    this.tried += 1;
    if (status !== null && status >= 500 && status !== 503) this.failures += 1;
    if ((status === null && isClosed) || (status !== null && REFUSALS.has(status)))
      this.limited += 1;
  }
}

/** Builds a POST request with a body and its correct Content-Length. */
function post(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Buffer {
  const bytes = Buffer.from(body);
  const all = { Host: "127.0.0.1", "Content-Length": String(bytes.length), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head.join("")}\r\n`), bytes]);
}

const STATUS = /^HTTP\/1\.1 (\d{3})/;

/** Waits for an answer or the end of the connection. The status is null without either in time. */
async function outcomeOn(client: RawHttp, waitMs = 5_000) {
  await client.answer(waitMs).catch(() => undefined);
  const status = STATUS.exec(client.received)?.[1];
  return { status: status === undefined ? null : Number(status), isClosed: client.isClosed };
}

/** Sends each request to the web port and the API port, with limited concurrency. */
async function sendAll(target: Target, requests: readonly Buffer[]): Promise<Report> {
  const tally = new Tally();
  const left = requests.flatMap((request) => [
    { url: target.url, request },
    { url: target.apiUrl, request },
  ]);
  const AT_ONCE = 20;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const client = await RawHttp.open(next.url);
        client.socket.write(next.request);
        tally.count(await outcomeOn(client));
        client.close();
      }
    }),
  );
  return tally;
}

/** Returns an attack of raw requests. */
function ofRequests(name: string, build: () => readonly Buffer[]): Attack {
  return { name, run: (target) => sendAll(target, build()) };
}

/** The attacker's address as a trusted proxy reports it, so that all its sockets share the limits per address. */
export const ATTACKER = { "X-Forwarded-For": "203.0.113.9" };

/** Returns an attack on several sockets. Each that the server closes, or does not open, counts as limited. */
function onSockets(
  name: string,
  { sockets: count, durationMs }: { sockets: number; durationMs: number },
  act: (socket: HostileSocket, n: number, target: Target) => Promise<void> | void,
): Attack {
  const run = async (target: Target): Promise<Report> => {
    const tally = new Tally();
    const sockets: WebSocket[] = [];
    await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const hostile = await HostileSocket.open(target.url, ATTACKER).catch(() => null);
        if (hostile === null) {
          tally.count({ status: null, isClosed: true });
          return;
        }
        sockets.push(hostile.socket);
        await act(hostile, n, target);
      }),
    );
    await pause(durationMs);
    // A paused socket notices its close only after it resumes.
    for (const socket of sockets) socket.resume();
    await pause(500);
    for (const socket of sockets) {
      tally.count({ status: null, isClosed: socket.readyState !== WebSocket.OPEN });
      socket.terminate();
    }
    return tally;
  };
  return { name, run };
}

function authenticate(socket: HostileSocket, { token: value }: Target): void {
  socket.connect();
  socket.say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
}

const page = (n: number) => ({ paginationOpts: { numItems: 1 + (n % 900), cursor: null } });
const queryOf = (n: number) => ({ udfPath: "products:landing", args: page(n) });

/** The declared length of bodies that are never completed. */
const DECLARED_BYTES = 19 * MEBIBYTE;

/** Waits for room in the socket's buffer, at most 200 ms. */
async function drainedOrLate(socket: Socket): Promise<void> {
  const waiting = new AbortController();
  const drained = once(socket, "drain", { signal: waiting.signal }).catch(() => null);
  // The timer of `AbortSignal.timeout` would let the process end once all sockets are closed.
  await Promise.race([pause(200), drained]);
  waiting.abort();
}

export const ATTACKS: readonly Attack[] = [
  ofRequests("compressed bodies with every Content-Encoding to every path", () => {
    const zeros = Buffer.alloc(20 * MEBIBYTE, 0x20);
    const [gzip, br] = [gzipSync(zeros), brotliCompressSync(zeros)];
    const bombs = [
      ...["gzip", "GZIP", "x-gzip", "deflate", "zstd", "gzip, gzip"].map(
        (coding) => [coding, gzip] as const,
      ),
      ...["br", "br, br", "identity, br"].map((coding) => [coding, br] as const),
    ];
    return PATHS.flatMap((path) =>
      bombs.map(([coding, bytes]) =>
        post(path, { ...JSON_BODY, "Content-Encoding": coding }, bytes),
      ),
    );
  }),
  ofRequests("texts that are expensive to normalise, match and trim", () => {
    const marks = `a${"\u0327\u0301".repeat(90_000)}@b.example`;
    const nested = `${"[".repeat(150_000)}${"]".repeat(150_000)}`;
    const bodies = [
      JSON.stringify({ email: marks, password: marks, role: marks }),
      JSON.stringify({ email: "a@b.example", otp: "1".repeat(400_000) }),
      JSON.stringify({ path: "auth:sendOtp", args: { email: marks, purpose: "signup" } }),
      JSON.stringify({ path: "products:landing", args: { search: marks, ...page(1) } }),
      `{"path":"auth:sendOtp","args":${nested}}`,
      nested,
      JSON.stringify({ email: Array.from({ length: 300_000 }, () => 0) }),
    ];
    return PATHS.flatMap((path) => bodies.map((body) => post(path, JSON_BODY, body)));
  }),
  // Parsing one of these bodies would block the thread for seconds.
  ofRequests("megabytes of JSON with millions of elements", () => {
    const values = [
      "[".repeat(12 * MEBIBYTE),
      `[${"[],".repeat(4 * MEBIBYTE)}[]]`,
      `{${Array.from({ length: 900_000 }, (_, n) => `"k${n.toString(36)}":0`).join(",")}}`,
    ];
    return ["/api/query", "/api/mutation", "/api/action", "/api/auth/login"].flatMap((path) =>
      values.map((value) =>
        post(path, JSON_BODY, `{"path":"products:landing","args":{"search":${value}}}`),
      ),
    );
  }),
  ofRequests("malformed hosts, methods, URLs and headers", () => {
    const get = (requestLine: string, ...headers: string[]) =>
      Buffer.from(`${requestLine}\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n`);
    const hosts = [
      "a:b@c",
      "a b",
      "",
      "[::1",
      "127.0.0.1:99999",
      "x".repeat(300),
      "a/b",
      "evil.example",
    ];
    const methods = ["PROPFIND", "LINK", "MKCOL", "PURGE", "SEARCH", "TRACE", "BREW"];
    return [
      ...hosts.flatMap((host) => [
        get("GET /api/health HTTP/1.1", `Host: ${host}`),
        get("GET / HTTP/1.1", `Host: ${host}`),
      ]),
      ...methods.flatMap((method) =>
        PATHS.map((path) => get(`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1")),
      ),
      get(`GET /${"a".repeat(60_000)} HTTP/1.1`, "Host: 127.0.0.1"),
      get("GET / HTTP/1.1", "Host: 127.0.0.1", `X: ${"a".repeat(60_000)}`),
      get(
        "GET / HTTP/1.1",
        "Host: 127.0.0.1",
        ...Array.from({ length: 3_000 }, (_, n) => `X${n}: 1`),
      ),
    ];
  }),
  {
    name: "bodies that are never completed",
    async run(target) {
      const tally = new Tally();
      const chunk = Buffer.alloc(MEBIBYTE, 0x20);
      await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const path = PATHS[n % PATHS.length]!;
          const client = await RawHttp.open(n % 2 === 0 ? target.url : target.apiUrl);
          const answer = outcomeOn(client, 8_000);
          const { socket } = client;
          const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
          socket.write(`${head}Content-Length: ${DECLARED_BYTES}\r\n\r\n`);
          for (let left = DECLARED_BYTES / MEBIBYTE - 1; left > 0 && !client.isClosed; left -= 1)
            if (!socket.write(chunk)) await drainedOrLate(socket);
          tally.count(await answer);
          client.close();
        }),
      );
      return tally;
    },
  },
  onSockets("thousands of queries in one frame", { sockets: 20, durationMs: 2_000 }, (socket) => {
    socket.connect();
    socket.watchMany(4_000, queryOf);
  }),
  onSockets(
    "thousands of queries in many frames",
    { sockets: 8, durationMs: 2_000 },
    async (socket) => {
      socket.connect();
      for (let from = 0; from < 4_000; from += 100) {
        socket.watchMany(100, queryOf, from);
        if (from % 1_000 === 0) await pause(20);
      }
    },
  ),
  onSockets(
    "watched queries with large arguments",
    { sockets: 10, durationMs: 2_000 },
    async (socket) => {
      socket.connect();
      const search = "s".repeat(900_000);
      for (let n = 0; n < 30; n += 1) {
        const args = { ...page(n), search: `${search}${n}` };
        socket.watchMany(1, () => ({ udfPath: "products:landing", args }), n);
        await pause(5);
      }
    },
  ),
  onSockets("session ids of a megabyte", { sockets: 100, durationMs: 2_000 }, (socket, n) => {
    socket.connect(`${n}${"x".repeat(MEBIBYTE)}`);
    socket.callMany("Mutation", 1, () => ({ udfPath: "auth:nothing", args: {} }));
  }),
  onSockets("frames of sixteen megabytes", { sockets: 10, durationMs: 3_000 }, (socket) => {
    for (let n = 0; n < 3; n += 1) socket.sayText("x".repeat(15 * MEBIBYTE));
  }),
  onSockets("frames with millions of elements", { sockets: 10, durationMs: 3_000 }, (socket) => {
    for (let n = 0; n < 3; n += 1) socket.sayText(`[${"[],".repeat(4 * MEBIBYTE)}[]]`);
  }),
  onSockets(
    "sockets that request large results and never read",
    { sockets: 30, durationMs: 5_000 },
    async (socket, _, target) => {
      authenticate(socket, target);
      socket.deafen();
      for (let n = 0; n < 40; n += 1) {
        socket.watchMany(100, queryOf, n * 100);
        await pause(10);
      }
    },
  ),
  onSockets(
    "thousands of sockets from one address",
    { sockets: 3_000, durationMs: 1_000 },
    () => undefined,
  ),
  onSockets(
    "thousands of mutations without waiting for answers",
    { sockets: 4, durationMs: 3_000 },
    (socket, _, target) => {
      authenticate(socket, target);
      const text = "x".repeat(2_000);
      const args = { complaint: text, review: text, rating: 1 };
      socket.callMany("Mutation", 3_000, () => ({ udfPath: "feedback:submit", args }));
    },
  ),
  {
    name: "calls with names and arguments that would fill the log",
    run(target) {
      const name = `a\u001b[2J\n{"level":"error"}\u2028${"n".repeat(5_000)}:x`;
      const requests = Array.from({ length: 1_500 }, (_, n) =>
        post(
          "/api/query",
          { ...JSON_BODY, "User-Agent": `a\tb${"u".repeat(1_000)}` },
          JSON.stringify({ path: n % 2 === 0 ? name : "products:landing", args: { [name]: name } }),
        ),
      );
      // No limit applies to these calls, whose errors are answered with status 200; only the size of a log line is bounded.
      return sendAll(target, requests).then((report) => ({ ...report, limited: report.tried }));
    },
  },
];

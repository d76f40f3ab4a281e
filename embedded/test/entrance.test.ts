/** Accepted hosts, origins of pages, and the addresses that functions see as the caller's. */
import { request as httpRequest } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { BackendOptions } from "../options";
import { runBackend } from "../backend";
import { freePort } from "../testkit/freePort";
import { copyProject } from "../testkit/project";

const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Resolves with the two ports: for the web, and for programs. */
async function start(changes: Partial<BackendOptions> = {}): Promise<readonly [number, number]> {
  const port = await freePort();
  const project = copyProject("counters", { port, ...changes });
  const backend = await runBackend(project.options);
  opened.push(async () => {
    await backend.stop();
    project.remove();
  });
  return [port, Number(new URL(backend.addresses.apiUrl).port)];
}

interface TestRequest {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly localAddress?: string;
}

interface Answered {
  readonly status: number;
  readonly body: { code?: string; value?: unknown };
}

function ask({ port, path, method = "GET", body, headers = {}, localAddress }: TestRequest) {
  return new Promise<Answered>((resolve, reject) => {
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    const request = httpRequest(
      { host: "127.0.0.1", port, path, method, headers: { ...type, ...headers }, localAddress },
      (response) => {
        let text = "";
        response.on("data", (piece: Buffer) => (text += piece.toString("utf8")));
        response.on("end", () => {
          const isJson = response.headers["content-type"]?.includes("json") === true;
          const body = (isJson ? JSON.parse(text) : {}) as Answered["body"];
          resolve({ status: response.statusCode ?? 0, body });
        });
      },
    );
    request.on("error", reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const call = (kind: string, path: string) => ({
  method: "POST",
  path: `/api/${kind}`,
  body: { path, args: {} },
});

/** Each kind of address that a listener serves. */
const CALLS = [
  call("query", "counters:sum"),
  call("mutation", "callers:seen"),
  call("action", "callers:seenByAction"),
  { path: "/version" },
  { path: "/api/health" },
  { path: "/nowhere" },
];

type Ports = readonly [number, number];

interface Shaken {
  status: number;
  ip: unknown;
}

/** Opens a socket and asks for its client address as a function sees it. */
function shake(
  port: number,
  headers: Record<string, string>,
  localAddress?: string,
): Promise<Shaken> {
  return new Promise((resolve, reject) => {
    const options = localAddress === undefined ? { headers } : { headers, localAddress };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/1.30.0/sync`, options);
    socket.on("unexpected-response", (request, response) => {
      request.destroy();
      resolve({ status: response.statusCode ?? 0, ip: undefined });
    });
    socket.on("open", () => {
      const hello = {
        type: "Connect",
        sessionId: crypto.randomUUID(),
        connectionCount: 0,
        lastCloseReason: null,
      };
      const ask = { type: "Mutation", requestId: 0, udfPath: "callers:seen", args: [{}] };
      for (const message of [hello, ask]) socket.send(JSON.stringify(message));
    });
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString("utf8")) as { type: string; result?: unknown };
      if (message.type !== "MutationResponse") return;
      socket.close();
      resolve({ status: 101, ip: message.result });
    });
    socket.on("error", reject);
  });
}

const OWN = [
  "localhost",
  "localhost:99",
  "LOCALHOST.",
  "127.0.0.1:1",
  "127.3.2.1",
  "[::1]:80",
  "a.localhost",
];
const FOREIGN = [
  "evil.example",
  "evil.example:3211",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "0.0.0.0:3211",
  "192.168.1.7",
  "[fe80::1]",
  "[::ffff:127.0.0.1]",
  "127.1",
  "2130706433",
];
const MALFORMED = [
  "a:b@c",
  "localhost@evil.example",
  "localhost:1:2",
  "localhost,evil.example",
  "[::1",
  "a b",
];

describe("[HOST1] bound to this machine, a server", () => {
  test("answers only to its own names, at both ports, for every kind of call", async () => {
    const ports = await start({ staticDir: import.meta.dirname });
    const answersTo = async (host: string) => {
      const all = ports.flatMap((port) => CALLS.map((request) => ({ port, ...request })));
      const answers = await Promise.all(
        all.map((request) => ask({ ...request, headers: { host } })),
      );
      return new Set(answers.map(({ status, body }) => (status === 421 ? body.code : status)));
    };
    for (const host of FOREIGN)
      expect(await answersTo(host), host).toEqual(new Set(["HostNotServed"]));
    for (const host of MALFORMED) expect(await answersTo(host), host).toEqual(new Set([400]));
    for (const host of OWN) expect(await answersTo(host), host).toEqual(new Set([200, 404]));
  });

  test("runs nothing for any other host", async () => {
    const [port] = await start();
    const path = "counters:add";
    const add = {
      port,
      path: "/api/mutation",
      method: "POST",
      body: { path, args: { name: "a" } },
    };
    for (const host of [...FOREIGN, ...MALFORMED]) await ask({ ...add, headers: { host } });
    expect((await ask({ port, ...call("query", "counters:sum") })).body.value).toBe(0);
  });

  test("opens sockets only for its own names", async () => {
    for (const port of await start()) {
      for (const host of FOREIGN) expect((await shake(port, { host })).status, host).toBe(421);
      for (const host of MALFORMED) expect((await shake(port, { host })).status, host).toBe(400);
      for (const host of OWN) expect((await shake(port, { host })).status, host).toBe(101);
    }
  });

  test("rejects a page with DNS rebinding, though its origin equals the host", async () => {
    const [port] = await start();
    const headers = { host: `evil.example:${port}`, origin: `http://evil.example:${port}` };
    expect((await shake(port, headers)).status).toBe(421);
    expect((await ask({ port, ...call("mutation", "callers:seen"), headers })).status).toBe(421);
  });

  test("also answers to its public address", async () => {
    const [port] = await start({ publicUrl: "https://market.example" });
    const statusFor = async (host: string) =>
      (await ask({ port, path: "/api/health", headers: { host } })).status;
    for (const host of ["market.example", "MARKET.example:443", "localhost"])
      expect(await statusFor(host), host).toBe(200);
    for (const host of ["www.market.example", "market.example.evil.example", "192.168.1.7"])
      expect(await statusFor(host), host).toBe(421);
  });
});

describe("[HOST2] bound to the network, a server", () => {
  const statusesFor = async ([port]: Ports, hosts: readonly string[]) => {
    const request = { port, path: "/api/health" };
    return Promise.all(
      hosts.map(async (host) => (await ask({ ...request, headers: { host } })).status),
    );
  };

  test("answers to every host without a public address", async () => {
    const hosts = ["market.lan", "192.168.1.7:3211", "[2001:db8::1]", "localhost"];
    expect(await statusesFor(await start({ host: "0.0.0.0" }), hosts)).toEqual([
      200, 200, 200, 200,
    ]);
  });

  test("with a public address answers to that, to IP addresses and to loopback names", async () => {
    const ports = await start({ host: "0.0.0.0", publicUrl: "https://market.example" });
    const hosts = [
      "market.example",
      "192.168.1.7:3211",
      "[2001:db8::1]",
      "localhost",
      "evil.example",
    ];
    expect(await statusesFor(ports, hosts)).toEqual([200, 200, 200, 200, 421]);
  });
});

describe("[ORIG3] pages of other ports of the caller's machine", () => {
  const LOCAL_PAGES = [
    "http://localhost:5173",
    "http://127.0.0.1:9",
    "http://[::1]:9",
    "https://a.localhost",
  ];
  const verdicts = async ([port]: Ports, origins: readonly string[]) => {
    const statuses = [];
    for (const origin of origins) {
      const headers = { origin, host: "127.0.0.1" };
      statuses.push((await ask({ port, ...call("mutation", "callers:seen"), headers })).status);
      const { status } = await shake(port, headers);
      statuses.push(status);
    }
    return new Set(statuses);
  };

  test("may call a server that only this machine can reach", async () => {
    expect(await verdicts(await start(), LOCAL_PAGES)).toEqual(new Set([200, 101]));
    const development = await start({ publicUrl: "http://127.0.0.1:5173" });
    expect(await verdicts(development, LOCAL_PAGES)).toEqual(new Set([200, 101]));
  });

  test.each([
    { publicUrl: "https://market.example" },
    { host: "0.0.0.0" },
    { host: "0.0.0.0", publicUrl: "https://market.example" },
  ])("may not call a server that others can reach: %j", async (options) => {
    const ports = await start(options);
    const own = ports.map((port) => `http://127.0.0.1:${port}`);
    expect(await verdicts(ports, [...LOCAL_PAGES, ...own])).toEqual(new Set([403]));
    const listed = options.publicUrl === undefined ? [] : [options.publicUrl];
    for (const origin of listed)
      expect(await verdicts(ports, [origin])).toEqual(new Set([200, 101]));
  });
});

describe("[ADDR1] a function sees", () => {
  async function seenOver(
    [port, apiPort]: Ports,
    headers: Record<string, string>,
    localAddress?: string,
  ) {
    const from = localAddress === undefined ? {} : { localAddress };
    const answers = [];
    for (const to of [port, apiPort]) {
      const request = { port: to, headers, ...from };
      answers.push((await ask({ ...request, ...call("mutation", "callers:seen") })).body.value);
      answers.push(
        (await ask({ ...request, ...call("action", "callers:seenByAction") })).body.value,
      );
      answers.push((await shake(to, headers, localAddress)).ip);
    }
    answers.push((await ask({ port, path: "/caller", headers, ...from })).body.value);
    expect(new Set(answers).size).toBe(1);
    return answers[0];
  }

  test("the peer's address, whatever headers say, when no proxy is trusted", async () => {
    const ports = await start();
    expect(await seenOver(ports, {})).toBe("127.0.0.1");
    expect(await seenOver(ports, {}, "127.0.0.2")).toBe("127.0.0.2");
    for (const name of ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "CF-Connecting-IP"])
      expect(await seenOver(ports, { [name]: "127.0.0.1" }), name).toBeNull();
  });

  test("the caller's behind a trusted proxy, and no spoofed one", async () => {
    const ports = await start({ trustProxy: "127.0.0.1", publicUrl: "https://market.example" });
    const proxied = (chain: string) =>
      seenOver(ports, { host: "market.example", "X-Forwarded-For": chain }, "127.0.0.1");
    expect(await proxied("198.51.100.7")).toBe("198.51.100.7");
    expect(await proxied("9.9.9.9, 198.51.100.7")).toBe("198.51.100.7");
    expect(await proxied("127.0.0.1, 127.0.0.9")).toBeNull();
    const stranger = { "X-Forwarded-For": "198.51.100.7" };
    expect(await seenOver(ports, stranger, "127.0.0.2")).toBeNull();
  });
});

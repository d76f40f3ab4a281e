// @vitest-environment node
/** The socket itself, with a real receiver on this machine. */
import type * as Dns from "node:dns";
import * as http from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as Addresses from "./addresses";
import { post } from "./post";

vi.mock("../../domain/limits", async (original) => ({
  ...(await original<object>()),
  WEBHOOK_TIMEOUT_MS: 300,
}));

/** Addresses that the replaced resolver answers. */
const names = vi.hoisted(() => ({
  asked: [] as string[],
  found: undefined as Dns.LookupAddress[] | undefined,
  areTrusted: false,
}));

vi.mock("node:dns", async (original) => {
  const { lookup } = await original<typeof Dns>();
  const told: typeof lookup = (hostname, options, callback) => {
    names.asked.push(hostname);
    if (names.found === undefined) lookup(hostname, options, callback);
    else callback(null, names.found);
  };
  return { lookup: told };
});

vi.mock("./addresses", async (original) => {
  const real = await original<typeof Addresses>();
  const isPrivateAddress = (text: string) => !names.areTrusted && real.isPrivateAddress(text);
  return { ...real, isPrivateAddress };
});

type Request = AsyncIterable<Uint8Array> & {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
};
type Response = {
  writeHead(status: number, headers?: Record<string, string>): Response;
  write(text: string): void;
  end(text?: string): void;
};
type Server = {
  listen(port: number, host: string, listening: () => void): void;
  address(): { readonly port: number };
  close(): void;
  closeAllConnections(): void;
};
/** Of what Node has, what a receiver is made of. */
const { createServer } = http as unknown as {
  readonly createServer: (listener: (request: Request, response: Response) => void) => Server;
};

type Seen = Pick<Request, "method" | "url" | "headers"> & { readonly body: string };

let server: Server;
let seen: Seen[];
let respond: (response: Response) => void;

async function note(request: Request, response: Response): Promise<void> {
  const { method, url, headers } = request;
  const decoder = new TextDecoder();
  let body = "";
  for await (const chunk of request) body += decoder.decode(chunk, { stream: true });
  seen.push({ method, url, headers, body });
  respond(response);
}

beforeAll(async () => {
  server = createServer((request, response) => void note(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  Object.assign(names, { asked: [], found: undefined, areTrusted: false });
  respond = (response) => response.writeHead(204).end();
  vi.stubEnv("WEBHOOKS_ALLOW_PRIVATE", "1");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const at = (host: string, path = "/hook") => `http://${host}:${server.address().port}${path}`;
const HEADERS = { "Content-Type": "application/json", "Mandi-Id": "e1" };

test("delivers a message byte for byte, with its headers", async () => {
  const body = '{"msg":"चावल 🍚"}';
  expect(await post(at("127.0.0.1", "/hook?x=1"), HEADERS, body)).toEqual({
    taken: true,
    status: 204,
  });
  expect(seen).toMatchObject([
    {
      method: "POST",
      url: "/hook?x=1",
      headers: { "content-type": "application/json", "mandi-id": "e1" },
      body,
    },
  ]);
});

test("reports a failure with the beginning of the answer in one line", async () => {
  respond = (response) => response.writeHead(503).end(`Closed\n\tuntil \u0007${"9".repeat(5_000)}`);
  const { taken, status, problem } = await post(at("127.0.0.1"), HEADERS, "{}");
  expect({ taken, status }).toEqual({ taken: false, status: 503 });
  expect(problem).toMatch(/^Closed until 9+$/);
  expect(problem).toHaveLength(200);
});

test("does not follow a redirect", async () => {
  respond = (response) => response.writeHead(302, { Location: at("127.0.0.1", "/other") }).end();
  expect(await post(at("127.0.0.1"), HEADERS, "{}")).toEqual({ taken: false, status: 302 });
  expect(seen).toHaveLength(1);
});

test("times out when the answer is late or never ends", async () => {
  const late = { taken: false, problem: "No answer within 0.3 seconds." };
  respond = () => undefined;
  expect(await post(at("127.0.0.1"), HEADERS, "{}")).toEqual(late);
  respond = (response) => response.writeHead(500).write("still ");
  expect(await post(at("127.0.0.1"), HEADERS, "{}")).toEqual({
    taken: false,
    status: 500,
    problem: "still",
  });
  respond = (response) => response.writeHead(200).write("taken, and more");
  expect(await post(at("127.0.0.1"), HEADERS, "{}")).toEqual({ taken: true, status: 200 });
});

test("cuts an endless answer at the log's limit", async () => {
  respond = (response) => {
    response.writeHead(500);
    const chunk = "x".repeat(10_000);
    for (let chunks = 0; chunks < 100; chunks += 1) response.write(chunk);
  };
  expect((await post(at("127.0.0.1"), HEADERS, "{}")).problem).toHaveLength(200);
});

test("reports an unreachable receiver as text", async () => {
  const { problem } = await post("http://127.0.0.1:1/", HEADERS, "{}");
  expect(problem).toBe("The connection was refused.");
});

test("sends nothing to private addresses, literal or resolved", async () => {
  vi.stubEnv("WEBHOOKS_ALLOW_PRIVATE", "");
  const refused = { taken: false, problem: "The address leads into a private network." };
  for (const host of ["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "localhost"]) {
    expect(await post(at(host), HEADERS, "{}"), host).toEqual(refused);
  }
  names.found = [
    { address: "93.184.216.34", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  expect(await post(at("shop.example"), HEADERS, "{}")).toEqual(refused);
  expect(seen).toEqual([]);
});

test("connects to exactly the checked addresses", async () => {
  vi.stubEnv("WEBHOOKS_ALLOW_PRIVATE", "");
  Object.assign(names, { found: [{ address: "127.0.0.1", family: 4 }], areTrusted: true });
  expect(await post(at("shop.example"), HEADERS, "{}")).toEqual({ taken: true, status: 204 });
  expect(seen).toMatchObject([{ headers: { host: new URL(at("shop.example")).host } }]);
  expect(names.asked).toEqual(["shop.example"]);
});

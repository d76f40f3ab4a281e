/** The nginx configuration of docs/operating.md in front of a market, over real sockets. */
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type RunningBackend, runBackend } from "../embedded/backend";
import { freePort } from "../embedded/testkit/freePort";
import {
  HAS_NGINX,
  type ReverseProxy,
  readBlock,
  startNginx,
} from "../embedded/testkit/reverseProxy";

const ROOT = path.resolve(import.meta.dirname, "..");
const HOST = "market.example";

/** The documented configuration without https, which needs a certificate, and with other ports. */
function documentedConfig(port: number, backendPort: number): string {
  return readBlock(path.join(ROOT, "docs/operating.md"), "nginx")
    .replace(/listen 443 ssl.*;/, `listen 127.0.0.1:${port};`)
    .replace(/\n\s*ssl_certificate.*;/g, "")
    .replace("127.0.0.1:3211", `127.0.0.1:${backendPort}`);
}

interface Asked {
  readonly path: string;
  readonly host?: string;
  readonly from?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

function askAt(port: number, { path, host = HOST, from = "127.0.0.1", headers, body }: Asked) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const all = {
      Host: host,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    };
    const options = { host: "127.0.0.1", port, path, method, headers: all, localAddress: from };
    const request = httpRequest(options, (response) => {
      let text = "";
      response.on("data", (piece: Buffer) => (text += piece.toString("utf8")));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const NEWS = "/api/news/top-headlines";
/** The limit per address is sixty a minute, counted by one read in ten at random: far more, so that chance can not decide. */
const MANY = 250;

describe.skipIf(!HAS_NGINX)("behind the documented nginx (apt-get install nginx-light)", () => {
  let dir: string;
  let backend: RunningBackend;
  let backendPort: number;
  let port: number;
  let nginx: ReverseProxy;
  const ask = (asked: Asked) => askAt(port, asked);

  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), "mandi-nginx-"));
    [port, backendPort] = [await freePort(), await freePort()];
    backend = await runBackend({
      projectDir: ROOT,
      dataDir: path.join(dir, "data"),
      host: "127.0.0.1",
      port: backendPort,
      apiPort: 0,
      publicUrl: `https://${HOST}`,
      // One of this machine's addresses is the proxy's; the others stand for clients.
      trustProxy: "127.0.0.1",
      variables: { DEV_MAILBOX: "1" },
      origins: [],
      watch: false,
    });
    nginx = await startNginx(documentedConfig(port, backendPort), port);
    expect((await ask({ path: "/api/health" })).status).toBe(200);
  }, 60_000);

  afterAll(async () => {
    await nginx.stop();
    await backend.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const newsFor = async (asked: (turn: number) => Partial<Asked>) => {
    const statuses = [];
    for (let turn = 0; turn < MANY; turn += 1)
      statuses.push((await ask({ path: NEWS, ...asked(turn) })).status);
    return new Set(statuses);
  };
  const clientAt = (address: string) => ({ headers: { "X-Forwarded-For": address } });

  test("limits each client by its own address, whatever headers it sends", async () => {
    expect(await newsFor(() => clientAt("198.51.100.7"))).toEqual(new Set([200, 429]));
    expect((await ask({ path: NEWS, ...clientAt("198.51.100.8") })).status).toBe(200);
    // A network of IPv6 counts as one client.
    expect(await newsFor((turn) => clientAt(`2001:db8::${turn}`))).toEqual(new Set([200, 429]));
    expect((await ask({ path: NEWS, ...clientAt("2001:db8:0:1::1") })).status).toBe(200);
    const spoofed = await newsFor((turn) => ({
      from: "127.0.0.2",
      headers: { "X-Forwarded-For": `203.0.113.${turn}`, Forwarded: `for=192.0.2.${turn}` },
    }));
    expect(spoofed).toEqual(new Set([200, 429]));
    expect((await ask({ path: NEWS, ...clientAt("203.0.113.99") })).status).toBe(200);
  });

  test("closes the mailbox behind the proxy only", async () => {
    const mailbox = "/api/dev/mailbox";
    const key = {
      path: "/api/action",
      body: { path: "auth:openMailbox", args: {}, format: "json" },
    };
    const variants: readonly Record<string, string>[] = [
      {},
      { "X-Forwarded-For": "127.0.0.1" },
      { Forwarded: "for=127.0.0.1" },
    ];
    for (const host of [HOST, "localhost", "127.0.0.1"]) {
      for (const headers of variants) {
        expect((await ask({ path: mailbox, host, headers })).status).toBe(404);
        expect((await ask({ ...key, host, headers })).text).toContain("NOT_FOUND");
      }
    }
    expect((await askAt(backendPort, { path: mailbox, host: "localhost" })).status).toBe(200);
    expect((await askAt(backendPort, { ...key, host: "localhost" })).text).toContain("success");
    expect((await askAt(backendPort, { path: mailbox })).status).toBe(404);
  });

  test("accepts sockets from the market's own pages only", async () => {
    const open = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/api/1.30.0/sync`, { headers });
        socket.on("open", () => {
          socket.close();
          resolve(101);
        });
        socket.on("unexpected-response", (request, response) => {
          request.destroy();
          resolve(response.statusCode ?? 0);
        });
        socket.on("error", reject);
      });
    expect(await open({ Host: HOST, Origin: `https://${HOST}` })).toBe(101);
    expect(await open({ Host: HOST, Origin: "https://evil.example" })).toBe(403);
    expect(await open({ Host: HOST, Origin: "http://localhost:5173" })).toBe(403);
    expect(await open({ Host: "evil.example", Origin: "http://evil.example" })).toBe(421);
  });

  test("forwards bodies up to the market's own limit", async () => {
    const args = { path: "news:feed", args: { text: "x".repeat(15_000_000) }, format: "json" };
    const { status } = await ask({ path: "/api/query", body: args });
    expect(status).not.toBe(413);
    expect(status).toBeLessThan(500);
  });
});

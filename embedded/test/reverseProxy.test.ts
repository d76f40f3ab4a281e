/** The configurations of docs/deployment.md in front of a backend: TLS, one domain, the stock client and command line. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { pathToFileURL } from "node:url";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { freePort } from "../testkit/freePort";
import { eventually } from "../testkit/project";
import type { PushedProject } from "../testkit/pushes";
import { pushedProject } from "../testkit/pushes";
import type { Certificate, ReverseProxy } from "../testkit/reverseProxy";
import {
  HAS_CADDY,
  HAS_NGINX,
  makeCertificate,
  readBlock,
  startCaddy,
  startNginx,
} from "../testkit/reverseProxy";

const PAGE = path.resolve(import.meta.dirname, "../docs/deployment.md");
const NAMED_HOSTS = path.resolve(import.meta.dirname, "../testkit/namedHosts.mjs");
const HOST = "shop.example";
const UPLOAD_BYTES = 99 * 2 ** 20;
const START_MS = 90_000;

process.env["LOOPBACK_HOSTS"] = HOST;
await import("../testkit/namedHosts.mjs");

const list = makeFunctionReference<"query", Record<string, never>, string[]>("words:list");
const add = makeFunctionReference<"mutation", { word: string }>("words:add");
const uploadUrl = makeFunctionReference<"mutation", Record<string, never>, string>(
  "words:uploadUrl",
);
const fileUrl = makeFunctionReference<"query", { id: string }, string>("words:fileUrl");

const FILES = {
  "convex/words.ts": `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
export const list = query({
  handler: async (ctx) => (await ctx.db.query("words").collect()).map(({ word }) => word),
});
export const add = mutation({
  handler: async (ctx, { word }) => void (await ctx.db.insert("words", { word })),
});
export const uploadUrl = mutation({ handler: (ctx) => ctx.storage.generateUploadUrl() });
export const fileUrl = query({ handler: (ctx, { id }) => ctx.storage.getUrl(id) });
`,
  "convex/http.ts": `
import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
const http = httpRouter();
http.route({
  path: "/echo",
  method: "POST",
  handler: httpAction(async (_, request) =>
    Response.json({ url: request.url, text: await request.text(), key: process.env.KEY ?? null })),
});
let finish = () => {};
http.route({
  path: "/stream",
  method: "GET",
  handler: httpAction(async () => new Response(new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode("first"));
      await new Promise((resolve) => { finish = resolve; });
      controller.enqueue(new TextEncoder().encode("second"));
      controller.close();
    },
  }))),
});
http.route({ path: "/finish", method: "POST", handler: httpAction(async () => {
  finish();
  return new Response();
}) });
export default http;
`,
  "words.jsonl": '{"word":"imported"}\n',
};

/** A documented configuration on other ports, with another certificate. */
interface Ports {
  readonly port: number;
  readonly web: number;
  readonly api: number;
}

function onPorts(text: string, { web, api }: Ports): string {
  return text
    .replaceAll("127.0.0.1:3211", `127.0.0.1:${web}`)
    .replaceAll("127.0.0.1:3210", `127.0.0.1:${api}`);
}

function nginxWith(ports: Ports, { certificate, key }: Certificate): Promise<ReverseProxy> {
  const server = onPorts(readBlock(PAGE, "nginx"), ports)
    .replace("listen 443", `listen 127.0.0.1:${ports.port}`)
    .replace("/etc/ssl/shop.example.pem", certificate)
    .replace("/etc/ssl/shop.example.key", key);
  return startNginx(server, ports.port);
}

function caddyWith(ports: Ports, { certificate, key }: Certificate): Promise<ReverseProxy> {
  const site = onPorts(readBlock(PAGE, "caddy"), ports).replace(
    `${HOST} {`,
    `${HOST}:${ports.port} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}`,
  );
  return startCaddy(site, ports.port);
}

const PROXIES = [
  { name: "nginx", isThere: HAS_NGINX, start: nginxWith },
  { name: "Caddy", isThere: HAS_CADDY, start: caddyWith },
];

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe.each(PROXIES)("behind the documented $name", ({ isThere, start }) => {
  let dir: string;
  let project: PushedProject;
  let backend: RunningBackend;
  let proxy: ReverseProxy;
  let certificate: Certificate;
  let ports: Ports;
  let origin: string;

  /** Runs `npx convex` as on another machine: with the domain and the admin key. */
  async function convex(...args: readonly string[]): Promise<string> {
    const bin = path.join(project.dir, "node_modules/convex/bin/main.js");
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: project.dir,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        CI: "1",
        NODE_OPTIONS: `--import ${pathToFileURL(NAMED_HOSTS).href}`,
        NODE_EXTRA_CA_CERTS: certificate.certificate,
        CONVEX_SELF_HOSTED_URL: origin,
        CONVEX_SELF_HOSTED_ADMIN_KEY: backend.addresses.adminKey,
      },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const code = await new Promise((resolve) => child.on("exit", resolve));
    expect(code, text).toBe(0);
    return text;
  }

  async function withClient(use: (client: ConvexClient) => Promise<void>): Promise<void> {
    const client = new ConvexClient(origin, { logger: false, unsavedChangesWarning: false });
    try {
      await use(client);
    } finally {
      await client.close();
    }
  }

  beforeAll(async () => {
    if (!isThere) return;
    dir = mkdtempSync(path.join(tmpdir(), "proxied-"));
    certificate = makeCertificate(dir, HOST);
    const authorities = getCACertificates("default");
    setDefaultCACertificates([...authorities, readFileSync(certificate.certificate, "utf8")]);
    writeFileSync(path.join(dir, "index.html"), "<title>The app</title>");
    project = pushedProject(FILES);
    ports = { port: await freePort(), web: await freePort(), api: await freePort() };
    origin = `https://${HOST}:${ports.port}`;
    backend = await runBackend({
      ...project.options,
      port: ports.web,
      apiPort: ports.api,
      staticDir: dir,
      publicUrl: origin,
      trustProxy: "loopback",
    });
    proxy = await start(ports, certificate);
    await convex("deploy", "--typecheck", "disable", "--codegen", "disable");
  }, START_MS);

  afterAll(async () => {
    if (!isThere) return;
    await proxy.stop();
    await backend.stop();
    project.remove();
    rmSync(dir, { recursive: true, force: true });
  });

  test.skipIf(!isThere)("serves the app, live queries and mutations at the domain", async () => {
    expect(await (await fetch(`${origin}/`)).text()).toContain("The app");
    await withClient(async (client) => {
      let words: string[] = [];
      client.onUpdate(list, {}, (now) => (words = now));
      await client.mutation(add, { word: "live" });
      await eventually(() => expect(words).toContain("live"));
    });
  });

  test.skipIf(!isThere)("takes an upload of 99 MiB, whose URL is the domain's", async () => {
    await withClient(async (client) => {
      const bytes = new Uint8Array(UPLOAD_BYTES).map((_, at) => at % 251);
      const address = await client.mutation(uploadUrl, {});
      expect(address.startsWith(`${origin}/`)).toBe(true);
      const answer = await fetch(address, { method: "POST", body: bytes });
      const { storageId } = (await answer.json()) as { storageId: string };
      const url = await client.query(fileUrl, { id: storageId });
      expect(url.startsWith(`${origin}/`)).toBe(true);
      const file = await fetch(url);
      expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(bytes));
    });
  });

  test.skipIf(!isThere)(
    "passes HTTP actions on, and their answers as they are written",
    async () => {
      const answer = await fetch(`${origin}/echo?word=rice`, { method: "POST", body: "text" });
      expect(await answer.json()).toMatchObject({ url: `${origin}/echo?word=rice`, text: "text" });
      const reader = (await fetch(`${origin}/stream`)).body!.getReader();
      const read = async () => Buffer.from((await reader.read()).value ?? []).toString();
      expect(await read()).toBe("first");
      await fetch(`${origin}/finish`, { method: "POST" });
      expect(await read()).toBe("second");
    },
  );

  test.skipIf(!isThere)(
    "lets the command line run, import, export and set variables",
    async () => {
      expect(await convex("run", "words:add", '{"word":"run"}')).toBeDefined();
      expect(await convex("run", "--inline-query", "return 40 + 2")).toContain("42");
      await convex("import", "--table", "words", "--append", "words.jsonl");
      expect(await convex("data", "words")).toContain("imported");
      await convex("export", "--path", path.join(project.dir, "export.zip"));
      expect(existsSync(path.join(project.dir, "export.zip"))).toBe(true);
      await convex("env", "set", "KEY", "cardamom");
      const answer = await fetch(`${origin}/echo`, { method: "POST" });
      expect(await answer.json()).toMatchObject({ key: "cardamom" });
    },
    START_MS,
  );

  test.skipIf(!isThere)("keeps the operator's addresses and other pages out", async () => {
    const Authorization = `Convex ${backend.addresses.adminKey}`;
    for (const address of ["/metrics", "/api/health", "/api/backup"]) {
      const { status } = await fetch(origin + address, { headers: { Authorization } });
      expect(status, address).toBe(404);
    }
    const open = (from: string) =>
      new Promise<number>((resolve, reject) => {
        const ca = readFileSync(certificate.certificate);
        const socket = new WebSocket(`${origin}/api/sync`, { origin: from, ca });
        socket.on("open", () => {
          socket.close();
          resolve(101);
        });
        socket.on("unexpected-response", (request, { statusCode }) => {
          request.destroy();
          resolve(statusCode ?? 0);
        });
        socket.on("error", reject);
      });
    expect(await open(origin)).toBe(101);
    expect(await open("https://evil.example")).toBe(403);
  });
});

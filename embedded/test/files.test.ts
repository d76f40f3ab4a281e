/** File URLs of the real backend, with a fake clock. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { counters } from "./api";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOON = Date.UTC(2026, 10, 23, 12);
const EXPIRY = Date.UTC(2026, 11, 1);
const BYTES = Uint8Array.from({ length: 1_000 }, (_, at) => at % 256);

let project: TestProject;
let backend: RunningBackend;
let storageId: string;
const opened: ConvexClient[] = [];

beforeAll(async () => {
  // The test triggers pings and expiry checks.
  vi.useFakeTimers({ now: NOON, toFake: ["Date", "setInterval", "clearInterval"] });
  project = copyProject("counters", { expiringFileUrls: true });
  backend = await runBackend(project.options);
  storageId = await upload();
});

beforeEach(() => {
  vi.setSystemTime(NOON);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
});

afterAll(async () => {
  await backend.stop();
  project.remove();
  vi.useRealTimers();
});

const http = () => new ConvexHttpClient(backend.addresses.url, { logger: false });

async function upload(): Promise<string> {
  const to = await http().mutation(counters.uploadUrl, {});
  const answer = await fetch(to, { method: "POST", body: BYTES });
  return ((await answer.json()) as { storageId: string }).storageId;
}

/** @param sha256 of the content, in base64. */
async function uploadWithDigest(sha256: string): Promise<Response> {
  const to = await http().mutation(counters.uploadUrl, {});
  return fetch(to, { method: "POST", body: BYTES, headers: { Digest: `sha-256=${sha256}` } });
}

async function addressNow(): Promise<string> {
  return (await http().query(counters.fileUrl, { storageId }))!;
}

/** Collects the file URLs that a subscriber receives. */
function watchAddress(): string[] {
  const client = new ConvexClient(backend.addresses.url, {
    logger: false,
    unsavedChangesWarning: false,
  });
  opened.push(client);
  const addresses: string[] = [];
  client.onUpdate(counters.fileUrl, { storageId }, (address) => addresses.push(address ?? "none"));
  return addresses;
}

const WAYS: readonly (readonly [string, RequestInit])[] = [
  ["GET", {}],
  ["HEAD", { method: "HEAD" }],
  ["a range", { headers: { Range: "bytes=0-9" } }],
  ["a range that is not there", { headers: { Range: "bytes=5000-" } }],
];

/** Everything by which a client could distinguish two responses. */
async function seenOf(address: string, init: RequestInit) {
  const answer = await fetch(address, init);
  const headers = Object.fromEntries(answer.headers);
  delete headers["date"];
  const text = (await answer.text()).replace(/"requestId":"[^"]*"/, "");
  return { status: answer.status, headers, text };
}

describe.each(WAYS)("[FILE5] %s", (name, init) => {
  test("needs a signed URL that has not expired", async () => {
    const address = await addressNow();
    const good = { GET: 200, HEAD: 200, "a range": 206 }[name] ?? 416;
    expect((await fetch(address, init)).status).toBe(good);
    const other = new URL(await addressOfAnother());
    const swapped = new URL(address);
    swapped.search = other.search;
    for (const wrong of [
      address.split("?")[0]!,
      address.slice(0, -1),
      `${address}A`,
      `${address}&e=9999999999`,
      address.replace(/\?e=\d+/, "?e=99999"),
      swapped.href,
    ]) {
      expect((await fetch(wrong, init)).status, wrong).toBe(403);
    }
    expect((await fetch(`${address}&component=shop`, init)).status).toBe(404);
    vi.setSystemTime(EXPIRY - 1);
    expect((await fetch(address, init)).status).toBe(good);
    vi.setSystemTime(EXPIRY);
    expect((await fetch(address, init)).status).toBe(403);
  });

  test("without one gets the same response for existing and missing files", async () => {
    const address = await addressNow();
    const missing = address.replace(/[^/]{36}(?=\?)/, crypto.randomUUID());
    expect(new URL(missing).search).toBe(new URL(address).search);
    for (const change of [
      (each: string) => each.split("?")[0]!,
      (each: string) => each.replace("&s=", "&s=A"),
      (each: string) => each.replace(/.{22}$/, "A".repeat(22)),
    ]) {
      const response = await seenOf(change(address), init);
      expect(response).toEqual(await seenOf(change(missing), init));
      expect(response.status).toBe(403);
      if (init.method !== "HEAD") expect(response.text).toContain('"code":"BadFileAddress"');
    }
  });
});

async function addressOfAnother(): Promise<string> {
  const another = await upload();
  return (await http().query(counters.fileUrl, { storageId: another }))!;
}

describe("[FILE5] caching by browsers", () => {
  test.each([0, 3 * DAY_MS, 7 * DAY_MS + 11 * 60 * 60 * 1_000])(
    "ends with the URL's expiry, %i ms after its creation",
    async (later) => {
      const address = await addressNow();
      vi.setSystemTime(NOON + later);
      const answer = await fetch(address);
      const { status, headers } = answer;
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe(
        `private, max-age=${(EXPIRY - NOON - later) / 1_000}, immutable`,
      );
      const conditional = { headers: { "If-None-Match": headers.get("etag")! } };
      expect((await fetch(address, conditional)).status).toBe(304);
      vi.setSystemTime(EXPIRY);
      const late = await fetch(address, conditional);
      expect([late.status, late.headers.get("cache-control")]).toEqual([403, "no-store"]);
    },
  );

  test("is disabled for an unsatisfiable range", async () => {
    const answer = await fetch(await addressNow(), { headers: { Range: "bytes=5000-" } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("[FILE6] an address", () => {
  test("is the same in every call of a day, in queries and actions, and differs on the next day", async () => {
    const address = await addressNow();
    vi.setSystemTime(NOON + DAY_MS / 2 - 1);
    expect(await addressNow()).toBe(address);
    expect(await http().action(counters.fileUrlInAction, { storageId })).toBe(address);
    vi.setSystemTime(NOON + DAY_MS / 2);
    expect(await addressNow()).not.toBe(address);
  });
});

describe("[FILE7] an address of an earlier day", () => {
  test("is given to no new caller, even with a subscriber", async () => {
    const addresses = watchAddress();
    await eventually(() => expect(addresses).toHaveLength(1));
    vi.setSystemTime(NOON + DAY_MS);
    const newcomer = watchAddress();
    await eventually(() => expect(newcomer).toHaveLength(1));
    expect(newcomer).toEqual([await addressNow()]);
    expect(newcomer).not.toEqual(addresses.slice(0, 1));
  });

  test("is replaced by the current one within a minute, without any other event", async () => {
    const addresses = watchAddress();
    await eventually(() => expect(addresses).toHaveLength(1));
    // A day has passed each time, as in an open tab.
    for (let day = 1; day <= 10; day += 1) {
      vi.setSystemTime(NOON + day * DAY_MS);
      vi.advanceTimersByTime(60_000);
      await eventually(() => expect(addresses).toHaveLength(day + 1));
      expect((await fetch(addresses.at(-1)!)).status).toBe(200);
    }
    expect((await fetch(addresses[0]!)).status).toBe(403);
    expect(new Set(addresses).size).toBe(11);
  });
});

test("[FILE10] without expiry a URL stays the same, and is good until its file is deleted", async () => {
  const plain = copyProject("counters");
  const other = await runBackend(plain.options);
  const client = new ConvexHttpClient(other.addresses.url, { logger: false });
  const to = await client.mutation(counters.uploadUrl, {});
  const uploaded = await fetch(to, { method: "POST", body: BYTES });
  const file = (await uploaded.json()) as { storageId: string };
  const address = (await client.query(counters.fileUrl, file))!;
  expect(address).toMatch(/\/api\/storage\/[0-9a-f-]{36}$/);
  vi.setSystemTime(NOON + 1_000 * DAY_MS);
  expect(await client.query(counters.fileUrl, file)).toBe(address);
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("private, max-age=2592000");
  // An address that was signed before still leads to its file.
  expect((await fetch(`${address}?e=1&s=x`)).status).toBe(200);
  for (const wrong of [`${address}?component=shop`, address.replace(/.$/, "_")])
    expect((await fetch(wrong)).status).toBe(404);
  await other.stop();
  plain.remove();
});

describe("[FILE8] a digest", () => {
  const sha256 = createHash("sha256").update(BYTES).digest("base64");

  test("of the content is accepted, and sent with the whole file", async () => {
    expect((await uploadWithDigest(sha256)).status).toBe(200);
    const whole = await fetch(await addressNow());
    expect(whole.headers.get("digest")).toBe(`sha-256=${sha256}`);
    const part = await fetch(await addressNow(), { headers: { Range: "bytes=0-9" } });
    expect(part.headers.get("digest")).toBeNull();
  });

  test.each([
    ["of another content", createHash("sha256").update("other").digest("base64"), "Sha256Mismatch"],
    ["of another length", sha256.slice(0, 20), "BadHeader"],
    ["that is no base64", "!".repeat(44), "BadHeader"],
  ])("%s is rejected, and nothing is stored", async (_, wrong, code) => {
    const folder = path.join(project.options.dataDir, "files");
    const before = readdirSync(folder).length;
    const answer = await uploadWithDigest(wrong);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { code: string }).code).toBe(code);
    expect(readdirSync(folder)).toHaveLength(before);
  });
});

/** The memory that unfinished and compressed bodies take, measured in a process of its own. */
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { slowness } from "../testkit/elapsed";
import { copyProject } from "../testkit/project";
import type { TestProject } from "../testkit/project";
import { RawHttp } from "../testkit/rawHttp";
import type { Instance, Running } from "../testkit/realProcess";
import { instanceOf, startProcess } from "../testkit/realProcess";

const MIB = 2 ** 20;
const CLIENTS = 60;
const BODY_BYTES = 19 * MIB;
/** The memory that remains after a garbage collection. */
const SLACK = 100 * MIB;
/** Of what is sent: what was read and thrown away is still there until the collector comes, and nobody knows when that is. */
const HELD_MAX = (CLIENTS * BODY_BYTES) / 3;

let project: TestProject | undefined;
let running: Running | undefined;

afterEach(async () => {
  running?.kill("SIGTERM");
  await running?.exited;
  project?.remove();
});

async function start(): Promise<Instance> {
  project = copyProject("counters");
  running = startProcess(project.options, ["--port", "0", "--api-port", "0"]);
  const instance = await instanceOf(project);
  for (let at = 0; at < 50; at += 1) await fetch(`${instance.url}/api/health`);
  return instance;
}

function residentBytes({ pid }: Instance): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) * 1_024;
}

/** Sends bodies that never end, and returns the most memory that the process had meanwhile. */
async function hold(instance: Instance, path: string): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => RawHttp.open(instance.url)),
  );
  const body = Buffer.alloc(BODY_BYTES, "x");
  for (const client of clients) {
    client.say(`POST ${path}`, { "Content-Length": String(BODY_BYTES + 1) });
    client.socket.write(body);
  }
  let most = 0;
  for (let at = 0; at < 40; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    most = Math.max(most, residentBytes(instance));
  }
  for (const client of clients) client.close();
  return most;
}

/** Fails when another process serves than the one that was measured. */
async function requireAlive(instance: Instance): Promise<void> {
  expect((await fetch(`${instance.url}/api/health`)).status).toBe(200);
  expect(project && (await instanceOf(project))).toEqual(instance);
}

test("[HTTP5] 60 bodies of 19 MiB to an unknown path are not held", async () => {
  const instance = await start();
  const before = residentBytes(instance);
  for (const path of ["/nothing", "/api/nothing", "/unread"])
    expect((await hold(instance, path)) - before).toBeLessThan(HELD_MAX);
  await requireAlive(instance);
}, 60_000);

test("[HTTP7] 60 incomplete bodies of 19 MiB stay within the budget, repeatedly", async () => {
  const instance = await start();
  const before = residentBytes(instance);
  for (let wave = 0; wave < 3; wave += 1)
    expect((await hold(instance, "/length")) - before).toBeLessThan(HELD_MAX);
  await requireAlive(instance);
}, 90_000);

test("[HTTP6] 60 compressed bodies delay no call and use no memory", async () => {
  const instance = await start();
  const before = residentBytes(instance);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY };
  const bomb = new Uint8Array(brotliCompressSync(Buffer.alloc(16 * MIB), { params }));
  const headers = { "Content-Encoding": "br" };
  const bombs = ["/api/query", "/api/action", "/length"].flatMap((path) =>
    Array.from({ length: CLIENTS / 3 }, () =>
      fetch(instance.url + path, { method: "POST", headers, body: bomb }),
    ),
  );
  const startedAt = performance.now();
  await requireAlive(instance);
  const took = performance.now() - startedAt;
  expect(took).toBeLessThan(1_000 * (await slowness()));
  expect(new Set((await Promise.all(bombs)).map(({ status }) => status))).toEqual(
    new Set([415, 200]),
  );
  expect(residentBytes(instance) - before).toBeLessThan(SLACK);
}, 60_000);

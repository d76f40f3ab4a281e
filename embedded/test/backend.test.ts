/** The real backend on a real project, seen through stock clients. */
import { readFileSync, statSync, existsSync } from "node:fs";
import { Socket } from "node:net";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { counters } from "./api";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import { RawClient, type Transition } from "../testkit/rawClient";

let project: TestProject;
let backend: RunningBackend;
const opened: { close(): unknown }[] = [];

beforeAll(async () => {
  project = copyProject("counters", { variables: { GREETING: "namaste" } });
  backend = await runBackend(project.options);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

function liveClient(url = backend.addresses.url): ConvexClient {
  const client = new ConvexClient(url, { logger: false, unsavedChangesWarning: false });
  opened.push(client);
  return client;
}

function nth<Each>(all: readonly Each[], i: number): Each {
  return all[i % all.length]!;
}

const httpClient = (url = backend.addresses.apiUrl) => new ConvexHttpClient(url, { logger: false });

function adminClient(): ConvexHttpClient {
  const client = httpClient();
  (client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(
    backend.addresses.adminKey,
  );
  return client;
}

describe("live queries", () => {
  test("[SUB1] receive another client's mutation", async () => {
    const counts: number[] = [];
    liveClient().onUpdate(counters.get, { name: "shared" }, (value) => counts.push(value));
    await eventually(() => expect(counts).toEqual([0]));
    await liveClient(backend.addresses.apiUrl).mutation(counters.add, { name: "shared" });
    await eventually(() => expect(counts).toEqual([0, 1]));
  });

  test("[TX1] never show what a failed mutation wrote", async () => {
    const client = liveClient();
    await expect(client.mutation(counters.addAndFail, { name: "never" })).rejects.toMatchObject({
      data: { code: "REFUSED" },
    });
    expect(await client.query(counters.get, { name: "never" })).toBe(0);
  });

  test("[TX2] fifty concurrent increments add up", async () => {
    const clients = [liveClient(), liveClient(), httpClient()];
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        nth(clients, i).mutation(counters.add, { name: "many" }),
      ),
    );
    expect(new Set(results).size).toBe(50);
    expect(await httpClient().query(counters.get, { name: "many" })).toBe(50);
  });

  test("[SYNC12] a result of many MiB arrives complete", async () => {
    const characters = 5_400_000;
    const live = liveClient();
    let text: string | undefined;
    let errors = 0;
    live.onUpdate(
      counters.long,
      { characters },
      (value) => (text = value),
      () => (errors += 1),
    );
    await eventually(() => expect(text?.length).toBe(characters), 20_000);
    expect(text).toBe(`${"अ".repeat(7)}𝄞`.repeat(characters / 9));
    const value = await live.mutation(counters.add, { name: "after the long one" });
    expect([value, errors]).toEqual([1, 0]);
  }, 60_000);

  /** A raw client of a version, subscribed to one long result for each length. */
  async function asking(path: string, ...lengths: number[]): Promise<RawClient> {
    const client = await RawClient.open(backend.addresses.url, { path });
    opened.push(client);
    client.connect(crypto.randomUUID());
    const udfPath = "counters:long";
    client.add(
      ...lengths.map((characters, queryId) => ({ queryId, udfPath, args: { characters } })),
    );
    return client;
  }

  const chunksOf = ({ messages }: RawClient) =>
    messages.filter((message) => message.type === "TransitionChunk");
  const hasAllParts = (client: RawClient): boolean =>
    chunksOf(client).length === chunksOf(client)[0]?.totalParts;

  test("[SYNC12] sends all chunks of a transition together", async () => {
    const client = await asking("/api/1.49.0/sync", 3_600_000, 2_700_000);
    await client.until(() => hasAllParts(client) || client.closeCode !== null, 20_000);
    expect(client.closeCode).toBeNull();
    expect(chunksOf(client).length).toBeGreaterThan(3);
  }, 60_000);

  test("[SYNC12] sends chunks only to clients that support them", async () => {
    const characters = 3_600_000;
    const knowing = await asking("/api/1.28.0/sync", characters);
    await knowing.until(hasAllParts, 20_000);
    const chunks = chunksOf(knowing);
    expect(chunks.map(({ partNumber }) => partNumber)).toEqual([0, 1, 2]);
    expect(new Set(chunks.map(({ transitionId }) => transitionId)).size).toBe(1);
    const sizes = chunks.map(({ chunk }) => Buffer.byteLength(chunk));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5_000_000);
    expect(chunks.every(({ chunk }) => !chunk.includes("�"))).toBe(true);
    const whole = JSON.parse(chunks.map(({ chunk }) => chunk).join("")) as Transition;
    expect(whole.modifications.at(-1)?.value).toHaveLength(characters);

    for (const path of ["/api/1.27.5/sync", "/api/sync"]) {
      const other = await asking(path, characters);
      await other.until((client) => client.valueOf(0) !== undefined, 20_000);
      expect(chunksOf(other)).toEqual([]);
      expect(other.valueOf(0)).toHaveLength(characters);
    }
  }, 60_000);

  test("[SUB4] two queries of one client always have the same timestamp", async () => {
    const client = await RawClient.open(backend.addresses.url);
    opened.push(client);
    client.connect(crypto.randomUUID());
    client.add(
      { queryId: 0, udfPath: "counters:get", args: { name: "pair" } },
      { queryId: 1, udfPath: "counters:sum" },
    );
    await client.until(() => client.transitions.length > 0);
    const base = Number(client.valueOf(1));
    for (let i = 0; i < 10; i++) client.mutate(i, "counters:add", { name: "pair" });
    await client.until(() => client.valueOf(0) === 10);
    let [one, both] = [0, base];
    for (const { modifications } of client.transitions) {
      for (const { queryId, value } of modifications) {
        if (queryId === 0) one = Number(value);
        else both = Number(value);
      }
      expect(both - one).toBe(base);
    }
  });

  test("[SUB6] pages have no gap and no overlap while rows are added", async () => {
    const client = liveClient();
    for (let i = 0; i < 6; i++) await client.mutation(counters.note, { text: `n${i}` });
    const first = await client.query(counters.notes, {
      paginationOpts: { numItems: 3, cursor: null },
    });
    let page: { text: string }[] = [];
    client.onUpdate(
      counters.notes,
      { paginationOpts: { numItems: 3, cursor: null } },
      (result) => (page = result.page),
    );
    await eventually(() => expect(page.map(({ text }) => text)).toEqual(["n5", "n4", "n3"]));
    await client.mutation(counters.note, { text: "n6" });
    await eventually(() => expect(page.map(({ text }) => text)).toEqual(["n6", "n5", "n4", "n3"]));
    const second = await client.query(counters.notes, {
      paginationOpts: { numItems: 3, cursor: first.continueCursor },
    });
    expect(second.page.map(({ text }) => text)).toEqual(["n2", "n1", "n0"]);
  });
});

type Writev = (this: unknown, pieces: readonly { readonly chunk: Buffer }[], done: unknown) => void;

test("sends a response and its transition in one write", async () => {
  const client = await RawClient.open(backend.addresses.url);
  opened.push(client);
  const pieces: string[] = [];
  const prototype = Socket.prototype as unknown as { _writev: Writev };
  const write = prototype._writev;
  const spied = vi.spyOn(prototype, "_writev").mockImplementation(function (
    this: unknown,
    chunks,
    done,
  ) {
    pieces.push(chunks.map(({ chunk }) => chunk.toString("latin1")).join(""));
    write.call(this, chunks, done);
  });
  client.connect(crypto.randomUUID());
  client.add({ queryId: 0, udfPath: "counters:get", args: { name: "another" } });
  await client.until(() => client.valueOf(0) === 0);
  for (const requestId of [0, 1, 2]) {
    client.mutate(requestId, "counters:add", { name: "one piece" });
    const transitionCount = client.transitions.length;
    await client.until(() => client.transitions.length > transitionCount);
  }
  spied.mockRestore();
  const answers = pieces.filter((piece) => piece.includes('"MutationResponse"'));
  expect(answers).toHaveLength(3);
  for (const answer of answers) expect(answer).toContain('"Transition"');
});

test("[PAGE1] an unknown cursor makes the client restart the pagination", async () => {
  const own = copyProject("counters", { redactErrors: true });
  const strict = await runBackend(own.options);
  const lost = httpClient(strict.addresses.url).query(counters.notes, {
    paginationOpts: { numItems: 3, cursor: "garbage" },
  });
  await expect(lost).rejects.toMatchObject({
    data: { isConvexSystemError: true, paginationError: "InvalidCursor" },
  });
  await strict.stop();
  own.remove();
});

describe("exactly once", () => {
  async function raw(sessionId: string): Promise<RawClient> {
    const client = await RawClient.open(backend.addresses.url);
    opened.push(client);
    client.connect(sessionId);
    return client;
  }
  const answerOf = (client: RawClient) =>
    client.messages.find((message) => message.type === "MutationResponse");

  test("[EO1] does not repeat a mutation whose response was lost", async () => {
    const sessionId = crypto.randomUUID();
    const cut = await raw(sessionId);
    cut.mutate(0, "counters:add", { name: "once" });
    cut.socket.once("message", () => cut.close());
    await cut.until(() => cut.closeCode !== null);
    const again = await raw(sessionId);
    again.mutate(0, "counters:add", { name: "once" });
    await again.until(() => answerOf(again) !== undefined);
    expect(answerOf(again)).toMatchObject({ success: true, result: 1 });
    expect(await httpClient().query(counters.get, { name: "once" })).toBe(1);
  });

  test("[EO1] does not repeat a mutation that is still running", async () => {
    const sessionId = crypto.randomUUID();
    const [a, b] = [await raw(sessionId), await raw(sessionId)];
    a.mutate(0, "counters:add", { name: "twice" });
    b.mutate(0, "counters:add", { name: "twice" });
    await a.until(() => answerOf(a) !== undefined);
    await b.until(() => answerOf(b) !== undefined);
    expect(await httpClient().query(counters.get, { name: "twice" })).toBe(1);
  });

  test("[EO2] rejects the number of another call without showing its result", async () => {
    const sessionId = crypto.randomUUID();
    const first = await raw(sessionId);
    first.mutate(0, "counters:add", { name: "bound" });
    await first.until(() => answerOf(first) !== undefined);
    const thief = await raw(sessionId);
    thief.mutate(0, "counters:add", { name: "other" });
    await thief.until(() => answerOf(thief) !== undefined);
    expect(answerOf(thief)).toMatchObject({ success: false });
    expect(await httpClient().query(counters.get, { name: "other" })).toBe(0);
  });
});

describe("names", () => {
  test("[SYNC6] of missing functions get an error", async () => {
    const client = liveClient();
    const failure = await new Promise<Error>((resolve) =>
      client.onUpdate(counters.missing, {}, () => undefined, resolve),
    );
    expect(failure.message).toContain("Could not find");
  });

  test("[ID4] of internal functions exist only for the administrator", async () => {
    await expect(httpClient().mutation(counters.secret, {})).rejects.toThrow("Could not find");
    await expect(liveClient().mutation(counters.secret, {})).rejects.toThrow("Could not find");
    expect(await adminClient().mutation(counters.secret, {})).toBe("only for administrators");
  });

  test("[ID4] of system functions exist only for the administrator", async () => {
    const call = {
      path: "_system/cli/tables",
      args: { paginationOpts: { numItems: 10, cursor: null } },
      format: "json",
    };
    const ask = (headers: Record<string, string>) =>
      fetch(`${backend.addresses.apiUrl}/api/query`, {
        method: "POST",
        body: JSON.stringify(call),
        headers,
      });
    expect(await (await ask({})).json()).toMatchObject({ status: "error" });
    const answer = (await (
      await ask({ Authorization: `Convex ${backend.addresses.adminKey}` })
    ).json()) as { value: { page: { name: string }[] } };
    expect(answer.value.page.map(({ name }) => name)).toContain("counters");
  });
});

test("an action runs mutations", async () => {
  expect(await liveClient().action(counters.addTwice, { name: "by action" })).toBe(2);
});

test("functions see only the deployment's environment variables", async () => {
  expect(await httpClient().query(counters.variable, { name: "GREETING" })).toBe("namaste");
  expect(await httpClient().query(counters.variable, { name: "PATH" })).toBeNull();
  expect(await httpClient().query(counters.variable, { name: "CONVEX_SITE_URL" })).toBe(
    backend.addresses.url,
  );
});

describe("HTTP actions", () => {
  test("[WEB1] answer on the web origin", async () => {
    expect(await (await fetch(`${backend.addresses.url}/api/health`)).json()).toEqual({
      status: "ok",
    });
    const echo = await fetch(`${backend.addresses.url}/echo/deep/path`, {
      method: "POST",
      body: "grüß",
    });
    expect(echo.status).toBe(201);
    expect(echo.headers.get("x-path")).toBe("/echo/deep/path");
    expect(await echo.text()).toBe("grüß");
  });
});

describe("files", () => {
  async function upload(bytes: Uint8Array<ArrayBuffer>, url: string): Promise<Response> {
    return fetch(url, { method: "POST", body: bytes, headers: { "Content-Type": "image/png" } });
  }

  test("[FILE1] are stored once per upload URL and returned unchanged", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(50_000));
    const address = await httpClient().mutation(counters.uploadUrl, {});
    const { storageId } = (await (await upload(bytes, address)).json()) as { storageId: string };
    const again = await upload(bytes, address);
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({ code: "StorageTokenInvalid" });
    const url = await httpClient().query(counters.fileUrl, { storageId });
    const served = await fetch(url ?? "");
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
    expect(served.headers.get("content-type")).toBe("image/png");
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect(served.headers.get("content-security-policy")).toContain("sandbox");

    const part = await fetch(url ?? "", { headers: { Range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 100-199/50000");
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200));
    expect((await fetch(url ?? "", { headers: { Range: "bytes=50000-" } })).status).toBe(416);
  });
});

test("[PROC3] keeps address and key in a file that only the owner can read, while it runs", async () => {
  const own = copyProject("counters");
  const running = await runBackend(own.options);
  const file = path.join(own.options.dataDir, "instance.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ ...running.addresses });
  expect(statSync(file).mode & 0o077).toBe(0);
  await running.stop();
  expect(existsSync(file)).toBe(false);
  own.remove();
});

test("[DUR1] keeps writes across a restart", async () => {
  const own = copyProject("counters");
  const first = await runBackend(own.options);
  await httpClient(first.addresses.url).mutation(counters.add, { name: "kept" });
  await first.stop();
  const second = await runBackend(own.options);
  expect(await httpClient(second.addresses.url).query(counters.get, { name: "kept" })).toBe(1);
  expect(second.addresses.adminKey).toBe(first.addresses.adminKey);
  await second.stop();
  own.remove();
});

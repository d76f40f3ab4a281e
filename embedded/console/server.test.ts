/** The console's server side: sessions, the page's headers, the read-only mode and the system functions. */
import { request as httpRequest } from "node:http";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { runBackend } from "../backend";
import { parseCommand } from "../flags";
import type { FolderOptions } from "../options";
import { copyProject, eventually } from "../testkit/project";
import { RawClient } from "../testkit/rawClient";
import { getPageFiles } from "./page";

const opened: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function start(changes: Partial<FolderOptions> = {}, fixture = "notes") {
  const project = copyProject(fixture, changes);
  opened.push(() => project.remove());
  const backend = await runBackend(project.options);
  opened.push(() => backend.stop());
  return backend.addresses;
}

interface Answered {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: { token?: string; isReadOnly?: boolean; code?: string };
}

/** Sends headers as they are given, which `fetch` does not. */
function send(
  apiUrl: string,
  path: string,
  headers: Record<string, string> = {},
  { method = "POST", body = "" } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${apiUrl}${path}`, { method, headers }, (response) => {
      let text = "";
      response.on("data", (piece: Buffer) => (text += piece.toString("latin1")));
      response.on("end", () => {
        const isJson = response.headers["content-type"]?.includes("json") === true;
        const parsed = (isJson ? JSON.parse(text) : {}) as Answered["body"];
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

const open = (apiUrl: string, headers: Record<string, string> = { Origin: apiUrl }) =>
  send(apiUrl, "/console/session", headers);

/** The console's client: the stock one, as an administrator. */
function connect(apiUrl: string, token: string) {
  const client = new ConvexClient(apiUrl, { logger: false });
  (client.client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(token);
  opened.push(() => client.close());
  return {
    query: <Result = unknown>(name: string, args: Record<string, unknown> = {}) =>
      client.query(makeFunctionReference<"query">(name), args) as Promise<Result>,
    mutate: <Result = unknown>(name: string, args: Record<string, unknown> = {}) =>
      client.mutation(makeFunctionReference<"mutation">(name), args) as Promise<Result>,
    act: (name: string) => client.action(makeFunctionReference<"action">(name), {}),
  };
}

async function connected(changes: Partial<FolderOptions> = {}, fixture = "notes") {
  const { apiUrl } = await start(changes, fixture);
  const { body } = await open(apiUrl);
  return { apiUrl, token: body.token ?? "", ...connect(apiUrl, body.token ?? "") };
}

const NOTE = { name: "a", group: "g", owner: "o", score: 1, text: "hello" };
const read = { table: "notes", index: "by_creation_time", paginationOpts: {} };
const DOCUMENTS = "_system/frontend/paginatedTableDocuments:default";
interface Page {
  page: Record<string, unknown>[];
  isDone: boolean;
  continueCursor: string;
}

describe("[CON1] sessions", () => {
  test("[CON2] a page on this machine gets one without a password, and never the admin key", async () => {
    const { apiUrl, adminKey } = await start();
    const { status, body } = await open(apiUrl);
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^embedded\|/) as string,
      isReadOnly: false,
    });
    expect(JSON.stringify(body)).not.toContain(adminKey);
  });

  test.each([
    ["a page of another port", { Origin: "http://127.0.0.1:5173" }, 403],
    ["a page of a stranger", { Origin: "https://evil.example" }, 403],
    ["a sandboxed page", { Origin: "null" }, 403],
    ["a program without an origin", {}, 403],
    [
      "a name that was made to lead here",
      { Origin: "http://evil.example", Host: "evil.example" },
      421,
    ],
  ])("%s gets none", async (_who, headers, status) => {
    const { apiUrl } = await start();
    const answer = await open(apiUrl, headers);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toHaveProperty("token");
  });

  test.each(["X-Forwarded-For", "Forwarded", "Via", "CF-Connecting-IP"])(
    "a request that came through a proxy (%s) needs the admin key",
    async (header) => {
      const { apiUrl, adminKey } = await start();
      const through = { Origin: apiUrl, [header]: "127.0.0.1" };
      expect((await open(apiUrl, through)).status).toBe(401);
      const withKey = { ...through, Authorization: `Convex ${adminKey}` };
      expect((await open(apiUrl, withKey)).status).toBe(200);
      expect((await open(apiUrl, { ...through, Authorization: "Convex no" })).status).toBe(401);
    },
  );

  test.each([
    { publicUrl: "https://shop.example" },
    { host: "0.0.0.0" },
    { trustProxy: "loopback" },
  ])("a server that others can reach needs the admin key: %o", async (changes) => {
    const { apiUrl } = await start(changes);
    expect((await open(apiUrl)).status).toBe(401);
  });

  test("a session acts for nobody", async () => {
    const { apiUrl, body } = await start().then(async (addresses) => ({
      ...addresses,
      ...(await open(addresses.apiUrl)),
    }));
    const acting = Buffer.from(JSON.stringify({ subject: "a", issuer: "b" })).toString("base64");
    const headers = { Authorization: `Convex ${body.token ?? ""}:${acting}` };
    const answer = await send(apiUrl, "/metrics", headers, { method: "GET" });
    expect(answer.status).toBe(401);
  });
});

describe("the page", () => {
  test("[CON3] can't be framed, runs only its own script and is for no other origin", async () => {
    const { apiUrl } = await start();
    const headers = { Origin: "http://127.0.0.1:5173" };
    const page = await send(apiUrl, "/console", headers, { method: "GET" });
    expect(page.status).toBe(200);
    const policy = String(page.headers["content-security-policy"]);
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toContain("unsafe");
    expect(page.headers["x-frame-options"]).toBe("DENY");
    expect(page.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("is sent once: an unchanged file is not sent again", async () => {
    const { apiUrl } = await start();
    const get = (headers = {}) => send(apiUrl, "/console/console.css", headers, { method: "GET" });
    const { headers } = await get({ "Accept-Encoding": "gzip, br" });
    expect(headers["content-encoding"]).toBe("gzip");
    expect((await get({ "If-None-Match": String(headers["etag"]) })).status).toBe(304);
  });

  test("[CON6] has at most 120 kB in all, compressed with gzip", async () => {
    const files = [...(await getPageFiles()).values()];
    const size = files.reduce((sum, { compressed }) => sum + compressed.length, 0);
    expect(size).toBeLessThan(120_000);
  });

  test("[CON5] is only at the api port, and nowhere with --console off", async () => {
    const { apiUrl, url } = await start({ console: "off" });
    for (const address of [apiUrl, url])
      expect((await send(address, "/console", {}, { method: "GET" })).status).toBe(404);
    expect((await open(apiUrl)).status).toBe(404);
    const other = await start();
    expect((await send(other.url, "/console", {}, { method: "GET" })).status).toBe(404);
  });

  test("--console takes a mode", () => {
    expect(parseCommand(["--console", "read-only"]).options.console).toBe("read-only");
    expect(parseCommand([]).options).not.toHaveProperty("console");
    expect(() => parseCommand(["--console", "open"])).toThrow("full, read-only, off");
  });
});

describe("read-only", () => {
  test("[CON4] the server refuses every change, and shows everything", async () => {
    const { apiUrl, token, query, mutate, act } = await connected({ console: "read-only" });
    const refused = "may only read";
    const note = { table: "notes", documents: [NOTE] };
    await expect(mutate("_system/frontend/addDocument:default", note)).rejects.toThrow(refused);
    const change = { writes: [{ kind: "put", note: NOTE }] };
    await expect(mutate("notes:change", change)).rejects.toThrow(refused);
    await expect(act("notes:whatever")).rejects.toThrow(refused);
    const headers = { Authorization: `Convex ${token}`, "Content-Type": "application/json" };
    for (const path of [
      ...["/api/update_environment_variables", "/api/import?tableName=notes&format=jsonLines"],
      ...["/api/import/start_upload", "/api/export/request/zip", "/api/backup"],
    ]) {
      const { status, body } = await send(apiUrl, path, headers, { body: "{}" });
      expect([path, status, body.code]).toEqual([path, 403, "ReadOnly"]);
    }
    const call = JSON.stringify({ path: "notes:change", args: change });
    await send(apiUrl, "/api/mutation", headers, { body: call });
    expect(await query<Page>(DOCUMENTS, read)).toMatchObject({ page: [] });
    expect((await send(apiUrl, "/metrics", headers, { method: "GET" })).status).toBe(200);
  });

  test("a session of one mode is none of the other", async () => {
    const { apiUrl } = await start({ console: "full", adminKey: "a key of 16 chars" });
    const full = (await open(apiUrl)).body.token ?? "";
    const other = await start({ console: "read-only", adminKey: "a key of 16 chars" });
    const headers = { Authorization: `Convex ${full}` };
    expect((await send(other.apiUrl, "/metrics", headers, { method: "GET" })).status).toBe(401);
  });
});

describe("system functions", () => {
  test("are for administrators alone", async () => {
    const { apiUrl } = await start();
    const client = new ConvexClient(apiUrl, { logger: false });
    opened.push(() => client.close());
    const call = client.query(makeFunctionReference<"query">(DOCUMENTS), read);
    await expect(call).rejects.toThrow("Could not find");
  });

  test("[CON7] add, read by an index with a filter, replace and delete documents", async () => {
    const { query, mutate } = await connected();
    const documents = ["c", "a", "b"].map((name, score) => ({ ...NOTE, name, score }));
    const add = { table: "notes", documents };
    const [id] = await mutate<string[]>("_system/frontend/addDocument:default", add);
    const names = async (changes: object) =>
      (await query<Page>(DOCUMENTS, { ...read, ...changes })).page.map(({ name }) => name);
    expect(await names({})).toEqual(["b", "a", "c"]);
    expect(await names({ index: "by_name", order: "asc" })).toEqual(["a", "b", "c"]);
    const range = [{ type: "Gte", fieldPath: "score", value: 1 }];
    expect(await names({ index: "by_score", order: "asc", range })).toEqual(["a", "b"]);
    expect(await names({ filters: [{ field: "name", op: "$neq", value: "a" }] })).toEqual([
      "b",
      "c",
    ]);
    const first = await query<Page>(DOCUMENTS, { ...read, paginationOpts: { numItems: 2 } });
    const cursor = first.continueCursor;
    const next = await query<Page>(DOCUMENTS, { ...read, paginationOpts: { cursor, numItems: 2 } });
    expect(next.page).toMatchObject([{ name: "c" }]);
    const document = { ...NOTE, name: "d" };
    await mutate("_system/frontend/replaceDocument:default", { id, document });
    expect(await names({ index: "by_name" })).toEqual(["d", "b", "a"]);
    const wrong = { id, document: { name: 1 } };
    await expect(mutate("_system/frontend/replaceDocument:default", wrong)).rejects.toThrow(
      "schema",
    );
    await mutate("_system/frontend/deleteDocuments:default", {
      toDelete: [{ id, tableName: "notes" }],
    });
    expect(await names({ index: "by_name" })).toEqual(["b", "a"]);
  });

  test("a mutation that a client sends again after a broken connection runs once", async () => {
    const { apiUrl, adminKey } = await start();
    const [name, args] = [
      "_system/frontend/addDocument:default",
      { table: "notes", documents: [NOTE] },
    ];
    for (let connection = 1; connection <= 2; connection += 1) {
      const client = await RawClient.open(apiUrl);
      opened.push(() => client.close());
      client.connect("console");
      client.say({ type: "Authenticate", tokenType: "Admin", value: adminKey, baseVersion: 0 });
      client.mutate(0, name, args);
      await client.until(({ messages }) =>
        messages.some(({ type }) => type === "MutationResponse"),
      );
      client.close();
    }
    expect((await connect(apiUrl, adminKey).query<Page>(DOCUMENTS, read)).page).toHaveLength(1);
  });

  test("list the schema with its indexes", async () => {
    const { query } = await connected();
    const tables = await query<unknown[]>("_system/frontend/getSchemas:default");
    expect(tables).toContainEqual(
      expect.objectContaining({
        name: "groups",
        indexes: expect.arrayContaining([
          { name: "by_name", kind: "db", fields: ["name"], isStaged: false },
        ]) as unknown,
      }),
    );
  });

  test("system tables can be read, and not be written", async () => {
    const { query, mutate } = await connected();
    expect(await query<Page>(DOCUMENTS, { ...read, table: "_storage" })).toMatchObject({
      page: [],
    });
    const add = { table: "_storage", documents: [{}] };
    await expect(mutate("_system/frontend/addDocument:default", add)).rejects.toThrow(
      "system table",
    );
  });
});

interface Jobs {
  page: { id: string; path: string; componentId: string; args: string }[];
}

test("a scheduled function is run now, or cancelled", async () => {
  const { query, mutate } = await connected({}, "shop");
  const jobs = async () =>
    (await query<Jobs>("_system/frontend/paginatedScheduledJobs:default")).page;
  const hour = 3_600_000;
  await mutate("later:schedule", { text: "now", ms: hour });
  await mutate("later:schedule", { text: "never", ms: 2 * hour });
  const [soon, never] = await jobs();
  expect(soon).toMatchObject({ path: "later:write", componentId: "", args: '{"text":"now"}' });
  await mutate("_system/frontend/scheduler:runJobNow", { id: soon?.id });
  await mutate("_system/frontend/scheduler:cancelJob", { id: never?.id });
  await eventually(async () => expect(await jobs()).toEqual([]));
  const finished = { ...read, table: "_scheduled_functions", order: "asc" };
  expect((await query<Page>(DOCUMENTS, finished)).page).toMatchObject([
    { state: { kind: "success" } },
    { state: { kind: "canceled" } },
  ]);
  const again = mutate("_system/frontend/scheduler:runJobNow", { id: soon?.id });
  await expect(again).rejects.toThrow("does not wait any more");
  const crons = await query<unknown[]>("_system/frontend/listCronJobs:default");
  expect(crons).toContainEqual(expect.objectContaining({ componentId: "" }));
});

test("a file is uploaded, has an address, and is deleted", async () => {
  const { apiUrl, query, mutate } = await connected();
  const address = await mutate<string>("_system/frontend/fileStorageV2:generateUploadUrl");
  const { pathname, search } = new URL(address);
  const sent = await fetch(apiUrl + pathname + search, { method: "POST", body: "text" });
  const { storageId } = (await sent.json()) as { storageId: string };
  const storageIds = [storageId];
  const urls = () =>
    query<Record<string, string | null>>("_system/frontend/fileStorageV2:fileUrls", { storageIds });
  expect(await (await fetch((await urls())[storageId] ?? "")).text()).toBe("text");
  await mutate("_system/frontend/fileStorageV2:deleteFiles", { storageIds });
  expect(await urls()).toEqual({ [storageId]: null });
});

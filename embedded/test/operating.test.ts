/** The health, metrics and logs that an operator can read. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import { RawClient } from "../testkit/rawClient";
import { encodeTimestamp } from "../sync/protocol";

const add = makeFunctionReference<"mutation", { rank: number; text: string }>("bank:add");
const count = makeFunctionReference<"query", { text: string }, number>("bank:count");

let project: TestProject;
let backend: RunningBackend;
let client: ConvexHttpClient;
const printed: string[] = [];

beforeAll(async () => {
  project = copyProject("bank", { logFormat: "json" });
  backend = await runBackend(project.options);
  client = new ConvexHttpClient(backend.addresses.url, { logger: false });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});

beforeEach(() => {
  printed.length = 0;
});

afterAll(async () => {
  vi.restoreAllMocks();
  await backend.stop();
  project.remove();
});

function ask(
  path: string,
  body?: unknown,
  base = backend.addresses.apiUrl,
  adminKey = backend.addresses.adminKey,
): Promise<Response> {
  const headers = { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" };
  if (body === undefined) return fetch(base + path, { headers });
  return fetch(base + path, { headers, method: "POST", body: JSON.stringify(body) });
}

async function figure(name: string): Promise<number> {
  const text = await (await ask("/metrics")).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  expect(line, `${name} in\n${text}`).toBeDefined();
  return Number(line?.split(" ").at(-1));
}

test("[OPS1] counts commits, flushes, calls, sockets and re-runs", async () => {
  const commits = await figure("convex_commits_total");
  const flushes = await figure("convex_flush_seconds_count");
  const watching = new ConvexClient(backend.addresses.url, { logger: false });
  const heard: number[] = [];
  watching.onUpdate(count, { text: "counted" }, (value) => heard.push(value));
  await eventually(() => expect(heard).toEqual([0]));
  const runs = await figure("convex_query_runs_total");
  expect(await figure("convex_sockets")).toBe(1);
  expect(await figure("convex_watched_queries")).toBe(1);

  for (const rank of [1, 2, 3]) await client.mutation(add, { rank, text: "counted" });
  await eventually(() => expect(heard.at(-1)).toBe(3));
  expect(await figure("convex_commits_total")).toBe(commits + 3);
  expect(await figure("convex_flush_seconds_count")).toBeGreaterThan(flushes);
  expect(await figure("convex_query_runs_total")).toBeGreaterThan(runs);
  expect(await figure('convex_call_seconds_count{kind="mutation",outcome="success"}')).toBe(3);
  expect(await figure("convex_mutations_under_way")).toBe(0);
  expect(await figure("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);

  await watching.close();
  await eventually(async () => expect(await figure("convex_sockets")).toBe(0));
  expect(await figure("convex_watched_queries")).toBe(0);
});

test("[OPS1] serves metrics only with the admin key, and not at the web port", async () => {
  const { apiUrl, url } = backend.addresses;
  expect((await fetch(`${apiUrl}/metrics`)).status).toBe(401);
  expect((await ask("/metrics", undefined, url)).status).toBe(404);
  expect((await ask("/metrics")).headers.get("Content-Type")).toMatch(/^text\/plain; version=/);
});

test("[OPS2] /api/health of the api port answers while it serves", async () => {
  const answer = await fetch(`${backend.addresses.apiUrl}/api/health`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
});

test("[OPS3] with --log-format json logs every call with request id and duration, without arguments and results", async () => {
  await client.mutation(add, { rank: 9, text: "nobody's business" });
  await ask("/api/mutation", { path: "rough:failSoon", args: {}, format: "json" });
  const lines = printed.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines[0]).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    level: "info",
    requestId: expect.stringMatching(/^[\w-]{10,}$/) as string,
    kind: "mutation",
    component: "",
    function: "bank:add",
    outcome: "success",
    durationMs: expect.any(Number) as number,
  });
  expect(lines[1]).toMatchObject({
    level: "error",
    function: "rough:failSoon",
    outcome: "failure",
    error: expect.stringContaining("after all not") as string,
  });
  expect(lines[0]?.["durationMs"]).toBeGreaterThan(0);
  expect(printed.join("")).not.toContain("nobody's business");
});

test("[OPS7] prints what functions log where that is wanted, and takes the admin key that it is given", async () => {
  const adminKey = "a key of some length";
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const query = async (printsFunctionLogs: boolean) => {
    const own = copyProject("counters");
    const running = await runBackend({ ...own.options, printsFunctionLogs, adminKey });
    expect(running.addresses.adminKey).toBe(adminKey);
    const body = { path: "asks:logged", args: { name: "salt" }, format: "json" };
    await ask("/api/query", body, running.addresses.apiUrl, adminKey);
    await running.stop();
    own.remove();
  };
  await query(false);
  expect(said).not.toHaveBeenCalled();
  await query(true);
  expect(said.mock.calls).toEqual([["[CONVEX Q(asks:logged)] [LOG] 'asked for salt'"]]);
  said.mockRestore();
});

test("[OPS6] stores initial variables once, all or none, and keeps them", async () => {
  const own = copyProject("bank");
  const listed = async (initialVariables: Record<string, string>) => {
    const running = await runBackend({ ...own.options, initialVariables });
    try {
      const { value } = (await (
        await ask(
          "/api/query",
          { path: "_system/cli/queryEnvironmentVariables", args: {}, format: "json" },
          running.addresses.apiUrl,
          running.addresses.adminKey,
        )
      ).json()) as { value: { name: string; value: string }[] };
      return value.filter(({ name }) => name.startsWith("KEY_"));
    } finally {
      await running.stop();
    }
  };
  try {
    const first = [
      { name: "KEY_A", value: "1" },
      { name: "KEY_B", value: "2" },
    ];
    expect(await listed({ KEY_A: "1", KEY_B: "2" })).toMatchObject(first);
    expect(await listed({ KEY_A: "3", KEY_B: "4" })).toMatchObject(first);
    expect(await listed({ KEY_B: "5", KEY_C: "6" })).toMatchObject(first);
    expect(await listed({})).toMatchObject(first);
  } finally {
    own.remove();
  }
});

test("[LOG2] clients that pretend to have seen a later time are one line a minute", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (let at = 0; at < 3; at += 1) {
    const stranger = await RawClient.open(backend.addresses.url);
    stranger.connect("s", encodeTimestamp(Date.now() * 1_000 + 3_600_000_000));
    await stranger.until(() => stranger.closeCode !== null);
  }
  expect(errors.mock.calls.flat()).toEqual([expect.stringContaining("or a stranger sent")]);
});

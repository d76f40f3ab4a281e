/** Rules that hold when functions, streams and schedules misbehave. */
import { statSync } from "node:fs";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import { RawClient } from "../testkit/rawClient";

type Nothing = Record<string, never>;

const rough = {
  neverEnds: makeFunctionReference<"query", Nothing>("rough:neverEnds"),
  scheduleSpending: makeFunctionReference<"mutation", { what: string }, string>(
    "rough:scheduleSpending",
  ),
  stateOf: makeFunctionReference<"query", { id: string }, { kind: string; error?: string }>(
    "rough:stateOf",
  ),
  scheduleSleepers: makeFunctionReference<"mutation", { count: number; ms: number }>(
    "rough:scheduleSleepers",
  ),
  sleepersDone: makeFunctionReference<"query", Nothing, number>("rough:sleepersDone"),
  scheduleNote: makeFunctionReference<"mutation", { text: string }, string>("rough:scheduleNote"),
  scheduleMany: makeFunctionReference<"mutation", { count: number }>("rough:scheduleMany"),
  storeAround: makeFunctionReference<"mutation", Nothing, string>("rough:storeAround"),
  files: makeFunctionReference<"query", Nothing, number>("rough:files"),
  echo: makeFunctionReference<"query", { text: string }, number>("rough:echo"),
  large: makeFunctionReference<"query", { bytes: number }, string>("rough:large"),
  writeMany: makeFunctionReference<"mutation", { count: number }, number>("rough:writeMany"),
};
const bank = {
  count: makeFunctionReference<"query", { text: string }, number>("bank:count"),
  add: makeFunctionReference<"mutation", { rank: number; text: string }>("bank:add"),
  removeAt: makeFunctionReference<"mutation", { rank: number }>("bank:removeAt"),
};

let project: TestProject;
let backend: RunningBackend;
/** Started first, because it takes longest. */
let endless: Promise<string>;

beforeAll(async () => {
  project = copyProject("bank");
  backend = await runBackend(project.options);
  endless = client().query(rough.neverEnds, {}).then(String, String);
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

function client(): ConvexHttpClient {
  return new ConvexHttpClient(backend.addresses.url, { logger: false });
}

test("[PROC4] makes the data folder accessible only to its owner", () => {
  expect(statSync(project.options.dataDir).mode & 0o077).toBe(0);
});

describe("schedules", () => {
  test.each(["writes", "reads"])(
    "[SCHED5] records a function that exceeds a limit (%s) as failed, without a retry",
    async (what) => {
      const id = await client().mutation(rough.scheduleSpending, { what });
      await eventually(async () =>
        expect(await client().query(rough.stateOf, { id })).toMatchObject({
          kind: "failed",
          error: expect.stringContaining("Too many") as string,
        }),
      );
      expect(await client().query(bank.count, { text: "spent" })).toBe(0);
    },
  );

  test("[SCHED6] many slow actions delay no mutation", async () => {
    await client().mutation(rough.scheduleSleepers, { count: 80, ms: 5_000 });
    await client().mutation(rough.scheduleNote, { text: "in time" });
    await eventually(async () =>
      expect(await client().query(bank.count, { text: "in time" })).toBe(1),
    );
    expect(await client().query(rough.sleepersDone, {})).toBe(0);
  });
});

describe("files", () => {
  test("[FILE3] drops the files of a failed nested mutation, and keeps those stored beside it", async () => {
    expect(await client().mutation(rough.storeAround, {})).toBe("kept");
    expect(await client().query(rough.files, {})).toBe(2);
  });
});

describe("streams", () => {
  test("[HTTP4] an aborted response ends its action's timers", async () => {
    const url = backend.addresses.url;
    const abort = new AbortController();
    const answer = await fetch(`${url}/ticking`, { signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    const ticks = async () => Number(await (await fetch(`${url}/ticks`)).text());
    await eventually(async () => {
      const before = await ticks();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await ticks()).toBe(before);
    }, 3_000);
  });

  test.each(["/outlives", "/outlivesBody"])(
    "[HTTP4] an action at %s hears that its client is gone, and goes on",
    async (path) => {
      const abort = new AbortController();
      const response = fetch(backend.addresses.url + path, { signal: abort.signal });
      if (path === "/outlivesBody") await (await response).body?.getReader().read();
      // Long enough for the request to arrive; if it does not, nothing is noted.
      else await new Promise((resolve) => setTimeout(resolve, 200));
      abort.abort();
      await response.catch(() => undefined);
      const text = `gone, begun: ${path === "/outlivesBody"}`;
      await eventually(async () => expect(await client().query(bank.count, { text })).toBe(1));
    },
  );

  test("[HTTP4] a response may call functions while it is streamed", async () => {
    const answer = await fetch(`${backend.addresses.url}/balances`);
    expect(await answer.json()).toEqual({});
  });
});

describe("[SUB6] a page", () => {
  test("keeps its end, also after failures in between", async () => {
    for (const rank of [10, 20, 30]) await client().mutation(bank.add, { rank, text: "page" });
    const raw = await RawClient.open(backend.addresses.url);
    raw.connect(crypto.randomUUID());
    const args = { paginationOpts: { numItems: 2, cursor: null } };
    raw.add({ queryId: 0, udfPath: "rough:failsOnce", args });
    const pageIs = (ranks: number[]) =>
      raw.until(() => {
        const { page = null } = (raw.valueOf(0) ?? {}) as { page?: number[] };
        return JSON.stringify(page) === JSON.stringify(ranks);
      });
    await pageIs([30, 20]);
    await client().mutation(bank.add, { rank: 1_000, text: "fail" });
    await raw.until(() => raw.transitions.at(-1)?.modifications[0]?.type === "QueryFailed");
    await client().mutation(bank.add, { rank: 40, text: "page" });
    await client().mutation(bank.removeAt, { rank: 1_000 });
    await pageIs([40, 30, 20]);
    raw.close();
  });
});

describe("limits", () => {
  const MIB = 2 ** 20;

  test("[LIM3] rejects arguments above 16 MiB", async () => {
    const url = `${backend.addresses.url}/api/query`;
    const ask = async (length: number) => {
      const args = { text: "x".repeat(length) };
      const body = JSON.stringify({ path: "rough:echo", args, format: "json" });
      return (await (await fetch(url, { method: "POST", body })).json()) as { status: string };
    };
    expect(await ask(16 * MIB - 100)).toMatchObject({ status: "success" });
    expect(await ask(16 * MIB)).toMatchObject({
      status: "error",
      errorMessage: expect.stringContaining("too large") as string,
    });
    expect(await ask(17 * MIB)).toMatchObject({ code: "PayloadTooLarge" });
  });

  test("[LIM3] rejects results above 16 MiB", async () => {
    expect(await client().query(rough.large, { bytes: 15 * MIB })).toHaveLength(15 * MIB);
    await expect(client().query(rough.large, { bytes: 16 * MIB })).rejects.toThrow("too large");
  });

  test("[LIM3] refuses a request of more than 20 MiB to an HTTP action", async () => {
    const post = (bytes: number) =>
      fetch(`${backend.addresses.url}/length`, { method: "POST", body: new Uint8Array(bytes) });
    expect(await (await post(20 * MIB)).text()).toBe(String(20 * MIB));
    expect((await post(20 * MIB + 1)).status).toBe(413);
  });

  test("[LIM4] a client's mutation may use its whole limit despite the backend's own rows", async () => {
    const raw = await RawClient.open(backend.addresses.url);
    raw.connect(crypto.randomUUID());
    raw.mutate(0, "rough:writeMany", { count: 16_000 });
    raw.mutate(1, "rough:writeMany", { count: 16_001 });
    const answers = () => raw.messages.filter(({ type }) => type === "MutationResponse");
    await raw.until(() => answers().length === 2, 20_000);
    expect(answers()).toMatchObject([
      { success: true, result: 16_000 },
      {
        success: false,
        result: expect.stringContaining("Too many writes in a single function execution") as string,
      },
    ]);
    raw.close();
  });

  test("[LIM5] rejects more than 1,000 schedules of a mutation", async () => {
    await client().mutation(rough.scheduleMany, { count: 1_000 });
    await expect(client().mutation(rough.scheduleMany, { count: 1_001 })).rejects.toThrow(
      "Too many functions scheduled",
    );
  });

  test("[LIM7] ends a query or mutation after a second of thread time, contiguous or not", async () => {
    const busy = makeFunctionReference<"query", { ms: number }, boolean>("rough:busy");
    expect(await client().query(busy, { ms: 700 })).toBe(true);
    const [quick, slow] = await Promise.allSettled([
      client().query(rough.echo, { text: "beside" }),
      // Counted is processor time, of which a busy computer gives a process little.
      client().query(busy, { ms: 8_000 }),
    ]);
    expect(quick).toMatchObject({ status: "fulfilled" });
    expect(slow).toMatchObject({ status: "rejected" });
    expect(String((slow as PromiseRejectedResult).reason)).toContain("maximum duration: 1s");
  });

  test("[LIM6] ends a query that waits forever, without delaying others", async () => {
    expect(await endless).toContain("timed out");
  });
});

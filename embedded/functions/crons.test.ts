/** Times of cron jobs across starts, with a clock that the test sets. */
import type { JSONValue } from "convex/values";
import { NO_RESERVE } from "../diskReserve";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../contracts";
import { openDatabase } from "../database/database";
import { openMemoryStore } from "../store/memory";
import { BACKEND, BACKEND_SCHEMA, backendTables, numberIn, rows } from "./backendTables";
import { checkTargets, Crons } from "./crons";
import type { Deployment } from "./deployment";
import { Executor } from "./executor";
import { MutationQueue } from "./mutationQueue";

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const MORNING = Date.UTC(2027, 0, 4, 9, 30);
const HOURLY = { type: "hourly", minuteUTC: 0 };
const EVERY_TWO_HOURS = { type: "interval", hours: 2 };

let database: Database;
let executor: Executor;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  database = await openDatabase(openMemoryStore());
  await database.applySchemas(new Map([[BACKEND, BACKEND_SCHEMA]]));
  executor = new Executor(database, new MutationQueue(), () => {
    throw new Error("No function runs here.");
  });
});

afterAll(() => {
  vi.useRealTimers();
});

/** Starts at a time of the clock, and returns when the job is due then. */
async function dueAfterStart(time: number, schedule: JSONValue): Promise<number> {
  vi.setSystemTime(time);
  const crons = [{ name: "job", path: "jobs:run", args: {}, schedule }];
  const components = new Map([["", { path: "", crons }]]);
  const deployment = { components, functions: new Map() } as unknown as Deployment;
  const started = new Crons({
    ...{ executor, deployment: () => deployment },
    origin: () => ({ ip: null, userAgent: null, requestId: "start" }),
    disk: NO_RESERVE,
  });
  const looking = vi.spyOn(executor, "read").mockReturnValue([]);
  await started.apply();
  looking.mockRestore();
  await started.stop(0);
  return executor.read((transaction) => {
    const [row] = rows(backendTables(transaction), "cronJobs.by_next");
    if (row === undefined) throw new Error("There is no job.");
    return numberIn(row, "next");
  });
}

test("[CRON2] a job's function must be there, in the job's component, and no query", () => {
  const check = (component: string, path: string) => {
    const functions = new Map(
      ["query", "mutation", "action"].map((kind) => [`jobs:${kind}`, { kind }]),
    );
    const components = new Map([
      ["", { path: "", functions, crons: [] }],
      ["shelf", { path: "shelf", functions: new Map(), crons: [] }],
    ]);
    const crons = [{ name: "job", path, args: {}, schedule: HOURLY }];
    components.set(component, { ...components.get(component)!, crons } as never);
    checkTargets({ components } as unknown as Deployment);
  };
  for (const path of ["jobs:mutation", "jobs:action"]) expect(() => check("", path)).not.toThrow();
  const missing = "The cron job 'job' schedules a function that does not exist: jobs.js:";
  expect(() => check("", "jobs:gone")).toThrow(`${missing}gone`);
  expect(() => check("shelf", "jobs:mutation")).toThrow(`${missing}mutation`);
  expect(() => check("", "jobs:query")).toThrow(
    "The cron job 'job' schedules a query function, only actions and mutations can be scheduled: jobs.js:query",
  );
});

test("[CRON1] a job whose time was set while the clock was ahead gets one by the right clock", async () => {
  await dueAfterStart(MORNING + 365 * DAY, HOURLY);
  expect(await dueAfterStart(MORNING, HOURLY)).toBe(MORNING + HOUR / 2);
  await dueAfterStart(MORNING + 365 * DAY, EVERY_TWO_HOURS);
  expect(await dueAfterStart(MORNING, EVERY_TWO_HOURS)).toBe(MORNING);
});

test("[CRON1] a job keeps its time when the clock is set back a little, and runs no second time for one", async () => {
  const due = await dueAfterStart(MORNING, HOURLY);
  for (const back of [0, HOUR / 2 + 1_000, HOUR, 2 * HOUR])
    expect(await dueAfterStart(MORNING - back, HOURLY)).toBe(due);
});

/** Changes between the scheduler's check of due functions and their run. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Identity } from "../contracts";
import { type FunctionRuntime, startFunctionRuntime } from "../functionRuntime";
import { openData } from "../openData";
import { copyProject, eventually, type TestProject } from "../testkit/project";

const ADMIN: Identity = { kind: "admin" };
const NOBODY: Identity = { kind: "anonymous" };
/** The mutation that schedules it is on disk by then, also on a busy machine. */
const DUE_MS = 500;
/** By then the scheduler has checked. */
const LOOKED_MS = 800;

let project: TestProject;
let database: Database;
let side: FunctionRuntime;

const origin = () => ({ ip: null, userAgent: null, requestId: crypto.randomUUID() });
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function mutate(path: string, args: Record<string, string | number>): Promise<string> {
  const { outcome } = await side.runner.mutation(path, args, ADMIN, origin());
  if (outcome.kind === "failure") throw new Error(outcome.message);
  return outcome.value as string;
}

async function ask(path: string, args: Record<string, string>): Promise<unknown> {
  const snapshot = database.pin();
  const { outcome } = await side.runner.query(
    { path, args, journal: null },
    NOBODY,
    snapshot,
    origin(),
  );
  snapshot.release();
  return outcome.kind === "success" ? outcome.value : outcome.message;
}

beforeAll(async () => {
  project = copyProject("shop");
  const { projectDir, dataDir } = project.options;
  ({ database } = await openData(dataDir));
  side = await startFunctionRuntime({
    ...{ database, projectDir, dataDir, adminKey: "embedded|key", url: "http://127.0.0.1:1" },
    ...{ variables: {}, watch: false, redactErrors: false },
  });
  await side.start();
});

afterAll(async () => {
  await side.stop();
  await database.close();
  project.remove();
});

describe("[SCHED3] a schedule that was canceled when the scheduler had found it due", () => {
  test.each([
    ["a mutation", "later:schedule", { ms: DUE_MS }],
    ["a mutation that fails", "later:scheduleFailing", { after: DUE_MS }],
    ["an action", "later:scheduleAction", { ms: 0, after: DUE_MS }],
  ])("does not run: %s", async (name, schedule, more) => {
    const text = `canceled ${name}`;
    const id = await mutate(schedule, { text, ...more });
    // While this mutation runs, the scheduler queues the due one behind the cancellation.
    const canceled = await side.alone(async () => {
      const waiting = mutate("later:cancel", { id });
      await sleep(LOOKED_MS);
      return { waiting };
    });
    await canceled.waiting;
    expect(await ask("later:stateOf", { id })).toBe("canceled");
    await sleep(LOOKED_MS);
    expect(await ask("later:stateOf", { id })).toBe("canceled");
    expect(await ask("later:times", { text })).toBe(0);
  });

  test("leaves another due schedule to run once", async () => {
    const id = await mutate("later:schedule", { text: "kept", ms: 0 });
    await eventually(async () => expect(await ask("later:stateOf", { id })).toBe("success"));
    expect(await ask("later:times", { text: "kept" })).toBe(1);
  });
});

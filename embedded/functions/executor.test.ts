/** Mutations as the runner calls them, over a store in memory whose flushes the test can hold. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, RequestKey } from "../contracts";
import { type FunctionRuntime, startFunctionRuntime } from "../functionRuntime";
import { openDataInMemory } from "../openData";
import { openMemoryStore } from "../store/memory";
import { copyProject, type TestProject } from "../testkit/project";

let project: TestProject;
let database: Database;
let runtime: FunctionRuntime;

beforeAll(async () => {
  project = copyProject("counters");
  ({ database } = await openDataInMemory(openMemoryStore()));
  runtime = await startFunctionRuntime({
    ...{ database, projectDir: project.dir, adminKey: "embedded|key", url: "http://127.0.0.1:1" },
    ...{ variables: {}, watch: false, redactErrors: false },
  });
}, 30_000);

afterAll(async () => {
  await runtime.stop();
  await database.close();
  project.remove();
});

function add(name: string, ip: string, key?: RequestKey) {
  const origin = { ip, userAgent: null, requestId: crypto.randomUUID() };
  return runtime.runner.mutation("counters:add", { name }, { kind: "anonymous" }, origin, key);
}

test("[ORD3] the calls of one address do not delay those of another, however many sessions or requests they are", async () => {
  const ts = async (call: ReturnType<typeof add>) => (await call).ts ?? Infinity;
  const crowd = Array.from({ length: 200 }, (_, at) => {
    const key = { sessionId: `session ${at}`, requestId: 0 };
    return [add("crowd", "198.51.100.7", key), add("crowd", "198.51.100.7")];
  }).flat();
  const other = add("other", "198.51.100.8", { sessionId: "other", requestId: 0 });
  const [otherTs, ...crowdTs] = await Promise.all([other, ...crowd].map(ts));
  const earlier = crowdTs.filter((each) => each < (otherTs ?? 0));
  expect(earlier.length).toBeLessThan(5);
});

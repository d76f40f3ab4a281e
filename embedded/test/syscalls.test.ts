/** Every operation of the official library, where it is served, and its error elsewhere. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "../testkit/project";
import { copyProject } from "../testkit/project";

const LIBRARY = path.resolve(import.meta.dirname, "../../node_modules/convex/src");
const CALL = /\bperform(Async|Js)?Syscall\(\s*"([^"]+)"/g;
const KINDS: Readonly<Record<string, string>> = { Async: "asyncSyscall", Js: "jsSyscall" };

const READS = ["query", "mutation"];
const WRITES = ["mutation"];
const ACTIONS = ["action"];
const EVERYWHERE = ["query", "mutation", "action"];
const NOWHERE: string[] = [];

const SERVED: Readonly<Record<string, readonly string[]>> = {
  "1.0/queryStream": READS,
  "1.0/queryCleanup": READS,
  "1.0/queryStreamNext": READS,
  "1.0/queryPage": READS,
  "1.0/count": READS,
  "1.0/get": READS,
  "1.0/db/normalizeId": READS,
  "1.0/getSnapshotTs": READS,
  "1.0/getTransactionMetrics": READS,
  "1.0/runUdf": READS,
  "1.0/insert": WRITES,
  "1.0/shallowMerge": WRITES,
  "1.0/replace": WRITES,
  "1.0/remove": WRITES,
  "1.0/schedule": WRITES,
  "1.0/cancel_job": WRITES,
  "1.0/signJwt": WRITES,
  "1.0/storageStore": WRITES,
  "1.0/storageGet": WRITES,
  "1.0/getRequestMetadata": ["mutation", "action"],
  "1.0/storageGenerateUploadUrl": ["mutation", "action"],
  "1.0/storageDelete": ["mutation", "action"],
  "1.0/auditLog": EVERYWHERE,
  "1.0/createFunctionHandle": EVERYWHERE,
  "1.0/getDeploymentMetadata": EVERYWHERE,
  "1.0/getFunctionMetadata": EVERYWHERE,
  "1.0/getUserIdentity": EVERYWHERE,
  "1.0/storageGetMetadata": EVERYWHERE,
  "1.0/storageGetUrl": EVERYWHERE,
  "1.0/actions/query": ACTIONS,
  "1.0/actions/mutation": ACTIONS,
  "1.0/actions/action": ACTIONS,
  "1.0/actions/schedule": ACTIONS,
  "1.0/actions/cancel_job": ACTIONS,
  "1.0/actions/vectorSearch": ACTIONS,
  "storage/storeBlob": ACTIONS,
  "storage/getBlob": ACTIONS,
  // Managed services of Convex, which do not exist here.
  "1.0/createServiceToken": NOWHERE,
  "1.0/getServiceUrl": NOWHERE,
  // The library's entry point to HTTP actions, which this call bypasses.
  requestFromConvexJson: NOWHERE,
  convexJsonFromResponse: NOWHERE,
};

const ROADS = {
  query: (args: Operation) =>
    client.query(makeFunctionReference<"query", Operation>("raw:inQuery"), args),
  mutation: (args: Operation) =>
    client.mutation(makeFunctionReference<"mutation", Operation>("raw:inMutation"), args),
  action: (args: Operation) =>
    client.action(makeFunctionReference<"action", Operation>("raw:inAction"), args),
  "Node action": (args: Operation) =>
    client.action(makeFunctionReference<"action", Operation>("rawNode:inNodeAction"), args),
};

type Operation = { kind: string; op: string };

function operations(): Operation[] {
  const files = readdirSync(path.join(LIBRARY, "server"), { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((file) => file.endsWith(".ts") && !file.includes(".test"))
    .map((file) => readFileSync(path.join(LIBRARY, "server", file), "utf8"));
  const found = sources.flatMap((source) => [...source.matchAll(CALL)]);
  const byName = new Map(
    found.map(([, kind = "", op = ""]) => [op, { kind: KINDS[kind] ?? "syscall", op }]),
  );
  return [...byName.values()];
}

let project: TestProject;
let backend: RunningBackend;
let client: ConvexHttpClient;

beforeAll(async () => {
  project = copyProject("workshop");
  backend = await runBackend(project.options);
  client = new ConvexHttpClient(backend.addresses.url, { logger: false });
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

test("[SYS1] the table lists exactly the operations of the library", () => {
  expect(Object.keys(SERVED).sort()).toEqual(
    operations()
      .map(({ op }) => op)
      .sort(),
  );
});

test.each(operations().map(({ kind, op }) => [op, kind]))(
  "[SYS1] %s is served where Convex serves it, and elsewhere rejected with its name",
  async (op, kind) => {
    for (const [place, ask] of Object.entries(ROADS)) {
      const isServed = SERVED[op]?.includes(place.replace("Node ", ""));
      const refusal: unknown = await ask({ kind, op });
      // Without arguments most are rejected, but for another reason.
      if (isServed === true) expect(String(refusal)).not.toMatch(/Unknown|not available/);
      else expect(refusal).toContain(op);
    }
  },
);

/** The memory of a process that many pushes of a large project reach. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, onTestFinished, test } from "vitest";
import type { Addresses } from "../options";
import { eventually } from "../testkit/project";
import { pushedProject } from "../testkit/pushes";
import { type Server, startServer } from "../testkit/server";
import { cliSucceeds } from "./cli";
import { QUICK } from "./pushing";

const MIB = 2 ** 20;
/** As many modules, and as many bytes of bundles, as a large app's. */
const MODULES = 60;
const PUSHED_BYTES_MIN = 1.5 * MIB;
const FUNCTIONS_PER_MODULE = 40;
/** Code that is kept after its push takes some ten megabytes: so many pushes show it. PUSHES=100 is the full measurement. */
const PUSHES = Number(process.env["PUSHES"] ?? 20);
/** Until this push V8 fills its young generation for the first time, and the process grows without keeping anything. */
const WARM = 10;
const GROWTH_MAX = 50 * MIB;
const COLLECTIONS = 4;

interface Module {
  readonly path: string;
  readonly source: string;
  readonly sourceMap?: string;
  readonly environment: string;
}

interface PushRequest {
  readonly appDefinition: { readonly changedModules: readonly Module[] };
}

const version = makeFunctionReference<"query", Record<string, never>, number>("version:now");
const write = makeFunctionReference<"mutation", Record<string, never>>("version:write");
const act = makeFunctionReference<"action", Record<string, never>, string>("node:act");

function moduleText(at: number): string {
  const functions = Array.from(
    { length: FUNCTIONS_PER_MODULE },
    (_, number) => `
export const read${number} = query({
  args: { town: v.id("towns"), limit: v.optional(v.number()), word: v.string() },
  returns: v.array(v.object({ name: v.string(), at: v.number() })),
  handler: async (ctx, { town, limit = ${number}, word }) => {
    const rows = await ctx.db.query("residents").withIndex("by_town", (q) => q.eq("town", town)).take(limit);
    return rows.map(({ name }) => ({ name: \`\${word} \${name} of module ${at}\`, at: ${at * number} }));
  },
});`,
  );
  return `import { queryGeneric as query } from "convex/server";
import { v } from "convex/values";
${functions.join("\n")}
`;
}

const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from({ length: MODULES }, (_, at) => [`convex/town/module${at}.ts`, moduleText(at)]),
  ),
  "convex/convex.config.ts": `import { defineApp } from "convex/server";
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
const app = defineApp();
app.use(rateLimiter);
export default app;`,
  "convex/schema.ts": `import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  towns: defineTable({ name: v.string() }),
  residents: defineTable({ town: v.id("towns"), name: v.string() }).index("by_town", ["town"]),
});`,
  "convex/node.ts": `"use node";
import { actionGeneric as action } from "convex/server";
export const act = action({ args: {}, handler: async () => process.version });`,
  "convex/version.ts": `import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
export const now = query({ args: {}, handler: () => 1000000 });
export const write = mutation({ args: {}, handler: async (ctx) => void (await ctx.db.insert("towns", { name: "one" })) });`,
};

/** Returns the request with which the stock command line starts a push, which passes it on to the backend. */
async function recordPush(dir: string, addresses: Addresses): Promise<PushRequest> {
  let recorded: PushRequest | undefined;
  const recorder = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const { host: _host, connection: _connection, ...headers } = request.headers;
      if (request.url === "/api/deploy2/start_push") {
        const isCompressed = headers["content-encoding"] === "br";
        const text = (isCompressed ? brotliDecompressSync(body) : body).toString();
        recorded = JSON.parse(text) as PushRequest;
      }
      void fetch(`${addresses.apiUrl}${request.url ?? ""}`, {
        method: request.method ?? "GET",
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body }),
      }).then(async (answer) => {
        const type = answer.headers.get("content-type") ?? "application/json";
        response.writeHead(answer.status, { "Content-Type": type });
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
    });
  });
  await new Promise<void>((resolve) => recorder.listen(0, "127.0.0.1", resolve));
  const apiUrl = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
  try {
    await cliSucceeds(dir, { ...addresses, apiUrl }, ["dev", "--once", ...QUICK]);
  } finally {
    recorder.close();
  }
  if (recorded === undefined) throw new Error("The command line has pushed nothing.");
  return recorded;
}

const hashModule = ({ source, sourceMap = "" }: Module) =>
  createHash("sha256").update(source).update(sourceMap).digest("hex");

/** Returns the push of the same files but one, which says another number: as `npx convex dev` sends it after a save. */
function toSavedPush(request: PushRequest, number: number): unknown {
  const { changedModules: modules } = request.appDefinition;
  return {
    ...request,
    appDefinition: {
      ...request.appDefinition,
      changedModules: modules
        .filter(({ path }) => path === "version.js")
        .map((module) => ({
          ...module,
          source: module.source.replace(/1e6|1000000/, `${number}`),
        })),
      unchangedModuleHashes: modules
        .filter(({ path }) => path !== "version.js")
        .map((module) => ({
          path: module.path,
          environment: module.environment,
          sha256: hashModule(module),
        })),
    },
  };
}

async function post(
  { apiUrl, adminKey }: Addresses,
  step: string,
  body: unknown,
): Promise<unknown> {
  const answer = await fetch(`${apiUrl}/api/deploy2/${step}`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text);
}

/** The memory that is still in use after garbage collections, in bytes. */
interface Memory {
  /** V8's heap, and what its objects hold outside of it. */
  readonly used: number;
  readonly resident: number;
}

async function measure(server: Server): Promise<Memory> {
  for (let at = 0; at < COLLECTIONS; at += 1) {
    server.collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [heap, external, resident] = await Promise.all(
    [
      "nodejs_heap_size_used_bytes",
      "nodejs_external_memory_bytes",
      "process_resident_memory_bytes",
    ].map((name) => server.figure(name)),
  );
  return { used: heap! + external!, resident: resident! };
}

function print(number: number, { used, resident }: Memory): void {
  const [ofUsed, ofResident] = [used, resident].map((bytes) => (bytes / MIB).toFixed(0));
  console.log(`After ${number} pushes: ${ofUsed} MiB in use, ${ofResident} MiB resident.`);
}

test(`[PUSH14] ${PUSHES} pushes of a large project leave the memory of the second`, async () => {
  const project = pushedProject(FILES);
  const server = await startServer(project);
  onTestFinished(() => server.stop());
  const { addresses } = server;
  const request = await recordPush(project.dir, addresses);
  const sizes = request.appDefinition.changedModules.map(
    ({ source, sourceMap = "" }) => source.length + sourceMap.length,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(PUSHED_BYTES_MIN);
  const client = new ConvexClient(addresses.url, { logger: false, unsavedChangesWarning: false });
  onTestFinished(() => client.close());
  let shown = 0;
  client.onUpdate(version, {}, (number) => (shown = number));
  const measured = new Map<number, Memory>();
  for (let number = 2; number <= PUSHES; number += 1) {
    const startPush = await post(addresses, "start_push", toSavedPush(request, number));
    await post(addresses, "wait_for_schema", startPush);
    await post(addresses, "finish_push", { startPush, dryRun: false, message: null });
    await eventually(() => expect(shown).toBe(number));
    await client.mutation(write, {});
    expect(await client.action(act, {})).toBe(process.version);
    if (![2, WARM, PUSHES].includes(number)) continue;
    const memory = await measure(server);
    print(number, memory);
    measured.set(number, memory);
  }
  const [second, warm, last] = [2, WARM, PUSHES].map((number) => measured.get(number)!);
  expect(last!.used - second!.used).toBeLessThan(GROWTH_MAX);
  expect(last!.resident - warm!.resident).toBeLessThan(GROWTH_MAX);
}, 900_000);

/** The two compared backends with a generated schema: both in this process, without a socket. */
import path from "node:path";
import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import type { SchemaDefinition } from "convex/server";
import type { Value } from "convex/values";
import { ConvexError, convexToJson, jsonToConvex } from "convex/values";
import type { Database, Identity, Outcome } from "../../contracts";
import type { Built, Builds, Options } from "../../functions/builds";
import { COLD_BUILDS } from "../../functions/builds";
import type { FunctionRuntime } from "../../functionRuntime";
import { prepareKeys, startFunctionRuntime } from "../../functionRuntime";
import { openDataInMemory } from "../../openData";
import { newRequestId } from "../../requestId";
import type { MemoryStore } from "../../store/memory";
import { openMemoryStore } from "../../store/memory";
import type { Side } from "../conformance/sides";
import type { Definition } from "../fixtures/generated/convex/shapes";

const PROJECT = path.resolve(import.meta.dirname, "../fixtures/generated");
const NOBODY: Identity = { kind: "anonymous" };

type Args = Record<string, unknown>;
type Kind = "query" | "mutation" | "action";

/** Nobody changes the fixture while its programs run. */
class OnceBuilds implements Builds {
  readonly #built = new Map<string, Promise<Built>>();

  build(options: Options): Promise<Built> {
    const key = JSON.stringify(options.stdin);
    const built = this.#built.get(key) ?? COLD_BUILDS.build(options);
    this.#built.set(key, built);
    return built;
  }

  settle = () => Promise.resolve();
  close = () => Promise.resolve();
}

function valueOf(outcome: Outcome): unknown {
  if (outcome.kind === "success") return jsonToConvex(outcome.value);
  if (outcome.errorData === undefined) throw new Error(outcome.message);
  throw new ConvexError(jsonToConvex(outcome.errorData));
}

class RuntimeSide implements Side {
  readonly #database: Database;
  readonly #runtime: FunctionRuntime;

  constructor(database: Database, runtime: FunctionRuntime) {
    this.#database = database;
    this.#runtime = runtime;
  }

  async call(kind: Kind, name: string, args: Args): Promise<unknown> {
    const { runner } = this.#runtime;
    const origin = { ip: null, userAgent: null, requestId: newRequestId() };
    const json = convexToJson(args as Value);
    if (kind === "action") return valueOf(await runner.action(name, json, NOBODY, origin));
    if (kind === "mutation")
      return valueOf((await runner.mutation(name, json, NOBODY, origin)).outcome);
    const snapshot = this.#database.pin();
    try {
      const call = { path: name, args: json, journal: null };
      return valueOf((await runner.query(call, NOBODY, snapshot, origin)).outcome);
    } finally {
      snapshot.release();
    }
  }

  fetch(): never {
    throw new Error("Generated programs have no routes.");
  }

  async close(): Promise<void> {
    await this.#runtime.stop();
    await this.#database.close();
  }
}

/** Opens sides of one kind, one for each generated schema. */
export type OpenSide = (definition: Definition) => Promise<Side>;

export async function runtimeSides(): Promise<OpenSide> {
  const keys: MemoryStore = openMemoryStore();
  const { database } = await openDataInMemory(keys);
  await prepareKeys(database);
  await database.close();
  const builds = new OnceBuilds();
  return async (definition) => {
    const { database } = await openDataInMemory(keys.clone());
    const runtime = await startFunctionRuntime({
      ...{ database, builds, projectDir: PROJECT, adminKey: "generated|key" },
      ...{ url: "http://generated.test", watch: false, redactErrors: false },
      variables: { DEFINITION: JSON.stringify(definition) },
    });
    await runtime.start();
    return new RuntimeSide(database, runtime);
  };
}

type Schema = SchemaDefinition<Record<string, never>, true>;
interface Define {
  schemaOf(definition: Definition): Schema;
  functionsOf(definition: Definition): Record<string, unknown>;
}
type Caller = Readonly<Record<Kind, (reference: unknown, args: Args) => Promise<unknown>>>;

export async function mockSides(): Promise<OpenSide> {
  const define = (await import(path.join(PROJECT, "convex/define.ts"))) as Define;
  return (definition) => {
    const program = define.functionsOf(definition);
    const mock = convexTest(define.schemaOf(definition), {
      "./_generated/api.ts": () => Promise.resolve({}),
      "./program.ts": () => Promise.resolve(program),
    });
    const caller = mock as unknown as Caller;
    return Promise.resolve({
      call: (kind, name, args) => caller[kind](makeFunctionReference<Kind>(name), args),
      fetch: () => Promise.reject(new Error("Generated programs have no routes.")),
      close: () => Promise.resolve(),
    });
  };
}

/** The two compared backends: the official in-memory mock, and this one through Convex's own clients. */
import path from "node:path";
import { convexTest } from "convex-test";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import type { SchemaDefinition } from "convex/server";
import { makeFunctionReference } from "convex/server";
import { runBackend } from "../../backend";
import { copyProject } from "../../testkit/project";

type Kind = "query" | "mutation" | "action";
type Args = Record<string, unknown>;
/** As either side takes calls of functions that the compiler knows nothing of. */
type Caller = Readonly<Record<Kind, (reference: unknown, args: Args) => Promise<unknown>>>;

export interface Side {
  call(kind: Kind, name: string, args: Args): Promise<unknown>;
  fetch(address: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** A backend that is called over HTTP or over the socket. */
export async function embeddedSide(by: "http" | "socket"): Promise<Side> {
  const project = copyProject("conformance");
  const backend = await runBackend(project.options);
  const { url } = backend.addresses;
  const live =
    by === "http" ? null : new ConvexClient(url, { logger: false, unsavedChangesWarning: false });
  const caller = (live ?? new ConvexHttpClient(url, { logger: false })) as unknown as Caller;
  return {
    call: (kind, name, args) => caller[kind](makeFunctionReference<Kind>(name), args),
    fetch: (address, init) => fetch(url + address, init),
    close: async () => {
      await live?.close();
      await backend.stop();
      project.remove();
    },
  };
}

type Schema = SchemaDefinition<Record<string, never>, true>;
const CONVEX = path.resolve(import.meta.dirname, "../fixtures/conformance/convex");

async function schemaIn(folder: string): Promise<Schema> {
  const module = (await import(path.join(folder, "schema.ts"))) as { default: Schema };
  return module.default;
}

/** Modules as the mock wants them: it looks for a folder `_generated` to know where the root is. */
function modulesIn(
  folder: string,
  names: readonly string[],
): Record<string, () => Promise<unknown>> {
  const load = (name: string) => () => import(path.join(folder, `${name}.ts`)) as Promise<unknown>;
  const modules = names.map((name) => [`./${name}.ts`, load(name)] as const);
  return { "./_generated/api.ts": () => Promise.resolve({}), ...Object.fromEntries(modules) };
}

export async function mockSide(): Promise<Side> {
  const modules = modulesIn(CONVEX, ["program", "takes", "gives", "http"]);
  const mock = convexTest(await schemaIn(CONVEX), modules);
  const tally = path.join(CONVEX, "tally");
  mock.registerComponent("tally", await schemaIn(tally), modulesIn(tally, ["tally"]));
  const caller = mock as unknown as Caller;
  return {
    call: (kind, name, args) => caller[kind](makeFunctionReference<Kind>(name), args),
    fetch: (address, init) => mock.fetch(address, init),
    close: () => Promise.resolve(),
  };
}

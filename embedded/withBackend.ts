/** A fresh backend for each test: in this process and in memory, with the functions of a project. */
import path from "node:path";
import type {
  FunctionReference,
  FunctionReturnType,
  OptionalRestArgs,
  UserIdentity,
} from "convex/server";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import type { Value } from "convex/values";
import { startHosted } from "./hosted";
import { prepareKeys } from "./functionRuntime";
import type { BuildCache } from "./functions/buildCache";
import { CachedBuilds, MemoryBuildCache } from "./functions/buildCache";
import { openDataInMemory } from "./openData";
import type { Addresses, HostedOptions } from "./options";
import type { MemoryStore } from "./store/memory";
import { openMemoryStore } from "./store/memory";

type AnyFunction = FunctionReference<"query" | "mutation" | "action", "public" | "internal">;

/** Calls functions by references or by names such as "messages:send", internal ones too. */
export interface TestCaller {
  run<F extends AnyFunction>(
    reference: F,
    ...args: OptionalRestArgs<F>
  ): Promise<FunctionReturnType<F>>;
  run(name: string, args?: Record<string, Value>): Promise<unknown>;
}

export interface TestBackend extends Addresses, TestCaller {
  /** A client like an app's, for subscriptions; it connects when it is first used, and is nobody until it is given a token. */
  readonly client: ConvexClient;
  /** Calls functions as a user. What is left out of the identity is made up. */
  withIdentity(identity: Partial<UserIdentity>): TestCaller;
}

/** As few as an identity can have. */
const SOMEBODY = { issuer: "https://test.example", subject: "somebody" };

/** Members that the published types of Convex's client leave out. */
interface AdminClient {
  setAdminAuth(key: string, identity?: Partial<UserIdentity>): void;
  function(reference: AnyFunction | string, component: undefined, args?: object): Promise<unknown>;
}

/** The functions of each project, by its directory. */
const buildCaches = new Map<string, BuildCache>();
let storeWithKeys: Promise<MemoryStore> | undefined;

/** Keys take longer to make than a backend to start, so those of one process have the same. */
async function makeKeys(): Promise<MemoryStore> {
  const store = openMemoryStore();
  const { database } = await openDataInMemory(store);
  await prepareKeys(database);
  await database.close();
  return store;
}

async function freshStore(): Promise<MemoryStore> {
  storeWithKeys ??= makeKeys();
  return (await storeWithKeys).clone();
}

function getBuildCache(project: string): BuildCache {
  const directory = path.resolve(project);
  const cache = buildCaches.get(directory) ?? new MemoryBuildCache();
  buildCaches.set(directory, cache);
  return cache;
}

function createCaller({ url, adminKey }: Addresses, identity?: Partial<UserIdentity>): TestCaller {
  const client = new ConvexHttpClient(url) as unknown as AdminClient;
  client.setAdminAuth(adminKey, identity && { ...SOMEBODY, ...identity });
  return {
    run: (reference: AnyFunction | string, args?: object) =>
      client.function(reference, undefined, args),
  };
}

/**
 * Starts a backend, passes it to `use`, and stops it at the end, also when that throws. Nothing is left of it but the built
 * functions, which the next backend of the process uses again unless a file has changed.
 * @returns the result of `use`.
 */
export async function withBackend<T>(
  options: HostedOptions & { readonly project: string },
  use: (backend: TestBackend) => T | Promise<T>,
): Promise<T> {
  const builds = new CachedBuilds(getBuildCache(options.project));
  const backend = await startHosted(options, { store: await freshStore(), builds });
  const { url, apiUrl, adminKey } = backend;
  const addresses = { url, apiUrl, adminKey };
  let client: ConvexClient | undefined;
  try {
    return await use({
      ...addresses,
      ...createCaller(addresses),
      withIdentity: (identity) => createCaller(addresses, identity),
      get client() {
        return (client ??= new ConvexClient(url, { unsavedChangesWarning: false }));
      },
    });
  } finally {
    await client?.close();
    await backend.stop();
  }
}

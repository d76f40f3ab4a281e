/**
 * The whole backend in this process: opens the data, takes the ports, loads the
 * project's functions, and connects them. Wiring only; every decision is made
 * in the files it connects.
 */
import { getOrCreateAdminKey, newAdminKey } from "./adminKey";
import { callPrinter, printLogLines, printProgress } from "./callLog";
import { createConsole } from "./console/console";
import { AdminApi } from "./extras/cli/adminApi";
import { Exports } from "./extras/transfer/exports";
import { Imports } from "./extras/transfer/imports";
import { ExecutionLog } from "./extras/cli/executionLog";
import { withSystemFunctions } from "./extras/cli/systemFunctions";
import { ContendedExecutor } from "./extras/contention";
import { copyData } from "./extras/backup";
import type { JSONValue } from "convex/values";
import type { Authenticate } from "./http/callers";
import type { Route } from "./http/routes";
import type { Builds } from "./functions/builds";
import type { Execution } from "./functions/executor";
import { requireFunctions } from "./functions/projectConfig";
import type { FunctionRuntime } from "./functionRuntime";
import { startFunctionRuntime } from "./functionRuntime";
import { HttpActions } from "./http/actions";
import { ClientApi } from "./http/clientApi";
import { TrustedProxies } from "./http/clientAddress";
import { DiskReserve, getFreeBytes, NO_RESERVE } from "./diskReserve";
import { getCallOrigin } from "./http/exchange";
import { Hosting } from "./http/hosting";
import { AllowedHosts, isPrivate } from "./http/hosts";
import { operatingRoutes } from "./http/operating";
import { AllowedOrigins } from "./http/origins";
import { guarded, Routes } from "./http/routes";
import type { Handlers } from "./http/server";
import { createEntrance, Listener } from "./http/server";
import { StorageApi } from "./http/storage";
import { infoRoutes } from "./http/info";
import { removeInstanceFile, writeInstanceFile } from "./instanceFile";
import { RareError } from "./log";
import { Metrics } from "./metrics";
import type { Data } from "./openData";
import { openData, openDataInMemory } from "./openData";
import type { Addresses, BackendOptions } from "./options";
import { openMemoryStore } from "./store/memory";
import { StartupError } from "./store/startupError";
import type { Store } from "./store/store";
import { ownQueries } from "./subscriptions/ownQueries";
import { Subscriptions } from "./subscriptions/subscriptions";
import { SyncServer } from "./sync/syncServer";

export interface RunningBackend {
  readonly addresses: Addresses;
  /** Settles when the data could not be written: from then on this process can promise nothing, and is to be ended. */
  readonly failed: Promise<Error>;
  /** See `FunctionRuntime.noteStuckCall`. */
  noteStuckCall(): string | undefined;
  /** Takes nothing new, brings everything to the disk, and lets go of ports and files. */
  stop(): Promise<void>;
}

/** Replaces parts of a backend. */
export interface Prepared {
  /** May stand before the store, or in its place: for tests of what happens when that fails. */
  readonly around?: (store: Store) => Store;
  /** The content of a backend without a folder; an empty store if absent. */
  readonly store?: Store;
  /** Returns the free bytes of the data folder's disk. */
  readonly freeDiskBytes?: () => number;
  /** The bundler of the project. */
  readonly builds?: Builds;
}

/** The opened resources, which are closed in the opposite order. */
class Opened {
  readonly #closers: (() => Promise<void> | void)[] = [];

  add(close: () => Promise<void> | void): void {
    this.#closers.push(close);
  }

  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

/** Every address of the machine, seen from itself. */
const EVERYWHERE = new Set(["0.0.0.0", "::", ""]);

function toUrl(host: string, port: number): string {
  const name = EVERYWHERE.has(host) ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function listen(
  listener: Listener,
  port: number,
  host: string,
  flag: string,
): Promise<number> {
  try {
    return await listener.listen(port, host);
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new StartupError(
        `Port ${port} is taken by another program: stop that one, or name another port with ${flag}.`,
      );
    }
    if (code === "EACCES") {
      throw new StartupError(
        `Port ${port} may not be opened by this user: name a port from 1024 on with ${flag}.`,
      );
    }
    throw new StartupError(
      `${host} is no address that this computer can serve (${code}): name another with --host.`,
    );
  }
}

interface Parts {
  readonly options: BackendOptions;
  readonly disk: DiskReserve;
  readonly addresses: Addresses;
  readonly data: Data;
  readonly functions: FunctionRuntime;
  readonly metrics: Metrics;
}

async function backUpRunning({ options, data, functions }: Parts, to: string): Promise<void> {
  const { dataDir } = options;
  const { store } = data;
  if (dataDir === undefined || store === undefined)
    throw new StartupError("The data of this backend is in memory, and has no folder to copy.");
  const letGo = functions.files.hold();
  try {
    await copyData(dataDir, to, store);
  } finally {
    letGo();
  }
}

interface ListenerHandlers {
  readonly sync: SyncServer;
  readonly web: Handlers;
  readonly api: Handlers;
}

/** Starts everything that only observes: logs and metrics. */
function observe({ options, data, functions, metrics }: Parts, opened: Opened): ExecutionLog {
  const log = new ExecutionLog();
  const listeners = [
    (execution: Execution) => log.add(execution),
    callPrinter(options.logFormat ?? "text"),
    metrics.onExecution,
  ];
  for (const listener of listeners) opened.add(functions.onExecution(listener));
  opened.add(functions.onProgress((progress) => log.addProgress(progress)));
  if (options.printsFunctionLogs === true && options.logFormat !== "json") {
    opened.add(functions.onExecution(printLogLines));
    opened.add(functions.onProgress(printProgress));
  }
  opened.add(metrics.watchCommits(data.database));
  return log;
}

/** `npx convex export` and `import`. */
function moveData(
  { data: { database }, functions, disk }: Parts,
  authenticate: Authenticate,
  opened: Opened,
): { readonly routes: readonly Route[]; latestExport(): JSONValue } {
  const { files } = functions;
  const componentPaths = () => functions.componentPaths();
  const exports = new Exports({ database, authenticate, componentPaths, files });
  opened.add(() => exports.close());
  const imports = new Imports({
    database,
    authenticate,
    componentPaths,
    files,
    transact: (work) => functions.transact(work),
    alone: (work) => functions.alone(work),
  });
  opened.add(() => imports.close());
  return {
    routes: [...exports.routes, ...guarded(imports.routes, () => disk.requireSpace())],
    latestExport: () => exports.latest(),
  };
}

function createAdminApi(parts: Parts, authenticate: Authenticate, log: ExecutionLog): AdminApi {
  const { addresses, functions, disk } = parts;
  return new AdminApi({
    authenticate,
    disk,
    variables: functions.variables,
    log,
    addresses,
    pushes: functions.pushes,
    directory: functions.directory,
    count: (component, table) => functions.count(component, table),
    runQuery: (query) => functions.runInlineQuery(query),
    backup: (to) => backUpRunning(parts, to),
  });
}

/** Connects the parts and says what each listener serves. */
function connect(parts: Parts, opened: Opened): ListenerHandlers {
  const { options, addresses, functions, metrics, disk } = parts;
  const { database } = parts.data;
  const log = observe(parts, opened);
  const { variables } = functions;
  const webConsole = createConsole(options, addresses.adminKey, functions);
  const { authenticate } = webConsole;
  const componentPaths = () => functions.componentPaths();
  const moving = moveData(parts, authenticate, opened);
  const runner = withSystemFunctions({
    database,
    runner: functions.runner,
    variables,
    cloudUrl: addresses.url,
    componentPaths,
    latestExport: () => moving.latestExport(),
    transact: (work) => functions.transact(work),
    more: webConsole.functions,
  });
  const subscriptions = new Subscriptions(database, runner, () => functions.mutatingCallers);
  opened.add(() => subscriptions.stop());
  const { queries, runQueue } = subscriptions;
  queries.onReuse((path, answer) => log.addReuse(path, answer));
  functions.answerOwnQueries(ownQueries(queries, runQueue));
  const durableTs = () => database.durableTs;
  const timeTravels = new RareError();
  const onTimeTravel = (observed: number) =>
    timeTravels.print(
      `A client says that it has seen the time ${observed}, and the newest here is ${database.durableTs}: data was lost, or a stranger sent a wrong time.`,
    );
  const services = { runner, subscriptions, authenticate, durableTs, now: Date.now, onTimeTravel };
  const sync = new SyncServer({ services, callerOf: getCallOrigin });
  opened.add(() => sync.close());
  metrics.watchLevels({
    mutationsUnderWay: () => functions.mutationsUnderWay,
    sockets: () => sync.connectionCount,
    watchedQueries: () => queries.size,
    queryRuns: () => queries.executions,
    queryReuses: () => queries.reuses,
    idleAnswerBytes: () => queries.idleBytes,
    isDiskLow: () => Number(disk.isLow),
  });
  const client = new ClientApi({
    database,
    runner,
    authenticate,
    queries,
    runQueue,
    calls: sync.budgets.calls,
  });
  opened.add(() => client.close());
  const admin = createAdminApi(parts, authenticate, log);
  const open = [...client.routes, ...new StorageApi(functions.files, disk).routes, ...infoRoutes];
  const origins = allowedOrigins(options, addresses);
  const actions = new HttpActions({ runner, authenticate, publicUrl: addresses.url, runQueue });
  const web = { routes: new Routes(open), origins, sync, actions };
  return {
    sync,
    api: {
      routes: new Routes([
        ...open,
        ...moving.routes,
        ...admin.routes,
        ...webConsole.routes,
        ...operatingRoutes(metrics, authenticate, disk),
      ]),
      origins,
      sync,
    },
    web: { ...web, ...createHosting(options, addresses.url) },
  };
}

function allowedOrigins(options: BackendOptions, { url }: Addresses): AllowedOrigins {
  const allowsLoopback = isPrivate(options);
  // Bound to the network, the server's own addresses are told as seen from this machine, and mean another one to a caller.
  const own = allowsLoopback || options.publicUrl !== undefined ? [url] : [];
  return new AllowedOrigins({ listed: [...own, ...options.origins], allowsLoopback });
}

function createHosting(
  { staticDir: root, originMark }: BackendOptions,
  url: string,
): Pick<Handlers, "hosting"> {
  if (root === undefined) return {};
  const isSecure = url.startsWith("https:");
  const mark = originMark === undefined ? {} : { originMark };
  return { hosting: new Hosting({ root, isSecure, publicOrigin: url, ...mark }) };
}

function createDiskReserve(
  { dataDir, reservedDiskBytes, essentialFunctions = [] }: BackendOptions,
  { freeDiskBytes }: Prepared,
): DiskReserve {
  if (dataDir === undefined || reservedDiskBytes === undefined) return NO_RESERVE;
  return new DiskReserve({
    reservedDiskBytes,
    essentialFunctions,
    freeDiskBytes: freeDiskBytes ?? (() => getFreeBytes(dataDir)),
  });
}

function openBackendData(
  { dataDir }: BackendOptions,
  metrics: Metrics,
  prepared: Prepared,
): Promise<Data> {
  const { store, around } = prepared;
  const observed = (opened: Store) => metrics.timed(around?.(opened) ?? opened);
  return dataDir === undefined
    ? openDataInMemory(store ?? openMemoryStore(), observed)
    : openData(dataDir, observed);
}

async function openParts(
  options: BackendOptions,
  opened: Opened,
  prepared: Prepared,
): Promise<RunningBackend> {
  const { dataDir, projectDir, host, contention } = options;
  if (projectDir !== undefined) requireFunctions(projectDir);
  const ownKey = dataDir === undefined ? newAdminKey() : getOrCreateAdminKey(dataDir);
  const adminKey = options.adminKey ?? ownKey;
  const metrics = new Metrics();
  const data = await openBackendData(options, metrics, prepared);
  const { database } = data;
  opened.add(() => database.close());

  let serve: (handlers: ListenerHandlers) => void = () => undefined;
  let refuse: (reason: unknown) => void = () => undefined;
  const handlers = new Promise<ListenerHandlers>((resolve, reject) => {
    serve = resolve;
    refuse = reject;
  });
  const entrance = createEntrance({
    hosts: new AllowedHosts(options),
    proxies: new TrustedProxies(options.trustProxy),
  });
  const web = new Listener(
    handlers.then((both) => both.web),
    entrance,
  );
  const api = new Listener(
    handlers.then((both) => both.api),
    entrance,
  );
  opened.add(() => refuse(new Error("The backend did not start.")));
  const port = await listen(web, options.port, host, "--port");
  opened.add(() => web.close());
  const apiPort = await listen(api, options.apiPort, host, "--api-port");
  opened.add(() => api.close());

  const url = options.publicUrl ?? toUrl(host, port);
  const addresses: Addresses = { url, apiUrl: toUrl(host, apiPort), adminKey };
  const disk = createDiskReserve(options, prepared);
  const functions = await startFunctionRuntime({
    disk,
    database,
    projectDir,
    dataDir,
    builds: prepared.builds,
    adminKey,
    url,
    variables: options.variables,
    initialVariables: options.initialVariables,
    watch: options.watch,
    redactErrors: options.redactErrors ?? false,
    expiringFileUrls: options.expiringFileUrls ?? false,
    executorOf: contention && ((...parts) => new ContendedExecutor(contention, ...parts)),
  });
  opened.add(() => functions.stop());
  const both = connect({ options, addresses, data, functions, metrics, disk }, opened);
  await functions.firstRun(options.firstRun);
  await functions.start();
  serve(both);
  if (dataDir !== undefined) {
    writeInstanceFile(dataDir, addresses);
    opened.add(() => removeInstanceFile(dataDir));
  }
  return {
    addresses,
    failed: database.failed,
    noteStuckCall: () => functions.noteStuckCall(),
    async stop() {
      // Nothing new comes in before what is under way is brought to its end.
      await Promise.all([web.close(), api.close(), both.sync.close()]);
      await opened.closeAll();
    },
  };
}

/** @throws StartupError, with everything closed again, when it can't start. */
export async function runBackend(
  options: BackendOptions,
  prepared: Prepared = {},
): Promise<RunningBackend> {
  const opened = new Opened();
  try {
    return await openParts(options, opened, prepared);
  } catch (error) {
    await opened.closeAll();
    throw error;
  }
}

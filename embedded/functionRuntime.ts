/**
 * Everything that runs the project's functions, put together: the loader, the
 * executor and what functions reach through `ctx`. Wiring only; it knows
 * nothing of sockets and requests.
 */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type {
  CallOrigin,
  ComponentPath,
  Database,
  FunctionPath,
  FunctionRunner,
  Identity,
  Outcome,
  Transaction,
} from "./contracts";
import { Environment } from "./environment";
import { BACKEND, BACKEND_SCHEMA, backendTables, firstRow } from "./functions/backendTables";
import type { Builds } from "./functions/builds";
import { COLD_BUILDS, WarmBuilds } from "./functions/builds";
import { servedNow } from "./functions/chargedTime";
import { ClientRequests } from "./functions/clientRequests";
import { Crons } from "./functions/crons";
import type { ExecutionListener, Progress } from "./functions/executor";
import { Executor } from "./functions/executor";
import { FolderBytes, MemoryBytes } from "./functions/fileBytes";
import type { FileExports, FileImports } from "./functions/files";
import { Files } from "./functions/files";
import { Journals } from "./functions/journals";
import { FolderBuildCache, CachedBuilds } from "./functions/buildCache";
import { MutationQueue } from "./functions/mutationQueue";
import type { InlineQuery } from "./functions/inlineQuery";
import { runInlineQuery } from "./functions/inlineQuery";
import { Project } from "./functions/project";
import { readProject } from "./functions/projectConfig";
import { PushFolder } from "./functions/pushing/pushFolder";
import { Pushes } from "./functions/pushing/pushes";
import { ServedDirectory } from "./functions/pushing/servedDirectory";
import { Runner } from "./functions/runner";
import { JobScheduler } from "./functions/scheduler";
import { scopeOfNow } from "./functions/scope";
import { Seal, TokenSigner } from "./functions/secrets";
import type { Calls, FileStorage, Services } from "./functions/services";
import { StuckCalls } from "./functions/stuckCalls";
import { TransactionCall } from "./functions/transactionCall";
import { TransactionRun } from "./functions/transactionRun";
import { sameSecret } from "./http/callers";
import type { FileStore } from "./http/storage";
import type { DiskReserve } from "./diskReserve";
import { NO_RESERVE } from "./diskReserve";
import { CredentialsError, IdentityVerifier, actingIdentity } from "./identity";
import { newRequestId } from "./requestId";
import type { Credentials } from "./sync/protocol";
import { StartupError } from "./store/startupError";

/** The time that running schedules and crons get to end by themselves at a stop. */
const GRACE_MS = 3_000;
const SWEEP_EVERY_MS = 60 * 60 * 1_000;
const FETCH_TIMEOUT_MS = 10_000;
const FIRST_RUN = "first run";
/** The number of looks in a row at which a call that has the thread is noted. Our own work for a call may take longer than its code. */
const LOOKS = { appCode: 2, ownWork: 5 };

type ExecutorFactory = (...parts: ConstructorParameters<typeof Executor>) => Executor;

export interface FunctionRuntimeOptions {
  readonly database: Database;
  /** Absent: the functions are pushed. */
  readonly projectDir?: string | undefined;
  /** Absent where nothing outlives the process. */
  readonly dataDir?: string | undefined;
  /** The bundler of the project; chosen by `dataDir` and `watch` if absent. */
  readonly builds?: Builds | undefined;
  readonly adminKey: string;
  /** The address at which clients reach this deployment. */
  readonly url: string;
  /** The variables of this run only, which come before those that are stored. */
  readonly variables: Record<string, string>;
  /** Stored together unless one of them is there already. */
  readonly initialVariables?: Record<string, string> | undefined;
  readonly watch: boolean;
  readonly redactErrors: boolean;
  /** See `BackendOptions`. */
  readonly expiringFileUrls?: boolean | undefined;
  readonly disk?: DiskReserve | undefined;
  /** Makes the executor; a plain one if absent. */
  readonly executorOf?: ExecutorFactory | undefined;
}

export interface FunctionRuntime {
  readonly runner: FunctionRunner;
  readonly variables: Environment;
  readonly files: FileStore & FileStorage & FileExports & FileImports;
  readonly scheduler: Pick<JobScheduler, "cancel" | "bringForward" | "wake">;
  /** Null where a project directory is served. */
  readonly pushes: Pushes | null;
  /** Null where pushes are served. */
  readonly directory: ServedDirectory | null;
  /** @throws Error when the credentials are no good. */
  authenticate(credentials: Credentials): Promise<Identity>;
  /** Returns the paths of the mounted components, without the app. */
  componentPaths(): readonly ComponentPath[];
  /** Counts the documents of a table; none where there is no such table. */
  count(component: ComponentPath, table: string): number;
  /** A transaction of the backend's own, in line with the app's mutations; settles when it is on disk. */
  transact<T>(work: (transaction: Transaction) => T): Promise<T>;
  /** While no mutation is under way: they wait until it is done. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  onExecution(listener: ExecutionListener): () => void;
  /** Hears the lines of actions as they are printed. */
  onProgress(listener: (progress: Progress) => void): () => void;
  /** Runs a query that no module has. @throws InlineQueryError */
  runInlineQuery(query: InlineQuery): Promise<Outcome>;
  /** The number of mutations that wait or run. */
  readonly mutationsUnderWay: number;
  /** Sets the function that answers the queries that actions call from now on: by a run, or by the result of an earlier one. */
  answerOwnQueries(answer: Calls["query"]): void;
  /** The number of callers whose mutations are under way, until they are on disk. */
  readonly mutatingCallers: number;
  /**
   * Runs an internal function if this deployment never ran one so, or was
   * interrupted while it did. Without a path, notes that there is none to run.
   */
  firstRun(path: FunctionPath | undefined): Promise<void>;
  /** Starts schedules and crons. */
  start(): Promise<void>;
  /**
   * Notes the query or mutation that holds the thread. Call it again and again in the midst of whatever does not let go of the thread: a call that holds it each
   * time, by its code or by our own work for it, is noted, and refused by the next process. Returns undefined as long as none is.
   */
  noteStuckCall(): string | undefined;
  stop(): Promise<void>;
}

function ownOrigin(): CallOrigin {
  return { ip: null, userAgent: null, requestId: newRequestId() };
}

function buildsFor({ builds, dataDir, watch }: FunctionRuntimeOptions): Builds {
  if (builds !== undefined) return builds;
  if (watch) return new WarmBuilds();
  if (dataDir === undefined) return COLD_BUILDS;
  return new CachedBuilds(new FolderBuildCache(path.join(dataDir, "builds")));
}

/** Makes the keys that a deployment needs before code is loaded. */
async function openKeys(
  executor: Executor,
  options: Pick<FunctionRuntimeOptions, "url" | "variables" | "initialVariables">,
) {
  const { url, variables, initialVariables = {} } = options;
  const environment = new Environment(executor, {
    cloudUrl: url,
    siteUrl: url,
    ofThisRun: variables,
  });
  await environment.ensureSigningKeys();
  await environment.initialise(initialVariables);
  const seal = await Seal.open(executor);
  const tokens = new TokenSigner(executor, url);
  await tokens.prepare();
  return { environment, seal, tokens };
}

class ProjectRuntime implements FunctionRuntime {
  readonly runner: FunctionRunner;
  readonly variables: Environment;
  readonly files: Files;
  readonly pushes: Pushes | null;
  readonly directory: ServedDirectory | null;
  readonly #options: FunctionRuntimeOptions;
  readonly #queue: MutationQueue;
  readonly #executor: Executor;
  readonly #project: Project;
  readonly scheduler: JobScheduler;
  readonly #crons: Crons;
  readonly #requests = new ClientRequests();
  readonly #identities: IdentityVerifier;
  readonly #stuck: StuckCalls;
  /** The folder in which pushed functions are unpacked. */
  readonly #pushed: { readonly directory: string; readonly isTemporary: boolean };
  #answerOwnQuery: Calls["query"];
  /** The run that had the thread when `noteStuckCall` was last called, and at how many calls in a row. */
  #suspect: { readonly run: TransactionRun | undefined; readonly looks: number } = {
    run: undefined,
    looks: 0,
  };
  #sweeping: NodeJS.Timeout | undefined;

  static async open(options: FunctionRuntimeOptions): Promise<ProjectRuntime> {
    const { database, disk = NO_RESERVE } = options;
    await database.applySchemas(new Map([[BACKEND, BACKEND_SCHEMA]]));
    const queue = new MutationQueue();
    // The services need the executor, and the executor the services.
    const executorOf = options.executorOf ?? ((...parts) => new Executor(...parts));
    const executor = executorOf(database, queue, () => services);
    const { environment, seal, tokens } = await openKeys(executor, options);
    const runtime = new ProjectRuntime(options, { queue, executor, environment, seal });
    const services: Services = {
      database,
      disk,
      deployment: () => runtime.#project.deployment,
      scheduler: runtime.scheduler,
      files: runtime.files,
      tokens,
      calls: {
        query: (...call) => runtime.#answerOwnQuery(...call),
        mutation: async (entry, args, caller) => {
          disk.require(entry, caller.identity);
          return executor.mutation(entry, args, caller);
        },
        action: (...call) => executor.action(...call),
        transact: (work) => executor.transact(work),
        read: (work) => executor.read(work),
      },
      stuck: runtime.#stuck,
    };
    await runtime.#load();
    return runtime;
  }

  private constructor(
    options: FunctionRuntimeOptions,
    parts: {
      queue: MutationQueue;
      executor: Executor;
      environment: Environment;
      seal: Seal;
    },
  ) {
    const { database, projectDir, dataDir, url, redactErrors, disk = NO_RESERVE } = options;
    const { expiringFileUrls } = options;
    const { queue, executor, environment, seal } = parts;
    this.#options = options;
    this.#queue = queue;
    this.#executor = executor;
    this.#answerOwnQuery = (...call) => executor.query(...call);
    this.variables = environment;
    this.#pushed =
      dataDir === undefined
        ? { directory: path.join(tmpdir(), `convex-pushed-${randomUUID()}`), isTemporary: true }
        : { directory: path.join(dataDir, "pushed"), isTemporary: false };
    this.pushes =
      projectDir === undefined
        ? new Pushes({
            database,
            folder: new PushFolder(this.#pushed.directory),
            project: () => this.#project,
            variables: () => environment.variables,
            read: (work) => executor.read(work),
          })
        : null;
    this.directory =
      projectDir === undefined ? null : new ServedDirectory(projectDir, () => this.#project);
    this.#project = new Project({
      files: () =>
        projectDir === undefined
          ? (this.pushes?.files() ?? Promise.resolve(null))
          : Promise.resolve(readProject(projectDir)),
      database,
      queue,
      variables: () => environment.variables,
      builds: buildsFor(options),
    });
    const deployment = () => this.#project.deployment;
    this.#stuck = new StuckCalls(
      dataDir && path.join(dataDir, "stuck-calls.json"),
      () => deployment().version,
    );
    this.scheduler = new JobScheduler({ executor, deployment, origin: ownOrigin, disk });
    this.#crons = new Crons({ executor, deployment, origin: ownOrigin, disk });
    this.files = new Files({
      bytes:
        dataDir === undefined ? new MemoryBytes() : new FolderBytes(path.join(dataDir, "files")),
      url,
      calls: executor,
      seal,
      expiringUrls: expiringFileUrls ?? false,
    });
    this.runner = new Runner({
      executor,
      project: this.#project,
      requests: this.#requests,
      journals: new Journals(seal.sealing("journals")),
      redact: redactErrors,
      disk,
    });
    this.#identities = new IdentityVerifier({
      providers: () => deployment().authProviders,
      fetchJson: (address) => this.#fetchJson(address),
      redact: redactErrors,
    });
  }

  async authenticate(credentials: Credentials): Promise<Identity> {
    if (credentials.kind === "none") return { kind: "anonymous" };
    if (credentials.kind === "user") return this.#identities.verify(credentials.token);
    if (!sameSecret(credentials.key, this.#options.adminKey)) {
      throw new CredentialsError(
        "The provided admin key was invalid for this instance",
        "BadAdminKey",
      );
    }
    const { actingAs } = credentials;
    return { kind: "admin", ...(actingAs && { actingAs: actingIdentity(actingAs) }) };
  }

  componentPaths(): readonly ComponentPath[] {
    return [...this.#project.deployment.components.keys()].filter((each) => each !== "");
  }

  count(component: ComponentPath, table: string): number {
    return this.#executor.read((transaction) => transaction.system(component).count(table));
  }

  transact<T>(work: (transaction: Transaction) => T): Promise<T> {
    return this.#executor.transact(work);
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(work);
  }

  answerOwnQueries(answer: Calls["query"]): void {
    this.#answerOwnQuery = answer;
  }

  get mutationsUnderWay(): number {
    return this.#queue.length;
  }

  get mutatingCallers(): number {
    return this.#queue.callers;
  }

  runInlineQuery(query: InlineQuery): Promise<Outcome> {
    return runInlineQuery(query, {
      database: this.#options.database,
      executor: this.#executor,
      deployment: () => this.#project.deployment,
    });
  }

  onProgress(listener: (progress: Progress) => void): () => void {
    return this.#executor.onProgress(listener);
  }

  onExecution(listener: ExecutionListener): () => void {
    return this.#executor.onExecution(listener);
  }

  async firstRun(functionPath: FunctionPath | undefined): Promise<void> {
    const milestone = { name: FIRST_RUN };
    const isDone = this.#executor.read(
      (transaction) =>
        firstRow(backendTables(transaction), "milestones.by_name", milestone) !== undefined,
    );
    if (isDone) return;
    if (functionPath !== undefined) await this.#runAsAdmin(functionPath);
    await this.#executor.transact((transaction) => {
      backendTables(transaction).insert("milestones", milestone);
    });
  }

  async start(): Promise<void> {
    await this.scheduler.start();
    await this.#crons.apply();
    this.#project.onReload(() => {
      this.#identities.forgetKeys();
      this.#crons.apply().catch((error: unknown) => {
        console.error("The cron jobs could not be brought up to date:", error);
      });
    });
    this.variables.guard((variables) => this.#project.requireVariables(variables));
    this.variables.onChange(() => this.#project.variablesChanged());
    if (this.#options.watch) this.#project.watch();
    this.#sweeping = setInterval(() => void this.#sweep(), SWEEP_EVERY_MS);
    this.#sweeping.unref();
    void this.#sweep();
  }

  noteStuckCall(): string | undefined {
    const scope = scopeOfNow();
    const served = servedNow();
    const inAppCode = scope instanceof TransactionCall ? scope.run : undefined;
    const run = inAppCode ?? (served instanceof TransactionRun ? served : undefined);
    const looks = run === this.#suspect.run ? this.#suspect.looks + 1 : 1;
    this.#suspect = { run, looks };
    const enough = inAppCode === undefined ? LOOKS.ownWork : LOOKS.appCode;
    if (run === undefined || looks < enough) return undefined;
    const { entry, args } = run.call;
    this.#stuck.note(entry, args);
    return entry.path;
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeping);
    await this.#project.stop();
    await Promise.all([this.scheduler.stop(GRACE_MS), this.#crons.stop(GRACE_MS)]);
    await this.#project.close();
    await this.#queue.drained();
    const { directory, isTemporary } = this.#pushed;
    if (isTemporary) rmSync(directory, { recursive: true, force: true });
  }

  /** @throws StartupError when the project can't be loaded. */
  async #load(): Promise<void> {
    try {
      await this.#project.load();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (this.pushes !== null) {
        // A variable or another push may mend it, and both need a backend that runs.
        console.error(`The pushed functions do not load, and none is served: ${message}`);
        this.#project.serveNothing();
        return;
      }
      throw new StartupError(
        `The functions of ${this.#options.projectDir ?? ""} do not load: ${message}`,
      );
    }
  }

  async #runAsAdmin(functionPath: FunctionPath): Promise<void> {
    const kind = this.runner.getKind(functionPath);
    const call = [functionPath, {}, { kind: "admin" }, ownOrigin()] as const;
    const outcome =
      kind === "mutation"
        ? (await this.runner.mutation(...call)).outcome
        : await this.runner.action(...call);
    if (outcome.kind === "failure") {
      throw new StartupError(`The first run of ${functionPath} failed: ${outcome.message}`);
    }
  }

  /** Our own documents never leave the process: the port may not even be open yet. */
  async #fetchJson(address: string): Promise<unknown> {
    if (new URL(address).origin !== new URL(this.#options.url).origin) {
      const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
      return answer.json();
    }
    const answer = await this.runner.http(new Request(address), { kind: "anonymous" }, ownOrigin());
    if (answer?.status !== 200) throw new Error(`This deployment has no ${address}.`);
    return new Response(answer.body as BodyInit | null).json();
  }

  async #sweep(): Promise<void> {
    try {
      while (
        await this.#executor.transact((transaction) =>
          this.#requests.sweep(transaction, Date.now()),
        )
      );
      await this.files.sweep();
    } catch (error) {
      console.error("Old rows and files could not be removed:", error);
    }
  }
}

/** @throws StartupError when the project can't be loaded. */
export function startFunctionRuntime(options: FunctionRuntimeOptions): Promise<FunctionRuntime> {
  return ProjectRuntime.open(options);
}

/** Makes the keys of a deployment whose project is not there yet: it starts faster with them. */
export async function prepareKeys(database: Database): Promise<void> {
  await database.applySchemas(new Map([[BACKEND, BACKEND_SCHEMA]]));
  const noServices = (): never => {
    throw new Error("No functions are loaded.");
  };
  await openKeys(new Executor(database, new MutationQueue(), noServices), {
    url: "",
    variables: {},
  });
}

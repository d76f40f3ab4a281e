/** The functions as the sessions call them: by name, for a caller, with an outcome whatever happens. */
import { ROUTABLE_HTTP_METHODS } from "convex/server";
import type { JSONValue } from "convex/values";
import type {
  CallOrigin,
  FunctionPath,
  FunctionRunner,
  HttpAnswer,
  Identity,
  MutationRun,
  Outcome,
  QueryCall,
  QueryRun,
  RequestKey,
  Snapshot,
} from "../contracts";
import { ownAddress, splitAddress } from "../functionAddress";
import type { DiskReserve } from "../diskReserve";
import type { ClientRequests } from "./clientRequests";
import type { FunctionEntry } from "./deployment";
import { canonicalPath, findFunction } from "./deployment";
import type { Executor, MutationHooks, Result } from "./executor";
import {
  ConflictFailure,
  FunctionFailure,
  failedOutcome,
  failedResponseBody,
  notFound,
} from "./failures";
import type { Journals } from "./journals";
import type { Project } from "./project";
import { findRoute } from "./routing";
import type { Caller } from "./services";
import { functionSpec } from "./spec";
import type { TransactionRun } from "./transactionRun";

type Kind = FunctionEntry["kind"];

export interface RunnerOptions {
  readonly executor: Executor;
  readonly project: Project;
  readonly requests: ClientRequests;
  readonly journals: Journals;
  /** True when clients see nothing of an error but a ConvexError's data, as on a production deployment. */
  readonly redact: boolean;
  readonly disk: DiskReserve;
}

/** As in Convex, which has limits for a query's own time and the time of its reads: a result with the clock in it may be so old. */
const LENT_MS_MAX = 17_000;

const NOTHING_READ = {
  readSet: { ranges: [] },
  journal: () => null,
  readIdentity: false,
  reusableUntil: Infinity,
  lendableUntil: Infinity,
};

export class Runner implements FunctionRunner {
  readonly #executor: Executor;
  readonly #project: Project;
  readonly #requests: ClientRequests;
  readonly #journals: Journals;
  readonly #redact: boolean;
  readonly #disk: DiskReserve;

  constructor({ executor, project, requests, journals, redact, disk }: RunnerOptions) {
    this.#disk = disk;
    this.#executor = executor;
    this.#project = project;
    this.#requests = requests;
    this.#journals = journals;
    this.#redact = redact;
  }

  viewerOf(path: FunctionPath): FunctionPath | undefined {
    const entry = this.#find(path, "query", false);
    if (entry instanceof FunctionFailure || entry.shared === undefined) return undefined;
    return ownAddress({ component: entry.component, path: entry.shared.viewer });
  }

  async query(
    { path, args, journal, isOwn = false, viewer }: QueryCall,
    identity: Identity,
    snapshot: Snapshot,
    origin: CallOrigin,
  ): Promise<QueryRun> {
    const called = this.#find(path, "query", isOwn || identity.kind === "admin");
    const { ts } = snapshot;
    if (called instanceof FunctionFailure) {
      return { ...NOTHING_READ, outcome: this.#failed(called, origin, []), ts };
    }
    const entry = viewer === undefined ? called : sharedPart(called, viewer);
    const caller = toCaller(identity, origin);
    // A page ends where it did for this viewer alone.
    const question = { entry, args: viewer === undefined ? args : { args, viewer }, identity };
    const before = this.#journals.open(question, journal);
    const { result, logLines, run } = await this.#executor.runQuery(
      entry,
      args,
      caller,
      snapshot,
      before,
    );
    // What fails for a while shall not move the end of a page.
    const after = result.kind === "success" ? run.newJournal : (run.newJournal ?? before);
    return {
      outcome: isOwn ? rawOutcome(result, logLines) : this.#outcome(result, origin, logLines),
      readSet: run.transaction.readSet,
      ts,
      journal:
        after === null ? () => null : this.#journals.close(question, after, !run.readIdentity),
      readIdentity: run.readIdentity,
      reusableUntil: run.reusableUntil,
      lendableUntil: lendableUntil(run),
    };
  }

  async mutation(
    path: FunctionPath,
    args: JSONValue,
    identity: Identity,
    origin: CallOrigin,
    key?: RequestKey,
  ): Promise<MutationRun> {
    const entry = this.#find(path, "mutation", identity.kind === "admin");
    if (entry instanceof FunctionFailure) return { outcome: this.#failed(entry, origin, []) };
    const hooks =
      key === undefined
        ? this.#unlessHungUp(origin, entry, identity)
        : this.#once(key, entry, args, identity);
    try {
      const caller = toCaller(identity, origin);
      const execution = await this.#executor.runMutation(entry, args, caller, hooks);
      const { result, logLines, ts } = execution;
      const outcome = this.#outcome(result, origin, logLines);
      const isConflict = result.kind === "failure" && result.failure instanceof ConflictFailure;
      if (isConflict) return { outcome, sendAgain: ConflictFailure.CODE };
      return outcome.kind === "success" && ts !== undefined ? { outcome, ts } : { outcome };
    } catch (error) {
      return { outcome: this.#unexpected(error, origin) };
    }
  }

  async action(
    path: FunctionPath,
    args: JSONValue,
    identity: Identity,
    origin: CallOrigin,
  ): Promise<Outcome> {
    const entry = this.#find(path, "action", identity.kind === "admin");
    if (entry instanceof FunctionFailure) return this.#failed(entry, origin, []);
    const caller = toCaller(identity, origin);
    const { result, logLines } = await this.#executor.runAction(entry, args, caller);
    return this.#outcome(result, origin, logLines);
  }

  getKind(path: FunctionPath): Kind | undefined {
    return this.#entry(path)?.kind;
  }

  async http(
    request: Request,
    identity: Identity,
    origin: CallOrigin,
  ): Promise<HttpAnswer | undefined> {
    const { pathname } = new URL(request.url);
    const found = findRoute(this.#project.deployment, "", pathname, request.method);
    if (found === undefined) return undefined;
    const { component, entry } = found;
    const address = { component, path: `${entry.method} ${entry.route}` };
    try {
      const caller = toCaller(identity, origin);
      return await this.#executor.runHttp(entry, address, request, caller);
    } catch (error) {
      const { requestId } = origin;
      const body = failedResponseBody(this.#toFailure(error, origin), {
        requestId,
        redact: this.#redact,
      });
      return Response.json(body, { status: 500, headers: { "Cache-Control": "no-store" } });
    }
  }

  httpMethods(pathname: string): readonly string[] {
    const { deployment } = this.#project;
    const methods: string[] = ROUTABLE_HTTP_METHODS.filter(
      (method) => findRoute(deployment, "", pathname, method) !== undefined,
    );
    return methods.includes("GET") ? [...methods, "HEAD"] : methods;
  }

  hasHttpActions(): boolean {
    const app = this.#project.deployment.components.get("");
    return app !== undefined && (app.routes.all.length > 0 || app.httpMounts.size > 0);
  }

  spec(): JSONValue {
    return functionSpec(this.#project.deployment);
  }

  onReload(listener: () => void): () => void {
    return this.#project.onReload(listener);
  }

  #entry(address: FunctionPath): FunctionEntry | undefined {
    const { component, path } = splitAddress(address);
    return findFunction(this.#project.deployment, { component, path: canonicalPath(path) });
  }

  #find(address: FunctionPath, kind: Kind, reachesAll: boolean): FunctionEntry | FunctionFailure {
    const entry = this.#entry(address);
    const isReachable = reachesAll || (entry?.visibility === "public" && entry.component === "");
    if (entry === undefined || !isReachable)
      return notFound(splitAddress(address).path, reachesAll);
    if (entry.kind === kind) return entry;
    return new FunctionFailure(
      `Trying to execute ${entry.path} as ${kind}, but it is defined as ${entry.kind}.`,
    );
  }

  /** The record of a client's request, in the transaction of its mutation. */
  #once(key: RequestKey, entry: FunctionEntry, args: JSONValue, identity: Identity) {
    const binding = { identity, path: entry.path, args };
    return {
      lane: key.sessionId,
      begin: (transaction) => {
        const value = this.#requests.find(transaction, key, binding);
        if (value !== undefined) return { kind: "success", value };
        this.#disk.require(entry, identity);
        return undefined;
      },
      end: (transaction, result) => {
        if (result.kind === "success") this.#requests.save(transaction, key, binding, result.value);
      },
    } satisfies MutationHooks;
  }

  /** A call without a key is never sent again, and nobody hears what became of it. */
  #unlessHungUp({ hungUp }: CallOrigin, entry: FunctionEntry, identity: Identity): MutationHooks {
    return {
      begin: () => {
        if (hungUp?.aborted === true)
          throw new FunctionFailure("The client closed its connection before the mutation ran.");
        this.#disk.require(entry, identity);
        return undefined;
      },
    };
  }

  #outcome(result: Result, origin: CallOrigin, logLines: string[]): Outcome {
    if (result.kind === "failure") return this.#failed(result.failure, origin, logLines);
    return { kind: "success", value: result.value, logLines: this.#redact ? [] : logLines };
  }

  #failed(failure: FunctionFailure, { requestId }: CallOrigin, logLines: string[]): Outcome {
    return failedOutcome(failure, { requestId, redact: this.#redact, logLines });
  }

  #unexpected(error: unknown, origin: CallOrigin): Outcome {
    return this.#failed(this.#toFailure(error, origin), origin, []);
  }

  /** Details of an error of our own stay in the log. */
  #toFailure(error: unknown, { requestId }: CallOrigin): FunctionFailure {
    if (error instanceof FunctionFailure) return error;
    console.error(`[${requestId}]`, error);
    return new FunctionFailure("The backend could not do this.");
  }
}

/** Returns the function whose run is the shared part of another, for one viewer; that one if it has no such part. */
function sharedPart(entry: FunctionEntry, viewer: JSONValue): FunctionEntry {
  const { shared } = entry;
  if (shared === undefined) return entry;
  return { ...entry, invoke: (args) => shared.invoke({ args, viewer }) };
}

/** Returns the outcome for the app's own code, which gets a failure as it is. */
function rawOutcome(result: Result, logLines: string[]): Outcome {
  if (result.kind === "success") return { ...result, logLines };
  const { message, data } = result.failure;
  return { kind: "failure", message, ...(data !== undefined && { errorData: data }), logLines };
}

/** A result with audit lines is given to nobody else: each reader's call is audited. */
function lendableUntil({ audit, readClock, startedAt }: TransactionRun): number {
  if (audit.lines.length > 0) return 0;
  return readClock ? startedAt + LENT_MS_MAX : Infinity;
}

function toCaller(identity: Identity, origin: CallOrigin): Caller {
  return { identity, origin, scheduledId: null };
}

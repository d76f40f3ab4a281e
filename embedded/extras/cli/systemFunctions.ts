/**
 * The functions that Convex's command line expects every deployment to have,
 * `_system/cli/…`, put in front of the app's own. Administrators only: for
 * everybody else these names lead nowhere.
 */
import type { JSONValue } from "convex/values";
import type {
  CallOrigin,
  ComponentPath,
  Database,
  FunctionPath,
  FunctionRunner,
  Identity,
  MutationRun,
  Outcome,
  QueryCall,
  QueryRun,
  RequestKey,
  Snapshot,
  Transaction,
} from "../../contracts";
import { splitAddress } from "../../functionAddress";
import { backendTables, rows } from "../../functions/backendTables";
import { RecentMap } from "../../recentMap";
import { tablesIn } from "../../tableNames";
import { importState, newestImports } from "../transfer/importStates";

export interface DeploymentVariables {
  /** Those that somebody set; what the deployment itself provides is not among them. */
  list(): readonly { readonly name: string; readonly value: string }[];
}

export interface SystemServices {
  readonly database: Database;
  readonly runner: FunctionRunner;
  readonly variables: DeploymentVariables;
  readonly cloudUrl: string;
  readonly latestExport: () => JSONValue;
  /** Returns the paths of the mounted components, without the app. */
  readonly componentPaths: () => readonly ComponentPath[];
  /** A transaction of the backend's own; settles when it is on disk. */
  readonly transact: <T>(work: (transaction: Transaction) => T) => Promise<T>;
  /** Functions besides those of the command line. */
  readonly more: SystemFunctions;
}

export interface SystemFunctions {
  readonly queries: Readonly<Record<string, SystemQuery>>;
  readonly mutations: Readonly<Record<string, SystemMutation>>;
}

export interface SystemCall {
  readonly args: Record<string, JSONValue | undefined>;
  readonly component: ComponentPath;
  readonly transaction: Transaction;
}

type SystemMutation = (
  call: SystemCall & { readonly afterCommit: (work: () => void) => void },
) => JSONValue;

type SystemQuery = (call: SystemCall, services: SystemServices) => JSONValue;

export interface PageOptions {
  readonly cursor: string | null;
  readonly numItems: number;
}

const DEFAULT_PAGE = 100;
/** The most answers of mutations that are kept for clients that connect again and send the mutation again. */
const ANSWERS_MAX = 256;
const READ_ONLY: Outcome = {
  kind: "failure",
  message: "This session may only read.",
  logLines: [],
};
/** Both are the web origin here. */
const PROVIDED_URLS = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];
/** A list that somebody prints or keeps has no private keys; whoever asks for one by its name gets it. */
const PRIVATE_KEY = "PRIVATE_KEY";
/** A page ends at the transaction's limits, too. */
const WATCHED_ROWS = 10_000;

export function parsePageOptions(value: JSONValue | undefined): PageOptions {
  const options = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const { cursor, numItems } = options;
  return {
    cursor: typeof cursor === "string" ? cursor : null,
    numItems: typeof numItems === "number" ? numItems : DEFAULT_PAGE,
  };
}

function listTables({ component, transaction }: SystemCall): JSONValue {
  const page = tablesIn(transaction, component).map(({ name }) => ({ name }));
  return { page, isDone: true, continueCursor: "" };
}

function readTable({ args, component, transaction }: SystemCall): JSONValue {
  const { table, order, paginationOpts } = args;
  if (typeof table !== "string") throw new Error("table must be a string.");
  const { cursor, numItems } = parsePageOptions(paginationOpts);
  const direction = order === "asc" ? "asc" : "desc";
  const query = {
    source: { type: "FullTableScan", tableName: table, order: direction },
    operators: [],
  };
  const { page, isDone, continueCursor } = transaction
    .tables(component)
    .page(query, { cursor, pageSize: numItems });
  return { page: page.map(({ text }) => JSON.parse(text) as JSONValue), isDone, continueCursor };
}

/** The rows are in the read set then, and who waits for a change hears of it. */
function readVariables(transaction: Transaction): void {
  Array.from(rows(backendTables(transaction), "variables.by_name"));
}

const SYSTEM_QUERIES: Record<string, SystemQuery> = {
  "_system/cli/tables:default": listTables,
  "_system/cli/tableData:default": readTable,
  // A push that stored documents do not fit waits for a change of their table.
  "_system/cli/queryTable:default": ({ args, component, transaction }) => {
    const { tableName } = args;
    if (typeof tableName !== "string") throw new Error("tableName must be a string.");
    const source = { type: "FullTableScan", tableName, order: "desc" };
    transaction
      .tables(component)
      .page({ source, operators: [] }, { cursor: null, pageSize: WATCHED_ROWS });
    return null;
  },
  "_system/cli/tableSize:default": ({ args, component, transaction }) => {
    const { tableName } = args;
    if (typeof tableName !== "string") throw new Error("tableName must be a string.");
    return transaction.system(component).count(tableName);
  },
  "_system/cli/queryEnvironmentVariables:default": ({ transaction }, { variables }) => {
    readVariables(transaction);
    const shown = variables.list().filter(({ name }) => !name.endsWith(PRIVATE_KEY));
    return shown.map((each) => ({ ...each }));
  },
  "_system/cli/queryEnvironmentVariables:get": ({ args, transaction }, services) => {
    readVariables(transaction);
    // The variables that the deployment provides are in no list, and command lines before 1.35 ask for one of them.
    const provided = PROVIDED_URLS.map((name) => ({ name, value: services.cloudUrl }));
    const known = [...provided, ...services.variables.list()];
    const found = known.find(({ name }) => name === args["name"]);
    return found === undefined ? null : { ...found };
  },
  "_system/cli/modules:apiSpec": (_call, { runner }) => runner.spec(),
  "_system/cli/convexUrl:cloudUrl": (_call, { cloudUrl }) => cloudUrl,
  "_system/cli/exports:getLatest": (_call, { latestExport }) => latestExport(),
  "_system/cli/queryImport:default": ({ args, transaction }) =>
    importState(transaction, args["importId"]),
  "_system/cli/queryImport:list": ({ transaction }) => newestImports(transaction),
  "_system/frontend/components:list": (_call, { componentPaths }) =>
    ["", ...componentPaths()].map((path) => ({
      id: path,
      path,
      name: path.split("/").at(-1) ?? "",
      state: "active",
    })),
};

function toOutcome(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "failure", message, logLines: [] };
}

function attempt(query: SystemQuery, call: SystemCall, services: SystemServices): Outcome {
  try {
    return { kind: "success", value: query(call, services), logLines: [] };
  } catch (error) {
    return toOutcome(error);
  }
}

function isReadOnly(identity: Identity): boolean {
  return identity.kind === "admin" && identity.isReadOnly === true;
}

/**
 * The app's runner, with the system's functions before it. An administrator who may only read is refused every mutation and
 * action, the app's as well.
 */
export function withSystemFunctions(services: SystemServices): FunctionRunner {
  const { runner, database, more, transact } = services;
  const queries = new Map(Object.entries({ ...SYSTEM_QUERIES, ...more.queries }));
  const mutations = new Map(Object.entries(more.mutations));
  const answers = new RecentMap<string, Promise<MutationRun>>(ANSWERS_MAX);

  function query(
    call: QueryCall,
    identity: Identity,
    snapshot: Snapshot,
    origin: CallOrigin,
  ): Promise<QueryRun> {
    const { component, path } = splitAddress(call.path);
    const own = queries.get(path);
    if (own === undefined || identity.kind !== "admin" || call.isOwn === true) {
      return runner.query(call, identity, snapshot, origin);
    }
    const transaction = database.beginAt(snapshot);
    const fields = call.args as Record<string, JSONValue | undefined>;
    const outcome = attempt(own, { args: fields, component, transaction }, services);
    const { readSet } = transaction;
    return Promise.resolve({
      outcome,
      readSet,
      ts: snapshot.ts,
      journal: () => null,
      readIdentity: true,
      reusableUntil: Infinity,
      // What it says of the project, its variables and exports is in no table.
      lendableUntil: 0,
    });
  }

  async function runOwn(
    own: SystemMutation,
    call: Omit<SystemCall, "transaction">,
  ): Promise<MutationRun> {
    const following: (() => void)[] = [];
    const afterCommit = (work: () => void) => void following.push(work);
    try {
      const value = await transact((transaction) => own({ ...call, transaction, afterCommit }));
      for (const work of following) work();
      return { outcome: { kind: "success", value, logLines: [] } };
    } catch (error) {
      return { outcome: toOutcome(error) };
    }
  }

  async function mutation(
    address: FunctionPath,
    args: JSONValue,
    identity: Identity,
    origin: CallOrigin,
    key?: RequestKey,
  ): Promise<MutationRun> {
    if (isReadOnly(identity)) return { outcome: READ_ONLY };
    const { component, path } = splitAddress(address);
    const own = mutations.get(path);
    if (own === undefined || identity.kind !== "admin")
      return runner.mutation(address, args, identity, origin, key);
    const call = { args: args as Record<string, JSONValue | undefined>, component };
    if (key === undefined) return runOwn(own, call);
    const name = `${key.sessionId} ${key.requestId}`;
    const answer = answers.get(name) ?? runOwn(own, call);
    answers.set(name, answer);
    return answer;
  }

  return {
    query,
    viewerOf: (path) => runner.viewerOf(path),
    mutation,
    action: async (path, args, identity, origin) =>
      isReadOnly(identity) ? READ_ONLY : runner.action(path, args, identity, origin),
    getKind: (address) => {
      const { path } = splitAddress(address);
      if (queries.has(path)) return "query";
      return mutations.has(path) ? "mutation" : runner.getKind(address);
    },
    http: (...call) => runner.http(...call),
    httpMethods: (pathname) => runner.httpMethods(pathname),
    hasHttpActions: () => runner.hasHttpActions(),
    spec: () => runner.spec(),
    onReload: (listener) => runner.onReload(listener),
  };
}

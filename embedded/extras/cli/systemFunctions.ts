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
  FunctionRunner,
  Identity,
  Outcome,
  QueryCall,
  QueryRun,
  Snapshot,
  Transaction,
} from "../../contracts";
import { splitAddress } from "../../functionAddress";
import { backendTables, rows } from "../../functions/backendTables";
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
}

interface SystemCall {
  readonly args: Record<string, JSONValue | undefined>;
  readonly component: ComponentPath;
  readonly transaction: Transaction;
}

type SystemQuery = (call: SystemCall, services: SystemServices) => JSONValue;

interface PageOptions {
  readonly cursor: string | null;
  readonly numItems: number;
}

const DEFAULT_PAGE = 100;
/** Both are the web origin here. */
const PROVIDED_URLS = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];
/** A list that somebody prints or keeps has no private keys; whoever asks for one by its name gets it. */
const PRIVATE_KEY = "PRIVATE_KEY";
/** A page ends at the transaction's limits, too. */
const WATCHED_ROWS = 10_000;

function parsePageOptions(value: JSONValue | undefined): PageOptions {
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

function attempt(query: SystemQuery, call: SystemCall, services: SystemServices): Outcome {
  try {
    return { kind: "success", value: query(call, services), logLines: [] };
  } catch (error) {
    return {
      kind: "failure",
      message: error instanceof Error ? error.message : String(error),
      logLines: [],
    };
  }
}

/** The app's runner, with the command line's queries before it. */
export function withSystemFunctions(services: SystemServices): FunctionRunner {
  const { runner, database } = services;

  function query(
    call: QueryCall,
    identity: Identity,
    snapshot: Snapshot,
    origin: CallOrigin,
  ): Promise<QueryRun> {
    const { component, path } = splitAddress(call.path);
    const own = SYSTEM_QUERIES[path];
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

  return {
    query,
    viewerOf: (path) => runner.viewerOf(path),
    mutation: (...call) => runner.mutation(...call),
    action: (...call) => runner.action(...call),
    getKind: (path) => (splitAddress(path).path in SYSTEM_QUERIES ? "query" : runner.getKind(path)),
    http: (...call) => runner.http(...call),
    httpMethods: (pathname) => runner.httpMethods(pathname),
    hasHttpActions: () => runner.hasHttpActions(),
    spec: () => runner.spec(),
    onReload: (listener) => runner.onReload(listener),
  };
}
